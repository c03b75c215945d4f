/**
 * What page and export worker say to each other. A worker lives for one job: what was found stays in it, and the page is
 * told where, of which kind and how long a finding is, with the text around it, never the value.
 */
import type { Cell } from '../../analysis/export/csv';
import type { FindingKind, SecretSeverity } from '../../analysis/secrets/rules';
import type { NodeIndex, TraceIndex } from '../../model/ids';
import type { JsonObject, JsonPointer } from '../../model/json';

/** Findings of one kind that are listed one by one; more are counted, and replaced or left with their kind. */
export const LISTED_OF_A_KIND = 500;
/** Findings listed of what a finished file still holds. */
export const LISTED_REMAINING = 100;

export interface ExportSource {
  readonly path: string;
  /** The uncompressed UTF-8 bytes that offsets refer to. */
  readonly content: Blob;
  /** Of v0 results. */
  readonly metadata: JsonObject | null;
}

/** The chosen records, in the order in which they are written. */
export interface ExportRecords {
  readonly source: Uint32Array<ArrayBuffer>;
  readonly line: Float64Array<ArrayBuffer>;
  readonly byte: Float64Array<ArrayBuffer>;
  readonly length: Float64Array<ArrayBuffer>;
}

/** A part of one record. */
export interface ExportPart {
  readonly trace: TraceIndex;
  /** Of the trace in its record. */
  readonly path: JsonPointer;
  /** Of a branch, root first; null for the whole trace. */
  readonly nodes: readonly NodeIndex[] | null;
}

export interface RecordsSubject {
  readonly kind: 'records';
  readonly sources: readonly ExportSource[];
  readonly records: ExportRecords;
  /** Null: the records as they are. */
  readonly part: ExportPart | null;
}

/** `of`: the records that it was made of; what is secret in them is looked for in it. */
export type ExportSubject =
  | RecordsSubject
  | {
      readonly kind: 'table';
      readonly header: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      readonly of?: RecordsSubject;
    }
  /** A report that has been written: looked through, and written again as it is but for what is replaced. */
  | { readonly kind: 'report'; readonly content: Blob; readonly of?: RecordsSubject };

export const EXPORT_FORMATS = ['jsonl', 'markdown', 'text', 'report', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is replaced: all of some kinds, but for single findings that are switched the other way. */
export interface ExportChoice {
  readonly kinds: readonly FindingKind[];
  readonly exceptions: readonly number[];
}

export type ExportCommand =
  | { readonly kind: 'review'; readonly subject: ExportSubject }
  | {
      readonly kind: 'write';
      readonly subject: ExportSubject;
      readonly format: ExportFormat;
      readonly choice: ExportChoice;
      /** Of the file that is written; the report names it. */
      readonly name: string;
    };

export interface ListedFinding {
  /** Its number among all findings of the subject: the same in every job over it. */
  readonly id: number;
  readonly kind: FindingKind;
  readonly severity: SecretSeverity;
  /** Position among the chosen records, and line or row in its file. */
  readonly record: number;
  readonly line: number;
  readonly path: JsonPointer;
  readonly length: number;
  readonly before: string;
  readonly after: string;
  /** How often the value stands in that string. */
  readonly times: number;
  /** Six digits that are equal where the values are equal, this once; empty for an object. */
  readonly mark: string;
}

export interface KindCount {
  readonly kind: FindingKind;
  readonly count: number;
}

export interface Review {
  readonly findings: readonly ListedFinding[];
  readonly counts: readonly KindCount[];
  readonly records: number;
  /** Findings graver than a path, and the records that hold one. */
  readonly secrets: number;
  readonly recordsWithSecrets: number;
  readonly bytes: number;
  /** The record's form has no part that could be cut out: all of it was looked at, and is written. */
  readonly uncut: boolean;
}

export interface Written {
  readonly file: Blob;
  readonly records: number;
  /** Findings that were replaced. */
  readonly replaced: number;
  /** What the finished file was scanned for again: what was to be replaced, and whatever is graver than a path. */
  readonly remaining: readonly KindCount[];
  readonly listed: readonly ListedFinding[];
  /** Lines that were JSON before and are not now. */
  readonly broken: number;
  /** What the records say only together with a file of metadata beside them, which is not in this one. */
  readonly withoutMetadata: boolean;
  readonly uncut: boolean;
}

export type ExportReply =
  | { readonly kind: 'progress'; readonly bytes: number; readonly total: number }
  | { readonly kind: 'review'; readonly review: Review }
  | { readonly kind: 'written'; readonly written: Written }
  | { readonly kind: 'failed'; readonly message: string };
