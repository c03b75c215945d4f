/**
 * JSON text as bytes, walked without parsing it: where a value ends, what lies in a container, where a pointer leads. It
 * counts instead of recursing, so depth costs nothing, and shows every literal as it is spelled. Damaged text gives
 * `broken` values and never an endless walk.
 */
import type { JsonPointer } from '../../model/json';
import { pointerSegments, pointerTo } from '../../model/json';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'literal' | 'broken';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ValueSpan extends Span {
  readonly kind: ValueKind;
  /** Entries of a container, 0 for all else. */
  readonly size: number;
}

export interface EntrySpan {
  /** Quotes included; null in an array. */
  readonly key: Span | null;
  readonly index: number;
  readonly value: ValueSpan;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function skipBlank(bytes: Uint8Array, at: number): number {
  let next = at;
  while (isBlank(bytes[next])) next += 1;
  return next;
}

/** One past the closing quote of the string that opens at `at`; the end of the bytes where it never closes. */
export function skipString(bytes: Uint8Array, at: number): number {
  let from = at + 1;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote < 0) return bytes.length;
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH && quote - 1 - slashes > at) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

/** The value that begins at `at`, blanks before it not included. */
export function valueAt(bytes: Uint8Array, at: number): ValueSpan {
  const first = bytes[at];
  if (first === QUOTE) return { kind: 'string', start: at, end: skipString(bytes, at), size: 0 };
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) return containerAt(bytes, at);
  let end = at;
  while (end < bytes.length && !isDelimiter(bytes[end])) end += 1;
  // A delimiter where a value should be: take nothing but do not stand still.
  if (end === at) return { kind: 'broken', start: at, end: at, size: 0 };
  return { kind: scalarKind(bytes, at, end), start: at, end, size: 0 };
}

function isDelimiter(byte: number | undefined): boolean {
  return (
    isBlank(byte) ||
    byte === COMMA ||
    byte === COLON ||
    byte === CLOSE_ARRAY ||
    byte === CLOSE_OBJECT ||
    byte === OPEN_ARRAY ||
    byte === OPEN_OBJECT ||
    byte === QUOTE
  );
}

function scalarKind(bytes: Uint8Array, start: number, end: number): ValueKind {
  const first = bytes[start] ?? 0;
  if ((first >= 0x30 && first <= 0x39) || first === 0x2d) return 'number';
  const word = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 12)));
  if (word === 'true' || word === 'false' || word === 'null') return 'literal';
  return word === 'NaN' || word === 'Infinity' ? 'number' : 'broken';
}

function containerAt(bytes: Uint8Array, start: number): ValueSpan {
  const kind = bytes[start] === OPEN_OBJECT ? 'object' : 'array';
  let depth = 0;
  let commas = 0;
  let filled = false;
  let at = start;
  while (at < bytes.length) {
    switch (bytes[at]) {
      case QUOTE:
        if (depth === 1) filled = true;
        at = skipString(bytes, at);
        continue;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        if (depth === 1) filled = true;
        depth += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        depth -= 1;
        if (depth === 0) return { kind, start, end: at + 1, size: filled ? commas + 1 : 0 };
        break;
      case COMMA:
        if (depth === 1) commas += 1;
        break;
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        break;
      default:
        if (depth === 1) filled = true;
    }
    at += 1;
  }
  return { kind, start, end: bytes.length, size: filled ? commas + 1 : 0 };
}

/**
 * The entries of the container that begins at `start`, in order, until `visit` answers false. `from` continues at the
 * beginning of an entry met before.
 */
export function walkEntries(
  bytes: Uint8Array,
  start: number,
  visit: (entry: EntrySpan, at: number) => boolean,
  from: { readonly at: number; readonly index: number } = { at: start + 1, index: 0 },
): void {
  const isObjectValue = bytes[start] === OPEN_OBJECT;
  let at = from.at;
  for (let index = from.index; ; index += 1) {
    at = skipBlank(bytes, at);
    const first = bytes[at];
    if (first === undefined || first === CLOSE_OBJECT || first === CLOSE_ARRAY) return;
    const entryStart = at;
    let key: Span | null = null;
    if (isObjectValue) {
      if (first !== QUOTE) return;
      key = { start: at, end: skipString(bytes, at) };
      at = skipBlank(bytes, key.end);
      if (bytes[at] !== COLON) return;
      at = skipBlank(bytes, at + 1);
    }
    const value = valueAt(bytes, at);
    if (!visit({ key, index, value }, entryStart)) return;
    at = skipBlank(bytes, value.end);
    if (bytes[at] !== COMMA) return;
    at += 1;
  }
}

/** Where the document's own value begins. */
export function rootStart(bytes: Uint8Array): number {
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return skipBlank(bytes, mark);
}

export interface Located {
  readonly value: ValueSpan;
  readonly pointer: JsonPointer;
  readonly exact: boolean;
}

/**
 * Follows a pointer as far as it leads, from a value known to lie at a shorter pointer (else from the root). Of several
 * equal keys the last counts, as for a parser. Every byte is passed once, so that depth costs nothing more than length;
 * where the text is damaged, what was reached before it counts.
 */
