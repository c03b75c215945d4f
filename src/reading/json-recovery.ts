/**
 * Finds the next record behind a broken one: by how the records of this file begin their lines, else by counting
 * brackets. It holds only guesses, used once a record is known to be broken, and refuses to repair anything.
 */
import { isBlank } from './json-scanner';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where a record stands: by itself, or in the array that fills the file. */
export type Around = 'top' | 'array';

/** How the records of a file begin their lines: the indentation and the bracket. */
export class RecordLayout {
  #begin: Uint8Array | null = null;
  #around: Around = 'top';
  /** Undefined until one whole record was seen. */
  #ambiguous: boolean | undefined = undefined;

  /** The first record that begins a line sets the pattern. */
  learnPlace(around: Around, indentation: Uint8Array, opener: number): void {
    if (this.#begin !== null || (opener !== 0x7b && opener !== 0x5b)) return;
    if (indentation.length > LONGEST_INDENTATION) return;
    this.#begin = Uint8Array.of(...indentation, opener);
    this.#around = around;
  }

  /** A whole record with such a line inside makes the pattern useless. */
  learnInside(record: Uint8Array): void {
    if (this.#begin === null || this.#ambiguous !== undefined) return;
    this.#ambiguous = this.#find(record, 0, record.length) !== null;
  }

  get around(): Around {
    return this.#around;
  }

  get usable(): boolean {
    return this.#begin !== null && this.#ambiguous !== true;
  }

  /** Usable, and borne out by a whole record. */
  get known(): boolean {
    return this.#begin !== null && this.#ambiguous === false;
  }

  /** Whether a record begins on the line at `line`; undefined when too few bytes are there to tell. */
  beginsRecord(bytes: Uint8Array, line: number, end: number): boolean | undefined {
    const begin = this.#begin;
    if (begin === null) return false;
    for (let i = 0; i < begin.length; i += 1) {
      if (line + i >= end) return undefined;
      if (bytes[line + i] !== begin[i]) return false;
    }
    return true;
  }

  /** Whether the line closes the array around the records. */
  closesArray(bytes: Uint8Array, line: number, end: number): boolean {
    const indentation = Math.max((this.#begin?.length ?? 1) - 1, 1);
    for (let at = line; at < Math.min(end, line + indentation); at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x5d) return true;
      if (!isBlank(byte)) return false;
    }
    return false;
  }

  /** The first line behind `from` on which a record begins. */
  nextRecord(bytes: Uint8Array, from: number, end: number): number | null {
    return this.usable ? this.#find(bytes, from, end) : null;
  }

  #find(bytes: Uint8Array, from: number, end: number): number | null {
    for (
      let at = bytes.indexOf(LINE_FEED, from);
      at !== -1 && at < end;
      at = bytes.indexOf(LINE_FEED, at + 1)
    ) {
      if (this.beginsRecord(bytes, at + 1, end) === true) return at + 1;
    }
    return null;
  }
}

const LONGEST_INDENTATION = 64;

export interface LostStep {
  /** `wait`: more bytes are needed. `end`: the value ends before `at`. `record`: the next one begins on the line at `at`. */
  readonly kind: 'wait' | 'end' | 'record';
  readonly at: number;
}

/** A value behind its fault: brackets and texts are still counted, as long as they can be trusted. */
export class LostValue {
  readonly #inArray: boolean;
  #depth: number;
  #inText: boolean;
  #escaped = false;
  #trusted: boolean;

  constructor(around: Around, depth: number, inText: boolean, faulty: number) {
    this.#inArray = around === 'array';
    this.#depth = depth;
    this.#inText = inText;
    // A line feed inside a text, or a bracket that closes another kind: what is open is no longer known.
    const closesAnother = !inText && depth > 0 && (faulty === 0x5d || faulty === 0x7d);
    this.#trusted = !(inText && faulty < 0x20) && !closesAnother;
  }

  feed(bytes: Uint8Array, from: number, end: number, layout: RecordLayout, last: boolean): LostStep {
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === LINE_FEED) {
        const begins = layout.usable ? layout.beginsRecord(bytes, at + 1, end) : false;
        if (begins === undefined && !last) return { kind: 'wait', at };
        if (begins === true) return { kind: 'record', at: at + 1 };
        if (this.#inText) this.#trusted = false;
        if (this.#inArray && !this.#trusted && layout.closesArray(bytes, at + 1, end)) {
          return { kind: 'end', at: at + 1 };
        }
      }
      const over = this.#count(byte);
      if (over !== 'no') return { kind: 'end', at: over === 'behind' ? at + 1 : at };
    }
    return { kind: 'wait', at: end };
  }

  /** Whether the value is over, and on which side of this byte. */
  #count(byte: number): 'no' | 'before' | 'behind' {
    if (!this.#trusted) return 'no';
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inText = false;
      return 'no';
    }
    if (byte === QUOTE) this.#inText = true;
    else if (byte === 0x7b || byte === 0x5b) this.#depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      if (this.#depth === 0) return this.#inArray && byte === 0x5d ? 'before' : 'behind';
      this.#depth -= 1;
      if (this.#depth === 0) return 'behind';
    } else if (this.#depth === 0) {
      if (byte === LINE_FEED || (this.#inArray && byte === 0x2c)) return 'before';
    }
    return 'no';
  }
}
