/**
 * Empties what is long in a record and no row of the list needs, before it is parsed: token arrays, and the texts of
 * messages. What goes is walked over byte by byte and is valid JSON and UTF-8, so the shorter record parses exactly when
 * the whole one does. It refuses to know what any of it means.
 */
import { isBlank } from './json-scanner';
import { endOfSimpleArray } from './simple-array';
import { endOfString } from './string-end';
import { SHORTEST_ARRAY, TOKEN_KEYS } from './token-arrays';

/** Texts inside a node: what they say is in no row and decides nothing that is. */
const TEXT_KEYS: ReadonlySet<string> = new Set([
  'content',
  'text',
  'reasoning_content',
  'reasoning',
  'arguments',
]);

/** Shorter ones cost less to parse than to leave out. */
const SHORTEST_TEXT = 64;
const SMALLEST_RECORD = 2048;

/** Looking costs a part of parsing: where this much of a record, and so many bytes, held nothing to empty, it ends. */
const SHARE_IN_VAIN = 1 / 8;
const BYTES_IN_VAIN = 4096;

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The record so shortened, or null when that is not worth it, or something is odd about it. */
export function outlineOf(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < SMALLEST_RECORD) return null;
  return new Outline(bytes).shortened();
}

class Outline {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** How many objects and lists are open. */
  #depth = 0;
  /** The depth inside `traces`, and inside the `nodes` of a trace; 0 where we are in none. */
  #traces = 0;
  #nodes = 0;
  readonly #kept: Uint8Array[] = [];
  #length = 0;
  #from = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  shortened(): Uint8Array | null {
    const bytes = this.#bytes;
    const inVain = Math.max(BYTES_IN_VAIN, bytes.length * SHARE_IN_VAIN);
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        const end = endOfString(bytes, this.#view, at);
        if (end === -1) return null;
        at = this.#behindKey(at, end);
        if (at === -1 || at - this.#emptied > inVain) return null;
        continue;
      }
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close();
      at += 1;
    }
    return this.#joined();
  }

  /** Bytes left out so far. */
  get #emptied(): number {
    return this.#from - this.#length;
  }

  /** Behind a string, and behind its value where it is a key of one that is long; -1 where something is odd. */
  #behindKey(start: number, end: number): number {
    const bytes = this.#bytes;
    const colon = skipBlanks(bytes, end);
    if (bytes[colon] !== COLON) return end;
    const value = skipBlanks(bytes, colon + 1);
    if (bytes[value] === QUOTE) {
      const behind = endOfString(bytes, this.#view, value);
      if (this.#nodes > 0 && behind - value >= SHORTEST_TEXT && TEXT_KEYS.has(this.#name(start, end))) {
        this.#empty(value, behind);
      }
      return behind;
    }
    if (bytes[value] !== OPEN_LIST) return value;
    const name = this.#name(start, end);
    if (TOKEN_KEYS.has(name)) {
      const behind = endOfSimpleArray(bytes, this.#view, value);
      if (behind - value >= SHORTEST_ARRAY) this.#empty(value, behind);
      return behind === -1 ? value : behind;
    }
    const inTrace = this.#depth === 1 || (this.#traces > 0 && this.#depth === 3);
    if (name === 'traces' && this.#depth === 1) this.#traces = 2;
    else if (name === 'nodes' && inTrace) this.#nodes = this.#depth + 1;
    return value;
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#depth < this.#nodes) this.#nodes = 0;
    if (this.#depth < this.#traces) this.#traces = 0;
  }

  /** What it is called; longer names than we know are as good as none. */
  #name(start: number, end: number): string {
    if (end - start - 2 > LONGEST_KEY) return '';
    return String.fromCharCode(...this.#bytes.subarray(start + 1, end - 1));
  }

  /** Leaves of a string or list only what it stands between. */
  #empty(open: number, behind: number): void {
    this.#keep(open + 1);
    this.#from = behind - 1;
  }

  #keep(until: number): void {
    this.#kept.push(this.#bytes.subarray(this.#from, until));
    this.#length += until - this.#from;
  }

  #joined(): Uint8Array | null {
    if (this.#kept.length === 0) return null;
    this.#keep(this.#bytes.length);
    const shorter = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#kept) {
      shorter.set(piece, at);
      at += piece.length;
    }
    return shorter;
  }
}

const LONGEST_KEY = 18;

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(bytes[at] ?? 0)) at += 1;
  return at;
}
