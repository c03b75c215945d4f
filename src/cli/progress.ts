/** One line on standard error that says how far reading has come; only where a person watches. */
import type { Writable } from 'node:stream';

const EVERY_MILLISECONDS = 100;
const CLEAR_LINE = '\r\u001b[K';

export class Progress {
  readonly #stream: Writable | null;
  readonly #now: () => number;
  #drawnAt = -Infinity;

  /** Null draws nothing. */
  constructor(stream: Writable | null, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
  }

  update(name: string, taken: number, size: number, records: number): void {
    const now = this.#now();
    if (this.#stream === null || now - this.#drawnAt < EVERY_MILLISECONDS) return;
    this.#drawnAt = now;
    // Finding out what a file is may read its head twice.
    const percent = size === 0 ? 100 : Math.min(100, Math.floor((taken / size) * 100));
    this.#stream.write(
      `${CLEAR_LINE}${name}  ${percent} %  ${records} ${records === 1 ? 'record' : 'records'}`,
    );
  }

  clear(): void {
    if (this.#stream === null || this.#drawnAt === -Infinity) return;
    this.#drawnAt = -Infinity;
    this.#stream.write(CLEAR_LINE);
  }
}
