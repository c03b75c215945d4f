/** Rows for tests: everything ordinary but what the test is about. */
import { recordIndex, runKey, sourceIndex } from '../../src/model/ids';
import type { EpisodeRow } from '../../src/model/row';
import type { RunRow, RunSource } from '../../src/store/run.svelte';
import { OpenRun } from '../../src/store/run.svelte';

export const KEY = runKey('0123456789ab');

export function row(change: Partial<EpisodeRow> = {}): EpisodeRow {
  return {
    line: 1,
    byte: 0,
    length: 100,
    id: 'e',
    env: 'env',
    task: 'task',
    group: null,
    agents: 'agent',
    models: 'model',
    reward: 1,
    scored: true,
    outcome: 'ok',
    stop: 'agent_completed',
    traces: 1,
    turns: 1,
    branches: 1,
    nodes: 3,
    tokensIn: 10,
    tokensOut: 5,
    cost: null,
    duration: null,
    errors: 0,
    warnings: 0,
    errorType: null,
    ...change,
  };
}

/** Rows of one file, one a line, in the given order. */
export function rowsOf(changes: readonly Partial<EpisodeRow>[]): readonly RunRow[] {
  return changes.map((change, index) => ({
    source: sourceIndex(0),
    record: recordIndex(index),
    row: row({ line: index + 1, byte: 100 * index, id: `e${index}`, ...change }),
  }));
}

export function source(change: Partial<RunSource> = {}): RunSource {
  return {
    index: sourceIndex(0),
    path: 'traces.jsonl',
    size: 1234,
    role: 'rollouts',
    container: 'jsonl',
    dialect: 'verifiers_episode',
    records: { total: 0, read: 0, repaired: 0, skipped: 0 },
    episodes: 0,
    diagnosticCount: 0,
    findings: 0,
    digest: null,
    advice: null,
    ...change,
  };
}

/** A run that has been read. */
export function runOf(rows: readonly RunRow[], sources: readonly RunSource[] = [source()]): OpenRun {
  const run = new OpenRun(KEY, 'run', 0, {
    exportReport: async () => ({ kind: 'failed', failure: 'not in this test' }),
    edges: async () => ({ kind: 'failed', failure: 'not in this test' }),
    findings: async () => ({ kind: 'failed', failure: 'not in this test' }),
    edgesChanged: () => undefined,
  });
  run.receive(rows);
  run.describe(sources, []);
  run.become({ kind: 'complete' });
  return run;
}
