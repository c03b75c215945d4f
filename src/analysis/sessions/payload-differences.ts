/**
 * What a snapshot of a session says against what its trace shows. Figures differ for good reasons (a prompt rolled back takes
 * its turns back, a child may leave no call), so each difference is told with its reason and none is called wrong.
 */
import type { Trace } from '../../model/episode';
import type { JsonPointer } from '../../model/json';
import type { NamedValue, SessionPayload } from '../../model/payload';
import type { Agents } from '../agents/reconstruct';
import { isProbe } from '../probes';
import { modelOf } from '../trace-facts';
import { peakOf } from './spans';

export interface PayloadDifference {
  /** Inside the payload. */
  readonly field: JsonPointer;
  readonly payload: number | string;
  readonly trace: number | string;
  /** What the two count, and how they may come apart. */
  readonly meaning: string;
}

/** In the order of the payload's fields. Nothing is compared where the trace says nothing. */
export function payloadDifferences(
  session: SessionPayload,
  trace: Trace,
  agents: Agents,
): readonly PayloadDifference[] {
  const found: PayloadDifference[] = [];
  const compare = (
    field: JsonPointer,
    payload: number | string | null,
    shown: number | string | null,
    meaning: string,
  ) => {
    if (payload === null || shown === null || payload === shown) return;
    found.push({ field, payload, trace: shown, meaning });
  };
  const atMost = (limit: string, shown: number | null, meaning: string) => {
    const most = numberOf(session.limits, limit);
    if (most === null || shown === null || shown <= most) return;
    found.push({ field: `/limits/${limit}`, payload: most, trace: shown, meaning });
  };
  const root = rootFigures(trace, agents, session);
  const below =
    agents.mode === 'physical' ? null : agents.agents.filter(({ parent }) => parent !== null).length;
  compare(
    '/session_id',
    session.sessionId,
    trace.id === '' ? null : trace.id,
    'The session is the trace itself.',
  );
  compare(
    '/model',
    session.model,
    modelOf(trace),
    'The model of the session, and of the first call that names one.',
  );
  compare(
    '/last_stop_reason',
    mappedStop(session),
    trace.stopCondition,
    'Why it stopped; older harnesses do not tell the trace.',
  );
  compare(
    '/turns',
    session.turns,
    root?.turns ?? null,
    'Turns of the root, and its calls without summaries; a prompt that was rolled back takes its turns back, its calls stay.',
  );
  compare(
    '/usage/completion_tokens',
    session.usage.completion,
    root?.completion ?? null,
    'Tokens of the root alone, its summaries among them.',
  );
  compare(
    '/usage/prompt_tokens',
    session.usage.prompt,
    root?.prompt ?? null,
    'Tokens of the root alone; whether cached ones count is the provider’s habit.',
  );
  for (const [name, value] of session.metrics) {
    const recorded = trace.metrics.find((metric) => metric.name === name)?.value ?? null;
    compare(
      `/metrics/${name}`,
      value,
      recorded,
      'A metric of the session and of the trace; a task’s own may have taken its name.',
    );
  }
  compare(
    '/supervisor/subagent_calls',
    session.supervisor.calls,
    below,
    'Sub-agents that were spawned, and those of which there is a call.',
  );
  if (session.supervisor.active > 0 && trace.isCompleted) {
    const meaning = 'Sub-agents still at work; the trace is complete.';
    found.push({
      field: '/supervisor/active_subagent_calls',
      payload: session.supervisor.active,
      trace: 0,
      meaning,
    });
  }
  const deepest = below === null ? null : agents.agents.reduce((most, { depth }) => Math.max(most, depth), 0);
  atMost('max_depth', deepest, 'The deepest agent lies deeper than allowed.');
  atMost(
    'max_concurrent_subagents',
    below === null ? null : mostAtOnce(agents),
    'More sub-agents ran at once than allowed.',
  );
  atMost('max_subagent_calls', below, 'There are more sub-agents than allowed.');
  const compactions =
    below === null
      ? null
      : agents.agents.reduce((most, { contexts }) => Math.max(most, contexts.length - 1), 0);
  atMost('max_compactions', compactions, 'A session was compacted more often than allowed.');
  return found;
}

interface RootFigures {
  readonly turns: number;
  readonly prompt: number | null;
  readonly completion: number | null;
}

/** Null where the root's calls cannot be told from those of others. */
function rootFigures(trace: Trace, agents: Agents, { supervisor }: SessionPayload): RootFigures | null {
  const [root] = agents.agents;
  if (root === undefined || (agents.mode === 'physical' && supervisor.calls > 0)) return null;
  const summaries = new Set(agents.summaries.map(({ node }) => node));
  const own = new Set(root.nodes);
  let turns = 0;
  let prompt: number | null = null;
  let completion: number | null = null;
  for (const call of trace.calls) {
    if (call.node === null || !own.has(call.node)) continue;
    if (!summaries.has(call.node) && !isProbe(call)) turns += 1;
    if (call.usage === null) continue;
    prompt = (prompt ?? 0) + call.usage.promptTokens + (call.usage.cachedInputTokens ?? 0);
    completion = (completion ?? 0) + call.usage.completionTokens;
  }
  return { turns, prompt, completion };
}

/** In the words of the trace, where it has words for it. */
const STOPS: ReadonlyMap<string, string> = new Map([
  ['max_total_tokens', 'max_total_tokens'],
  ['max_total_turns', 'max_turns'],
  ['token_budget', 'max_output_tokens'],
  ['compaction_failed', 'compaction_failed'],
]);

function mappedStop({ stopReason }: SessionPayload): string | null {
  return stopReason === null ? null : (STOPS.get(stopReason) ?? null);
}

function numberOf(values: readonly NamedValue[], name: string): number | null {
  const value = values.find(([key]) => key === name)?.[1];
  return typeof value === 'number' ? value : null;
}

/** Sub-agents at work at the same time; null where no times are known. */
function mostAtOnce(agents: Agents): number | null {
  const spans = agents.agents.flatMap(({ parent, nodes }) => {
    if (parent === null) return [];
    let [start, end] = [Infinity, -Infinity];
    for (const node of nodes) {
      const time = agents.requests.ofNode.get(node)?.commit;
      if (time === undefined || time.start === null || time.end === null) continue;
      start = Math.min(start, time.start);
      end = Math.max(end, time.end);
    }
    return start < end ? [{ start, end }] : [];
  });
  return spans.length === 0 ? null : peakOf(spans);
}
