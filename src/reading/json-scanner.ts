/**
 * Walks the bytes of one JSON value, piece by piece, and says where it ends or where and why it stops being JSON. Bare
 * NaN and infinities are let through and listed. It builds nothing, recurses over nothing, and refuses to know what a
 * value means. Positions count from the first byte fed.
 */

/** A bare NaN, Infinity or -Infinity outside a text. */
export interface NonFinite {
  readonly at: number;
  readonly word: NonFiniteWord;
}
export type NonFiniteWord = 'NaN' | 'Infinity' | '-Infinity';

export type ScanState =
  | { readonly kind: 'running' }
  /** `end` is the position behind the value. */
  | { readonly kind: 'whole'; readonly end: number }
  | { readonly kind: 'fault'; readonly at: number; readonly cause: string };

const VALUE = 0;
const VALUE_OR_CLOSE = 1;
const KEY = 2;
const KEY_OR_CLOSE = 3;
const COLON = 4;
const AFTER = 5;
const TEXT = 6;
const ESCAPE = 7;
const HEX = 8;
const WORD = 9;
const NUMBER = 10;

/** Where a number stands: behind its sign, a leading zero, digits, the point, a fraction, e, its sign, its digits. */
const SIGN = 0;
const ZERO = 1;
const WHOLE = 2;
const POINT = 3;
const FRACTION = 4;
const E = 5;
const E_SIGN = 6;
const EXPONENT = 7;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ARRAY = 0;
const OBJECT = 1;

const WORDS = new Map<number, string>([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null'],
  [0x4e, 'NaN'],
  [0x49, 'Infinity'],
]);

export class JsonScanner {
  #mode = VALUE;
  #number = SIGN;
  #word = '';
  #wordAt = 0;
  #hex = 0;
  #isKey = false;
  #stack = new Uint8Array(64);
  #depth = 0;
  /** Bytes fed in earlier pieces. */
  #before = 0;
  #state: ScanState = { kind: 'running' };
  readonly #nonFinite: NonFinite[] = [];

  get state(): ScanState {
    return this.#state;
  }

  get nonFinite(): readonly NonFinite[] {
    return this.#nonFinite;
  }

  /** Open brackets. */
  get depth(): number {
    return this.#depth;
  }

  get inText(): boolean {
    return this.#mode === TEXT || this.#mode === ESCAPE || this.#mode === HEX;
  }

  /** A comma in an object was the last thing seen: a bracket here means that a closing one was lost. */
  get expectsKey(): boolean {
    return this.#mode === KEY;
  }

  /** Feeds bytes[from, to); nothing happens once the state is not `running`. */
  feed(bytes: Uint8Array, from: number, to: number): ScanState {
    const base = this.#before - from;
    let at = from;
    while (at < to && this.#state.kind === 'running') {
      const byte = bytes[at] ?? 0;
      switch (this.#mode) {
        case TEXT:
          at = this.#text(bytes, at, to, base);
          continue;
        case ESCAPE:
          this.#escape(byte, base + at);
          break;
        case HEX:
          if (!isHex(byte)) this.#fault(base + at, '\\u must be followed by four hexadecimal digits');
          else if (++this.#hex === 4) this.#mode = TEXT;
          break;
        case WORD:
          if (byte !== this.#word.charCodeAt(this.#wordAt)) this.#fault(base + at, 'this is no JSON value');
          else if (++this.#wordAt === this.#word.length) this.#endWord(base + at + 1);
          break;
        case NUMBER:
          if (!this.#digit(byte, base + at)) continue; // the byte behind a number belongs to what follows
          break;
        default:
          if (!isBlank(byte)) this.#token(byte, base + at);
      }
      at += 1;
    }
    this.#before = base + at;
    return this.#state;
  }

  /** No more bytes will come. */
  finish(): ScanState {
    if (this.#state.kind !== 'running') return this.#state;
    if (this.#mode === NUMBER && this.#depth === 0 && isWholeNumber(this.#number))
      this.#endValue(this.#before);
    else if (this.inText) this.#fault(this.#before, 'it ends inside a text');
    else if (this.#depth > 0) this.#fault(this.#before, `it ends with ${this.#depth} open brackets`);
    else this.#fault(this.#before, 'it ends before a value');
    return this.#state;
  }

  #text(bytes: Uint8Array, from: number, to: number, base: number): number {
    let at = from;
    for (; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        if (this.#isKey) this.#mode = COLON;
        else this.#endValue(base + at + 1);
        return at + 1;
      }
      if (byte === BACKSLASH) {
        this.#mode = ESCAPE;
        return at + 1;
      }
      if (byte < 0x20) {
        this.#fault(base + at, `a raw control character (${codePoint(byte)}) stands inside a text`);
        return at + 1;
      }
    }
    return at;
  }

  #escape(byte: number, at: number): void {
    if (byte === 0x75) {
      this.#mode = HEX;
      this.#hex = 0;
    } else if ('"\\/bfnrt'.includes(String.fromCharCode(byte))) this.#mode = TEXT;
    else this.#fault(at, 'a backslash is followed by no known escape');
  }

  #token(byte: number, at: number): void {
    switch (this.#mode) {
      case VALUE:
        this.#value(byte, at);
        return;
      case VALUE_OR_CLOSE:
        if (byte === 0x5d) this.#close(ARRAY, at);
        else this.#value(byte, at);
        return;
      case KEY_OR_CLOSE:
        if (byte === 0x7d) this.#close(OBJECT, at);
        else this.#key(byte, at, 'a key in quotes or } was expected');
        return;
      case KEY:
        this.#key(byte, at, 'a key in quotes was expected');
        return;
      case COLON:
        if (byte === 0x3a) this.#mode = VALUE;
        else this.#fault(at, 'a colon was expected behind the key');
        return;
      default:
        this.#after(byte, at);
    }
  }

  #key(byte: number, at: number, cause: string): void {
    if (byte !== QUOTE) {
      this.#fault(at, cause);
      return;
    }
    this.#isKey = true;
    this.#mode = TEXT;
  }

  #value(byte: number, at: number): void {
    if (byte === QUOTE) {
      this.#isKey = false;
      this.#mode = TEXT;
    } else if (byte === 0x7b) this.#open(OBJECT, KEY_OR_CLOSE);
    else if (byte === 0x5b) this.#open(ARRAY, VALUE_OR_CLOSE);
    else if (byte === 0x2d) this.#startNumber(SIGN);
    else if (byte === 0x30) this.#startNumber(ZERO);
    else if (isDigit(byte)) this.#startNumber(WHOLE);
    else {
      const word = WORDS.get(byte);
      if (word === undefined) this.#fault(at, 'a value was expected');
      else this.#startWord(word, 1);
    }
  }

  #startNumber(state: number): void {
    this.#mode = NUMBER;
    this.#number = state;
  }

  #startWord(word: string, at: number): void {
    this.#mode = WORD;
    this.#word = word;
    this.#wordAt = at;
  }

