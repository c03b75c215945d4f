/**
 * Keeps what is decoded while it passes by: the content goes on to the record scanner and, in pieces, to the page, which
 * joins the pieces into the bytes that offsets refer to. It refuses to know what is in them.
 */
import type { ImportNews } from './protocol';

/** A piece is sent at this size at the latest, so that a worker never holds much of a file. */
const PART_BYTES = 8 * 1024 * 1024;

export class DecodedParts {
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;
  readonly #report: (news: ImportNews) => void;

  constructor(report: (news: ImportNews) => void) {
    this.#report = report;
  }

  async *keep(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const chunk of chunks) {
      this.#pending.push(chunk);
      this.#size += chunk.length;
      if (this.#size >= PART_BYTES) this.send();
      yield chunk;
    }
    this.send();
  }

  send(): void {
    if (this.#size === 0) return;
    this.#report({ kind: 'part', bytes: new Blob(this.#pending) });
    this.#pending = [];
    this.#size = 0;
  }
}
