/** How fast bytes come in and how long the rest will take, over the last seconds. It knows no clock of its own. */
const WINDOW_MILLISECONDS = 5_000;
const ENOUGH_MILLISECONDS = 500;

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

export class ProgressMeter {
  #samples: Sample[] = [];

  /** `rate` in bytes a second, `left` in seconds; null while too little is known. */
  measure(
    at: number,
    bytes: number,
    totalBytes: number,
  ): { readonly rate: number | null; readonly left: number | null } {
    this.#samples.push({ at, bytes });
    while (this.#samples.length > 2 && at - (this.#samples[1]?.at ?? at) > WINDOW_MILLISECONDS) {
      this.#samples.shift();
    }
    const [first] = this.#samples;
    if (first === undefined || at - first.at < ENOUGH_MILLISECONDS) return { rate: null, left: null };
    const rate = ((bytes - first.bytes) * 1000) / (at - first.at);
    return { rate, left: rate > 0 ? Math.max(0, totalBytes - bytes) / rate : null };
  }
}
