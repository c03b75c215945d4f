/**
 * One trace of `verifiers` v1, in every variant since the message graph and, with its graph handed in, before it. It
 * refuses to derive anything: what the file does not say is null or the format's default.
 */
import type { Call, Node, RecordedTokens, Trace } from '../../model/episode';
import type { JsonObject, JsonPointer } from '../../model/json';
import { isArray } from '../../model/json';
import { Collector } from '../collector';
import { flag, integer, items, list, number, object, objects, text } from '../fields';
import { readInfoPayloads } from '../payloads/findings';
import { Spot } from '../spot';
import { readAgent } from './agent';
import { callsFromNodes, readCalls } from './calls';
import { readErrors } from './errors';
import { readJudgeCalls } from './judge-calls';
import { readNodes } from './nodes';
import { readMetrics, readRewards } from './scores';
import { readTask } from './task';
import { readTiming } from './timing';
import { noteToolPairs } from './tool-pairs';
import { readTools } from './tools';
import { usageOf } from './usage';

const KNOWN = new Set([
  'version',
  'id',
  'verifiers',
  'task',
  'agent',
  'runtime',
  'run',
  'tools',
  'nodes',
  'calls',
  'mm_token_type_id_map',
  'request_rewrites',
  'response_rewrites',
  'rewards',
  'metrics',
  'info',
  'root_reply',
  'extra_usage',
  'is_completed',
  'ok',
  'stop_condition',
  // Since 0.4.0.
  'is_timeout',
  'errors',
  'timing',
  'num_input_tokens',
  'num_output_tokens',
  'num_total_tokens',
  // Older writers: one error, turns instead of nodes, and figures that are derived today.
  'error',
  'trajectory',
  'reward',
  'branches',
  'num_branches',
  'num_turns',
  'is_truncated',
  'duration',
  // A draft's stamp; the episode is told by the record.
  'episode',
]);
/** Versions went 1, 2, 3, 4 and then back to 1. */
const NEWEST_VERSION = 4;
const NOTHING: JsonObject = {};

export interface TraceGraph {
  readonly nodes: readonly Node[];
  readonly calls: readonly Call[];
  /** Where the message of a node stands, for findings. */
  readonly messageAt: (node: number) => Spot;
}

/** Where a trace's messages come from, if not from `nodes` and `calls`. */
export type ReadGraph = (raw: JsonObject, base: JsonPointer, spot: Spot) => TraceGraph;

export interface TracePlace {
  /** Of the trace inside its record. */
  readonly path: JsonPointer;
  readonly line: number;
  readonly byte: number;
}

export function readTrace(raw: JsonObject, place: TracePlace, graphOf: ReadGraph = recordedGraph): Trace {
  const collector = new Collector(place.line, place.byte);
  const spot = Spot.root(collector);
  spot.unknownIn(raw, KNOWN, 'trace');
  const { nodes, calls, messageAt } = graphOf(raw, place.path, spot);
  noteToolPairs(nodes, messageAt);
  const info = object(raw.info, spot, 'info') ?? NOTHING;
  const errors = readErrors(raw.errors, raw.error, spot);
  return {
    path: place.path,
    id: readId(raw, spot),
    version: readVersion(raw, spot),
    verifiers: readVerifiers(raw, spot),
    task: readTask(raw.task, spot),
    agent: readAgent(raw.agent, raw.runtime, spot),
    tools: readTools(raw.tools, spot, 'tools'),
    nodes,
    calls,
    callsRecorded: isArray(raw.calls),
    rewards: readRewards(raw.rewards, spot),
    metrics: readMetrics(raw.metrics, spot),
    info,
    payloads: readInfoPayloads(info, spot),
    judgeCalls: readJudgeCalls(info, place.path, spot),
    rootReply: text(raw.root_reply, spot, 'root_reply'),
    extraUsage: objects(raw.extra_usage, spot, 'extra_usage', usageOf),
    isCompleted: flag(raw.is_completed, spot, 'is_completed') ?? false,
    ok: flag(raw.ok, spot, 'ok') ?? errors.length === 0,
    stopCondition: text(raw.stop_condition, spot, 'stop_condition'),
    errors,
    timing: readTiming(raw.timing, spot),
    recordedTokens: readRecordedTokens(raw, spot),
    recordedTruncated: flag(raw.is_truncated, spot, 'is_truncated'),
    diagnostics: collector.done(),
  };
}

function recordedGraph(raw: JsonObject, base: JsonPointer, spot: Spot): TraceGraph {
  const found = items(raw.nodes, spot, 'nodes');
  const nodes = readNodes(found, base, spot);
  const recorded = list(raw.calls, spot, 'calls');
  const calls =
    recorded === null ? callsFromNodes(found, nodes, spot) : readCalls(recorded, nodes, base, spot);
  const listed = spot.under('nodes');
  return { nodes, calls, messageAt: (node) => listed.under(node).under('message') };
}

function readId(raw: JsonObject, spot: Spot): string {
  const id = text(raw.id, spot, 'id');
  if (id === null) spot.note('missing-field', 'id', 'A trace without an id.');
  return id ?? '';
}

function readVersion(raw: JsonObject, spot: Spot): number | null {
  const version = integer(raw.version, spot, 'version');
  if (version !== null && version > NEWEST_VERSION) {
    spot.note('newer-version', 'version', `Version ${version}; the newest known is ${NEWEST_VERSION}.`);
  }
  return version;
}

function readVerifiers(raw: JsonObject, spot: Spot): Trace['verifiers'] {
  const build = object(raw.verifiers, spot, 'verifiers');
  if (build === null) return null;
  const inside = spot.under('verifiers');
  return {
    version: text(build.version, inside, 'version') ?? '',
    commit: text(build.commit, inside, 'commit'),
  };
}

export function readRecordedTokens(raw: JsonObject, spot: Spot): RecordedTokens | null {
  const input = number(raw.num_input_tokens, spot, 'num_input_tokens');
  const output = number(raw.num_output_tokens, spot, 'num_output_tokens');
  const total = number(raw.num_total_tokens, spot, 'num_total_tokens');
  return input === null && output === null && total === null ? null : { input, output, total };
}
