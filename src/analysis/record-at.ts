/** Where a finding of analysis belongs: the record, and a place inside one of its traces. */
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import { diagnostic } from '../model/diagnostic';
import type { JsonPointer } from '../model/json';

/** 1-based line or array element, and the offset of its first byte in the uncompressed content. */
export interface RecordAt {
  readonly line: number;
  readonly byte: number;
}

/** `path` is inside the trace, or inside the record where the record as a whole is meant. */
export function findingAt(
  at: RecordAt,
  code: DiagnosticCode,
  path: JsonPointer,
  message: string,
): Diagnostic {
  return diagnostic(code, { record: at.line, byte: at.byte, path }, message);
}
