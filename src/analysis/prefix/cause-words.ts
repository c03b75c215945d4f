/** The words for why something changed, in the order in which they stand at one position. */

export const CAUSES = [
  'tools_removed',
  'tools_added',
  'tools_changed',
  'system_prompt_changed',
  'content_form',
  'content_edited',
  'reasoning_dropped',
  'reasoning_changed',
  'arguments_reserialised',
  'tool_call_rewritten',
  'retokenised',
  'messages_removed',
  'messages_inserted',
  'compaction_declared',
  'compaction_inferred',
  'unknown',
] as const;

export type Cause = (typeof CAUSES)[number];

const RANKS = new Map<Cause, number>(CAUSES.map((cause, rank) => [cause, rank]));

export function rankOf(cause: Cause): number {
  return RANKS.get(cause) ?? CAUSES.length;
}
