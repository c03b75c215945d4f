/**
 * Rows on their way to the list: in the order of the sources, whichever is read first, and built a few milliseconds at a
 * time, so that no task of the page's thread is long. It refuses to know what becomes of them.
 */
import type { PlacedRow } from '../storage/row-columns';
import type { PendingRows } from '../worker/import/client';

const SLICE_MILLISECONDS = 8;

export class RowFeed {
  readonly #receive: (rows: readonly PlacedRow[]) => void;
  readonly #pause: () => Promise<void>;
  readonly #held = new Map<number, PendingRows[]>();
  readonly #ended = new Set<number>();
  #head = 0;
  #queue: PendingRows[] = [];
  #draining: Promise<void> | null = null;
  #stopped = false;

  constructor(receive: (rows: readonly PlacedRow[]) => void, pause: () => Promise<void> = nextTask) {
    this.#receive = receive;
    this.#pause = pause;
  }

  push(source: number, rows: PendingRows): void {
    if (source === this.#head) this.#enqueue([rows]);
    else {
      const held = this.#held.get(source);
      if (held === undefined) this.#held.set(source, [rows]);
      else held.push(rows);
    }
  }

  /** The source has no more rows. */
  end(source: number): void {
    this.#ended.add(source);
    while (this.#ended.delete(this.#head)) {
      this.#head += 1;
      const held = this.#held.get(this.#head);
      this.#held.delete(this.#head);
      if (held !== undefined) this.#enqueue(held);
    }
  }

  /** Resolves when everything pushed so far has been received. */
  async drained(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
  }

  /** Drops what waits. */
  stop(): void {
    this.#stopped = true;
    this.#queue = [];
    this.#held.clear();
  }

  #enqueue(rows: readonly PendingRows[]): void {
    if (this.#stopped) return;
    this.#queue.push(...rows);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Not within the call that brought the rows: more may come in the same breath.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const until = performance.now() + SLICE_MILLISECONDS;
      const rows: PlacedRow[] = [];
      while (this.#queue.length > 0 && performance.now() < until) {
        const next = this.#queue.shift();
        if (next !== undefined) for (const row of next.rows()) rows.push(row);
      }
      if (rows.length > 0) this.#receive(rows);
      if (this.#queue.length > 0) await this.#pause();
    }
    this.#draining = null;
  }
}

/** Lets the browser paint and answer keys before going on. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
