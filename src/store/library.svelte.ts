/**
 * The library: every run that is stored or open, what is being imported, and what happened on the way. It starts imports
 * and answers with runs; what a run holds is the run's own affair.
 */
import { type RunKey, runKey } from '../model/ids';
import { failed, ok, type Result } from '../model/result';
import { BreakCounting } from './break-counting';
import { nameOfDrop, withoutHidden } from './drop';
import type { DroppedFile, EdgesAmong, RunSummary, StorageUsage } from './library-shapes';
import { type Notice, Notices } from './notices.svelte';
import { RunImport } from './run-import';
import { OpenRun } from './run.svelte';
import { type Held, holdsSameBytes } from './same-bytes';
import { Shelf } from './shelf.svelte';
import { summaryOfOpen, summaryOfStored } from './stored-run';
import { browserSurroundings, type LibrarySurroundings } from './surroundings';
import type { ReportFile } from '../worker/import/protocol';

export type { DroppedFile, RunSummary, StorageUsage } from './library-shapes';
export type { Notice } from './notices.svelte';

/** Runs fetched from storage stay in memory for a quick return; so many of them. */
const KEPT_OPEN = 6;

export class Library {
  readonly #surroundings: LibrarySurroundings;
  readonly #notices = new Notices();
  readonly #shelf: Shelf;
  readonly #closing = new AbortController();
  readonly #counting: BreakCounting;
  #imports: readonly RunImport[] = [];
  #open = $state.raw<readonly OpenRun[]>([]);
  readonly #runs = $derived.by((): readonly RunSummary[] => {
    const open = this.#open.map(summaryOfOpen).filter((summary) => summary !== null);
    const isShown = (key: RunKey): boolean => open.some((summary) => summary.key === key);
    const stored = this.#shelf.runs.filter(({ key }) => !isShown(key)).map(summaryOfStored);
    return [...open, ...stored].sort((left, right) => right.added - left.added);
  });

  constructor(surroundings: LibrarySurroundings = browserSurroundings()) {
    this.#surroundings = surroundings;
    this.#shelf = new Shelf(surroundings, this.#notices, () => this.#dropDeleted());
    this.#counting = new BreakCounting({
      client: surroundings.continuity,
      store: async () => (await this.#shelf.store()).store,
      busy: () => this.#open.some(({ state }) => state.kind === 'importing' || state.kind === 'loading'),
    });
  }

  /** Newest first. */
  get runs(): readonly RunSummary[] {
    return this.#runs;
  }
  get notices(): readonly Notice[] {
    return this.#notices.list;
  }
  get usage(): StorageUsage {
    return this.#shelf.usage;
  }

  dismiss(id: number): void {
    this.#notices.dismiss(id);
  }

  /** One drop is one run. Resolves as soon as the run has its key, long before it is read; null when nothing was given. */
  async open(given: readonly DroppedFile[], name?: string): Promise<RunKey | null> {
    const { files, hidden } = withoutHidden(given);
    if (files.length === 0) return null;
    const key = await this.#keyOf(files, name ?? nameOfDrop(files));
    if (key !== null && hidden > 0) {
      const what = hidden === 1 ? 'One file whose name begins' : `${hidden} files whose names begin`;
      this.#notices.tell('info', `${what} with a dot was left out.`, key);
    }
    return key;
  }

  /** Pasted text, as one file. */
  openText(text: string): Promise<RunKey | null> {
    const path = 'Pasted text';
    return this.open([{ path, file: new File([text], path) }]);
  }

  /** The run, whose rows are fetched from storage on first use; null when the library has no such run. */
  run(key: RunKey): OpenRun | null {
    const open = this.#find(key);
    if (open !== null) return open;
    const stored = this.#shelf.runs.find((one) => one.key === key);
    if (stored === undefined) return null;
    const run = this.#made(key, stored.name, stored.added);
    void this.#shelf.fill(run, stored).then(() => this.#counting.add(run));
    return run;
  }

  /** A file may be on its way: a worker is started before it comes. */
  warm(): void {
    this.#surroundings.client.warm();
  }

  /** The files of edges among files of which none is of a run; null where there are none, or the files are a run. */
  async edgesAmong(files: readonly DroppedFile[]): Promise<EdgesAmong | null> {
    const blobs = files.map(({ path, file }) => ({ path, blob: file }));
    const answer = await this.#surroundings.client.edgesAmong(blobs, this.#closing.signal);
    if (answer.kind !== 'done') return null;
    const { value: kinds } = answer;
    const edges = files.filter((_, index) => kinds[index] === 'edges');
    if (edges.length === 0 || kinds.includes('run')) return null;
    return { edges, others: files.filter((_, index) => kinds[index] !== 'edges') };
  }

  cancel(key: RunKey): void {
    this.#importOf(key)?.cancel();
    this.#shelf.cancel(key);
  }

  async remove(key: RunKey): Promise<void> {
    this.#forget(key);
    await this.#shelf.remove(key);
  }

  async removeAll(): Promise<void> {
    for (const { key } of this.#open) this.#forget(key);
    await this.#shelf.removeAll();
  }

  /** Asks the browser not to evict what is stored; resolves to its answer. */
  persist(): Promise<boolean> {
    return this.#shelf.persist();
  }

  /** Stops workers and closes the database. */
  close(): void {
    this.#closing.abort();
    for (const running of this.#imports) running.cancel();
    this.#counting.close();
    this.#surroundings.client.close();
    this.#shelf.close();
  }

  /** The key of these files: of the run that already holds them, or of a new one, whose import it starts. */
  async #keyOf(files: readonly DroppedFile[], name: string): Promise<RunKey | null> {
    const { client } = this.#surroundings;
    const { signal } = this.#closing;
    const blobs = files.map(({ path, file }) => ({ path, blob: file }));
    const guess = await client.fingerprint(blobs, signal);
    if (guess.kind === 'failed') throw new Error(guess.failure.message);
    if (guess.kind === 'cancelled') return null;
    await this.#shelf.store();
    for (let attempt = 1; ; attempt += 1) {
      const key = runKey(attempt === 1 ? guess.value : `${guess.value}-${attempt}`);
      const held = this.#held(key);
      // From here to the import nothing waits: two drops of one file cannot both find the place free.
      if (held === null) {
        this.#import(key, name, files);
        return key;
      }
      if (await holdsSameBytes(held, files, client, signal)) {
        this.#notices.tell(
          'info',
          `“${name}” is in the library already: the same bytes, under one entry.`,
          key,
        );
        return key;
      }
    }
  }

  /** What is under the key, as far as it can be compared; null when the key is free. */
  #held(key: RunKey): Held | null {
    const open = this.#find(key);
    if (open !== null) {
      if (open.state.kind === 'cancelled' || open.state.kind === 'failed') return null;
      const files = this.#importOf(key)?.files ?? [];
      if (open.sources.length > 0) return { sources: open.sources, files };
    }
    const stored = this.#shelf.runs.find((one) => one.key === key);
    return stored === undefined ? null : { sources: stored.sources, files: [] };
  }

  #import(key: RunKey, name: string, files: readonly DroppedFile[]): void {
    const { client, locks, now } = this.#surroundings;
    this.#open = this.#open.filter((run) => run.key !== key);
    const run = this.#made(key, name, now());
    const running = new RunImport(run, files, {
      client,
      locks,
      now,
      notices: this.#notices,
      store: () => this.#shelf.store(),
      stored: () => this.#shelf.added(),
    });
    this.#imports = [...this.#imports.filter((other) => other.run.key !== key), running];
    void running.work().then(() => this.#counting.add(run));
  }

  #made(key: RunKey, name: string, added: number): OpenRun {
    const run = new OpenRun(key, name, added, {
      exportReport: (open, signal) => this.#exportReport(open, signal),
      edges: async (ask, files, signal, progress) => {
        const found = await this.#surroundings.client.edges({ ...ask, files }, signal, progress);
        if (found.kind === 'done') return ok(found.value);
        return failed(found.kind === 'cancelled' ? 'cancelled' : found.failure.message);
      },
      findings: async (open, signal, progress) => {
        const edges = await open.edges.forReport();
        const found = await this.#surroundings.client.findings(filesOf(open), edges, signal, progress);
        if (found.kind === 'done') return ok(found.value);
        return failed(found.kind === 'cancelled' ? 'cancelled' : found.failure.message);
      },
      edgesChanged: (changed) => this.#counting.recount(changed),
    });
    const idle = this.#open.filter(
      // What was given to a run from beside is not stored, so such a run is none to be fetched again.
      ({ keeping, state, edges }) =>
        keeping.kind === 'stored' && state.kind === 'complete' && edges.given.length === 0,
    );
    const [oldest] = idle.length < KEPT_OPEN ? [] : idle;
    this.#open = [...this.#open.filter((other) => other !== oldest), run];
    return run;
  }

  #find(key: RunKey): OpenRun | null {
    return this.#open.find((run) => run.key === key) ?? null;
  }

  #importOf(key: RunKey): RunImport | null {
    return this.#imports.find(({ run }) => run.key === key) ?? null;
  }

  #forget(key: RunKey): void {
    this.cancel(key);
    this.#imports = this.#imports.filter((other) => other.run.key !== key);
    this.#counting.drop(key);
    this.#find(key)?.become({ kind: 'gone' });
    this.#open = this.#open.filter((run) => run.key !== key);
  }

  /** Stored runs that another tab deleted. */
  #dropDeleted(): void {
    for (const { key, keeping } of this.#open) {
      const present = this.#shelf.runs.some((stored) => stored.key === key);
      if (keeping.kind === 'stored' && !present) this.#forget(key);
    }
  }

  async #exportReport(run: OpenRun, signal: AbortSignal): Promise<Result<Blob, string>> {
    const files = filesOf(run);
    const edges = await run.edges.forReport();
    const report = await this.#surroundings.client.report(files, edges, signal);
    if (report.kind === 'done') return ok(report.value);
    return failed(report.kind === 'cancelled' ? 'cancelled' : report.failure.message);
  }
}

/** What a worker needs to read the files of a run again. */
function filesOf(run: OpenRun): readonly ReportFile[] {
  return run.sources.map(({ index, ...facts }) => ({
    facts,
    diagnostics: run.diagnostics.filter(({ source }) => source === index).map(({ diagnostic }) => diagnostic),
    metadata: run.metadata(index),
    content: run.blob(index),
  }));
}
