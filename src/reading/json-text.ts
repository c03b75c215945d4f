/**
 * One record's bytes → JSON, with the few repairs the report allows and nothing else: byte order mark, bare NaN and
 * infinities, invalid UTF-8, a comma behind the record. It refuses to know what kind of record it is.
 */
import { diagnostic } from '../model/diagnostic';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import type { Json } from '../model/json';
import { unreachable } from '../model/unreachable';
import { isBlank, JsonScanner } from './json-scanner';
import type { NonFinite } from './json-scanner';
import { outlineOf } from './outline';
import { LONGEST_RECORD } from './raw-record';
import type { OverlongRecord, RawRecord } from './raw-record';
import { snippetOf } from './snippet';
import { everyTraceHasCalls, withoutTokenArrays } from './token-arrays';
import { firstInvalidUtf8, hasByteOrderMark } from './utf8';

export interface ParsedRecord {
  /** Where the record begins. */
  readonly byte: number;
  /** Undefined: the record is skipped, and the diagnostics say why. */
  readonly value: Json | undefined;
  readonly repaired: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `skip` empties long per-token arrays without parsing their numbers (they are still checked to be valid JSON); a record
 * whose traces do not all have `calls` is parsed in full, because there the arrays give the counts.
 */
export type TokenArrays = 'keep' | 'skip';

/** `outline` empties the long texts of nodes too, for who derives a row and nothing else. */
export type Detail = TokenArrays | 'outline';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function parseRecord(raw: RawRecord, detail: Detail): ParsedRecord {
  const value = asWritten(raw.bytes, detail);
  return value === undefined
    ? repair(raw)
    : { value, byte: raw.byte, repaired: raw.repaired, diagnostics: [] };
}

export function overlongDiagnostic(record: OverlongRecord): Diagnostic {
  const { line, byte, length, snippet } = record;
  return diagnostic(
    'record-too-long',
    { record: line, byte },
    `The record is ${length} bytes long; the longest that can be held is ${LONGEST_RECORD}. It begins: ${snippet}`,
  );
}

/** As it is written, with U+FFFD for what is not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The common case: valid UTF-8 that is valid JSON. Undefined where it is not; JSON has no undefined of its own. */
function asWritten(bytes: Uint8Array, detail: Detail): Json | undefined {
  try {
    const shorter = shortened(bytes, detail);
    if (shorter !== null) {
      const value = parse(decodeValid(shorter));
      if (everyTraceHasCalls(value)) return value;
    }
    return parse(decodeValid(bytes));
  } catch {
    // Not UTF-8, not JSON, or too deep for the engine: which of them, and where, the repair finds out.
    return undefined;
  }
}

function shortened(bytes: Uint8Array, detail: Detail): Uint8Array | null {
  switch (detail) {
    case 'keep':
      return null;
    case 'skip':
      return withoutTokenArrays(bytes);
    case 'outline':
      return outlineOf(bytes);
    default:
      return unreachable(detail);
  }
}

/**
 * Throws where the bytes are not UTF-8. A strict decoder would do, but some take longer over it than this: replacement
 * characters are looked for, and only where there are any, which of them the file itself holds.
 */
function decodeValid(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (text.includes('\ufffd') && firstInvalidUtf8(bytes) !== null) throw new TypeError('not UTF-8');
  return text;
}

function parse(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (!isParsed(value)) throw new TypeError('JSON.parse gave no JSON');
  return value;
}

/** What `JSON.parse` gives is JSON by its contract. */
function isParsed(value: unknown): value is Json {
  return value !== undefined;
}

/** How far the record is JSON, and what stands behind its first value. */
interface Examined {
  readonly start: number;
  readonly end: number;
  readonly nonFinite: readonly NonFinite[];
  readonly fault: { readonly at: number; readonly cause: string } | null;
}

function repair(raw: RawRecord): ParsedRecord {
  const examined = examine(raw.bytes);
  if (examined.fault !== null) return skipped(raw, notJson(raw, examined.fault.at, examined.fault.cause));
  const found: Diagnostic[] = [];
  const say = (code: DiagnosticCode, at: number, message: string) =>
    found.push(diagnostic(code, { record: raw.line, byte: raw.byte + at }, message));

  if (examined.start > 0) say('byte-order-mark', 0, 'A byte order mark before the record was skipped.');
  const comma = behind(raw.bytes, examined.end);
  if (comma < raw.bytes.length) {
    const next = behind(raw.bytes, comma + 1);
    if (raw.bytes[comma] !== 0x2c || next < raw.bytes.length) return skipped(raw, glued(raw, comma));
    say('trailing-comma', comma, 'A comma behind the record was skipped.');
  }
  const [first] = examined.nonFinite;
  if (first !== undefined) {
    const count = examined.nonFinite.length;
    const others = count > 1 ? `, the first of ${count} that are not finite` : '';
    say(
      'non-finite-number',
      first.at,
      `A bare ${first.word}${others}, was read as a number that is not known.`,
    );
  }
  const invalid = firstInvalidUtf8(raw.bytes);
  if (invalid !== null) {
    say('invalid-utf-8', invalid, `Bytes that are not UTF-8 were replaced: ${snippetOf(raw.bytes, invalid)}`);
  }
  try {
    const text = decoder.decode(finiteBytes(raw.bytes, examined));
    return {
      value: parse(text),
      byte: raw.byte,
      repaired: found.length > 0 || raw.repaired,
      diagnostics: found,
    };
  } catch (cause) {
    // The grammar holds, so only the engine's own limits are left: depth, length, memory.
    const reason = cause instanceof Error ? cause.message : String(cause);
    return skipped(raw, notJson(raw, 0, `this engine could not parse it (${reason})`));
  }
}

function examine(bytes: Uint8Array): Examined {
  const start = hasByteOrderMark(bytes) ? 3 : 0;
  const scanner = new JsonScanner();
  scanner.feed(bytes, start, bytes.length);
  const state = scanner.finish();
  const nonFinite = scanner.nonFinite.map(({ at, word }) => ({ at: at + start, word }));
  if (state.kind === 'whole') return { start, end: start + state.end, nonFinite, fault: null };
  const fault =
    state.kind === 'fault' ? { at: start + state.at, cause: state.cause } : { at: start, cause: '' };
  return { start, end: bytes.length, nonFinite, fault };
}

/** The value's bytes, with each number that is not finite written so that JSON parses it as one that is not. */
function finiteBytes(bytes: Uint8Array, { start, end, nonFinite }: Examined): Uint8Array {
  if (nonFinite.length === 0) return bytes.subarray(start, end);
  // `1e999` is longer than `NaN` by two bytes and never longer than the infinities.
  const finite = new Uint8Array(end - start + nonFinite.length * 2);
  let from = start;
  let to = 0;
  const put = (piece: Uint8Array) => {
    finite.set(piece, to);
    to += piece.length;
  };
  for (const { at, word } of nonFinite) {
    put(bytes.subarray(from, at));
    put(word.startsWith('-') ? BELOW_ALL : BEYOND_ALL);
    from = at + word.length;
  }
  put(bytes.subarray(from, end));
  return finite.subarray(0, to);
}

const BEYOND_ALL = new TextEncoder().encode('1e999');
const BELOW_ALL = new TextEncoder().encode('-1e999');

function behind(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at] ?? 0)) at += 1;
  return at;
}

