/** The trace of a directory of sessions around its messages and calls: what the root's own file says of the whole. */
import type { Metric, RolloutError, Trace } from '../../model/episode';
import type { JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { RecordedSession } from '../../model/session-tree';
import type { Bundle } from './bundle';
import type { SessionReading } from './nano';
import type { TranscriptGraph } from './transcript-graph';
import { timeOf } from './transcript-graph';

const ENDED = new Set(['done', 'completed', 'failed', 'cancelled']);
const FAILED = new Set(['failed', 'cancelled']);

export function traceOf(bundle: Bundle, sessions: readonly SessionReading[], graph: TranscriptGraph): Trace {
  const [root] = sessions;
  const errors = sessions.flatMap(({ session: { name, folder, error, status } }): readonly RolloutError[] => {
    if (error === null) return [];
    const who = folder === '' ? '' : `${name ?? folder}: `;
    return [
      { type: `session_${status ?? 'error'}`, message: who + error, statusCode: null, traceback: null },
    ];
  });
  const status = root?.session.status ?? null;
  const answer = root?.answer ?? null;
  const metrics = isObject(root?.meta.metrics) ? root.meta.metrics : {};
  const started = timeOf(root?.meta.start_time ?? root?.meta.created_at ?? root?.meta.timestamp);
  const ended = graph.nodes.reduce<number | null>((last, { timestamp }) => later(last, timestamp), null);
  return {
    path: '',
    id: root?.session.id ?? bundle.name,
    version: null,
    verifiers: null,
    task: taskOf(root?.session ?? null),
    agent: {
      name: root?.session.name ?? null,
      trainable: false,
      model: root?.model ?? null,
      config: null,
      runtime: null,
    },
    tools: [],
    nodes: graph.nodes,
    calls: graph.calls,
    callsRecorded: true,
    rewards: [],
    metrics: metricsOf(metrics, root?.meta ?? {}),
    info: {},
    judgeCalls: [],
    rootReply: answer === null || answer.length >= CUT ? null : answer,
    extraUsage: [],
    isCompleted: status !== null && ENDED.has(status),
    ok: (root?.session.error ?? null) === null && !(status !== null && FAILED.has(status)),
    stopCondition: typeof metrics.stop_reason === 'string' ? metrics.stop_reason : null,
    errors,
    timing: { ...UNTIMED, start: started, agent: { start: started, end: ended } },
    recordedTokens: null,
    recordedTruncated: null,
    diagnostics: [],
  };
}

/** An answer is written up to this length; one of it may have been longer. */
const CUT = 1000;
const UNSET = { start: null, end: null };
const UNTIMED = {
  start: null,
  boot: UNSET,
  setup: UNSET,
  agent: UNSET,
  finalize: UNSET,
  scoring: UNSET,
  modelSeconds: null,
  harnessSeconds: null,
};

function taskOf(root: RecordedSession | null): Trace['task'] {
  if (root === null || root.task === null) return null;
  return { type: 'session', key: null, hash: null, name: root.task, data: {} };
}

/** Sums of the root's engine, as it wrote them; they belong to no single call. */
function metricsOf(metrics: JsonObject, meta: JsonObject): readonly Metric[] {
  const usage = isObject(meta.usage) ? meta.usage : {};
  const own: JsonObject = {
    ...metrics,
    ...given('turns', meta.turns),
    ...given('usage.prompt_tokens', usage.prompt_tokens),
    ...given('usage.completion_tokens', usage.completion_tokens),
  };
  return Object.entries(own).flatMap(([name, value]): readonly Metric[] =>
    typeof value === 'number' ? [{ name, state: 'scored', value }] : [],
  );
}

function given(name: string, value: JsonObject[string] | undefined): JsonObject {
  return typeof value === 'number' ? { [name]: value } : {};
}

function later(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}
