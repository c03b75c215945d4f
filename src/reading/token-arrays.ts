/**
 * Empties the long per-token arrays of a record before it is parsed: the fastest way to parse numbers is not to. An array
 * goes only when every byte of it is valid JSON of numbers, true, false and null; so the shorter record parses exactly when
 * the whole one does. It refuses to know what the numbers mean.
 */
import { isArray, isObject, member } from '../model/json';
import type { Json } from '../model/json';
import { isBlank } from './json-scanner';
import { endOfSimpleArray } from './simple-array';

/** Keys of one node whose arrays run along its tokens. */
export const TOKEN_KEYS: ReadonlySet<string> = new Set([
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

/** Shorter ones cost less to parse than to leave out. */
export const SHORTEST_ARRAY = 64;

const QUOTE = 0x22;
const OPEN = 0x5b;
const COLON = 0x3a;

/** The record with those arrays emptied, or null when it has none worth it. */
export function withoutTokenArrays(bytes: Uint8Array): Uint8Array | null {
  if (!isMadeOfTokens(bytes)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept: Uint8Array[] = [];
  let length = 0;
  let from = 0;
  const keep = (until: number) => {
    kept.push(bytes.subarray(from, until));
    length += until - from;
  };
  for (let at = bytes.indexOf(OPEN); at !== -1; at = bytes.indexOf(OPEN, at + 1)) {
    if (!isTokenKeyBefore(bytes, at)) continue;
    const end = endOfSimpleArray(bytes, view, at);
    if (end - at < SHORTEST_ARRAY) continue;
    keep(at + 1);
    from = end - 1;
    at = from;
  }
  if (from === 0) return null;
  keep(bytes.length);
  const shorter = new Uint8Array(length);
  let to = 0;
  for (const piece of kept) {
    shorter.set(piece, to);
    to += piece.length;
  }
  return shorter;
}

/** Only such a record may do without its token arrays: in older ones they, not usage, give the counts. */
export function everyTraceHasCalls(value: Json): boolean {
  if (!isObject(value)) return false;
  const traces = member(value, 'traces');
  if (!isArray(traces)) return isArray(member(value, 'calls'));
  return traces.every((trace) => isObject(trace) && isArray(member(trace, 'calls')));
}

const PROBES = 32;
const PROBE_BYTES = 24;
const ENOUGH = 4;
const SMALLEST_RECORD = 2048;

/**
 * Whether token arrays are an eighth of the record or more, by probes at even distances: looking for them costs a good part
 * of parsing, so a record of text must not pay for it.
 */
function isMadeOfTokens(bytes: Uint8Array): boolean {
  if (bytes.length < SMALLEST_RECORD) return false;
  const distance = Math.floor((bytes.length - PROBE_BYTES) / PROBES);
  let found = 0;
  for (let probe = 0; probe < PROBES && found < ENOUGH; probe += 1) {
    if (isInArray(bytes, probe * distance)) found += 1;
  }
  return found === ENOUGH;
}

function isInArray(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + PROBE_BYTES; at += 1) {
    if (ARRAY_BYTES[bytes[at] ?? 0] !== 1) return false;
  }
  return true;
}

/** 1 for each byte that an array of numbers, true, false and null may hold between its brackets. */
const ARRAY_BYTES = new Uint8Array(256);
for (const character of '0123456789.,-+eEtrufalsn \t\r\n') ARRAY_BYTES[character.charCodeAt(0)] = 1;

/**
 * Whether `"key":` with a token key stands before the bracket, itself behind a comma, a brace or a blank. The quote before
 * the key is then never an escaped one: it opens the key, or it closes a text and the word behind it is no JSON anyway.
 */
function isTokenKeyBefore(bytes: Uint8Array, bracket: number): boolean {
  let at = beforeBlanks(bytes, bracket - 1);
  if (bytes[at] !== COLON) return false;
  at = beforeBlanks(bytes, at - 1);
  if (bytes[at] !== QUOTE) return false;
  let open = at - 1;
  while (open > 0 && at - open <= LONGEST_KEY && bytes[open] !== QUOTE) open -= 1;
  const before = bytes[open - 1] ?? 0;
  if (bytes[open] !== QUOTE || (before !== 0x2c && before !== 0x7b && !isBlank(before))) return false;
  return TOKEN_KEYS.has(String.fromCharCode(...bytes.subarray(open + 1, at)));
}

function beforeBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(bytes[at] ?? 0)) at -= 1;
  return at;
}
