/**
 * What kind of record a JSON object is, by its keys alone and in a fixed order: names of files lie, and some kinds look like
 * others when asked in another order. It refuses to read any of them.
 */
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject } from '../model/json';
import { holdsEdgeSet, isEdgeSet } from './edge-sets';
import { isGiven } from './fields';
import type { Foreign } from './foreign';
import { foreignRecord } from './foreign';
import { holdsPayload } from './payloads/find';
import type { RowKind } from './rows';
import { rowKind } from './rows';
import { isBundle } from './session-directory/bundle';

export type Sniffed =
  | { readonly kind: 'episode' }
  | { readonly kind: 'trace' }
  | { readonly kind: 'pre_graph_trace' }
  | { readonly kind: 'platform_sample' }
  | { readonly kind: 'legacy_row' }
  | { readonly kind: 'session_tree' }
  | { readonly kind: 'row'; readonly row: RowKind }
  | { readonly kind: 'foreign'; readonly foreign: Foreign }
  | { readonly kind: 'unknown' };

export function sniff(value: JsonObject): Sniffed {
  if (isBundle(value)) return { kind: 'session_tree' };
  // A delta also carries nodes, and has to be asked for first.
  if (isLiveDelta(value)) return { kind: 'row', row: 'live_delta' };
  if (isArray(value.traces) && !isArray(value.nodes) && isEpisode(value, value.traces))
    return { kind: 'episode' };
  if (isArray(value.nodes) && isTrace(value, value.nodes)) return { kind: 'trace' };
  // A sample also names an example, as flat rows do.
  if (isGiven(value.sample_id) && value.rollout_number !== undefined) return { kind: 'platform_sample' };
  if (isGiven(value.example_id) || (value.prompt !== undefined && value.completion !== undefined)) {
    return { kind: 'legacy_row' };
  }
  if (isArray(value.trajectory) && isObject(value.rewards) && isObject(value.task)) {
    return { kind: 'pre_graph_trace' };
  }
  if (isEdgeSet(value)) return { kind: 'row', row: 'edge_set' };
  const row = rowKind(value);
  if (row !== null) return { kind: 'row', row };
  const foreign = foreignRecord(value);
  if (foreign !== null) return { kind: 'foreign', foreign };
  if (holdsEdgeSet(value)) return { kind: 'row', row: 'edge_set' };
  if (holdsPayload(value)) return { kind: 'row', row: 'payload' };
  return { kind: 'unknown' };
}

const DELTA = ['open', 'nodes', 'calls', 'errors', 'links', 'set', 'pending', 'discard'] as const;

function isLiveDelta(value: JsonObject): boolean {
  return typeof value.trace === 'string' && DELTA.some((key) => value[key] !== undefined);
}

/** Other tools have lists of that name too: something in it, or beside it, has to be of an episode. */
function isEpisode(value: JsonObject, traces: readonly Json[]): boolean {
  if (traces.length === 0 || isGiven(value.env) || isGiven(value.ok) || isGiven(value.errors)) return true;
  return traces.some((trace) => isObject(trace) && TRACE.some((key) => trace[key] !== undefined));
}

const TRACE = [
  'nodes',
  'calls',
  'rewards',
  'timing',
  'task',
  'is_completed',
  'stop_condition',
  'trajectory',
] as const;
const BESIDE_NODES = TRACE.filter((key) => key !== 'nodes');

/** As for episodes: graphs of other tools have nodes, but no messages in them. */
function isTrace(value: JsonObject, nodes: readonly Json[]): boolean {
  if (nodes.length === 0 || BESIDE_NODES.some((key) => value[key] !== undefined)) return true;
  return nodes.some((node) => isObject(node) && isGiven(node.message));
}
