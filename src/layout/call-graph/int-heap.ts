/** The smallest of many whole numbers, again and again. It refuses to know what they stand for. */
export class IntHeap {
  readonly #values: number[] = [];

  get size(): number {
    return this.#values.length;
  }

  push(value: number): void {
    const values = this.#values;
    let at = values.length;
    values.push(value);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = values[above] ?? value;
      if (other <= value) break;
      values[at] = other;
      at = above;
    }
    values[at] = value;
  }

  /** Undefined when empty. */
  pop(): number | undefined {
    const values = this.#values;
    const smallest = values[0];
    const last = values.pop();
    if (smallest === undefined || last === undefined || values.length === 0) return smallest;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= values.length) break;
      if ((values[below + 1] ?? Infinity) < (values[below] ?? Infinity)) below += 1;
      const other = values[below] ?? last;
      if (other >= last) break;
      values[at] = other;
      at = below;
    }
    values[at] = last;
    return smallest;
  }
}
