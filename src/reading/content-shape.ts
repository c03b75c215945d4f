/**
 * Whether decoded content is lines of JSON, JSON documents that run over lines, or no text at all; from its first
 * megabyte. It refuses to know what the JSON says.
 */
import { isBlank, JsonScanner } from './json-scanner';

const LINE_FEED = 0x0a;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

/**
 * Lines unless the first value runs over its line. A line that is broken or cut short runs over it too, in a way: then a
 * later line begins with a bracket where none can stand, and these are lines. An array that fills the file is a document
 * also on one line.
 */
export function shapeOf(head: Uint8Array): 'jsonl' | 'json' | 'zip' | 'binary' {
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 0xff) <= 8) return 'zip';
  const start = firstNonBlank(head, 0);
  const opener = head[start];
  if (opener === OPEN_ARRAY) return isDocument(head, start) ? 'json' : 'jsonl';
  if (opener === OPEN_OBJECT) return isPrettyPrinted(head, start) ? 'json' : 'jsonl';
  return isBinary(head) ? 'binary' : 'jsonl';
}

/** Lines may be arrays, but no record is one: only more lines behind a whole one, or nonsense, make it a line. */
function isDocument(head: Uint8Array, start: number): boolean {
  const lineEnd = endOfLine(head, start);
  const scanner = new JsonScanner();
  const line = scanner.feed(head, start, lineEnd);
  if (line.kind === 'whole') return firstNonBlank(head, lineEnd) === head.length;
  const inside = head[firstNonBlank(head, start + 1)];
  if (inside === OPEN_OBJECT || inside === OPEN_ARRAY) return true;
  return line.kind === 'running' && !scanner.inText;
}

function isPrettyPrinted(head: Uint8Array, start: number): boolean {
  const lineEnd = endOfLine(head, start);
  const scanner = new JsonScanner();
  if (scanner.feed(head, start, lineEnd).kind !== 'running' || lineEnd === head.length) return false;
  const rest = scanner.feed(head, lineEnd, head.length);
  return rest.kind !== 'fault' || !isRecordFault(head, start + rest.at);
}

/** The fault is the line feed inside a text, or a bracket at the very beginning of a line. */
function isRecordFault(head: Uint8Array, at: number): boolean {
  if (head[at] === LINE_FEED) return true;
  return (head[at] === OPEN_OBJECT || head[at] === OPEN_ARRAY) && head[at - 1] === LINE_FEED;
}

function endOfLine(bytes: Uint8Array, from: number): number {
  const feed = bytes.indexOf(LINE_FEED, from);
  return feed === -1 ? bytes.length : feed;
}

function firstNonBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at] ?? 0)) at += 1;
  return at;
}

/** A page of text holds next to no control characters; one damaged byte does not make it binary. */
function isBinary(head: Uint8Array): boolean {
  const page = head.subarray(0, 4096);
  let controls = 0;
  for (const byte of page) if (byte < 0x20 && !isBlank(byte) && byte !== 0x0c && byte !== 0x1b) controls += 1;
  return controls > page.length / 8;
}
