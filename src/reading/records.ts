/**
 * Bytes → records: numbered lines of JSONL, elements of an array, or documents one behind another, each with its place.
 * It refuses to know what is inside a record.
 */
import type { Container } from './container';
import type { ByteSource } from './source';

export interface RawRecord {
  readonly kind: 'record';
  /** 1-based line (of a range: relative to its first line), element of an array, or document. */
  readonly line: number;
  readonly byte: number;
  /** Without the line feed; a carriage return before it is still there. May be a view into a larger buffer. */
  readonly bytes: Uint8Array;
  /** False when the content ended before the record was known to be whole. */
  readonly terminated: boolean;
  /** The container already had to repair it (byte order mark, UTF-16). */
  readonly repaired: boolean;
}

/** A record that no text of this engine can hold; it was passed over without being held. */
export interface OverlongRecord {
  readonly kind: 'overlong';
  readonly line: number;
  readonly byte: number;
  readonly length: number;
  readonly snippet: string;
}

export type FoundRecord = RawRecord | OverlongRecord;

/** The longest text of V8, in UTF-16 units. */
export const LONGEST_TEXT = 0x1fffffe8;

export interface RecordOptions {
  /** Injectable for tests. */
  readonly longest?: number;
  readonly chunkBytes?: number;
}

export async function* recordsOf(
  container: Container,
  options: RecordOptions = {},
): AsyncGenerator<FoundRecord, void, undefined> {
  await Promise.resolve();
  throw new Error(`not yet: ${String(container.plain)} ${String(options.longest)}`);
  yield* [];
}

export interface RangeEnd {
  /** Lines that start in the range, blank ones included. */
  readonly lines: number;
}

export interface RangeOptions extends RecordOptions {
  /** As the container says. */
  readonly contentStart?: number;
  readonly repair?: Container['repair'];
}

/**
 * The records whose first byte lies in [start, end) of plain JSONL. Reads past `end` to finish the last one and skips the
 * line that an earlier range began.
 */
export async function* recordsInRange(
  source: ByteSource,
  start: number,
  end: number,
  options: RangeOptions = {},
): AsyncGenerator<FoundRecord, RangeEnd, undefined> {
  await Promise.resolve();
  throw new Error(`not yet: ${source.name} ${start} ${end} ${String(options.longest)}`);
  yield* [];
}
