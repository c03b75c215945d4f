/**
 * Which column a stretch goes into, so that stretches of one column never overlap: the first that is free, from a given
 * one on. It refuses to know what the stretches are.
 */

/** Beyond this many tries a new column is opened: thousands side by side must not cost their square. */
const MOST_TRIES = 600;

interface Column {
  /** Ascending, none overlapping. */
  readonly starts: number[];
  readonly ends: number[];
}

export class Columns {
  readonly #columns: Column[] = [];

  get count(): number {
    return this.#columns.length;
  }

  /** Both ends belong to the stretch. */
  place(start: number, end: number, from: number): number {
    const most = Math.min(this.#columns.length, from + MOST_TRIES);
    for (let column = from; column < most; column += 1) {
      if (this.#fits(column, start, end)) return column;
    }
    let column = Math.max(from, this.#columns.length);
    if (most < this.#columns.length) column = this.#columns.length;
    while (this.#columns.length <= column) this.#columns.push({ starts: [], ends: [] });
    this.#fits(column, start, end);
    return column;
  }

  #fits(index: number, start: number, end: number): boolean {
    const column = this.#columns[index];
    if (column === undefined) return false;
    const { starts, ends } = column;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    if (low > 0 && (ends[low - 1] ?? 0) >= start) return false;
    if (low < starts.length && (starts[low] ?? 0) <= end) return false;
    starts.splice(low, 0, start);
    ends.splice(low, 0, end);
    return true;
  }
}
