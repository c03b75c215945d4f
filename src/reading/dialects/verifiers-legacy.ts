/**
 * Flat results of `verifiers` v0, one row a rollout, and the platform's samples, which have the same columns. Its columns
 * may be JSON as text, several layers deep; what a row does not say, the metadata beside the file may.
 */
import type { AgentInfo, Episode, Task, Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import type { Json, JsonObject } from '../../model/json';
import { isArray, isObject } from '../../model/json';
import { Collector } from '../collector';
import { unwrap } from '../embedded-json';
import type { Field } from '../fields';
import { flag, isGiven, object, text } from '../fields';
import { legacyId } from '../legacy-id';
import type { LegacyMetadata } from '../legacy-metadata';
import { Spot } from '../spot';
import { GrowingGraph } from './growing-graph';
import { readColumns } from './legacy-columns';
import { readLegacyErrors } from './legacy-errors';
import { isFromModel, readMessageList } from './legacy-messages';
import { readLegacyTiming } from './legacy-timing';
import { readReward } from './scores';
import { noteToolPairs } from './tool-pairs';
import { readTools } from './tools';
import { readTurns } from './turns';
import type { EpisodeReading } from './verifiers-episode';
import { aroundTrace, readEpisode } from './verifiers-episode';
import type { TraceGraph } from './verifiers-trace';

export interface RowPlace {
  readonly line: number;
  readonly byte: number;
  /** Of the results that this row belongs to. */
  readonly metadata: LegacyMetadata | null;
}

export function readLegacyRow(row: JsonObject, place: RowPlace): EpisodeReading {
  return readRow(row, place, legacyId(idText(row.example_id ?? row.id), place.line));
}

/** A sample of the newer kind carries the whole episode and is only summarised by its flat columns. */
export function readPlatformSample(row: JsonObject, place: RowPlace): EpisodeReading {
  const wrapped = isObject(row.info) ? row.info.native_wrapper : undefined;
  if (isObject(wrapped) && isArray(wrapped.traces)) {
    return readEpisode(wrapped, { path: '/info/native_wrapper', line: place.line, byte: place.byte });
  }
  return readRow(row, place, idText(row.episode_id ?? row.sample_id));
}

function readRow(row: JsonObject, { line, byte, metadata }: RowPlace, id: string): EpisodeReading {
  const collector = new Collector(line, byte);
  const spot = Spot.root(collector);
  const { nodes, calls, messageAt } = readGraph(row, spot);
  noteToolPairs(nodes, messageAt);
  const metrics = object(opened(row.metrics), spot, 'metrics');
  const columns = readColumns(row, metrics, metadata, spot);
  const errors = readLegacyErrors(opened(row.error), row, spot);
  const trace: Trace = {
    path: '',
    id,
    version: null,
    verifiers: buildOf(metadata),
    task: readLegacyTask(row, spot),
    agent: readLegacyAgent(row, metadata),
    tools: isGiven(row.tool_defs)
      ? readTools(opened(row.tool_defs), spot, 'tool_defs')
      : readTools(opened(row.oai_tools), spot, 'oai_tools'),
    nodes,
    calls,
    callsRecorded: false,
    rewards: row.reward === undefined ? [] : [readReward('reward', row.reward, spot)],
    metrics: columns.metrics,
    info: columns.info,
    judgeCalls: [],
    rootReply: null,
    extraUsage: [],
    isCompleted: flag(row.is_completed, spot, 'is_completed') ?? false,
    ok: errors.length === 0,
    stopCondition: text(row.stop_condition, spot, 'stop_condition'),
    errors,
    timing: readLegacyTiming(opened(row.timing), spot),
    recordedTokens: null,
    recordedTruncated: flag(row.is_truncated, spot, 'is_truncated'),
    diagnostics: collector.done(),
  };
  const episode = aroundTrace(trace, { id, env: envOf(row, metadata), run: runOf(row) });
  return { episode, diagnostics: [] };
}

/** Whatever writers wrapped into text is taken out of it; other text stays text. */
function opened(value: Field): Field {
  if (typeof value !== 'string') return value;
  return value === '' ? null : (unwrap(value) ?? value);
}

function readGraph(row: JsonObject, spot: Spot): TraceGraph {
  const trajectory = opened(row.trajectory);
  if (isArray(trajectory) && trajectory.length > 0) {
    const turns = readTurns({ trajectory }, '', spot);
    if (turns.nodes.length > 0) return turns;
  }
  const graph = new GrowingGraph();
  let at: NodeIndex | null = null;
  for (const placed of readMessageList(row.prompt, spot, 'prompt', '', 'user')) {
    at = graph.add(at, placed, false, null);
  }
  for (const placed of readMessageList(row.completion, spot, 'completion', '', 'assistant')) {
    at = graph.add(at, placed, isFromModel(placed.message), null);
  }
  const { nodes, calls } = graph;
  return { nodes, calls, messageAt: (node) => spot.at(nodes[node]?.path ?? '') };
}

/** The data set's columns. The task's name in these rows is that of the environment's task, one for all of them. */
function readLegacyTask(row: JsonObject, spot: Spot): Task {
  const columns: [string, Json][] = [];
  for (const name of ['example_id', 'answer'] as const) {
    const value = row[name];
    if (isGiven(value)) columns.push([name, value]);
  }
  const info = opened(row.info);
  if (isGiven(info)) columns.push(['info', info]);
  const own = isObject(row.task) ? row.task : {};
  return {
    type: isObject(row.task) ? null : text(row.task, spot, 'task'),
    key: null,
    hash: null,
    name: typeof own.name === 'string' ? own.name : null,
    data: { ...own, ...Object.fromEntries(columns) },
  };
}

function readLegacyAgent(row: JsonObject, metadata: LegacyMetadata | null): AgentInfo {
  const sampling = metadata?.sampling ?? null;
  return {
    name: typeof row.agent === 'string' ? row.agent : 'agent',
    trainable: typeof row.trainable === 'boolean' ? row.trainable : true,
    model: metadata?.model ?? (typeof row.model === 'string' ? row.model : null),
    config: sampling === null ? null : { sampling },
    runtime: null,
  };
}

function buildOf(metadata: LegacyMetadata | null): Trace['verifiers'] {
  const build = metadata?.raw.version_info;
  if (!isObject(build) || typeof build.vf_version !== 'string') return null;
  return {
    version: build.vf_version,
    commit: typeof build.vf_commit === 'string' ? build.vf_commit : null,
  };
}

function envOf(row: JsonObject, metadata: LegacyMetadata | null): string {
  const named = [metadata?.env, row.env_id, row.env_name].find((one) => typeof one === 'string');
  return typeof named === 'string' ? named : '';
}

/** Rows exported from a training run name it. */
function runOf(row: JsonObject): Episode['run'] {
  if (typeof row.run_id !== 'string') return null;
  const step = typeof row.step === 'number' && Number.isSafeInteger(row.step) ? row.step : null;
  return {
    type: null,
    id: row.run_id,
    name: null,
    step,
    raw: { run_id: row.run_id, ...(step !== null && { step }) },
  };
}

function idText(value: Field): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
