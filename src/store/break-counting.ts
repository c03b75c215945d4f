/**
 * Counts the breaks of runs in the background: one worker, one page of rows at a time, the run that was opened last first,
 * and nothing while a file is being read. What is stored is taken, what is counted is stored, each page with the revision
 * that derived it; a page of another revision is counted again.
 */
import { BREAKS_REVISION } from '../analysis/prefix/break-counts';
import type { BreakCounts } from '../model/breaks';
import { NO_BREAKS } from '../model/breaks';
import type { RunKey } from '../model/ids';
import { breakColumns, countsOfColumns } from '../storage/break-columns';
import { ROWS_OF_A_PAGE } from '../storage/row-columns';
import { pagesOf, type RunStore } from '../storage/runs';
import type { ContinuityClient } from '../worker/continuity/client';
import type { OpenRun, RunRow } from './run.svelte';
import { DERIVATION } from './stored-run';

/** Reading and continuity together: a change of either makes other counts. */
const REVISION = `${DERIVATION}.${BREAKS_REVISION}`;

/** One question to the worker: so much of a file, or one record. Progress and other runs come between any two. */
const STRETCH_BYTES = 2 * 1024 * 1024;
const STRETCH_RECORDS = 64;
const BUSY_MILLISECONDS = 200;

interface Surroundings {
  readonly client: ContinuityClient;
  /** Null where there is no database. */
  readonly store: () => Promise<RunStore | null>;
  /** A file is being read, which comes first. */
  readonly busy: () => boolean;
}

interface Task {
  readonly run: OpenRun;
  readonly stop: AbortController;
  /** Pages that are still to be counted; null before the stored ones are known. */
  pages: number[] | null;
  /** Why some rows have no counts. */
  failure: string | null;
}

export class BreakCounting {
  readonly #surroundings: Surroundings;
  /** The last is worked on. */
  #tasks: readonly Task[] = [];
  #working = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** The run's rows are all there. */
  add(run: OpenRun): void {
    if (run.state.kind !== 'complete' || run.breaks.state.kind === 'complete') return;
    if (this.#tasks.some((task) => task.run === run)) return;
    this.#tasks = [...this.#tasks, { run, stop: new AbortController(), pages: null, failure: null }];
    if (!this.#working) void this.#work();
  }

  drop(key: RunKey): void {
    for (const { run, stop } of this.#tasks) if (run.key === key) stop.abort();
    this.#tasks = this.#tasks.filter(({ run }) => run.key !== key);
  }

  close(): void {
    for (const { stop } of this.#tasks) stop.abort();
    this.#tasks = [];
    this.#surroundings.client.rest();
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let task = this.#tasks.at(-1); task !== undefined; task = this.#tasks.at(-1)) await this.#step(task);
    this.#working = false;
    // A worker that waits still holds the memory of the largest record it has seen.
    this.#surroundings.client.rest();
  }

  async #step(task: Task): Promise<void> {
    const { run } = task;
    task.pages ??= await this.#missing(run);
    const page = task.pages.shift();
    if (page !== undefined) {
      await this.#count(task, page);
      return;
    }
    this.#tasks = this.#tasks.filter((other) => other !== task);
    if (task.stop.signal.aborted) return;
    run.breaks.end(task.failure === null ? { kind: 'complete' } : { kind: 'failed', message: task.failure });
  }

  /** Takes what is stored; answers with the pages that are not. */
  async #missing(run: OpenRun): Promise<number[]> {
    const store = run.keeping.kind === 'stored' ? await this.#surroundings.store() : null;
    // Without the stored ones they are counted again.
    const stored = await store?.breaks(run.key).catch(() => null);
    const missing: number[] = [];
    for (let page = 0; page < pagesOf(run.rows.length); page += 1) {
      const found = stored?.get(page);
      const positions = positionsOf(run, page);
      if (found?.revision !== REVISION || found.breaks.length !== positions.length) missing.push(page);
      else run.breaks.put(positions, countsOfColumns(found), run.rows.length);
    }
    return missing;
  }

  async #count(task: Task, page: number): Promise<void> {
    const { run, stop } = task;
    const positions = positionsOf(run, page);
    const counts: (BreakCounts | null)[] = positions.map(() => null);
    let whole = true;
    for (const stretch of stretchesOf(run.rows, positions)) {
      const answer = await this.#ask(task, stretch);
      if (answer === 'cancelled') return;
      whole &&= answer !== null;
      const found = answer ?? stretch.map(() => null);
      for (const [at, position] of stretch.entries())
        counts[position - (positions[0] ?? 0)] = found[at] ?? null;
      run.breaks.put(stretch, found, run.rows.length);
    }
    if (!whole || stop.signal.aborted || run.keeping.kind !== 'stored') return;
    const store = await this.#surroundings.store();
    // Without room for it the next visit counts once more.
    await store?.putBreaks(run.key, page, { revision: REVISION, ...breakColumns(counts) });
  }

  /** Null where the stretch could not be counted. */
  async #ask(
    task: Task,
    stretch: readonly number[],
  ): Promise<readonly (BreakCounts | null)[] | 'cancelled' | null> {
    const { run, stop } = task;
    const rows = stretch.flatMap((position) => run.rows[position] ?? []);
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return [];
    if (isPlain(first)) return rows.map(() => NO_BREAKS);
    while (this.#surroundings.busy() && !stop.signal.aborted) await rest(BUSY_MILLISECONDS);
    const start = first.row.byte;
    const answer = await this.#surroundings.client.count(
      {
        bytes: run.blob(first.source).slice(start, last.row.byte + last.row.length),
        start,
        metadata: run.metadata(first.source),
        records: rows.map(({ row: { line, byte, length } }) => ({ line, byte, length })),
      },
      stop.signal,
    );
    switch (answer.kind) {
      case 'counted':
        return answer.counts;
      case 'cancelled':
        return 'cancelled';
      case 'failed':
        task.failure = answer.message;
        return null;
    }
  }
}

function positionsOf({ rows }: OpenRun, page: number): number[] {
  const from = page * ROWS_OF_A_PAGE;
  const length = Math.max(0, Math.min(ROWS_OF_A_PAGE, rows.length - from));
  return Array.from({ length }, (_, at) => from + at);
}

/** One reply at most: no request can have come after another. */
function isPlain({ row }: RunRow): boolean {
  return row.turns <= 1;
}

/** Positions of rows that lie side by side in one source, plain ones apart. */
function* stretchesOf(rows: readonly RunRow[], positions: readonly number[]): Generator<number[]> {
  let stretch: number[] = [];
  let first: RunRow | undefined;
  for (const position of positions) {
    const row = rows[position];
    if (row === undefined) continue;
    const fits =
      first !== undefined &&
      first.source === row.source &&
      isPlain(first) === isPlain(row) &&
      (isPlain(row) || stretch.length < STRETCH_RECORDS) &&
      (isPlain(row) || row.row.byte + row.row.length - first.row.byte <= STRETCH_BYTES);
    if (!fits) {
      if (stretch.length > 0) yield stretch;
      stretch = [];
      first = row;
    }
    stretch.push(position);
  }
  if (stretch.length > 0) yield stretch;
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
