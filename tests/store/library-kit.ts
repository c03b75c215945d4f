/** A library with everything it needs in this process, and the ways to make each part of it fail. */
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { ok } from '../../src/model/result';
import { openDatabase } from '../../src/storage/database';
import { RunStore } from '../../src/storage/runs';
import { Library } from '../../src/store/library.svelte';
import { ownLocks, type Locks } from '../../src/store/locks';
import type { OpenRun } from '../../src/store/run.svelte';
import type { LibrarySurroundings } from '../../src/store/surroundings';
import type { Tabs } from '../../src/store/tabs';
import { ContinuityClient } from '../../src/worker/continuity/client';
import { ImportClient } from '../../src/worker/import/client';
import { startContinuityInProcess } from '../worker/continuity/in-process';
import { startInProcess } from '../worker/import/in-process';

/** One browser: its database and its locks outlive its tabs. */
export class Browser {
  #tabs: (() => void)[] = [];
  readonly locks: Locks = { ...ownLocks(), shared: true };
  now = Date.UTC(2026, 2, 1);

  constructor() {
    vi.stubGlobal('indexedDB', new IDBFactory());
  }

  surroundings(changes: Partial<LibrarySurroundings> = {}): LibrarySurroundings {
    return {
      client: new ImportClient(startInProcess, 2, { first: 200, block: 2000 }),
      continuity: new ContinuityClient(startContinuityInProcess),
      async openStore(events) {
        const opening = await openDatabase('wirescope', events);
        return opening.kind === 'ok' ? ok(new RunStore(opening.value)) : opening;
      },
      locks: this.locks,
      tabs: this.#tab(),
      askSpace: async () => ({ quota: 1000, used: 10, persisted: false }),
      askToPersist: async () => true,
      now: () => (this.now += 1),
      ...changes,
    };
  }

  tab(changes: Partial<LibrarySurroundings> = {}): Library {
    return new Library(this.surroundings(changes));
  }

  #tab(): Tabs {
    let heard: () => void = () => undefined;
    const hear = (): void => heard();
    return {
      changed: () => this.#tabs.filter((other) => other !== hear).forEach((other) => other()),
      listen: (changed) => {
        heard = changed;
        this.#tabs.push(hear);
      },
      close: () => {
        this.#tabs = this.#tabs.filter((other) => other !== hear);
      },
    };
  }
}

export function dropped(path: string, text: BlobPart, lastModified = 0) {
  return { path, file: new File([text], path.slice(path.lastIndexOf('/') + 1), { lastModified }) };
}

export async function opened(library: Library, files: Parameters<Library['open']>[0]): Promise<OpenRun> {
  const key = await library.open(files);
  const run = key === null ? null : library.run(key);
  if (run === null) throw new Error('not opened');
  return run;
}

/** Resolves when nothing more will happen to the run by itself. */
export async function settled(run: OpenRun): Promise<OpenRun> {
  await vi.waitFor(
    () => {
      if (run.state.kind === 'importing' || run.state.kind === 'loading')
        throw new Error(`still ${run.state.kind}`);
      if (run.keeping.kind === 'storing') throw new Error('still storing');
    },
    { timeout: 10_000, interval: 5 },
  );
  return run;
}

export async function ready(library: Library): Promise<Library> {
  await vi.waitFor(() => {
    if (library.usage.place === 'opening') throw new Error('still opening');
  });
  return library;
}

/** The stored side by itself. */
export async function storeOf(): Promise<RunStore> {
  const ignore = () => undefined;
  const opening = await openDatabase('wirescope', { blocked: ignore, outdated: ignore, terminated: ignore });
  if (opening.kind === 'failed') throw new Error(opening.failure.kind);
  return new RunStore(opening.value);
}
