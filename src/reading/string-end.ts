/**
 * Walks a JSON string, four bytes at a look: this decides how fast a run of long messages is listed. Whatever it lets
 * through is a valid string of valid UTF-8; it makes no text of it.
 */
import { endOfCharacter } from './utf8';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** What may stand behind a backslash, but for `u`. */
const ESCAPES = new Uint8Array(256);
for (const character of '"\\/bfnrt') ESCAPES[character.charCodeAt(0)] = 1;

/** Offset behind the closing quote of the string that opens at `open`, or -1 when it is no string, or has no end. */
export function endOfString(bytes: Uint8Array, view: DataView, open: number): number {
  const { length } = bytes;
  const safe = length - 4;
  let at = open + 1;
  while (at < length) {
    while (at <= safe) {
      const odd = notPlain(view.getInt32(at, true));
      if (odd !== 0) {
        at += (31 - Math.clz32(odd & -odd)) >>> 3;
        break;
      }
      at += 4;
    }
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at = endOfEscape(bytes, at);
    else if (byte >= 0x80) at = endOfCharacter(bytes, at);
    else if (byte >= 0x20) at += 1;
    else return -1;
    if (at === -1) return -1;
  }
  return -1;
}

/** The high bit of the lowest byte that is a control character, a quote, a backslash or no ASCII, and of some above it. */
function notPlain(word: number): number {
  const quotes = (word ^ 0x22222222) - 0x01010101;
  const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
  return (word | (word - 0x20202020) | quotes | backslashes) & 0x80808080;
}

function endOfEscape(bytes: Uint8Array, at: number): number {
  const byte = bytes[at + 1] ?? 0;
  if (ESCAPES[byte] === 1) return at + 2;
  if (byte !== LETTER_U) return -1;
  for (let digit = at + 2; digit < at + 6; digit += 1) if (!isHexDigit(bytes[digit] ?? 0)) return -1;
  return at + 6;
}

function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
