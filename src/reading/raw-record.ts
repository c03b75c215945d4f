/** A record as bytes and their place, before anyone has parsed it. It refuses to know how records are told apart. */
import { snippetOf } from './snippet';

export interface RawRecord {
  readonly kind: 'record';
  /** 1-based line (in a range: counted from the range's first), element of an array, or document. */
  readonly line: number;
  /** Offset of the first byte in the content. */
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
  /** In bytes. */
  readonly length: number;
  /** How it begins. */
  readonly snippet: string;
}

export type FoundRecord = RawRecord | OverlongRecord;

/**
 * The longest text of V8, in UTF-16 units, taken as a limit in bytes: no text has more units than bytes, and decoders
 * refuse by the byte.
 */
export const LONGEST_RECORD = 0x1fffffe8;

/** How much of an overlong record is kept, to show how it begins. */
export const KEPT_OF_OVERLONG = 80;

export function overlong(line: number, byte: number, length: number, beginning: Uint8Array): OverlongRecord {
  return { kind: 'overlong', line, byte, length, snippet: snippetOf(beginning, 0) };
}
