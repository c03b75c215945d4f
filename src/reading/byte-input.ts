/** A stream of chunks read by demand: so many bytes at hand, look, move on. It refuses to know what the bytes are. */
import { ByteWindow } from './byte-window';

export class ByteInput {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #window = new ByteWindow(0);
  #over = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Bytes passed so far. */
  get at(): number {
    return this.#window.start;
  }

  /** Everything at hand from here on. */
  get held(): Uint8Array {
    return this.#window.slice(this.#window.start, this.#window.end);
  }

  /** Whether so many bytes follow; they are at hand then. */
  async has(count: number): Promise<boolean> {
    while (this.#window.end - this.#window.start < count && (await this.#more()));
    return this.#window.end - this.#window.start >= count;
  }

  /** A little-endian word, of bytes that are at hand. */
  word(at: number): number {
    return new DataView(this.held.buffer, this.held.byteOffset + at, 4).getUint32(0, true);
  }

  /** Passes so many bytes without holding them; false when the stream ends before. */
  async skip(count: number): Promise<boolean> {
    let left = count;
    for (;;) {
      const step = Math.min(left, this.#window.end - this.#window.start);
      this.#window.release(this.#window.start + step);
      left -= step;
      if (left === 0) return true;
      if (!(await this.#more())) return false;
    }
  }

  async #more(): Promise<boolean> {
    if (this.#over) return false;
    const next = await this.#chunks.next();
    if (next.done === true) this.#over = true;
    else this.#window.append(next.value);
    return !this.#over;
  }
}
