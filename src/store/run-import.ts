/**
 * One import from drop to stored run: reading, digests, keeping, each with its ways to fail, and what is said about them.
 * It owns the lock on the run while it writes.
 */
import type { RunKey } from '../model/ids';
import type { RunStore } from '../storage/runs';
import type { StoredImport } from '../storage/stored';
import type { ImportClient } from '../worker/import/client';
import { digestsOf } from './digests';
import type { DroppedFile } from './library-shapes';
import { KeepingProgress } from './keeping-progress';
import type { Locks } from './locks';
import type { Notices } from './notices.svelte';
import { type Refusal, refusalWords } from './refusal-words';
import { RunKeeper } from './run-keeper';
import { RunReading } from './run-reading';
import type { OpenRun } from './run.svelte';
import { storedRun } from './stored-run';

export interface ImportSurroundings {
  readonly client: ImportClient;
  readonly locks: Locks;
  readonly notices: Notices;
  /** The database, once it is open; null where there is none, with the reason. */
  readonly store: () => Promise<{ readonly store: RunStore | null; readonly reason: string }>;
  readonly now: () => number;
  /** The run has been stored. */
  readonly stored: () => Promise<void>;
}

type Digests = readonly (string | null)[];

export class RunImport {
  readonly run: OpenRun;
  readonly files: readonly DroppedFile[];
  readonly #surroundings: ImportSurroundings;
  readonly #reading = new AbortController();
  readonly #keeping = new AbortController();
  #step: 'reading' | 'keeping' | 'over' = 'reading';

  constructor(run: OpenRun, files: readonly DroppedFile[], surroundings: ImportSurroundings) {
    this.run = run;
    this.files = files;
    this.#surroundings = surroundings;
  }

  /** While reading, the import ends; while keeping, only that ends and the run stays for this visit. */
  cancel(): void {
    if (this.#step === 'reading') this.#reading.abort();
    this.#keeping.abort();
  }

  /** Resolves when all is over, whatever happened. */
  async work(): Promise<void> {
    const reading = this.#read();
    const { store, reason } = await this.#surroundings.store();
    if (store === null) {
      if (await reading) await this.#stay(reason);
    } else {
      await this.#readAndKeep(store, reading);
    }
    this.#step = 'over';
  }

  async #readAndKeep(store: RunStore, reading: Promise<boolean>): Promise<void> {
    const { locks, now } = this.#surroundings;
    const { key, name } = this.run;
    const claim = { key, name, owner: `${now()}-${Math.random()}`, started: now(), touched: now() };
    const lock = lockOf(key);
    const claimed = await locks.holdIfFree(lock, async () => {
      // Written before a byte is read: should this tab die, the next start finds the name and cleans up.
      const begun = await store.begin(claim);
      const read = await reading;
      if (begun.kind === 'failed') {
        if (read) this.#refused(begun.failure);
      } else if (read) await this.#keep(store, claim);
      else await store.remove(key);
      return true;
    });
    if (claimed === true || !(await reading)) return;
    // Another tab stores the same bytes: its result is as good as ours, and ours is ready should it fail.
    new KeepingProgress(this.run).stop();
    await locks.hold(lock, this.#keeping.signal, async () => {
      if (await this.#adopt(store)) return;
      const begun = await store.begin({ ...claim, touched: now() });
      if (begun.kind === 'failed') this.#refused(begun.failure);
      else await this.#keep(store, claim);
    });
    if (this.run.keeping.kind === 'storing') this.#remain('storing it was cancelled');
  }

