/**
 * Keeps what is decoded while it passes by and sends it to the page in pieces, which joins them into the bytes that offsets
 * refer to. It refuses to know what is in them, except where lines end.
 */
import { FIRST_RANGE_BYTES } from './ranges';
import type { ImportNews } from './protocol';

/** A piece is sent at this size at the latest, so that a worker never holds much of a file. */
const PART_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;

export class DecodedParts {
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;
  /** Behind the last line feed of what is pending. */
  #lines = 0;
  /** The first piece is small: rows can be made of it while the second is decoded. */
  #due = FIRST_RANGE_BYTES;
  readonly #report: (news: ImportNews) => void;

  constructor(report: (news: ImportNews) => void) {
    this.#report = report;
  }

  async *keep(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
    this.send();
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    const feed = chunk.lastIndexOf(LINE_FEED);
    if (feed !== -1) this.#lines = this.#size + feed + 1;
    this.#pending.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= this.#due) this.send();
  }

  send(): void {
    if (this.#size === 0) return;
    this.#report({ kind: 'part', bytes: new Blob(this.#pending), lines: this.#lines });
    this.#pending = [];
    this.#size = 0;
    this.#lines = 0;
    this.#due = PART_BYTES;
  }
}
