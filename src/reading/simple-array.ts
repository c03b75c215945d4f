/**
 * Walks a JSON array of numbers, true, false and null, many bytes at a time: this decides how fast a run with token ids is
 * listed. Whatever it lets through is valid JSON; it may refuse what is valid (blanks at odd places), and knows no meaning.
 */

const COMMA = 0x2c;
const CLOSE = 0x5d;
const MINUS = 0x2d;
const POINT = 0x2e;

/** Words of four bytes, as little-endian integers. */
const TRUE = 0x65757274;
const FALS = 0x736c6166;
const NULL = 0x6c6c756e;

/** Offset behind the closing bracket of the array that opens at `open`, or -1 when it holds anything else. */
export function endOfSimpleArray(bytes: Uint8Array, view: DataView, open: number): number {
  // Every read of a word below stays within these bytes.
  const safe = bytes.length - 9;
  let integers = true;
  let at = skipBlanks(bytes, open + 1);
  if (bytes[at] === CLOSE) return at + 1;
  for (;;) {
    if (integers) at = skipIntegers(bytes, view, at, safe);
    let byte = bytes[at] ?? 0;
    if (isDigit(byte) || byte === MINUS) {
      const end = endOfNumber(bytes, at);
      if (end === -1) return -1;
      // Numbers with a sign, a fraction or an exponent mostly have companions of their kind.
      integers = false;
      at = end;
    } else if (at > safe) {
      return -1; // a word this close to the end of the record leaves no room for what must follow
    } else if (byte === 0x74) {
      at = skipTrue(bytes, view, at, safe);
      if (at === -1) return -1;
    } else if (byte === 0x66) {
      at = skipFalse(bytes, view, at, safe);
      if (at === -1) return -1;
    } else if (view.getInt32(at, true) === NULL) at += 4;
    else return -1;

    at = skipBlanks(bytes, at);
    byte = bytes[at] ?? 0;
    if (byte === CLOSE) return at + 1;
    if (byte !== COMMA) return -1;
    at = skipBlanks(bytes, at + 1);
  }
}

/** Passes whole numbers of up to seven digits with a comma behind each, eight bytes at a look. */
function skipIntegers(bytes: Uint8Array, view: DataView, from: number, safe: number): number {
  let at = from;
  while (at < safe) {
    const first = view.getInt32(at, true);
    const second = view.getInt32(at + 4, true);
    const inFirst = notDigits(first);
    const odd = inFirst === 0 ? notDigits(second) : inFirst;
    const length = ((31 - Math.clz32(odd & -odd)) >>> 3) + (inFirst === 0 ? 4 : 0);
    if (odd === 0 || length === 0 || bytes[at + length] !== COMMA) break;
    if ((first & 255) === 0x30 && length !== 1) break;
    at += length + 1;
    if (bytes[at] === 0x20) at += 1;
  }
  return at;
}

/** The high bit of the lowest byte that is no digit, and of some above it. */
function notDigits(word: number): number {
  return ((word + 0x46464646) | (word - 0x30303030)) & 0x80808080;
}

/** Behind the last `true` of as many as follow one another. */
function skipTrue(bytes: Uint8Array, view: DataView, from: number, safe: number): number {
  let at = from;
  while (at < safe && view.getInt32(at, true) === TRUE) {
    if (bytes[at + 4] !== COMMA || bytes[at + 5] !== 0x74) return at + 4;
    at += 5;
  }
  return -1;
}

function skipFalse(bytes: Uint8Array, view: DataView, from: number, safe: number): number {
  let at = from;
  while (at < safe && view.getInt32(at, true) === FALS && bytes[at + 4] === 0x65) {
    if (bytes[at + 5] !== COMMA || bytes[at + 6] !== 0x66) return at + 5;
    at += 6;
  }
  return -1;
}

/** Offset behind a number by JSON's grammar, or -1. */
function endOfNumber(bytes: Uint8Array, from: number): number {
  let at = from;
  if (bytes[at] === MINUS) at += 1;
  if (bytes[at] === 0x30) at += 1;
  else if ((at = endOfDigits(bytes, at)) === -1) return -1;
  if (bytes[at] === POINT && (at = endOfDigits(bytes, at + 1)) === -1) return -1;
  const byte = bytes[at];
  if (byte !== 0x65 && byte !== 0x45) return at;
  at += 1;
  if (bytes[at] === 0x2b || bytes[at] === MINUS) at += 1;
  return endOfDigits(bytes, at);
}

/** Offset behind one digit or more, or -1. */
function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  return at === from ? -1 : at;
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (
    let byte = bytes[at];
    byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
    byte = bytes[at]
  )
    at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
