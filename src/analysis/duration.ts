/** Times: what a span lasted, what an episode lasted, how the agent's span splits. It refuses to know clocks and formats. */
import type { Episode, Span, Trace } from '../model/episode';

/** Seconds; 0 for a span that is not closed or ends before it starts, as the format counts. */
export function spanSeconds(span: Span): number {
  return span.start === null || span.end === null ? 0 : Math.max(0, span.end - span.start);
}

/** Both ends are set, and in order. */
export function isUsableSpan(span: Span): span is { readonly start: number; readonly end: number } {
  return span.start !== null && span.end !== null && span.end >= span.start;
}

/** Latest end − earliest start over all usable spans, boot to scoring and calls; null when there is none. */
export function traceDuration(trace: Trace): number | null {
  return extent([trace]);
}

export function episodeDuration(episode: Episode): number | null {
  return extent(episode.traces);
}

function extent(traces: readonly Trace[]): number | null {
  let start = Infinity;
  let end = -Infinity;
  const take = (span: Span) => {
    if (!isUsableSpan(span)) return;
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  };
  for (const { timing, calls } of traces) {
    take(timing.boot);
    take(timing.setup);
    take(timing.agent);
    take(timing.finalize);
    take(timing.scoring);
    for (const call of calls) take(call.time);
  }
  const seconds = end - start;
  return Number.isFinite(seconds) ? seconds : null;
}

export interface AgentSplit {
  readonly model: number;
  readonly harness: number;
  readonly origin: 'recorded' | 'derived';
}

/** How the agent's span divides into model and harness; recomputed only where the file has no split. */
export function agentSplit(trace: Trace): AgentSplit | null {
  const { agent, modelSeconds, harnessSeconds } = trace.timing;
  if (modelSeconds !== null && harnessSeconds !== null) {
    return { model: modelSeconds, harness: harnessSeconds, origin: 'recorded' };
  }
  if (agent.end === null) return null;
  const whole = spanSeconds(agent);
  let called = 0;
  for (const call of trace.calls) called += spanSeconds(call.time);
  const model = Math.min(called, whole);
  return { model, harness: whole - model, origin: 'derived' };
}
