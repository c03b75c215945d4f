/** Rewards of a trace and their mean over an episode. Unscored, unknown and 0 are three different things here. */
import type { Episode, Trace } from '../model/episode';

export interface Score {
  /** Null when nothing was scored, or when a score is no finite number. */
  readonly value: number | null;
  /** Whether anything was scored at all; with a null value the score is unknown. */
  readonly scored: boolean;
}

/** Σ score·weight over the rewards that were scored. */
export function traceScore(trace: Trace): Score {
  let sum = 0;
  let scored = false;
  let known = true;
  for (const reward of trace.rewards) {
    if (reward.state === 'unscored') continue;
    scored = true;
    if (reward.value === null) known = false;
    else sum += reward.value;
  }
  return { value: scored && known && Number.isFinite(sum) ? sum : null, scored };
}

/** The traces whose mean is the episode's reward: the trainable ones, all when none is; of these, those with a score. */
export function countingTraces(episode: Episode): readonly Trace[] {
  const trainable = episode.traces.filter((trace) => trace.agent.trainable);
  const candidates = trainable.length > 0 ? trainable : episode.traces;
  return candidates.filter((trace) => traceScore(trace).scored);
}

export function episodeScore(episode: Episode): Score {
  const counting = countingTraces(episode);
  if (counting.length === 0) return { value: null, scored: false };
  let sum = 0;
  for (const trace of counting) {
    const { value } = traceScore(trace);
    if (value === null) return { value: null, scored: true };
    sum += value;
  }
  const mean = sum / counting.length;
  return { value: Number.isFinite(mean) ? mean : null, scored: true };
}
