/**
 * A stretch of a stream that grows at its end and is let go at its beginning, addressed by offsets in the stream. What was
 * handed out stays valid: bytes are never overwritten. It refuses to know what the bytes are.
 */
export class ByteWindow {
  #buffer: Uint8Array = new Uint8Array(0);
  /** Where in the buffer the held bytes lie, and the stream's offset of the first. */
  #from = 0;
  #to = 0;
  #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#start + (this.#to - this.#from);
  }

  /** Taken as it is when nothing is held, else copied behind what is. */
  append(chunk: Uint8Array): void {
    if (this.#from === this.#to) {
      this.#buffer = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
      this.#from = 0;
      this.#to = chunk.length;
      return;
    }
    const held = this.#to - this.#from;
    if (this.#to + chunk.length > this.#buffer.length) {
      const wider = new Uint8Array(Math.max(held + chunk.length, Math.min(held * 2, held + WIDEST_GAP)));
      wider.set(this.#buffer.subarray(this.#from, this.#to));
      this.#buffer = wider;
      this.#from = 0;
      this.#to = held;
    }
    this.#buffer.set(chunk, this.#to);
    this.#to += chunk.length;
  }

  /** Lets go of everything before the offset. */
  release(offset: number): void {
    this.#from += offset - this.#start;
    this.#start = offset;
  }

  slice(from: number, to: number): Uint8Array {
    const shift = this.#from - this.#start;
    return this.#buffer.subarray(from + shift, to + shift);
  }

  at(offset: number): number {
    return this.#buffer[offset - this.#start + this.#from] ?? 0;
  }

  /** For loops that must not pay for a call by the byte: the buffer, and what to add to an offset. */
  get view(): { readonly bytes: Uint8Array; readonly shift: number } {
    return { bytes: this.#buffer, shift: this.#from - this.#start };
  }
}

/** Growing by doubling would hold a record of hundreds of megabytes twice; beyond this it grows by steps. */
const WIDEST_GAP = 64 * 1024 * 1024;