/** A last line without its line feed may still be being written; any other is damaged. */
function notJson(raw: RawRecord, at: number, cause: string): Diagnostic {
  const where = { record: raw.line, byte: raw.byte + at };
  const snippet = snippetOf(raw.bytes, at);
  return raw.terminated
    ? diagnostic('not-json', where, `Not JSON: ${cause}, at ${snippet}`)
    : diagnostic('torn-tail', where, `Cut short, perhaps still being written: ${cause}, at ${snippet}`);
}

/** Text behind the first value: a second value, whole, or something else. */
function glued(raw: RawRecord, at: number): Diagnostic {
  const from = raw.bytes[at] === 0x2c ? behind(raw.bytes, at + 1) : at;
  const scanner = new JsonScanner();
  scanner.feed(raw.bytes, from, raw.bytes.length);
  const opens = raw.bytes[from] === 0x7b || raw.bytes[from] === 0x5b;
  if (scanner.finish().kind !== 'whole' && !(opens && raw.terminated)) {
    return notJson(raw, at, 'text stands behind the record');
  }
  return diagnostic(
    'two-records-on-a-line',
    { record: raw.line, byte: raw.byte + from },
    `A second record begins behind the first: ${snippetOf(raw.bytes, from)}`,
  );
}

function skipped(raw: RawRecord, why: Diagnostic): ParsedRecord {
  return { value: undefined, byte: raw.byte, repaired: raw.repaired, diagnostics: [why] };
}
