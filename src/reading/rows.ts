/**
 * Known kinds of rows that hold no rollout: what writers put beside the traces. Each is recognised by its keys and said to
 * be what it is; reading them is other readers' work.
 */
import type { Dialect } from '../model/dialect';
import type { JsonObject } from '../model/json';
import { isArray, isObject } from '../model/json';
import { isGiven } from './fields';
import { isLegacyMetadata } from './legacy-metadata';
import { isSessionRow, isTranscriptLine } from './session-directory/parts';

export const ROWS = {
  live_delta: ['verifiers_live', 'A change of a rollout that was still running.'],
  live_dispatch: ['verifiers_live', 'The announcement of an episode that had not begun.'],
  annotation: ['annotations', 'Later knowledge about a trace of a stream.'],
  annotation_index: ['annotations', 'Where in a stream an annotation lies.'],
  run_index: [
    'run_index',
    'Where in a stream an episode lies; the episode itself is in the stream’s chunks.',
  ],
  validation: ['validate_rows', 'The verdict on one task of a task set.'],
  ledger: ['edge_ledger', 'One event of a session’s ledger of requests.'],
  edge_set: ['edge_set', 'A set of edges between requests, without the requests.'],
  legacy_metadata: ['verifiers_legacy_metadata', 'What the flat results beside it have in common.'],
  metrics: ['metrics', 'Figures of one training step or moment.'],
  session: ['session_directory', 'A record of one session’s directory.'],
  transcript: ['prime_agent_transcript', 'A line of one session’s transcript.'],
  payload: ['rlm_payload', 'What a harness says of a session, without the session’s requests.'],
  run_config: ['run_config', 'How a run was configured; its rollouts are in `traces.jsonl`.'],
  run_link: ['run_config', 'Which run on the platform this folder belongs to.'],
  run_plan: ['run_config', 'How many episodes an evaluation expected.'],
  run_summary: ['run_summary', 'The sums of a run; its rollouts are in `traces.jsonl`.'],
} as const satisfies Record<string, readonly [Dialect, string]>;
export type RowKind = keyof typeof ROWS;

const LEDGER = new Set([
  'session_registered',
  'request_started',
  'request_finished',
  'request_failed',
  'compaction_begun',
  'compaction_finished',
  'child_returned',
]);

export function rowKind(value: JsonObject): RowKind | null {
  if (isGiven(value.trace_id)) {
    if (isGiven(value.branches)) return 'annotation';
    if (value.chunk !== undefined && value.offset !== undefined) return 'annotation_index';
    // The earliest writer, and updates of the trace as a whole.
    if (value.step !== undefined && value.subset !== undefined) return 'annotation';
    if (isObject(value.info)) return 'annotation';
  }
  if (isGiven(value.trace_ids) && value.line !== undefined && value.offset !== undefined) return 'run_index';
  if (value.task_key !== undefined && value.mode !== undefined && value.reason !== undefined)
    return 'validation';
  if (typeof value.type === 'string' && LEDGER.has(value.type)) return 'ledger';
  if (isLegacyMetadata(value)) return 'legacy_metadata';
  if (value.step !== undefined && typeof value.time === 'number') return 'metrics';
  if (isTranscriptLine(value)) return 'transcript';
  if (isSessionRow(value)) return 'session';
  return besideTraces(value);
}

const SETTINGS = [
  'model',
  'client',
  'sampling',
  'num_tasks',
  'num_rollouts',
  'max_concurrent',
  'output_dir',
  'shuffle',
  'verbose',
  'runtime',
  'harness',
  'resume',
  'server',
  'pool',
  'rich',
  'push',
  'dry_run',
  'timeout',
] as const;

/** Whole files that lie in a run's folder. */
function besideTraces(value: JsonObject): RowKind | null {
  if (typeof value.episodes === 'number' && value.failed !== undefined && isObject(value.tasks)) {
    return 'run_summary';
  }
  if (isObject(value.env) || isObject(value.taskset)) {
    if (SETTINGS.filter((key) => value[key] !== undefined).length >= 2) return 'run_config';
  }
  if (value.kind === 'train' || value.kind === 'eval') {
    if (isObject(value.evaluations) || (typeof value.url === 'string' && isGiven(value.id)))
      return 'run_link';
    if (typeof value.started === 'number' && isGiven(value.env)) return 'live_dispatch';
  }
  return isPlan(value) ? 'run_plan' : null;
}

/** Numbers of episodes by environment and step. */
function isPlan(value: JsonObject): boolean {
  const environments = Object.values(value);
  return (
    environments.length > 0 &&
    environments.every((steps) => {
      if (!isObject(steps) || isArray(steps)) return false;
      const planned = Object.entries(steps);
      return (
        planned.length > 0 && planned.every(([step, count]) => /^\d+$/.test(step) && Number.isInteger(count))
      );
    })
  );
}
