/**
 * One record's bytes → JSON, with the few repairs the report allows and nothing else: byte order mark, bare NaN and
 * infinities, invalid UTF-8, a comma behind the record. It refuses to know what kind of record it is.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { Json } from '../model/json';
import type { OverlongRecord, RawRecord } from './records';

export interface ParsedRecord {
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

export function parseRecord(raw: RawRecord, tokens: TokenArrays): ParsedRecord {
  throw new Error(`not yet: ${raw.line} ${tokens}`);
}

export function overlongDiagnostic(record: OverlongRecord): Diagnostic {
  throw new Error(`not yet: ${record.line}`);
}
