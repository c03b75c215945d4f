/** Between a run as it is open and as it lies in storage. It knows both shapes and no verbs. */
import { sourceIndex } from '../model/ids';
import type { RecordCounts } from '../model/source';
import { pagesOf } from '../storage/runs';
import type { StoredRun } from '../storage/stored';
import type { RunSummary } from './library-shapes';
import { BLOCK_BYTES } from './run-keeper';
import type { OpenRun, RunSource } from './run.svelte';

/** Reading and definitions of this build; stored rows of another are derived again from the bytes. */
export const DERIVATION = 2;

export function storedRun(run: OpenRun, digests: readonly (string | null)[]): StoredRun {
  const sources = run.sources.map(({ index, ...facts }) => {
    const contentSize = run.blob(index).size;
    const digest = digests[index] ?? null;
    return { ...facts, digest, contentSize, blocks: Math.ceil(contentSize / BLOCK_BYTES) };
  });
  return {
    key: run.key,
    name: run.name,
    added: run.added,
    derivation: DERIVATION,
    sources,
    bytes: sources.reduce((sum, { size }) => sum + size, 0),
    episodes: run.rows.length,
    records: sumOfRecords(run.sources),
    meanReward: run.meanReward,
    findings: sources.reduce((sum, { findings }) => sum + findings, 0),
    pages: pagesOf(run.rows.length),
  };
}

export function sourcesOf(stored: StoredRun): RunSource[] {
  return stored.sources.map(({ contentSize: _size, blocks: _blocks, ...facts }, i) => ({
    ...facts,
    index: sourceIndex(i),
  }));
}

export function summaryOfStored(stored: StoredRun): RunSummary {
  const { key, name, bytes, episodes, meanReward, findings, added, sources, records } = stored;
  return {
    key,
    name,
    state: { kind: 'complete' },
    keeping: { kind: 'stored' },
    bytes,
    sources: sources.length,
    episodes,
    meanReward,
    skipped: records.skipped,
    findings,
    added,
  };
}

/** Null for a run that is not to be listed. */
export function summaryOfOpen(run: OpenRun): RunSummary | null {
  const { key, name, state, keeping, sources, rows, meanReward, added } = run;
  if (state.kind === 'gone' || state.kind === 'loading') return null;
  return {
    key,
    name,
    state: state.kind === 'cancelled' ? { kind: 'cancelled' } : state,
    keeping,
    bytes: sources.reduce((sum, { size }) => sum + size, 0),
    sources: sources.length,
    episodes: rows.length,
    meanReward,
    skipped: sumOfRecords(sources).skipped,
    findings: sources.reduce((sum, { findings }) => sum + findings, 0),
    added,
  };
}

function sumOfRecords(sources: readonly RunSource[]): RecordCounts {
  const sum = { total: 0, read: 0, repaired: 0, skipped: 0 };
  for (const { records } of sources) {
    sum.total += records.total;
    sum.read += records.read;
    sum.repaired += records.repaired;
    sum.skipped += records.skipped;
  }
  return sum;
}
