/**
 * A short readable piece of bytes around a place, for messages. It refuses to know what is wrong there, and quotes no word
 * that could be worth hiding: a record that cannot be parsed cannot be looked through for secrets, and messages travel.
 */

const AROUND = 40;

/** What no word of JSON has inside: it stays as it is, so that the shape of the place can be seen. */
const WORD = /[^\s{}[\]:,"\\\u2400-\u2421]+/gu;

/** `null`, `true`, `NaN` and small numbers: too short to be a secret. */
const SHORT = 4;

/** The name of a member says where in the record the place is. Values are no names, and names with digits may be values. */
const NAME = /^[A-Za-z_]{1,24}$/;

/**
 * Up to forty bytes before and behind `at`, whole characters only, control characters as their pictures, longer words as
 * `…`; the view of the bytes shows them in full.
 */
export function snippetOf(bytes: Uint8Array, at: number): string {
  let from = Math.max(0, at - AROUND);
  let to = Math.min(bytes.length, at + AROUND);
  while (from > 0 && from < at && isContinuation(bytes[from])) from += 1;
  while (to < bytes.length && to > at && isContinuation(bytes[to])) to -= 1;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to));
  return quoted([...text].map(pictured).join(''), from > 0, to < bytes.length);
}

/** So much of the name of a member says what it is. */
const NAME_UNITS = 40;

/** Names of members, to say what an object is; of what is no name but a value, as keys may be, nothing. */
export function quotedNames(names: readonly string[], most: number): string {
  const quotes = names.slice(0, most).map((name) => {
    const shown = name.slice(0, NAME_UNITS);
    return (shown.match(/\d/g)?.length ?? 0) < SHORT ? JSON.stringify(shown) : '"…"';
  });
  return quotes.join(', ');
}

function quoted(text: string, isCutBefore: boolean, isCutBehind: boolean): string {
  const words = text.replace(WORD, (word, start: number) => {
    const end = start + word.length;
    // What is left of a word that was cut says nothing of its length.
    const isWhole = !(start === 0 && isCutBefore) && !(end === text.length && isCutBehind);
    const isName = text[start - 1] === '"' && text[start - 2] !== '\\' && text.startsWith('":', end);
    return isWhole && (word.length <= SHORT || (isName && NAME.test(word))) ? word : '…';
  });
  const before = isCutBefore && !words.startsWith('…') ? '…' : '';
  return before + words + (isCutBehind && !words.endsWith('…') ? '…' : '');
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Unicode has a picture for each control character: U+2400 and on. */
function pictured(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : character;
}
