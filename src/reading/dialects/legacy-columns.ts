/**
 * The columns of a flat row beyond the fixed ones: which are metrics (again), and which are state that the user asked
 * for. Before metrics had a column of their own, every number is one.
 */
import type { Metric } from '../../model/episode';
import type { Json, JsonObject } from '../../model/json';
import { isObject, member } from '../../model/json';
import type { LegacyMetadata } from '../legacy-metadata';
import type { Spot } from '../spot';
import { readMetric } from './scores';

/** Read into fields of the episode; everything else of a row is a metric or shown as its info. */
const CONSUMED = new Set([
  'prompt',
  'completion',
  'trajectory',
  'example_id',
  'answer',
  'task',
  'info',
  'reward',
  'metrics',
  'error',
  'timing',
  'is_completed',
  'is_truncated',
  'stop_condition',
  'tool_defs',
  'oai_tools',
]);
/** Numbers that measure no behaviour: never metrics, also where every number is one. */
const FACTS = new Set([
  'id',
  'sample_id',
  'problem_id',
  'rollout_number',
  'step',
  'advantage',
  'generation_ms',
  'scoring_ms',
  'total_ms',
  'num_input_tokens',
  'num_output_tokens',
]);

export interface Columns {
  readonly metrics: readonly Metric[];
  readonly info: JsonObject;
}

/** `metrics` is the row's own column, unwrapped; null in rows that have none. */
export function readColumns(
  row: JsonObject,
  metrics: JsonObject | null,
  metadata: LegacyMetadata | null,
  spot: Spot,
): Columns {
  const read: Metric[] = [];
  const rest: [string, Json][] = [];
  if (metrics !== null) {
    const inside = spot.under('metrics');
    for (const name of Object.keys(metrics))
      read.push(readMetric(name, member(metrics, name) ?? null, inside));
  }
  for (const name of Object.keys(row)) {
    const value = member(row, name) ?? null;
    if (CONSUMED.has(name) || (metrics !== null && Object.hasOwn(metrics, name))) continue;
    if (metrics === null && isMetric(name, value, metadata)) read.push(readMetric(name, value, spot));
    else if (value !== null) rest.push([name, value]);
  }
  return { metrics: read, info: Object.fromEntries(rest) };
}

function isMetric(name: string, value: Json, metadata: LegacyMetadata | null): boolean {
  if (FACTS.has(name) || metadata?.stateColumns.includes(name) === true) return false;
  if (typeof value === 'number') return true;
  const averages = metadata?.raw.avg_metrics;
  return value === null && isObject(averages) && Object.hasOwn(averages, name);
}
