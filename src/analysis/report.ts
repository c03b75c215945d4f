/**
 * The report of one episode: what Wirescope read and concluded, in the words of the published format. Pure and
 * deterministic; writing files and streams is `report-stream.ts`.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { Episode, RolloutError, Task, Trace, Usage } from '../model/episode';
import { agentReports, sessionsReport } from './agents/report';
import type { Branch } from './branches';
import { branchesOf } from './branches';
import { episodeDuration, traceDuration } from './duration';
import { traceFindings } from './findings';
import { graphOf } from './graph';
import { lastReply } from './last-reply';
import { outcomeOf, truncationOf } from './outcome';
import { forkReports } from './prefix/forks';
import { requestReports } from './prefix/requests-report';
import { continuityOf } from './prefix/trace-continuity';
import type { RecordAt } from './record-at';
import type {
  BranchReport,
  DiagnosticReport,
  EpisodeReport,
  ErrorReport,
  TraceReport,
  UsageReport,
} from './report-types';
import { episodeScore, traceScore } from './score';
import { shownPointer } from './secrets/shown-key';
import type { TraceEdges } from './semantics';
import { semanticsOf } from './semantics';
import { traceTokens } from './tokens';
import { modelOf, turnsOf } from './trace-facts';
import { plus, traceCost, traceUsage } from './usage';

/** The longest last reply that a report carries; its whole length is stated beside it. */
export const LAST_REPLY_UNITS = 2000;

/** What is applied from beside each trace, by its position in the episode; null where nothing is. */
export type EpisodeEdges = (trace: number) => TraceEdges | null;

export async function episodeReport(
  episode: Episode,
  at: RecordAt,
  edgesOf: EpisodeEdges = () => null,
  secrets: EpisodeReport['secrets'] = null,
): Promise<EpisodeReport> {
  const traces: TraceReport[] = [];
  // One after another: digests are made in batches that are large enough for the platform, and memory holds one batch.
  for (const [index, trace] of episode.traces.entries()) {
    traces.push(await traceReport(trace, at, edgesOf(index)));
  }
  return {
    id: episode.id,
    record: at.line,
    env: episode.env.id,
    task: taskReport(episode.task),
    group: episode.group,
    ok: episode.ok,
    outcome: outcomeOf(episode),
    reward: episodeScore(episode).value,
    duration: episodeDuration(episode),
    cost: traces.reduce<number | null>((sum, { cost }) => plus(sum, cost), null),
    errors: episode.errors.map(errorReport),
    secrets,
    traces,
  };
}

async function traceReport(trace: Trace, at: RecordAt, edges: TraceEdges | null): Promise<TraceReport> {
  const graph = graphOf(trace);
  const reply = lastReply(trace);
  const usage = traceUsage(trace);
  const semantics = semanticsOf(trace, edges ?? undefined);
  const { agents } = semantics;
  const continuity = await continuityOf(trace, semantics.report);
  const requests = requestReports(continuity);
  return {
    id: trace.id,
    agent: trace.agent.name,
    model: modelOf(trace),
    trainable: trace.agent.trainable,
    ok: trace.ok,
    is_completed: trace.isCompleted,
    stop_condition: trace.stopCondition,
    is_truncated: truncationOf(trace) !== null,
    reward: traceScore(trace).value,
    rewards: byName(trace.rewards),
    metrics: byName(trace.metrics),
    num_nodes: graph.size,
    num_calls: trace.calls.length,
    num_turns: turnsOf(trace),
    num_roots: graph.roots.length,
    tokens: traceTokens(trace, graph),
    usage: usage === null ? null : usageReport(usage),
    last_reply: reply.slice(0, LAST_REPLY_UNITS),
    last_reply_length: reply.length,
    duration: traceDuration(trace),
    cost: traceCost(trace),
    sessions: sessionsReport(agents),
    forks: forkReports(continuity, requests),
    errors: trace.errors.map(errorReport),
    branches: branchesOf(trace, graph).map(branchReport),
    semantic: semantics.report,
    agents: agentReports(agents),
    requests,
    diagnostics: traceFindings(trace, graph, at, semantics).map(diagnosticReport),
  };
}

function taskReport(task: Task | null): EpisodeReport['task'] {
  return task === null ? null : { key: task.key ?? task.hash, hash: task.hash, type: task.type };
}

function errorReport({ type, message }: RolloutError): ErrorReport {
  return { type, message };
}

/** `fromEntries` makes own members of every name, also of `__proto__`. */
function byName(
  entries: readonly { readonly name: string; readonly value: number | null }[],
): Readonly<Record<string, number | null>> {
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
}

function usageReport(usage: Usage): UsageReport {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    cached_input_tokens: usage.cachedInputTokens,
    reasoning_tokens: usage.reasoningTokens,
    cost: usage.cost,
  };
}

function branchReport({ index, leaf, root, length, trainable, attempt }: Branch): BranchReport {
  return { index, leaf, root, length, trainable, attempt };
}

export function diagnosticReport(diagnostic: Diagnostic): DiagnosticReport {
  const { code, severity, record, byte, path, message, count } = diagnostic;
  const shown = path === null ? null : shownPointer(path);
  return { code, severity, record, byte, path: shown, message, ...(count === undefined ? {} : { count }) };
}
