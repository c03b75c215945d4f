/**
 * Where a word may begin although a letter stands before it: that letter ends an escape, of a terminal's colours, of a
 * string that was printed as code, or of an address. It refuses to know what the word is.
 */
import { isWord } from '../characters';

/** The longest escape that is recognised. */
const LONGEST = 40;
const COLOURS = String.raw`(?:\u001b|\\+(?:x1b|u001b|033|e))\[[0-9;:?]{0,24}[A-Za-z]`;
const ENDS_IN_ESCAPE = new RegExp(
  String.raw`(?:${COLOURS}|\\+(?:[abefnrtv0]|x([0-9a-f]{2})|u([0-9a-f]{4}))|%([0-9a-f]{2}))$`,
  'i',
);

/** Whether what stands right before `at` is no part of a word that goes on there. */
export function isBoundary(text: string, at: number): boolean {
  return at <= 0 || !isWord(text.charCodeAt(at - 1)) || isAfterEscape(text, at);
}

export function isAfterEscape(text: string, at: number): boolean {
  const escape = ENDS_IN_ESCAPE.exec(text.slice(Math.max(0, at - LONGEST), at));
  if (escape === null) return false;
  const hex = escape[1] ?? escape[2] ?? escape[3];
  // An escaped letter is a letter.
  return hex === undefined || !isWord(Number.parseInt(hex, 16));
}

const ENDS_IN_COLOURS = new RegExp(`(?:${COLOURS}){1,4}$`);

/** Before the colours that a terminal was told right before `at`. */
export function beforeColours(text: string, at: number): number {
  const last = text.charAt(at - 1);
  if (last !== 'm' && last !== 'K') return at;
  const colours = ENDS_IN_COLOURS.exec(text.slice(Math.max(0, at - LONGEST), at));
  return colours === null ? at : at - colours[0].length;
}

const COLOURS_HERE = new RegExp(COLOURS, 'y');

/** Past the colours that a terminal was told at `at`. */
export function pastColours(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first !== 0x1b && first !== 0x5c) return at;
  let end = at;
  for (let count = 0; count < 4; count += 1) {
    COLOURS_HERE.lastIndex = end;
    if (!COLOURS_HERE.test(text)) return end;
    end = COLOURS_HERE.lastIndex;
  }
  return end;
}
