/**
 * Rows and findings of a stored run, derived again from its bytes because another build of Wirescope derived the stored
 * ones: derived data is computed anew, never migrated. It changes no byte of what was dropped.
 */
import type { RunStore } from '../storage/runs';
import type { StoredRun } from '../storage/stored';
import type { ImportClient } from '../worker/import/client';
import type { Locks } from './locks';
import { lockOf } from './run-import';
import { putFindings, putRows } from './run-keeper';
import { OF_SESSIONS, RunReading, type SourceReading } from './run-reading';
import type { OpenRun } from './run.svelte';
import { storedRun } from './stored-run';

export async function deriveAgain(
  run: OpenRun,
  stored: StoredRun,
  store: RunStore,
  {
    client,
    locks,
    signal,
  }: { readonly client: ImportClient; readonly locks: Locks; readonly signal: AbortSignal },
): Promise<void> {
  const before = run.diagnostics;
  const files = stored.sources.map(({ path }, i) => {
    const source = run.sources[i]?.index;
    return { path, file: new File(source === undefined ? [] : [run.blob(source)], path) };
  });
  const reading = new RunReading(run, files, client, signal, (source, read) => {
    const known = stored.sources[source];
    const found = before.filter((one) => one.source === source).map(({ diagnostic }) => diagnostic);
    return known === undefined ? read : amended(read, { facts: known, diagnostics: found });
  });
  if ((await reading.read()) === 'cancelled') return;
  // Another tab at the same run writes the same; then ours need not be kept.
  await locks.holdIfFree(lockOf(run.key), async () => {
    const failure =
      failureOf(await store.clearRows(run.key)) ??
      (await putRows(store, run, signal)) ??
      (await putFindings(store, run));
    // Without room for it, or in a hurry to close: the next visit derives it once more.
    if (failure !== null) return;
    const digests = run.sources.map(({ digest }) => digest);
    await store.relist({ ...storedRun(run, digests), added: stored.added });
  });
  run.become({ kind: 'complete' });
}

/**
 * Stored bytes are plain: what they were wrapped in, and what was found while unwrapping them, is as it was when the file
 * was dropped.
 */
function amended(read: SourceReading, before: SourceReading): SourceReading {
  const { diagnostics } = read;
  const { container, size, digest, records, dialect } = before.facts;
  // A tree of sessions lies in storage as one document; its file had as many records as it had lines.
  const isTree = dialect === read.facts.dialect && OF_SESSIONS.has(dialect) && before.facts.episodes > 0;
  const facts = isTree ? { ...read.facts, records } : read.facts;
  if (container === facts.container) return { facts: { ...facts, digest }, diagnostics };
  const unwrapping = before.diagnostics.filter(
    ({ record, code }) => record === null && !diagnostics.some((found) => found.code === code),
  );
  return {
    facts: {
      ...facts,
      container,
      size,
      digest,
      records: { ...facts.records, repaired: records.repaired },
      diagnosticCount: facts.diagnosticCount + unwrapping.length,
      findings: facts.findings + unwrapping.filter(({ severity }) => severity !== 'info').length,
    },
    diagnostics: [...unwrapping, ...diagnostics],
  };
}

function failureOf<Failure>(
  result: { readonly kind: 'ok' } | { readonly kind: 'failed'; readonly failure: Failure },
): Failure | null {
  return result.kind === 'failed' ? result.failure : null;
}
