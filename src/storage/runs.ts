/**
 * The verbs of the stored library: begin an import, put bytes and rows, finish, list, fetch, delete. A run is listed only
 * when all of it is there; a half one lies under `imports` until it is finished or cleaned up. It opens no database.
 */
import { type RunKey, type SourceIndex, sourceIndex } from '../model/ids';
import type { Result } from '../model/result';
import { failed, ok } from '../model/result';
import type { BreakPage } from './break-columns';
import type { LibraryDatabase } from './database';
import { type PlacedRow, pageOfRows, ROWS_OF_A_PAGE, rowsOfPage } from './row-columns';
import type { StoredFindings, StoredImport, StoredRun } from './stored';

export type StoreFailure =
  /** The browser grants no more space. */
  | { readonly kind: 'full' }
  /** The import is no longer ours: deleted, or taken over by another tab. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'broken'; readonly detail: string };

/** Pages fetched with one request. */
const PAGES_AT_ONCE = 8;

export class RunStore {
  readonly #database: LibraryDatabase;

  constructor(database: LibraryDatabase) {
    this.#database = database;
  }

  async list(): Promise<StoredRun[]> {
    const runs = await this.#database.getAll('runs');
    return runs.sort((left, right) => right.added - left.added);
  }

  async get(key: RunKey): Promise<StoredRun | null> {
    return (await this.#database.get('runs', key)) ?? null;
  }

  async imports(): Promise<StoredImport[]> {
    return this.#database.getAll('imports');
  }

  /** Announces an import and clears what an earlier one left under its key. */
  async begin(started: StoredImport): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction(['imports', ...PARTS], 'readwrite');
      await Promise.all([
        ...PARTS.map((store) => transaction.objectStore(store).delete(allOf(started.key))),
        transaction.objectStore('imports').put(started),
        transaction.done,
      ]);
      return ok(null);
    });
  }

  async putBlock(
    owned: StoredImport,
    source: SourceIndex,
    block: number,
    bytes: Blob,
  ): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction(['imports', 'blocks'], 'readwrite');
      const imports = transaction.objectStore('imports');
      const present = await imports.get(owned.key);
      if (present?.owner !== owned.owner) {
        await transaction.done;
        return failed({ kind: 'gone' });
      }
      await Promise.all([
        imports.put({ ...present, touched: owned.touched }),
        transaction.objectStore('blocks').put(bytes, [owned.key, source, block]),
        transaction.done,
      ]);
      return ok(null);
    });
  }

  /** At most `ROWS_OF_A_PAGE` rows. */
  async putPage(key: RunKey, page: number, rows: readonly PlacedRow[]): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      await this.#database.put('pages', pageOfRows(rows), [key, page]);
      return ok(null);
    });
  }

  async putFindings(
    key: RunKey,
    source: SourceIndex,
    findings: StoredFindings,
  ): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      await this.#database.put('findings', findings, [key, source]);
      return ok(null);
    });
  }

  /** Lists the run, if it is still ours and every block and page of it is there. */
  async finish(owned: StoredImport, run: StoredRun): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction(['runs', 'imports', 'blocks', 'pages'], 'readwrite');
      const imports = transaction.objectStore('imports');
      const [present, blocks, pages] = await Promise.all([
        imports.get(run.key),
        transaction.objectStore('blocks').count(allOf(run.key)),
        transaction.objectStore('pages').count(allOf(run.key)),
      ]);
      const expected = run.sources.reduce((sum, source) => sum + source.blocks, 0);
      if (present?.owner !== owned.owner || blocks !== expected || pages !== run.pages) {
        await transaction.done;
        return failed({ kind: 'gone' });
      }
      await Promise.all([
        transaction.objectStore('runs').put(run),
        imports.delete(run.key),
        transaction.done,
      ]);
      return ok(null);
    });
  }

  /** Makes room for rows, and what follows from them, that are derived anew; the run stays listed. */
  async clearRows(key: RunKey): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction(['pages', 'findings', 'breaks'], 'readwrite');
      await Promise.all([
        transaction.objectStore('pages').delete(allOf(key)),
        transaction.objectStore('findings').delete(allOf(key)),
        transaction.objectStore('breaks').delete(allOf(key)),
        transaction.done,
      ]);
      return ok(null);
    });
  }

  /** Lists a run that is listed already with what has been derived anew; not one that was deleted meanwhile. */
  async relist(run: StoredRun): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction('runs', 'readwrite');
      const present = await transaction.store.getKey(run.key);
      await Promise.all([present === undefined ? null : transaction.store.put(run), transaction.done]);
      return present === undefined ? failed({ kind: 'gone' }) : ok(null);
    });
  }

  /** The rows in order, some pages at a time, so that no task of the page's thread is long. */
  async *rows(key: RunKey): AsyncGenerator<PlacedRow[]> {
    const keys = await this.#database.getAllKeys('pages', allOf(key));
    for (let i = 0; i < keys.length; i += PAGES_AT_ONCE) {
      const first = keys[i];
      const last = keys[Math.min(i + PAGES_AT_ONCE, keys.length) - 1];
      if (first === undefined || last === undefined) return;
      const pages = await this.#database.getAll('pages', IDBKeyRange.bound(first, last));
      yield pages.flatMap(rowsOfPage);
    }
  }

  /** The content of every source that has any, joined without being read. */
  async contents(key: RunKey): Promise<Map<SourceIndex, Blob>> {
    const transaction = this.#database.transaction('blocks');
    const [keys, blocks] = await Promise.all([
      transaction.store.getAllKeys(allOf(key)),
      transaction.store.getAll(allOf(key)),
    ]);
    const parts = new Map<SourceIndex, Blob[]>();
    blocks.forEach((block, i) => {
      const source = sourceIndex(keys[i]?.[1] ?? 0);
      const known = parts.get(source);
      if (known === undefined) parts.set(source, [block]);
      else known.push(block);
    });
    return new Map([...parts].map(([source, blobs]) => [source, new Blob(blobs)]));
  }

  /** Of every source that has any, in source order. */
  async findings(key: RunKey): Promise<{ readonly source: SourceIndex; readonly found: StoredFindings }[]> {
    const transaction = this.#database.transaction('findings');
    const [keys, values] = await Promise.all([
      transaction.store.getAllKeys(allOf(key)),
      transaction.store.getAll(allOf(key)),
    ]);
    return values.map((found, i) => ({ source: sourceIndex(keys[i]?.[1] ?? 0), found }));
  }

  /** Counts for a page of rows; not of a run that was deleted meanwhile. */
  async putBreaks(key: RunKey, page: number, counts: BreakPage): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction(['runs', 'breaks'], 'readwrite');
      const present = await transaction.objectStore('runs').getKey(key);
      await Promise.all([
        present === undefined ? null : transaction.objectStore('breaks').put(counts, [key, page]),
        transaction.done,
      ]);
      return present === undefined ? failed({ kind: 'gone' }) : ok(null);
    });
  }

  /** By page. */
  async breaks(key: RunKey): Promise<Map<number, BreakPage>> {
    const transaction = this.#database.transaction('breaks');
    const [keys, pages] = await Promise.all([
      transaction.store.getAllKeys(allOf(key)),
      transaction.store.getAll(allOf(key)),
    ]);
    return new Map(pages.map((page, i) => [keys[i]?.[1] ?? 0, page]));
  }

  async remove(key: RunKey): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      const transaction = this.#database.transaction([...LISTS, ...PARTS], 'readwrite');
      await Promise.all([
        ...LISTS.map((store) => transaction.objectStore(store).delete(key)),
        ...PARTS.map((store) => transaction.objectStore(store).delete(allOf(key))),
        transaction.done,
      ]);
      return ok(null);
    });
  }

  async removeAll(): Promise<Result<null, StoreFailure>> {
    return this.#attempt(async () => {
      const stores = [...LISTS, ...PARTS];
      const transaction = this.#database.transaction(stores, 'readwrite');
      await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done]);
      return ok(null);
    });
  }

  close(): void {
    this.#database.close();
  }

  async #attempt<Value>(
    work: () => Promise<Result<Value, StoreFailure>>,
  ): Promise<Result<Value, StoreFailure>> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.name === 'QuotaExceededError') return failed({ kind: 'full' });
      return failed({ kind: 'broken', detail: error.message });
    }
  }
}

const LISTS = ['runs', 'imports'] as const;
const PARTS = ['blocks', 'pages', 'findings', 'breaks'] as const;

/** Every key that begins with the run: an array sorts after any number. */
function allOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key], [key, []]);
}

export function pagesOf(rows: number): number {
  return Math.ceil(rows / ROWS_OF_A_PAGE);
}
