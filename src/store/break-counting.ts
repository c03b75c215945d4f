/**
 * Counts the breaks of runs in the background: one worker, one page of rows at a time, the run that was opened last first,
 * and nothing while a file is being read. What is stored is taken, what is counted is stored, each page with the revision
 * that derived it; a page of another revision is counted again. Rows that edges from beside the run apply to are counted
 * apart, for this visit, and again whenever those edges change.
 */
import { BREAKS_REVISION } from '../analysis/prefix/break-counts';
import type { BreakCounts } from '../model/breaks';
import { NO_BREAKS } from '../model/breaks';
import type { RunKey } from '../model/ids';
import { unreachable } from '../model/unreachable';
import { breakColumns, countsOfColumns } from '../storage/break-columns';
import { ROWS_OF_A_PAGE } from '../storage/row-columns';
import { pagesOf, type RunStore } from '../storage/runs';
import type { ContinuityClient } from '../worker/continuity/client';
import { isPlain, stretchesOf } from './row-stretches';
import type { OpenRun } from './run.svelte';
import { DERIVATION } from './stored-run';

/** Reading and continuity together: a change of either makes other counts. */
const REVISION = `${DERIVATION}.${BREAKS_REVISION}`;

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
  /** Pages that are still to be counted by the file's own links; null before the stored ones are known. */
  pages: number[] | null;
  /** Rows that edges apply to, still to be counted. */
  edged: readonly number[];
  /** Why some rows have no counts. */
  failure: string | null;
}

export class BreakCounting {
  readonly #surroundings: Surroundings;
  /** The last is worked on. */
  #tasks: readonly Task[] = [];
  #working = false;
  /** Rows whose counts rest on edges from beside. */
  readonly #edged = new WeakMap<OpenRun, ReadonlySet<number>>();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** The run's rows are all there. */
  add(run: OpenRun): void {
    if (run.state.kind !== 'complete' || run.breaks.state.kind === 'complete') return;
    if (this.#tasks.some((task) => task.run === run)) return;
    this.#begin({ run, stop: new AbortController(), pages: null, edged: [], failure: null });
  }

  /** Other edges apply to the run than before. */
  recount(run: OpenRun): void {
    const task = this.#tasks.find((one) => one.run === run);
    // Before the stored counts are known nothing has been counted, and nothing is shown.
    if (task?.pages === null || (task === undefined && run.breaks.state.kind === 'waiting')) return;
    const before = this.#edged.get(run) ?? new Set();
    const now = edgedRows(run);
    const changed = [...new Set([...before, ...now])].sort((left, right) => left - right);
    this.#edged.set(run, now);
    if (changed.length === 0) return;
    run.breaks.forget(changed, run.rows.length);
    if (task !== undefined) task.edged = changed;
    else this.#begin({ run, stop: new AbortController(), pages: [], edged: changed, failure: null });
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

  #begin(task: Task): void {
    this.#tasks = [...this.#tasks, task];
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let task = this.#tasks.at(-1); task !== undefined; task = this.#tasks.at(-1)) await this.#step(task);
    this.#working = false;
    // A worker that waits still holds the memory of the largest record it has seen.
    this.#surroundings.client.rest();
  }

  async #step(task: Task): Promise<void> {
    task.pages ??= await this.#missing(task);
    const page = task.pages.shift();
    if (page !== undefined) return this.#countPage(task, page);
    const { run, edged } = task;
    if (edged.length > 0) {
      task.edged = [];
      return this.#countEdged(task, edged);
    }
    this.#tasks = this.#tasks.filter((other) => other !== task);
    if (task.stop.signal.aborted) return;
    run.breaks.end(task.failure === null ? { kind: 'complete' } : { kind: 'failed', message: task.failure });
  }

