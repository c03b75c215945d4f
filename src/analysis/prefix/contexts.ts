/**
 * Which replies belong to one context: those that predecessors lead back to the same start. And which of them came after a
 * given request. It refuses to know agents and sessions.
 */
import type { Predecessors } from './predecessors';

export interface Contexts {
  /** Whether both go back to the same start. */
  readonly areTogether: (left: number, right: number) => boolean;
  /** Whether going back from `later` meets `node`; a node meets itself. */
  readonly leadsBackTo: (later: number, node: number) => boolean;
}

export function contextsOf(predecessors: Predecessors): Contexts {
  const successors = new Map<number, number[]>();
  const starts: number[] = [];
  for (const [node, outcome] of predecessors) {
    if (outcome.kind !== 'known') {
      starts.push(node);
      continue;
    }
    const list = successors.get(outcome.baseline);
    if (list === undefined) successors.set(outcome.baseline, [node]);
    else list.push(node);
  }
  const startOf = new Map<number, number>();
  const entered = new Map<number, number>();
  const left = new Map<number, number>();
  let clock = 0;
  // Depth first: what comes after a request lies between its entering and its leaving.
  for (const start of starts) {
    const open: { readonly node: number; next: number }[] = [{ node: start, next: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (top.next === 0) {
        entered.set(top.node, clock);
        startOf.set(top.node, start);
        clock += 1;
      }
      const successor = successors.get(top.node)?.[top.next];
      top.next += 1;
      if (successor !== undefined) open.push({ node: successor, next: 0 });
      else {
        left.set(top.node, clock);
        open.pop();
      }
    }
  }
  return {
    areTogether: (one, other) => {
      const start = startOf.get(one);
      return start !== undefined && start === startOf.get(other);
    },
    leadsBackTo: (later, node) => {
      const at = entered.get(later) ?? -1;
      return at >= (entered.get(node) ?? 0) && at < (left.get(node) ?? -1);
    },
  };
}
