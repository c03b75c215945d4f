/** Text to a stream, as fast as it is taken and no faster. A reader that goes away is an end, not a failure. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

export class Output {
  readonly #stream: Writable;
  #pending = '';
  #gone = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', (error) => {
      if (!isGone(error)) throw error;
      this.#gone = true;
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
    if (text === '' || this.#gone || this.#stream.write(text)) return;
    // `once` rejects on an error of the stream, which the listener above has judged.
    await once(this.#stream, 'drain').catch(() => undefined);
  }
}

/** One write for many lines: a system call for each would take longer than reading. */
const ENOUGH = 64 * 1024;

function isGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
