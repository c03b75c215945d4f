/**
 * Empties the long per-token arrays of a record's text before it is parsed: the fastest way to parse numbers is not to.
 * An array goes only when every byte of it is valid JSON of numbers, true, false and null; so the shorter text parses
 * exactly when the whole one does. It refuses to know what the numbers mean.
 */
import { isArray, isObject, member } from '../model/json';
import type { Json } from '../model/json';

/** Keys of one node whose arrays run along its tokens. */
const TOKEN_KEYS: ReadonlySet<string> = new Set([
  'token_ids',
  'mask',
  'is_content',
  'logprobs',
  'advantages',
  'reference_logprobs',
  'trainer_logprobs',
  'entropies',
  'is_masked',
]);
const LONGEST_KEY = 18;

/** Shorter ones cost less to parse than to look for. */
const SHORTEST_ARRAY = 64;

const QUOTE = 0x22;
const OPEN = 0x5b;
const COLON = 0x3a;

/**
 * The text with those arrays emptied, or null when it has none worth it. A record without long `token_ids` is taken to have
 * none of the others, which spares texts full of brackets the look at each.
 */
export function withoutTokenArrays(text: string): string | null {
  if (!hasLongTokenIds(text)) return null;
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf('[', 0); at !== -1; at = text.indexOf('[', at + 1)) {
    if (!isTokenKeyBefore(text, at)) continue;
    const end = endOfSimpleArray(text, at);
    if (end - at < SHORTEST_ARRAY) continue;
    pieces.push(text.slice(from, at + 1));
    from = end - 1;
    at = from;
  }
  if (from === 0) return null;
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Only such a record may do without its token arrays: in older ones they, not usage, give the counts. */
export function everyTraceHasCalls(value: Json): boolean {
  if (!isObject(value)) return false;
  const traces = member(value, 'traces');
  if (!isArray(traces)) return isArray(member(value, 'calls'));
  return traces.every((trace) => isObject(trace) && isArray(member(trace, 'calls')));
}

function hasLongTokenIds(text: string): boolean {
  const key = '"token_ids"';
  for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + key.length)) {
    const colon = skipBlanks(text, at + key.length);
    if (text.charCodeAt(colon) !== COLON) continue;
    const open = skipBlanks(text, colon + 1);
    if (text.charCodeAt(open) !== OPEN || text.charCodeAt(open + 1) === 0x5d) continue;
    if (endOfSimpleArray(text, open) - open >= SHORTEST_ARRAY) return true;
  }
  return false;
}

/**
 * Whether `"key":` with a token key stands before the bracket, itself behind a comma, a brace or a blank. The quote before
 * the key is then never an escaped one: it opens the key, or it closes a text and the word behind it is no JSON anyway.
 */
function isTokenKeyBefore(text: string, bracket: number): boolean {
  let at = bracket - 1;
  while (isBlankCode(text.charCodeAt(at))) at -= 1;
  if (text.charCodeAt(at) !== COLON) return false;
  at -= 1;
  while (isBlankCode(text.charCodeAt(at))) at -= 1;
  if (text.charCodeAt(at) !== QUOTE) return false;
  const open = text.lastIndexOf('"', at - 1);
  if (open < 1 || at - open - 1 > LONGEST_KEY) return false;
  const before = text.charCodeAt(open - 1);
  if (before !== 0x2c && before !== 0x7b && !isBlankCode(before)) return false;
  return TOKEN_KEYS.has(text.slice(open + 1, at));
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlankCode(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

// What follows is a table that walks the characters of an array of numbers, true, false and null. Each state is a row of
// 128 next states; 0 is "not such an array", 1 is "the closing bracket was read".
const REFUSED = 0;
const CLOSED = 1;
const WIDTH = 128;
const TABLE = buildTable();
const FIRST = 2; // the array as opened

/** Index behind the closing bracket, or -1 when the array holds anything else. */
function endOfSimpleArray(text: string, open: number): number {
  let state = FIRST;
  for (let at = open + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    state = code < WIDTH ? (TABLE[state * WIDTH + code] ?? REFUSED) : REFUSED;
    if (state <= CLOSED) return state === CLOSED ? at + 1 : -1;
  }
  return -1;
}

function buildTable(): Uint8Array {
  const rows: number[][] = [];
  const newState = () => rows.push(new Array<number>(WIDTH).fill(REFUSED)) - 1;
  const on = (state: number, characters: string, next: number) => {
    for (const character of characters) {
      const row = rows[state];
      if (row !== undefined) row[character.charCodeAt(0)] = next;
    }
  };
  newState();
  newState();
  const first = newState();
  const value = newState();
  const after = newState();
  const [minus, zero, whole, point, fraction, e, sign, exponent] = [
    newState(),
    newState(),
    newState(),
    newState(),
    newState(),
    newState(),
    newState(),
    newState(),
  ];
  const digits = '0123456789';
  const blanks = ' \t\r\n';

  on(first, ']', CLOSED);
  on(first, blanks, first);
  on(value, blanks, value);
  for (const start of [first, value]) {
    on(start, '-', minus);
    on(start, '0', zero);
    on(start, '123456789', whole);
  }
  on(minus, '0', zero);
  on(minus, '123456789', whole);
  on(whole, digits, whole);
  on(point, digits, fraction);
  on(fraction, digits, fraction);
  for (const mantissa of [zero, whole]) on(mantissa, '.', point);
  for (const mantissa of [zero, whole, fraction]) on(mantissa, 'eE', e);
  on(e, '+-', sign);
  for (const start of [e, sign, exponent]) on(start, digits, exponent);
  for (const done of [zero, whole, fraction, exponent, after]) {
    on(done, blanks, after);
    on(done, ',', value);
    on(done, ']', CLOSED);
  }
  for (const word of ['true', 'false', 'null']) {
    const states = [...word].map(() => newState());
    states.pop();
    for (const start of [first, value]) on(start, word.charAt(0), states[0] ?? REFUSED);
    for (let i = 1; i < word.length; i += 1) {
      on(states[i - 1] ?? REFUSED, word.charAt(i), states[i] ?? after);
    }
  }
  return Uint8Array.from(rows.flat());
}
