/**
 * The keeping half of an import: digests, bytes, rows and diagnostics into storage, block by block, so that another tab, a
 * full disk or a person's *Cancel* can come between any two. It answers with how it ended and touches no screen.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { SourceIndex } from '../model/ids';
import { ROWS_OF_A_PAGE } from '../storage/row-columns';
import { pagesOf, type RunStore, type StoreFailure } from '../storage/runs';
import type { StoredImport, StoredRun } from '../storage/stored';
import type { OpenRun } from './run.svelte';

/** One block of bytes is one write. */
export const BLOCK_BYTES = 16 * 1024 * 1024;

export class RunKeeper {
  readonly #store: RunStore;
  readonly #claim: StoredImport;
  readonly #signal: AbortSignal;
  readonly #now: () => number;

  constructor(store: RunStore, claim: StoredImport, signal: AbortSignal, now: () => number) {
    this.#store = store;
    this.#claim = claim;
    this.#signal = signal;
    this.#now = now;
  }

  /** Bytes, rows and diagnostics; the run is not listed before `finish`. */
  async put(run: OpenRun, progress: (bytes: number) => void): Promise<StoreFailure | 'cancelled' | null> {
    let bytes = 0;
    for (const { index, role, episodes } of run.sources) {
      // What could not be read cannot be stored either; it stays listed, with what was said about it.
      if (role === 'unreadable' && episodes === 0) run.contents.set(index, new Blob([]));
      const content = run.blob(index);
      for (let start = 0; start < content.size; start += BLOCK_BYTES) {
        if (this.#signal.aborted) return 'cancelled';
        const block = content.slice(start, start + BLOCK_BYTES);
        const claim = { ...this.#claim, touched: this.#now() };
        const put = await this.#store.putBlock(claim, index, start / BLOCK_BYTES, block);
        if (put.kind === 'failed') return put.failure;
        bytes += block.size;
        progress(bytes);
      }
    }
    return (await putRows(this.#store, run, this.#signal)) ?? (await putFindings(this.#store, run));
  }

  /** Lists the run, if nobody took it away meanwhile. */
  async finish(listed: StoredRun): Promise<StoreFailure | null> {
    const finished = await this.#store.finish(this.#claim, listed);
    return finished.kind === 'failed' ? finished.failure : null;
  }
}

export async function putRows(
  store: RunStore,
  run: OpenRun,
  signal: AbortSignal,
): Promise<StoreFailure | 'cancelled' | null> {
  for (let page = 0; page < pagesOf(run.rows.length); page += 1) {
    if (signal.aborted) return 'cancelled';
    const rows = run.rows.slice(page * ROWS_OF_A_PAGE, (page + 1) * ROWS_OF_A_PAGE);
    const put = await store.putPage(run.key, page, rows);
    if (put.kind === 'failed') return put.failure;
  }
  return null;
}

export async function putFindings(store: RunStore, run: OpenRun): Promise<StoreFailure | null> {
  const found = new Map<SourceIndex, Diagnostic[]>(run.sources.map(({ index }) => [index, []]));
  for (const { source, diagnostic } of run.diagnostics) found.get(source)?.push(diagnostic);
  for (const [source, diagnostics] of found) {
    const metadata = run.metadata(source);
    if (diagnostics.length === 0 && metadata === null) continue;
    const put = await store.putFindings(run.key, source, { diagnostics, metadata });
    if (put.kind === 'failed') return put.failure;
  }
  return null;
}