  /** True when the run was read and is to be kept. */
  async #read(): Promise<boolean> {
    const { client } = this.#surroundings;
    const end = await new RunReading(this.run, this.files, client, this.#reading.signal).read();
    this.#step = 'keeping';
    if (end === 'cancelled') {
      this.run.keep({ kind: 'memory', reason: 'its import was cancelled' });
      return false;
    }
    const { sources, diagnostics } = this.run;
    if (sources.every(({ role }) => role === 'unreadable')) {
      const message = diagnostics[0]?.diagnostic.message ?? 'nothing could be read';
      this.run.keep({ kind: 'memory', reason: 'it could not be read' });
      this.run.become({ kind: 'failed', message });
      return false;
    }
    if (sources.every(({ records }) => records.read === 0)) {
      this.#remain('it holds nothing that Wirescope reads');
      return false;
    }
    return true;
  }

  async #keep(store: RunStore, claim: StoredImport): Promise<void> {
    const { client, now } = this.#surroundings;
    const { signal } = this.#keeping;
    const keeper = new RunKeeper(store, claim, signal, now);
    const progress = new KeepingProgress(this.run);
    const [digests, failure] = await Promise.all([
      digestsOf(this.files, client, signal, { progress: progress.digested }),
      keeper.put(this.run, progress.put),
    ]);
    progress.stop();
    if (digests === undefined || failure === 'cancelled') {
      await store.remove(claim.key);
      this.#remain('storing it was cancelled');
      return;
    }
    this.#note(digests);
    if (vanished(this.run, digests)) await this.#abandon(store, { kind: 'vanished' });
    else if (failure !== null) await this.#abandon(store, failure);
    else await this.#finish(store, keeper, digests);
  }

  async #finish(store: RunStore, keeper: RunKeeper, digests: Digests): Promise<void> {
    const listed = storedRun(this.run, digests);
    const unfinished = await keeper.finish(listed);
    if (unfinished !== null) this.#refused(unfinished);
    else await this.#settle(store);
  }

  async #abandon(store: RunStore, refusal: Refusal): Promise<void> {
    await store.remove(this.run.key);
    this.#refused(refusal);
  }

  /** Stored by another tab meanwhile: then that is this run. */
  async #adopt(store: RunStore): Promise<boolean> {
    const { client } = this.#surroundings;
    const listed = await store.get(this.run.key);
    if (listed === null) return false;
    const digests = await digestsOf(this.files, client, this.#keeping.signal);
    if (digests === undefined || digests.some((digest, i) => digest !== listed.sources[i]?.digest))
      return false;
    this.#note(digests);
    await this.#settle(store);
    return true;
  }

  /** From now on the bytes in storage are the content: the dropped file may go. */
  async #settle(store: RunStore): Promise<void> {
    for (const [source, content] of await store.contents(this.run.key))
      this.run.contents.set(source, content);
    this.run.keep({ kind: 'stored' });
    this.run.become({ kind: 'complete' });
    await this.#surroundings.stored();
  }

  /** Works from memory; the digests are wanted all the same. */
  async #stay(reason: string): Promise<void> {
    const { client } = this.#surroundings;
    const progress = new KeepingProgress(this.run);
    const digests = await digestsOf(this.files, client, this.#keeping.signal, {
      progress: progress.digested,
    });
    progress.stop();
    if (digests !== undefined) this.#note(digests);
    this.#remain(reason);
  }

  #refused(refusal: Refusal): void {
    const { name, key } = this.run;
    const { reason, notice } = refusalWords(name, refusal);
    this.#surroundings.notices.tell('warning', notice, key);
    this.#remain(reason);
  }

  #remain(reason: string): void {
    this.run.keep({ kind: 'memory', reason });
    this.run.become({ kind: 'complete' });
  }

  #note(digests: Digests): void {
    const sources = this.run.sources.map((source) => ({ ...source, digest: digests[source.index] ?? null }));
    this.run.describe(sources, this.run.diagnostics);
  }
}

/** Whether a file that was read can be read no more; one that never could be is no news. */
function vanished({ sources }: OpenRun, digests: Digests): boolean {
  return sources.some(({ index, episodes }) => episodes > 0 && digests[index] === null);
}

export function lockOf(key: RunKey): string {
  return `wirescope-run-${key}`;
}
