/**
 * Takes cycles out of a relation in which every request has at most one predecessor. A cycle that holds an inference is cut
 * there; one that is declared or recorded throughout leaves all its members without an answer.
 */
import type { Known, Outcome } from './outcomes';
import { ambiguous, isInferred } from './outcomes';

/** Changes `outcomes` in place. What merely leads into a cycle stays as it is. */
export function cutCycles(outcomes: Map<number, Outcome>): void {
  const dropped = new Set<number>();
  for (const cycle of cyclesOf(outcomes)) {
    const inferred = cycle.filter(([, { basis }]) => isInferred(basis));
    for (const [node, { through }] of inferred) {
      outcomes.set(
        node,
        through === null ? { kind: 'unresolved', wasInferred: true } : ambiguous('compaction_source'),
      );
      if (through === null) dropped.add(node);
    }
    if (inferred.length === 0) for (const [node] of cycle) outcomes.set(node, ambiguous('cycle'));
  }
  if (dropped.size === 0) return;
  for (const [node, outcome] of outcomes) {
    if (outcome.kind === 'known' && outcome.through !== null && dropped.has(outcome.through)) {
      outcomes.set(node, ambiguous('compaction_source'));
    }
  }
}

/** Every cycle once. With one predecessor at most they are disjoint. */
function cyclesOf(outcomes: ReadonlyMap<number, Outcome>): (readonly [number, Known])[][] {
  const cycles: (readonly [number, Known])[][] = [];
  /** The walk that met a node first. */
  const walks = new Map<number, number>();
  for (const start of outcomes.keys()) {
    let at = start;
    let outcome = outcomes.get(at);
    while (outcome?.kind === 'known' && !walks.has(at)) {
      walks.set(at, start);
      at = outcome.baseline;
      outcome = outcomes.get(at);
    }
    if (walks.get(at) !== start) continue;
    const cycle: (readonly [number, Known])[] = [];
    let member = at;
    do {
      const step = outcomes.get(member);
      if (step?.kind !== 'known') break;
      cycle.push([member, step]);
      member = step.baseline;
    } while (member !== at);
    cycles.push(cycle);
  }
  return cycles;
}
