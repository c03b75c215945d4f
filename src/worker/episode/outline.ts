/** The outline of one episode: its facts and columns, figures exactly as in the list and the report. */
import { branchesOf } from '../../analysis/branches';
import { agentSplit, traceDuration } from '../../analysis/duration';
import { graphOf } from '../../analysis/graph';
import { mainBranch } from '../../analysis/main-branch';
import type { Truncation } from '../../analysis/outcome';
import { outcomeOf, truncationOf } from '../../analysis/outcome';
import { pairTools } from '../../analysis/pairing';
import { traceScore } from '../../analysis/score';
import { summarise, taskLabel } from '../../analysis/summary';
import { traceTokens } from '../../analysis/tokens';
import { modelOf, turnsOf } from '../../analysis/trace-facts';
import { aggregateUsage, plus, traceUsage } from '../../analysis/usage';
import type { Diagnostic } from '../../model/diagnostic';
import type { Dialect } from '../../model/dialect';
import type { Episode, Task, Trace } from '../../model/episode';
import { traceIndex } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { errorBody } from './bodies';
import { branchColumns, callColumns, nodeColumns } from './columns';
import type { EpisodeHead, Outline, PhaseHead, ScoreHead, TaskHead, TraceOutline } from './outline-shape';
import { headOf } from './texts';

const PHASES = ['boot', 'setup', 'agent', 'finalize', 'scoring'] as const;

export interface ReadEpisode {
  readonly episode: Episode;
  readonly dialect: Dialect;
  readonly repaired: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly line: number;
  readonly byte: number;
  /** Bytes of the record. */
  readonly length: number;
}

export function outlineOf(read: ReadEpisode): Outline {
  const { line, byte, length, dialect, repaired, diagnostics, episode } = read;
  return {
    line,
    byte,
    length,
    dialect,
    repaired,
    diagnostics,
    episode: episodeHead(read),
    traces: episode.traces.map((trace, index) => traceOutline(episode, trace, index)),
  };
}

/** The buffers of the columns, to be handed over instead of copied. */
export function buffersOf(outline: Outline): ArrayBuffer[] {
  return outline.traces.flatMap(({ nodes, branches, calls }) => [
    ...buffersIn(nodes),
    ...buffersIn(branches),
    ...buffersIn(calls),
  ]);
}

function buffersIn(columns: object): ArrayBuffer[] {
  return Object.values(columns).flatMap((column: unknown) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}

function episodeHead({ episode, line, byte, length }: ReadEpisode): EpisodeHead {
  const row = summarise(episode, { line, byte, length }, 0);
  const { run } = episode;
  let total = 0;
  for (const trace of episode.traces) total += traceTokens(trace).total;
  return {
    id: episode.id,
    env: episode.env,
    task: taskHead(episode.task ?? episode.traces[0]?.task ?? null),
    group: episode.group,
    run: run === null ? null : { type: run.type, id: run.id, name: run.name, step: run.step },
    ok: episode.ok,
    outcome: row.outcome,
    reward: row.reward,
    scored: row.scored,
    tokens: { input: row.tokensIn, output: row.tokensOut, total },
    recordedTokens: episode.recordedTokens,
    cost: row.cost,
    duration: row.duration,
    stop: row.stop,
    errors: episode.errors.map((error, index) =>
      errorBody(error, (field) => ({ kind: 'error', trace: null, error: index, field })),
    ),
  };
}

function taskHead(task: Task | null): TaskHead | null {
  if (task === null) return null;
  const { type, key, hash, name } = task;
  return { type, key, hash, name, label: taskLabel(task) };
}

function traceOutline(episode: Episode, trace: Trace, position: number): TraceOutline {
  const index = traceIndex(position);
  const graph = graphOf(trace);
  const branches = branchesOf(trace, graph);
  const score = traceScore(trace);
  const split = agentSplit(trace);
  const truncation = truncationOf(trace);
  let cost: number | null = null;
  for (const call of trace.calls) cost = plus(cost, call.usage?.cost ?? null);
  return {
    index,
    path: trace.path,
    id: trace.id,
    version: trace.version,
    verifiers: trace.verifiers,
    agent: trace.agent.name,
    model: modelOf(trace),
    trainable: trace.agent.trainable,
    hasConfig: trace.agent.config !== null,
    task: taskHead(trace.task),
    ok: trace.ok,
    isCompleted: trace.isCompleted,
    outcome: outcomeOf({ ...episode, ok: trace.ok, traces: [trace] }),
    stopCondition: trace.stopCondition,
    truncation: truncation === null ? null : truncationText(truncation),
    reward: score.value,
    scored: score.scored,
    rewards: trace.rewards.map(({ name, state, value, score: raw, weight }): ScoreHead => ({
      name,
      state,
      value,
      score: raw,
      weight,
    })),
    metrics: trace.metrics.map(({ name, state, value }): ScoreHead => ({
      name,
      state,
      value,
      score: null,
      weight: null,
    })),
    turns: turnsOf(trace),
    roots: graph.roots.length,
    tokens: traceTokens(trace, graph),
    recordedTokens: trace.recordedTokens,
    usage: traceUsage(trace),
    extraUsage: aggregateUsage(trace.extraUsage),
    timingStart: trace.timing.start,
    phases: phasesOf(trace),
    modelSeconds: split?.model ?? null,
    harnessSeconds: split?.harness ?? null,
    splitOrigin: split?.origin ?? null,
    duration: traceDuration(trace),
    cost,
    errors: trace.errors.map((error, at) =>
      errorBody(error, (field) => ({ kind: 'error', trace: index, error: at, field })),
    ),
    tools: trace.tools.length,
    judgeCalls: trace.judgeCalls.length,
    hasInfo: Object.keys(trace.info).length > 0,
    hasTaskData: trace.task !== null && Object.keys(trace.task.data).length > 0,
    rootReply:
      trace.rootReply === null ? null : headOf({ kind: 'root-reply', trace: index }, trace.rootReply),
    callsRecorded: trace.callsRecorded,
    calls: callColumns(trace),
    callsWithoutNode: trace.calls.flatMap((call) => (call.node === null ? [call.index] : [])),
    nodes: nodeColumns(trace, graph, pairTools(trace, graph)),
    branches: branchColumns(branches),
    mainBranch: mainBranch(trace, graph, branches),
    cycles: graph.cycles.length,
    diagnostics: trace.diagnostics,
  };
}

function truncationText(truncation: Truncation): string {
  switch (truncation.kind) {
    case 'stop_condition':
      return `stopped by ${truncation.condition}`;
    case 'recorded':
      return 'recorded as truncated';
    case 'length':
      return `call #${truncation.call} ended at its length limit`;
    default:
      return unreachable(truncation);
  }
}

function phasesOf({ timing }: Trace): readonly PhaseHead[] {
  return PHASES.map((name) => ({ name, ...timing[name] }));
}
