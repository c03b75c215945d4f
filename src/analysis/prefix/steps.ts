/** Two requests side by side: what stands beside what, what is gone and what is new. It refuses to find the pairs. */
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import type { Pair } from './alignment';
import type { Cause } from './cause-words';

/** One position of two requests, from where their nodes part; what comes before is shared. Leading system prompts first. */
export type Step =
  | {
      readonly kind: 'pair';
      readonly old: NodeIndex;
      readonly fresh: NodeIndex;
      /** Empty where nothing differs, or a message is opaque. */
      readonly causes: readonly Cause[];
    }
  | { readonly kind: 'removed'; readonly old: NodeIndex }
  /** The reply, which a request need not repeat. */
  | { readonly kind: 'reply_left_out'; readonly old: NodeIndex }
  | { readonly kind: 'inserted'; readonly fresh: NodeIndex }
  | { readonly kind: 'appended'; readonly fresh: NodeIndex };

export interface Gap {
  /** Nodes without a partner. */
  readonly old: readonly number[];
  readonly fresh: readonly number[];
  /** The pair of nodes behind them; null behind the last pair. */
  readonly pair: readonly [old: number, fresh: number] | null;
}

export function* gapsOf(
  pairs: readonly Pair[],
  old: readonly number[],
  fresh: readonly number[],
): Generator<Gap> {
  let left = 0;
  let right = 0;
  for (const [pairOld, pairFresh] of pairs) {
    const one = old[pairOld];
    const other = fresh[pairFresh];
    if (one === undefined || other === undefined) continue;
    yield { old: old.slice(left, pairOld), fresh: fresh.slice(right, pairFresh), pair: [one, other] };
    left = pairOld + 1;
    right = pairFresh + 1;
  }
  yield { old: old.slice(left), fresh: fresh.slice(right), pair: null };
}

/** Of a gap and the pair behind it. */
export function stepsOf(gap: Gap, reply: number, causes: readonly Cause[]): readonly Step[] {
  const steps: Step[] = [];
  for (const old of gap.old) {
    steps.push({ kind: old === reply ? 'reply_left_out' : 'removed', old: nodeIndex(old) });
  }
  for (const fresh of gap.fresh) {
    steps.push({ kind: gap.pair === null ? 'appended' : 'inserted', fresh: nodeIndex(fresh) });
  }
  if (gap.pair === null) return steps;
  const [old, fresh] = gap.pair;
  return [...steps, { kind: 'pair', old: nodeIndex(old), fresh: nodeIndex(fresh), causes }];
}

/** Of a leading system prompt, by its index. */
export function systemStep(old: number | null, fresh: number | null, causes: readonly Cause[]): Step {
  if (old === null) return { kind: 'inserted', fresh: nodeIndex(fresh ?? 0) };
  if (fresh === null) return { kind: 'removed', old: nodeIndex(old) };
  return { kind: 'pair', old: nodeIndex(old), fresh: nodeIndex(fresh), causes };
}
