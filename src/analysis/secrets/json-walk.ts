/**
 * JSON text walked without parsing it: every string with its place in the text, in the order of writing, also members of
 * the same name and numbers beyond any precision. It counts instead of recursing, and refuses to know what a field means.
 */

export interface JsonVisitor {
  /** A key, quotes not included. */
  key(start: number, end: number): void;
  /** A string that is a value, quotes not included. */
  text(start: number, end: number): void;
  open(isArray: boolean, at: number): void;
  /** `end`: one past the bracket. */
  close(end: number): void;
  /** The next element of an array begins. */
  next(): void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const VALUE = 0; // expected
const FIRST_VALUE = 1; // or the end of the array
const KEY = 2;
const FIRST_KEY = 3; // or the end of the object
const COLON = 4;
const AFTER = 5; // comma or end

/** False where the text is not one JSON value (a comma may stand behind it, bare NaN and infinities are numbers). */
export function walkJson(text: string, visitor: JsonVisitor): boolean {
  const arrays: boolean[] = [];
  let expected: number = VALUE;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const { length } = text;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      at += 1;
      continue;
    }
    switch (code) {
      case QUOTE: {
        const end = stringEnd(text, at);
        if (end < 0) return false;
        if (expected === KEY || expected === FIRST_KEY) {
          visitor.key(at + 1, end);
          expected = COLON;
        } else if (expected <= FIRST_VALUE) {
          visitor.text(at + 1, end);
          expected = AFTER;
        } else return false;
        at = end + 1;
        break;
      }
      case 0x7b: // {
      case 0x5b: // [
        if (expected > FIRST_VALUE) return false;
        arrays.push(code === 0x5b);
        visitor.open(code === 0x5b, at);
        expected = code === 0x5b ? FIRST_VALUE : FIRST_KEY;
        at += 1;
        break;
      case 0x7d: // }
      case 0x5d: {
        const isArray = code === 0x5d;
        if (arrays.length === 0 || arrays.at(-1) !== isArray) return false;
        if (expected !== AFTER && expected !== (isArray ? FIRST_VALUE : FIRST_KEY)) return false;
        arrays.pop();
        at += 1;
        visitor.close(at);
        expected = AFTER;
        break;
      }
      case 0x2c: // ,
        if (expected !== AFTER) return false;
        at += 1;
        if (arrays.length === 0) return isBlankFrom(text, at);
        if (arrays.at(-1) === true) {
          visitor.next();
          expected = VALUE;
        } else expected = KEY;
        break;
      case 0x3a: // :
        if (expected !== COLON) return false;
        expected = VALUE;
        at += 1;
        break;
      default: {
        if (expected > FIRST_VALUE) return false;
        const end = scalarEnd(text, at);
        if (end < 0) return false;
        at = end;
        expected = AFTER;
      }
    }
  }
  return arrays.length === 0 && expected === AFTER;
}

/** Where the quote is that closes the string that opens at `at`; −1 where there is none. */
function stringEnd(text: string, at: number): number {
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH && quote - 1 - slashes > at) slashes += 1;
    if (slashes % 2 === 0) return quote;
    from = quote + 1;
  }
}

/** One past a number or a word; −1 where it is neither. */
function scalarEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const digit = first === 0x2d ? text.charCodeAt(at + 1) : first;
  if (digit >= 0x30 && digit <= 0x39) return numberEnd(text, at + 1);
  let end = at;
  while (end - at < 10 && isWordPart(text.charCodeAt(end))) end += 1;
  return WORDS.has(text.slice(at, end)) ? end : -1;
}

/** Past digits, fraction and exponent, in whatever order: what no number is, JSON.parse has refused or is no matter. */
function numberEnd(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) continue;
    // `+ - . E e`
    if (code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65) continue;
    return isWordPart(code) || code === 0x5f ? -1 : at;
  }
}

function isWordPart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x2d;
}

const WORDS = new Set(['true', 'false', 'null', 'NaN', 'Infinity', '-Infinity']);

function isBlankFrom(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false;
  }
  return true;
}
