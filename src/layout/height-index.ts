/**
 * Heights of many rows, most of them guessed, and the two questions asked of them: where does row `i` begin, and which row
 * lies at an offset. A Fenwick tree answers both in logarithmic time, also while heights become known. It refuses to know
 * what a row shows.
 */
export class HeightIndex {
  readonly count: number;
  /** Fenwick tree over the heights; entry 0 is unused. */
  readonly #sums: Float64Array;
  readonly #heights: Float64Array;
  readonly #measured: Uint8Array;
  readonly #step: number;

  constructor(count: number, estimate: (index: number) => number) {
    this.count = count;
    this.#heights = new Float64Array(count);
    this.#measured = new Uint8Array(count);
    this.#sums = new Float64Array(count + 1);
    for (let index = 0; index < count; index += 1) {
      const height = Math.max(1, estimate(index));
      this.#heights[index] = height;
      this.#sums[index + 1] = height;
    }
    // Built in one pass: every entry adds itself to the next entry that covers it.
    for (let at = 1; at <= count; at += 1) {
      const parent = at + (at & -at);
      if (parent <= count) this.#sums[parent] = (this.#sums[parent] ?? 0) + (this.#sums[at] ?? 0);
    }
    let step = 1;
    while (step * 2 <= count) step *= 2;
    this.#step = step;
  }

  get total(): number {
    return this.offsetOf(this.count);
  }

  /** The sum of the heights before `index`; the total for `count`. */
  offsetOf(index: number): number {
    let sum = 0;
    for (let at = Math.min(Math.max(0, index), this.count); at > 0; at -= at & -at)
      sum += this.#sums[at] ?? 0;
    return sum;
  }

  heightOf(index: number): number {
    return this.#heights[index] ?? 0;
  }

  isMeasured(index: number): boolean {
    return this.#measured[index] === 1;
  }

  /** The row that covers an offset: the first for offsets before the beginning, the last for those after the end. */
  rowAt(offset: number): number {
    let left = offset;
    let row = 0;
    for (let step = this.#step; step > 0; step >>= 1) {
      const next = row + step;
      const sum = this.#sums[next];
      if (next <= this.count && sum !== undefined && sum <= left) {
        row = next;
        left -= sum;
      }
    }
    return Math.max(0, Math.min(row, this.count - 1));
  }

  /** Takes a measured height and answers by how much the row grew. */
  measure(index: number, height: number): number {
    if (index < 0 || index >= this.count) return 0;
    const grown = height - this.heightOf(index);
    this.#measured[index] = 1;
    if (grown === 0) return 0;
    this.#heights[index] = height;
    for (let at = index + 1; at <= this.count; at += at & -at) this.#sums[at] = (this.#sums[at] ?? 0) + grown;
    return grown;
  }
}