  /** Takes what is stored; answers with the pages that are not. */
  async #missing(task: Task): Promise<number[]> {
    const { run } = task;
    // What lies beside the run is applied in every view, so here too.
    await run.edges.settled();
    const store = run.keeping.kind === 'stored' ? await this.#surroundings.store() : null;
    // Without the stored ones they are counted again.
    const stored = await store?.breaks(run.key).catch(() => null);
    const edged = edgedRows(run);
    this.#edged.set(run, edged);
    task.edged = [...edged];
    const missing: number[] = [];
    for (let page = 0; page < pagesOf(run.rows.length); page += 1) {
      const found = stored?.get(page);
      const positions = positionsOf(run, page);
      if (found?.revision !== REVISION || found.breaks.length !== positions.length) missing.push(page);
      else this.#put(run, positions, countsOfColumns(found));
    }
    return missing;
  }

  async #countPage(task: Task, page: number): Promise<void> {
    const { run } = task;
    const positions = positionsOf(run, page);
    const counts: (BreakCounts | null)[] = [];
    let whole = true;
    for (const stretch of stretchesOf(run.rows, positions)) {
      const answer = await this.#ask(task, stretch, false);
      if (answer === 'cancelled') return;
      whole &&= answer !== null;
      const found = answer ?? stretch.map(() => null);
      for (const one of found) counts.push(one);
      this.#put(run, stretch, found);
    }
    if (!whole || task.stop.signal.aborted || run.keeping.kind !== 'stored') return;
    const store = await this.#surroundings.store();
    // Without room for it the next visit counts once more.
    await store?.putBreaks(run.key, page, { revision: REVISION, ...breakColumns(counts) });
  }

  /** By the file's own links: rows that edges apply to wait for their own counts. */
  #put(run: OpenRun, positions: readonly number[], counts: readonly (BreakCounts | null)[]): void {
    const edged = this.#edged.get(run) ?? new Set();
    const own = positions.flatMap((position, at) =>
      edged.has(position) ? [] : [{ position, counts: counts[at] ?? null }],
    );
    run.breaks.put(
      own.map(({ position }) => position),
      own.map((one) => one.counts),
      run.rows.length,
    );
  }

  async #countEdged(task: Task, positions: readonly number[]): Promise<void> {
    const { run } = task;
    for (const stretch of stretchesOf(run.rows, positions)) {
      const { found } = run.edges;
      const answer = await this.#ask(task, stretch, true);
      // Edges changed meanwhile: all of these rows wait to be counted again.
      if (answer === 'cancelled' || run.edges.found !== found) return;
      run.breaks.put(stretch, answer ?? stretch.map(() => null), run.rows.length);
    }
  }

  /** Null where the stretch could not be counted. */
  async #ask(
    task: Task,
    stretch: readonly number[],
    withEdges: boolean,
  ): Promise<readonly (BreakCounts | null)[] | 'cancelled' | null> {
    const { run, stop } = task;
    const rows = stretch.flatMap((position) => run.rows[position] ?? []);
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return [];
    if (isPlain(first)) return rows.map(() => NO_BREAKS);
    while (this.#surroundings.busy() && !stop.signal.aborted) await rest(BUSY_MILLISECONDS);
    const start = first.row.byte;
    const records = rows.map(({ source, record, row: { line, byte, length } }) => ({
      ...{ line, byte, length },
      edges: withEdges ? run.edges.of({ run: run.key, source, record }, line) : [],
    }));
    const answer = await this.#surroundings.client.count(
      {
        bytes: run.blob(first.source).slice(start, last.row.byte + last.row.length),
        start,
        metadata: run.metadata(first.source),
        records,
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
      default:
        return unreachable(answer);
    }
  }
}

function positionsOf({ rows }: OpenRun, page: number): number[] {
  const from = page * ROWS_OF_A_PAGE;
  const length = Math.max(0, Math.min(ROWS_OF_A_PAGE, rows.length - from));
  return Array.from({ length }, (_, at) => from + at);
}

/** Ascending. */
function edgedRows({ rows, edges }: OpenRun): ReadonlySet<number> {
  const places = new Set(edges.found?.traces.map(({ place }) => `${place.source} ${place.record}`));
  const edged = new Set<number>();
  if (places.size === 0) return edged;
  for (const [position, { source, row }] of rows.entries()) {
    if (places.has(`${source} ${row.line}`)) edged.add(position);
  }
  return edged;
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
