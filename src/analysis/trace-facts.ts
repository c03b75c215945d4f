/** Single facts about one trace that several figures share. */
import type { Trace } from '../model/episode';

/** The first call that names a model is the truth; else what the agent was configured with. */
export function modelOf(trace: Trace): string | null {
  for (const { model } of trace.calls) if (model !== null) return model;
  return trace.agent.model;
}

/** Messages that a model call produced, of whatever role. */
export function turnsOf(trace: Trace): number {
  let turns = 0;
  for (const node of trace.nodes) if (node.sampled) turns += 1;
  return turns;
}