  #endWord(end: number): void {
    const word = this.#word;
    if (word === 'NaN' || word === 'Infinity' || word === '-Infinity') {
      this.#nonFinite.push({ at: end - word.length, word });
    }
    this.#endValue(end);
  }

  /** False: the number ended before this byte, which is still to be read. */
  #digit(byte: number, at: number): boolean {
    const next = nextInNumber(this.#number, byte);
    if (next >= 0) this.#number = next;
    else if (this.#number === SIGN && byte === 0x49) this.#startWord('-Infinity', 2);
    else if (isWholeNumber(this.#number)) {
      this.#endValue(at);
      return false;
    } else this.#fault(at, 'a digit was expected');
    return true;
  }

  #after(byte: number, at: number): void {
    const inside = this.#stack[this.#depth - 1];
    if (byte === 0x2c) this.#mode = inside === OBJECT ? KEY : VALUE;
    else if (byte === 0x7d && inside === OBJECT) this.#close(OBJECT, at);
    else if (byte === 0x5d && inside === ARRAY) this.#close(ARRAY, at);
    else this.#fault(at, inside === OBJECT ? 'a comma or } was expected' : 'a comma or ] was expected');
  }

  #open(bracket: number, mode: number): void {
    if (this.#depth === this.#stack.length) {
      const wider = new Uint8Array(this.#depth * 2);
      wider.set(this.#stack);
      this.#stack = wider;
    }
    this.#stack[this.#depth] = bracket;
    this.#depth += 1;
    this.#mode = mode;
  }

  #close(bracket: number, at: number): void {
    if (this.#stack[this.#depth - 1] !== bracket) {
      this.#fault(at, 'this bracket closes another kind');
      return;
    }
    this.#depth -= 1;
    this.#endValue(at + 1);
  }

  #endValue(end: number): void {
    if (this.#depth === 0) this.#state = { kind: 'whole', end };
    else this.#mode = AFTER;
  }

  #fault(at: number, cause: string): void {
    this.#state = { kind: 'fault', at, cause };
  }
}

function nextInNumber(state: number, byte: number): number {
  if (isDigit(byte)) {
    switch (state) {
      case SIGN:
        return byte === 0x30 ? ZERO : WHOLE;
      case ZERO:
        return -1;
      case WHOLE:
        return WHOLE;
      case POINT:
      case FRACTION:
        return FRACTION;
      default:
        return EXPONENT;
    }
  }
  if (byte === 0x2e && (state === ZERO || state === WHOLE)) return POINT;
  if ((byte === 0x65 || byte === 0x45) && (state === ZERO || state === WHOLE || state === FRACTION)) return E;
  if ((byte === 0x2b || byte === 0x2d) && state === E) return E_SIGN;
  return -1;
}

function isWholeNumber(state: number): boolean {
  return state === ZERO || state === WHOLE || state === FRACTION || state === EXPONENT;
}

/** Blank in JSON and between records: space, tab, line feed, carriage return; nothing else. */
export function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function codePoint(byte: number): string {
  return 'U+' + byte.toString(16).toUpperCase().padStart(4, '0');
}
