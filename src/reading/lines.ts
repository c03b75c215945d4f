/**
 * Cuts a stream of bytes into lines, at line feeds only, and gives those that are not blank as records. A line in one
 * chunk is a view, never a copy; a line too long for this engine is passed over without being held. It refuses to know
 * what a line holds.
 */
import type { ContainerRepair } from './container';
import { isBlank } from './json-scanner';
import { KEPT_OF_OVERLONG, LONGEST_RECORD, overlong } from './raw-record';
import type { FoundRecord } from './raw-record';

const LINE_FEED = 0x0a;

export interface LinesOptions {
  /** Offset of the first byte that will be pushed. */
  readonly byte: number;
  readonly longest?: number;
  /** Records that the container had to repair. */
  readonly repaired?: ContainerRepair;
}

export class LineSplitter {
  readonly #longest: number;
  readonly #repaired: ContainerRepair;
  #line = 1;
  /** Offset of the line's first byte, and of the next byte to come. */
  #start: number;
  #next: number;
  /** The line so far, from earlier chunks; emptied once it is too long. */
  #pieces: Uint8Array[] = [];

  constructor(options: LinesOptions) {
    this.#longest = options.longest ?? LONGEST_RECORD;
    this.#repaired = options.repaired ?? 'none';
    this.#start = options.byte;
    this.#next = options.byte;
  }

  /** Lines begun so far, the present one included once it has a byte. */
  get lines(): number {
    return this.#start === this.#next ? this.#line - 1 : this.#line;
  }

  /** Offset of the present line's first byte. */
  get lineStart(): number {
    return this.#start;
  }

  push(chunk: Uint8Array): readonly FoundRecord[] {
    const found: FoundRecord[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      this.#endLine(chunk.subarray(from, at), true, found);
      from = at + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
    return found;
  }

  /** The content is at its end: what is held is a line without a line feed. */
  end(): readonly FoundRecord[] {
    const found: FoundRecord[] = [];
    if (this.#start < this.#next) this.#endLine(new Uint8Array(0), false, found);
    return found;
  }

  #hold(piece: Uint8Array): void {
    this.#next += piece.length;
    if (this.#next - this.#start > this.#longest) this.#pieces = [this.#beginning(piece)];
    else this.#pieces.push(piece);
  }

  #endLine(rest: Uint8Array, terminated: boolean, found: FoundRecord[]): void {
    const byte = this.#start;
    const line = this.#line;
    const length = this.#next + rest.length - byte;
    if (length > this.#longest) found.push(overlong(line, byte, length, this.#beginning(rest)));
    else {
      const bytes = this.#whole(rest, length);
      if (!isBlankLine(bytes)) {
        const repaired = this.#repaired === 'all' || (this.#repaired === 'first-line' && line === 1);
        found.push({ kind: 'record', line, byte, bytes, terminated, repaired });
      }
    }
    this.#pieces = [];
    this.#next += rest.length + (terminated ? 1 : 0);
    this.#start = this.#next;
    this.#line += 1;
  }

  #whole(rest: Uint8Array, length: number): Uint8Array {
    if (this.#pieces.length === 0) return rest;
    const whole = new Uint8Array(length);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    whole.set(rest, at);
    return whole;
  }

  #beginning(last: Uint8Array): Uint8Array {
    const beginning = new Uint8Array(KEPT_OF_OVERLONG);
    let at = 0;
    for (const piece of [...this.#pieces, last]) {
      const part = piece.subarray(0, KEPT_OF_OVERLONG - at);
      beginning.set(part, at);
      at += part.length;
    }
    return beginning.subarray(0, at);
  }
}

function isBlankLine(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (!isBlank(byte)) return false;
  return true;
}