export function locate(
  bytes: Uint8Array,
  pointer: JsonPointer,
  from: { readonly pointer: JsonPointer; readonly start: number } = { pointer: '', start: rootStart(bytes) },
): Located {
  const segments = pointerSegments(pointer.slice(from.pointer.length)).map(segmentOf);
  const way = wayTo(bytes, from.start, segments);
  let reached = from.pointer;
  for (const { text } of segments.slice(0, way.length)) reached = pointerTo(reached, text);
  const value = valueAt(bytes, way.at(-1) ?? from.start);
  return { value, pointer: reached, exact: way.length === segments.length };
}

interface Segment {
  readonly text: string;
  readonly plain: Uint8Array;
  /** As a position in an array; -1 where it can be none. */
  readonly position: number;
}

function segmentOf(text: string): Segment {
  const position = /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : -1;
  return { text, plain: new TextEncoder().encode(text), position };
}

/** Where the values begin that the first segment names, the first two, and so on, as far as there are any. */
function wayTo(bytes: Uint8Array, root: number, segments: readonly Segment[]): readonly number[] {
  const way: number[] = [];
  /** The containers that are open on the way, with the position of the entry that comes. */
  const open: { readonly isArray: boolean; position: number }[] = [];
  /** In an object an equal key may follow. */
  let objects = 0;
  let at = root;
  const enter = (): void => {
    const isArray = bytes[at] === OPEN_ARRAY;
    if (!isArray) objects += 1;
    open.push({ isArray, position: 0 });
    at += 1;
  };
  if (segments.length > 0 && isOpening(bytes[at])) enter();
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    at = skipBlank(bytes, at);
    if (isClosing(bytes[at])) {
      open.pop();
      if (!level.isArray) objects -= 1;
      at += 1;
    } else {
      const segment = segments[open.length - 1];
      let isNamed = segment?.position === level.position;
      if (!level.isArray) {
        if (bytes[at] !== QUOTE) break;
        const key = { start: at, end: skipString(bytes, at) };
        at = skipBlank(bytes, key.end);
        if (bytes[at] !== COLON) break;
        at = skipBlank(bytes, at + 1);
        isNamed = segment !== undefined && isKey(bytes, key, segment.text, segment.plain);
      }
      if (isNamed && at < bytes.length) {
        way.length = open.length - 1;
        way.push(at);
        if (open.length < segments.length && isOpening(bytes[at])) {
          enter();
          continue;
        }
        if (open.length === segments.length && objects === 0) break;
      }
      const { end } = valueAt(bytes, at);
      if (end === at) break;
      at = end;
    }
    const around = open.at(-1);
    if (around === undefined) break;
    around.position += 1;
    at = skipBlank(bytes, at);
    if (bytes[at] === COMMA) at += 1;
    else if (!isClosing(bytes[at])) break;
  }
  return way;
}

function isOpening(byte: number | undefined): boolean {
  return byte === OPEN_ARRAY || byte === OPEN_OBJECT;
}
function isClosing(byte: number | undefined): boolean {
  return byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
}

function isKey(bytes: Uint8Array, key: Span, segment: string, plain: Uint8Array): boolean {
  const length = key.end - key.start - 2;
  if (length === plain.length) {
    let same = true;
    for (let at = 0; at < length && same; at += 1) same = bytes[key.start + 1 + at] === plain[at];
    if (same) return true;
  }
  // Spelled with escapes, which are never shorter.
  return length > plain.length && decodeString(bytes, key) === segment;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a string literal; with `limit` no more than about that many bytes of it. */
export function decodeString(bytes: Uint8Array, span: Span, limit = Infinity): string {
  const closed = span.end > span.start + 1 && bytes[span.end - 1] === QUOTE;
  const inside = bytes.subarray(span.start + 1, closed ? span.end - 1 : span.end);
  const text = decoder.decode(inside.length > limit ? inside.subarray(0, cutBefore(inside, limit)) : inside);
  if (!text.includes('\\') && !CONTROL.test(text)) return text;
  return text.replace(ESCAPE, (whole, hex: string | undefined, letter: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return letter === undefined ? whole : (LETTERS[letter] ?? letter);
  });
}

// eslint-disable-next-line no-control-regex -- raw control characters in a string are damage that is kept as it is
const CONTROL = /[\u0000-\u001f]/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** At most `limit` bytes, cut before a character and not inside an escape. */
export function cutBefore(bytes: Uint8Array, limit: number): number {
  let end = Math.min(limit, bytes.length);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  // The longest escape is six bytes; a pair of them is one character.
  for (let back = 1; back <= 12 && end - back >= 0; back += 1) {
    if (bytes[end - back] !== BACKSLASH) continue;
    let slashes = 1;
    while (bytes[end - back - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) break;
    const isUnicode = bytes[end - back + 1] === 0x75;
    if (isUnicode ? back < 6 || isHighSurrogate(bytes, end - back) : back < 2) end -= back;
    break;
  }
  return end;
}

function isHighSurrogate(bytes: Uint8Array, escape: number): boolean {
  const third = (bytes[escape + 2] ?? 0) | 0x20;
  const fourth = (bytes[escape + 3] ?? 0) | 0x20;
  return third === 0x64 && (fourth === 0x38 || fourth === 0x39 || fourth === 0x61 || fourth === 0x62);
}
