/** Classes of characters by their code, and what a stretch of text consists of. It refuses to know what a secret is. */

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const WORD = 8; // letter, digit, `_`, `-`
const BASE64 = 16; // of either alphabet, without padding
const PATH = 32;
const TOKEN = 64; // of RFC 6750

const CLASSES = new Uint8Array(128);

function add(flag: number, characters: string): void {
  for (let i = 0; i < characters.length; i += 1) {
    const code = characters.charCodeAt(i);
    CLASSES[code] = (CLASSES[code] ?? 0) | flag;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
add(LOWER, LETTERS);
add(UPPER, LETTERS.toUpperCase());
add(DIGIT, DIGITS);
const ALPHANUMERIC = LETTERS + LETTERS.toUpperCase() + DIGITS;
add(WORD, `${ALPHANUMERIC}_-`);
add(BASE64, `${ALPHANUMERIC}_-+/`);
add(PATH, `${ALPHANUMERIC}_-./~+@%`);
add(TOKEN, `${ALPHANUMERIC}-._~+/=`);

function has(code: number, flag: number): boolean {
  return code < 128 && ((CLASSES[code] ?? 0) & flag) !== 0;
}

export const isDigit = (code: number): boolean => has(code, DIGIT);
export const isAlphanumeric = (code: number): boolean => has(code, LOWER | UPPER | DIGIT);
export const isLetter = (code: number): boolean => has(code, LOWER | UPPER);
export const isWord = (code: number): boolean => has(code, WORD);
export const isBase64 = (code: number): boolean => has(code, BASE64);
export const isPathCharacter = (code: number): boolean => has(code, PATH);
export const isTokenCharacter = (code: number): boolean => has(code, TOKEN);
export const isUpperOrDigit = (code: number): boolean => has(code, UPPER | DIGIT);
export const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
export const isQuote = (code: number): boolean => code === 0x22 || code === 0x27 || code === 0x60;
export const isHex = (code: number): boolean =>
  has(code, DIGIT) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);

/** One past the last character from `from` on that is of the class. */
export function endOf(text: string, from: number, is: (code: number) => boolean, most = Infinity): number {
  const until = Math.min(text.length, from + most);
  let at = from;
  while (at < until && is(text.charCodeAt(at))) at += 1;
  return at;
}

export interface Mixture {
  /** How many of lower case, upper case and digits occur. */
  readonly classes: number;
  readonly hasDigit: boolean;
}

/** Only so much of a text is looked at: a secret shows its nature early. */
const LOOKED_AT = 256;

export function mixtureOf(text: string): Mixture {
  let classes = 0;
  const until = Math.min(text.length, LOOKED_AT);
  for (let at = 0; at < until; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) classes |= (CLASSES[code] ?? 0) & (LOWER | UPPER | DIGIT);
  }
  const count = (classes & LOWER ? 1 : 0) + (classes & UPPER ? 1 : 0) + (classes & DIGIT ? 1 : 0);
  return { classes: count, hasDigit: (classes & DIGIT) !== 0 };
}
