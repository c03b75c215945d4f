/**
 * Adds up what a file held: records read, repaired and skipped, the dialect of the majority, diagnostics cut to the first
 * hundred of a code. Sums of parts, merged in any order, equal the sum of the whole. It refuses to know how records are read.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { Dialect } from '../model/dialect';
import type { ParsedRecord } from './json-text';
import type { RecordReading } from './record';

export interface RecordCounts {
  readonly total: number;
  readonly read: number;
  readonly repaired: number;
  readonly skipped: number;
}

export interface FileEnd {
  /** Container kinds, outermost first, joined by `+`. */
  readonly container: string;
  readonly dialect: Dialect;
  readonly records: RecordCounts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plain data, so that it can be posted from a worker and stored. Record numbers are relative to the part. */
export interface TallyState {
  readonly read: number;
  readonly repaired: number;
  readonly skipped: number;
  readonly dialects: readonly {
    readonly dialect: Dialect;
    readonly records: number;
    readonly first: number;
  }[];
  readonly foreign: readonly {
    readonly dialect: Dialect;
    readonly records: number;
    readonly first: number;
    readonly advice: string;
  }[];
  readonly found: readonly { readonly count: number; readonly kept: readonly Diagnostic[] }[];
}

export class Tally {
  /** About the file as a whole (container, decompression). */
  note(found: Diagnostic): void {
    throw new Error(`not yet: ${found.code}`);
  }

  /** A record that could not be parsed, or was too long. */
  skip(line: number, diagnostics: readonly Diagnostic[]): void {
    throw new Error(`not yet: ${line} ${diagnostics.length}`);
  }

  /** A record that was parsed and read; `parsed` tells of repairs. */
  add(line: number, parsed: ParsedRecord, reading: RecordReading): void {
    throw new Error(`not yet: ${line} ${String(parsed.repaired)} ${reading.kind}`);
  }

  get counts(): RecordCounts {
    throw new Error('not yet');
  }

  state(): TallyState {
    throw new Error('not yet');
  }

  /** Adds a part whose first line is line `lineOffset + 1` of the file. */
  merge(part: TallyState, lineOffset: number): void {
    throw new Error(`not yet: ${part.read} ${lineOffset}`);
  }

  end(container: string): FileEnd {
    throw new Error(`not yet: ${container}`);
  }
}
