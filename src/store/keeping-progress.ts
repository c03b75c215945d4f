/** Shows how far the keeping of a run is: digests and bytes, added up into one bar. It keeps nothing itself. */
import { ProgressMeter } from './progress-meter';
import { Pulse } from './pulse';
import type { OpenRun } from './run.svelte';

const BEAT_MILLISECONDS = 250;

export class KeepingProgress {
  readonly #run: OpenRun;
  readonly #records: number;
  readonly #totalBytes: number;
  readonly #meter = new ProgressMeter();
  readonly #pulse = new Pulse(
    () => this.#show(),
    () => BEAT_MILLISECONDS,
  );
  #digested = 0;
  #put = 0;

  constructor(run: OpenRun) {
    this.#run = run;
    let records = 0;
    let bytes = 0;
    for (const source of run.sources) {
      records += source.records.total;
      bytes += source.size + run.blob(source.index).size;
    }
    this.#records = records;
    this.#totalBytes = bytes;
    this.#show();
  }

  readonly digested = (bytes: number): void => {
    this.#digested = bytes;
    this.#pulse.touch();
  };

  readonly put = (bytes: number): void => {
    this.#put = bytes;
    this.#pulse.touch();
  };

  stop(): void {
    this.#pulse.stop();
  }

  #show(): void {
    const bytes = this.#digested + this.#put;
    const totalBytes = this.#totalBytes;
    const pace = this.#meter.measure(performance.now(), bytes, totalBytes);
    const progress = { step: 'storing', bytes, totalBytes, records: this.#records, ...pace } as const;
    this.#run.become({ kind: 'importing', progress });
  }
}
