/**
 * The library's database: its stores, its version, its steps from version to version, and what to do when the browser
 * refuses it. It knows no verbs of the library; those are in `runs.ts`.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Result } from '../model/result';
import { failed, ok } from '../model/result';
import type { BreakPage } from './break-columns';
import type { StoredFindings, StoredImport, StoredRun } from './stored';
import type { RowPage } from './row-columns';

export interface LibrarySchema extends DBSchema {
  /** Complete runs; the list of the library. */
  runs: { key: string; value: StoredRun };
  /** Runs whose bytes are on their way; what is left here by a tab that died is cleaned up at the next start. */
  imports: { key: string; value: StoredImport };
  /** The bytes: run, source, block. */
  blocks: { key: [string, number, number]; value: Blob };
  /** Rows in columns: run, page. */
  pages: { key: [string, number]; value: RowPage };
  /** Diagnostics of a source, and its metadata: run, source. */
  findings: { key: [string, number]; value: StoredFindings };
  /** Counts of breaks for each page of rows: run, page. */
  breaks: { key: [string, number]; value: BreakPage };
}

export type LibraryDatabase = IDBPDatabase<LibrarySchema>;

/** One step upgrades a database by one version. Steps are only ever added; what a step did is never changed. */
export type Step = (database: LibraryDatabase) => void;

export const STEPS: readonly Step[] = [
  (database) => {
    database.createObjectStore('runs', { keyPath: 'key' });
    database.createObjectStore('imports', { keyPath: 'key' });
    database.createObjectStore('blocks');
    database.createObjectStore('pages');
    database.createObjectStore('findings');
  },
  (database) => {
    database.createObjectStore('breaks');
  },
];

/** What the browser tells a connection later on. */
export interface DatabaseEvents {
  /** Another tab holds an older version open, so ours waits. */
  blocked(): void;
  /** A newer version in another tab waits for us; the connection has been closed to let it through. */
  outdated(): void;
  /** The browser closed the connection: data cleared, disk gone. */
  terminated(): void;
}

export type OpenFailure =
  /** Written by a newer Wirescope. */
  | { readonly kind: 'newer' }
  /** No database here: private mode, blocked by policy, not offered. */
  | { readonly kind: 'refused'; readonly detail: string };

export async function openDatabase(
  name: string,
  events: DatabaseEvents,
  steps: readonly Step[] = STEPS,
): Promise<Result<LibraryDatabase, OpenFailure>> {
  let database: LibraryDatabase | null = null;
  try {
    database = await openDB<LibrarySchema>(name, steps.length, {
      upgrade(upgrading, from) {
        for (const step of steps.slice(from)) step(upgrading);
      },
      blocked: () => events.blocked(),
      blocking() {
        database?.close();
        events.outdated();
      },
      terminated: () => events.terminated(),
    });
    return ok(database);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError') return failed({ kind: 'newer' });
    return failed({ kind: 'refused', detail: error instanceof Error ? error.message : String(error) });
  }
}
