/**
 * The stored side of the library: opening the database whatever the browser says, the list of what lies there, cleaning up
 * after a tab that died, and what other tabs change. It imports nothing.
 */
import { type RunKey } from '../model/ids';
import { unreachable } from '../model/unreachable';
import type { OpenFailure } from '../storage/database';
import type { RunStore } from '../storage/runs';
import type { Space } from '../storage/space';
import type { StoredImport, StoredRun } from '../storage/stored';
import type { StorageUsage } from './library-shapes';
import type { Notices } from './notices.svelte';
import { lockOf } from './run-import';
import type { OpenRun } from './run.svelte';
import { deriveAgain } from './run-derivation';
import { DERIVATION, sourcesOf } from './stored-run';
import type { LibrarySurroundings } from './surroundings';

/** Where locks do not reach other tabs, an import without a sign of life for so long is taken for dead. */
const DEAD_AFTER_MILLISECONDS = 10 * 60 * 1000;

export class Shelf {
  readonly #surroundings: LibrarySurroundings;
  readonly #notices: Notices;
  readonly #changed: () => void;
  /** Settles when it is known whether there is a database; opening may go on behind it. */
  readonly #decided: Promise<void>;
  /** Stored runs that are derived again at the moment. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- what can be stopped is nobody's picture
  readonly #derivations = new Map<RunKey, AbortController>();
  #store: RunStore | null = null;
  #runs = $state.raw<readonly StoredRun[]>([]);
  #place = $state.raw<{ readonly place: StorageUsage['place']; readonly reason: string | null }>({
    place: 'opening',
    reason: null,
  });
  #space = $state.raw<Space>({ quota: null, used: null, persisted: null });

  /** `changed` runs when the list was read anew because another tab changed it. */
  constructor(surroundings: LibrarySurroundings, notices: Notices, changed: () => void) {
    this.#surroundings = surroundings;
    this.#notices = notices;
    this.#changed = changed;
    this.#decided = new Promise((resolve) => {
      void this.#start(resolve);
    });
    surroundings.tabs.listen(() => void this.refresh());
  }

  get runs(): readonly StoredRun[] {
    return this.#runs;
  }

  get usage(): StorageUsage {
    const used = this.#runs.reduce(
      (sum, { sources }) => sources.reduce((size, { contentSize }) => size + contentSize, sum),
      0,
    );
    const { quota, persisted } = this.#space;
    return { ...this.#place, used, quota, persisted };
  }

  /** The database once it is open; null, with the reason, where this visit goes without. */
  async store(): Promise<{ readonly store: RunStore | null; readonly reason: string }> {
    await this.#decided;
    return { store: this.#store, reason: this.#place.reason ?? '' };
  }

  /** Reads the list anew. */
  async refresh(): Promise<void> {
    const { store } = await this.store();
    if (store === null) return;
    try {
      this.#runs = await store.list();
    } catch (error) {
      // The connection was closed meanwhile; the event that closed it has said so.
      if (this.#store !== null) throw error;
    }
    this.#changed();
    this.#space = await this.#surroundings.askSpace();
  }

  /** Fetches a stored run: sources and bytes first, then its rows page by page. */
  async fill(run: OpenRun, stored: StoredRun): Promise<void> {
    const { store, reason } = await this.store();
    run.keep({ kind: 'stored' });
    try {
      if (store === null) throw new Error(reason);
      const [contents, findings] = await Promise.all([store.contents(run.key), store.findings(run.key)]);
      for (const [source, content] of contents) run.contents.set(source, content);
      for (const { source, found } of findings) run.contents.setMetadata(source, found.metadata);
      run.describe(
        sourcesOf(stored),
        findings.flatMap(({ source, found }) =>
          found.diagnostics.map((diagnostic) => ({ source, diagnostic })),
        ),
      );
      if (stored.derivation !== DERIVATION) {
        const { client, locks } = this.#surroundings;
        const derivation = new AbortController();
        this.#derivations.set(run.key, derivation);
        await deriveAgain(run, stored, store, { client, locks, signal: derivation.signal });
        this.#derivations.delete(run.key);
        return;
      }
      for await (const rows of store.rows(run.key)) run.receive(rows);
      run.become({ kind: 'complete' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      run.become({ kind: 'failed', message: `the browser’s database did not give it back (${message})` });
    }
  }

  /** Stops deriving a stored run again. What lies in storage stays; its next opening begins anew. */
  cancel(key: RunKey): void {
    this.#derivations.get(key)?.abort();
  }

  /** Another run has been stored, by this tab. */
  async added(): Promise<void> {
    this.#surroundings.tabs.changed();
    await this.refresh();
  }

  async remove(key: RunKey): Promise<void> {
    await this.#delete((store) => store.remove(key));
  }

  async removeAll(): Promise<void> {
    await this.#delete((store) => store.removeAll());
  }

  async persist(): Promise<boolean> {
    const promised = await this.#surroundings.askToPersist();
    this.#space = { ...this.#space, persisted: promised };
    return promised;
  }

  close(): void {
    for (const derivation of this.#derivations.values()) derivation.abort();
    this.#surroundings.tabs.close();
    this.#store?.close();
    this.#store = null;
  }

  async #delete(verb: (store: RunStore) => ReturnType<RunStore['removeAll']>): Promise<void> {
    const { store } = await this.store();
    if (store === null) return;
    const done = await verb(store);
    if (done.kind === 'failed') {
      this.#notices.tell(
        'warning',
        'The browser’s database refused to delete. Reload the page and try again.',
      );
    }
    this.#surroundings.tabs.changed();
    await this.refresh();
  }

  async #start(decide: () => void): Promise<void> {
    const opening = await this.#surroundings.openStore({
      blocked: () => {
        this.#without(
          'another tab holds an older library open',
          'Another tab of Wirescope holds an older version of the library open. Close it, and the stored runs appear here; until then this tab works from memory.',
        );
        decide();
      },
      outdated: () => {
        this.#without(
          'a newer Wirescope is open in another tab',
          'A newer Wirescope was opened in another tab and has taken over the library. What is open here stays usable; reload this tab to go on with the newer one.',
        );
      },
      terminated: () => {
        this.#without(
          'the browser closed the database',
          'The browser closed the library’s database: its data was cleared, or the disk failed. What is open here stays usable; reload to see what is left.',
        );
      },
    });
    if (opening.kind === 'ok') await this.#take(opening.value);
    else this.#explain(opening.failure);
    decide();
    this.#changed();
    this.#space = await this.#surroundings.askSpace();
    if (this.#store !== null) await this.#cleanUp(this.#store);
  }

  async #take(store: RunStore): Promise<void> {
    try {
      this.#runs = await store.list();
      this.#store = store;
      this.#place = { place: 'browser', reason: null };
    } catch (error) {
      this.#explain({ kind: 'refused', detail: error instanceof Error ? error.message : String(error) });
    }
  }

  #explain(failure: OpenFailure): void {
    switch (failure.kind) {
      case 'newer':
        this.#without(
          'the library here was written by a newer Wirescope',
          'The library in this browser was written by a newer Wirescope, and is left alone. What you open works from memory; reload to get the newer one.',
        );
        return;
      case 'refused':
        this.#without(
          'this browser refuses its database to the page',
          `This browser refuses its database to the page (${failure.detail}), as private windows and strict settings do. Everything works from memory until the tab is closed.`,
        );
        return;
      default:
        unreachable(failure);
    }
  }

  #without(reason: string, text: string): void {
    this.#store = null;
    this.#place = { place: 'memory', reason };
    this.#notices.tell('warning', text);
  }

  /** What a tab that died left half stored is removed, and named. */
  async #cleanUp(store: RunStore): Promise<void> {
    for (const left of await store.imports()) {
      const removed = await this.#surroundings.locks.holdIfFree(lockOf(left.key), () =>
        this.#removeLeft(store, left),
      );
      if (removed !== true) continue;
      this.#notices.tell(
        'warning',
        `The import of “${left.name}” was interrupted when its tab closed or died. What it had stored was removed; drop the file again. Everything that was complete is still here.`,
      );
    }
  }

  async #removeLeft(store: RunStore, left: StoredImport): Promise<boolean> {
    const { locks, now } = this.#surroundings;
    if (!locks.shared && now() - left.touched < DEAD_AFTER_MILLISECONDS) return false;
    // It may have been finished, or begun anew, since the list was read.
    const present = (await store.imports()).find(({ key }) => key === left.key);
    if (present?.owner !== left.owner) return false;
    return (await store.remove(left.key)).kind === 'ok';
  }
}
