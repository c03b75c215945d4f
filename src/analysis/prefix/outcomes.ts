/** What can be said about the one request that came before another. Only shapes; how it is found is in `predecessors.ts`. */
import type { NodeIndex } from '../../model/ids';

/** Strongest first. The last two are inferred. */
export type Basis = 'declared' | 'physical' | 'restated' | 'tool_call_ids';

export function isInferred(basis: Basis): boolean {
  return basis === 'restated' || basis === 'tool_call_ids';
}

export type Ambiguity =
  | 'bad_link'
  | 'several_links'
  | 'compaction_source'
  | 'restated_by_several'
  | 'ids_issued_by_several'
  | 'cycle';

export interface Known {
  readonly kind: 'known';
  readonly baseline: NodeIndex;
  readonly basis: Basis;
  /** The summary whose inferred predecessor this one was taken from; null for any other way. */
  readonly through: NodeIndex | null;
}

/** Nothing says what came before. */
export interface Unresolved {
  readonly kind: 'unresolved';
  /** An inference spoke of this node, but was dropped with a cycle or is switched off. */
  readonly wasInferred: boolean;
}

export type Outcome =
  | Known
  | Unresolved
  /** Something came before, but which request cannot be told. */
  | { readonly kind: 'ambiguous'; readonly reason: Ambiguity }
  | { readonly kind: 'none'; readonly reason: 'only_unlinked' | 'subagent_call' };

export type FinalOutcome =
  | Exclude<Outcome, Unresolved>
  | { readonly kind: 'unlinked'; readonly reason: 'context_start_unlinked' | 'reply_not_recorded' };

export function ambiguous(reason: Ambiguity): Outcome {
  return { kind: 'ambiguous', reason };
}
