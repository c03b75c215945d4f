/**
 * Turns many small changes into few updates of the screen: the first at once, later ones apart. It refuses to know what is
 * updated.
 */
export class Pulse {
  readonly #beat: () => void;
  readonly #spacing: () => number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #last = -Infinity;

  /** `spacing` in milliseconds, asked before each beat: it may grow with what a beat costs. */
  constructor(beat: () => void, spacing: () => number) {
    this.#beat = beat;
    this.#spacing = spacing;
  }

  touch(): void {
    if (this.#timer !== null) return;
    const wait = Math.max(0, this.#last + this.#spacing() - performance.now());
    this.#timer = setTimeout(() => this.flush(), wait);
  }

  /** Beats now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#last = performance.now();
    this.#beat();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
