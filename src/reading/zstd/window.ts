/**
 * The content of a frame as far back as its sequences may look, and what of it has not been taken yet. It grows with the
 * content up to the window and a margin, then slides. It refuses to know what is written.
 */

/** The least margin: what is moved when the window slides must be little beside what was written since. */
const MARGIN_BYTES = 4 * 1024 * 1024;
const SMALLEST_BUFFER = 64 * 1024;

export class ContentWindow {
  /** So much is kept when it slides; a content that fits whole never does. */
  #window = 0;
  /** More than this is never held. */
  #most = 0;
  #bytes = new Uint8Array(0);
  #end = 0;
  #taken = 0;

  /** A new frame; `size` where the frame names it. The buffer is used again. */
  begin(window: number, size: number | null): void {
    const most = window + Math.max(window >> 1, MARGIN_BYTES);
    const whole = size !== null && size <= most;
    this.#window = whole ? size : window;
    this.#most = whole ? size : most;
    this.#end = 0;
    this.#taken = 0;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Where the content ends in `bytes`; what may be looked back at begins at 0. */
  get end(): number {
    return this.#end;
  }

  /** Written, and not taken. */
  get pending(): number {
    return this.#end - this.#taken;
  }

  /** Makes room for `count` bytes, or for as many as the content may still have; gives the end of the room. */
  reserve(count: number): number {
    const kept = Math.max(this.#window, this.pending);
    if (this.#end + count > this.#most && this.#end > kept) {
      this.#bytes.copyWithin(0, this.#end - kept, this.#end);
      this.#taken -= this.#end - kept;
      this.#end = kept;
    }
    const needed = Math.min(this.#end + count, this.#most);
    if (needed > this.#bytes.length) {
      const ample = Math.max(this.#bytes.length * 2, SMALLEST_BUFFER);
      const wider = new Uint8Array(Math.max(needed, Math.min(ample, this.#most)));
      wider.set(this.#bytes.subarray(0, this.#end));
      this.#bytes = wider;
    }
    return needed;
  }

  /** What was written up to `end` in `bytes` belongs to the content. */
  written(end: number): void {
    this.#end = end;
  }

  /** A copy of what is pending. */
  take(): Uint8Array<ArrayBuffer> {
    const piece = this.#bytes.slice(this.#taken, this.#end);
    this.#taken = this.#end;
    return piece;
  }
}
