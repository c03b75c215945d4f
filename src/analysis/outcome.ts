/** How a rollout ended: truncated and why, and the one word for an episode. */
import type { Episode, Trace } from '../model/episode';
import type { CallIndex } from '../model/ids';
import type { Outcome } from '../model/row';
import { episodeScore } from './score';

/** The union over all versions of the format; which of them count has changed. */
const TRUNCATING = new Set([
  'max_turns',
  'max_input_tokens',
  'max_output_tokens',
  'max_total_tokens',
  'context_length',
  'harness_timeout',
  'compaction_failed',
]);

export type Truncation =
  | { readonly kind: 'stop_condition'; readonly condition: string }
  | { readonly kind: 'length'; readonly call: CallIndex }
  /** Flat results and the oldest traces say so, and nothing else in them does. */
  | { readonly kind: 'recorded' };

/** Why a trace counts as truncated; null when it does not. The last call without an error decides, committed or not. */
export function truncationOf(trace: Trace): Truncation | null {
  if (trace.stopCondition !== null && TRUNCATING.has(trace.stopCondition)) {
    return { kind: 'stop_condition', condition: trace.stopCondition };
  }
  const last = trace.calls.findLast((call) => call.error === null);
  if (last?.finishReason === 'length') return { kind: 'length', call: last.index };
  return trace.recordedTruncated === true ? { kind: 'recorded' } : null;
}

/** The first that holds. An episode that was retried is ok and keeps its old errors: its own verdict decides. */
export function outcomeOf(episode: Episode): Outcome {
  if (!episode.ok) return 'error';
  if (episode.traces.some((trace) => truncationOf(trace) !== null)) return 'truncated';
  return episodeScore(episode).scored ? 'ok' : 'unscored';
}
