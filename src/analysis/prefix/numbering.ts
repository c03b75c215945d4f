/** Numbers for keys, from 1, equal exactly when the keys are equal. It refuses to know what the keys stand for. */
export class Numbering<Key> {
  readonly #numbers = new Map<Key, number>();

  of(key: Key): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }

  get size(): number {
    return this.#numbers.size;
  }
}

/** Numbers for sequences that each go one step on from another: 0 is the empty one. */
export class SequenceNumbering {
  readonly #steps = new Numbering<number>();
  /** Steps are below this. */
  readonly #base: number;

  constructor(base: number) {
    this.#base = base;
  }

  after(sequence: number, step: number): number {
    // Exact: both are counts of things in memory, far below the square root of 2^53.
    return this.#steps.of(sequence * this.#base + step);
  }
}
