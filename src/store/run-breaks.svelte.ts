/**
 * Counts of breaks for the rows of one run, as they come in from the background. What has not been counted is undefined, and
 * then nothing is shown; what could not be counted is null. It refuses to know how counting is done.
 */
import type { BreakFlag, RowBreaks } from '../analysis/row-breaks';
import { BREAK_FLAGS, hasBreakFlag } from '../analysis/row-breaks';
import type { BreakCounts } from '../model/breaks';

export type BreakState =
  /** Not begun: the run is still being read, or others come first. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'counting'; readonly done: number; readonly total: number }
  | { readonly kind: 'complete' }
  /** Some rows have no counts. */
  | { readonly kind: 'failed'; readonly message: string };

/** Counts come in some hundred times; the list is put in order anew at most so often. */
const PUBLISHED_MILLISECONDS = 250;

export class RunBreaks {
  readonly #known: RowBreaks[] = [];
  readonly #flags: Record<BreakFlag, number> = {
    breaks: 0,
    'unexplained-breaks': 0,
    'form-breaks': 0,
    reprocessed: 0,
  };
  readonly #now: () => number;
  #published = -Infinity;
  #done = 0;
  #rows = $state.raw<readonly RowBreaks[]>([]);
  #state = $state.raw<BreakState>({ kind: 'waiting' });

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** By position of the run's rows; a new array whenever more are known. */
  get rows(): readonly RowBreaks[] {
    return this.#rows;
  }
  get state(): BreakState {
    return this.#state;
  }

  /** How many rows the flag holds for, of those counted so far. */
  count(flag: BreakFlag): number {
    void this.#rows;
    return this.#flags[flag];
  }

  /** `positions` and `counts` side by side. */
  put(positions: readonly number[], counts: readonly (BreakCounts | null)[], total: number): void {
    for (const [at, position] of positions.entries()) this.#set(position, counts[at] ?? null);
    if (this.#now() - this.#published < PUBLISHED_MILLISECONDS) return;
    this.#publish({ kind: 'counting', done: this.#done, total });
  }

  /** What they were derived from has changed: nothing is shown until they are counted anew. */
  forget(positions: readonly number[], total: number): void {
    for (const position of positions) this.#set(position, undefined);
    this.#publish({ kind: 'counting', done: this.#done, total });
  }

  end(state: Extract<BreakState, { kind: 'complete' | 'failed' }>): void {
    this.#publish(state);
  }

  #set(position: number, counts: RowBreaks): void {
    const before = this.#known[position];
    this.#known[position] = counts;
    this.#done += Number(counts !== undefined) - Number(before !== undefined);
    for (const flag of BREAK_FLAGS) {
      this.#flags[flag] += Number(hasBreakFlag(counts, flag)) - Number(hasBreakFlag(before, flag));
    }
  }

  #publish(state: BreakState): void {
    this.#published = this.#now();
    this.#rows = this.#known.slice();
    this.#state = state;
  }
}
