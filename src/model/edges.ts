/** Semantic edge kinds (`verifiers` ACP vocabulary). Labels outside the vocabulary are kept as what they are. */
import type { Json } from './json';

export const KNOWN_LABELS = [
  'continuation',
  'subagent_call',
  'subagent_return',
  'compaction_attempt',
  'compaction',
  'agent_message',
  'subagent_cancel',
  'refinement_attempt',
  'refinement',
] as const;
export type KnownLabel = (typeof KNOWN_LABELS)[number];

/**
 * A link as the trace records it, on the effect node, naming the cause. Nothing is checked here: which links are usable,
 * and why not, is the graph's answer. `not_an_object` keeps an entry that is no link at all.
 */
export type RecordedLink =
  | { readonly kind: 'link'; readonly source: Json; readonly label: Json }
  | { readonly kind: 'not_an_object'; readonly value: Json };
