/** Text to a stream, as fast as it is taken and no faster. A reader that goes away is an end, not a failure. */
import type { Writable } from 'node:stream';

/** The disk is full, or the like: not a fault of ours, so it is reported. */
export class OutputFailed extends Error {
  override readonly name = 'OutputFailed';
}

export class Output {
  readonly #stream: Writable;
  #pending = '';
  #gone = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    // Each write learns of its own failure; the event alone would end the process.
    stream.on('error', (error) => {
      if (isGone(error)) this.#gone = true;
    });
  }

  /** Nobody reads any more; what is written is dropped. */
  get gone(): boolean {
    return this.#gone;
  }

  async write(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= ENOUGH) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = '';
    if (text === '' || this.#gone) return;
    // Files fail a moment later, and pipes that are full say so: both are waited for.
    const failure = await new Promise<Error | null | undefined>((resolve) => {
      this.#stream.write(text, resolve);
    });
    if (isGone(failure)) this.#gone = true;
    else if (failure) throw new OutputFailed(failure.message, { cause: failure });
  }
}

/** One write for many lines: a system call for each would take longer than reading. */
const ENOUGH = 64 * 1024;

function isGone(error: Error | null | undefined): boolean {
  if (!error) return false;
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
