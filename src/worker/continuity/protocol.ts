/**
 * What the page and the continuity worker tell each other: records to look through, counts of their breaks. One answer for
 * each question, in order; who no longer wants an answer ends the worker.
 */
import type { TraceEdges } from '../../analysis/semantics';
import type { JobId } from '../../model/ids';
import type { JsonObject } from '../../model/json';
import type { BreakColumns } from '../../storage/break-columns';

/** Some records of one source, side by side in its bytes. */
export interface RecordStretch {
  /** The uncompressed bytes from `start` on. */
  readonly bytes: Blob;
  readonly start: number;
  /** What belongs to v0 results from the metadata file beside them. */
  readonly metadata: JsonObject | null;
  readonly records: readonly StretchRecord[];
}

/** Offsets refer to the source, as everywhere. */
export interface StretchRecord {
  readonly line: number;
  readonly byte: number;
  readonly length: number;
  /** What is applied to its traces from beside the run, by their index. */
  readonly edges: readonly (TraceEdges | null)[];
}

export interface CountCommand {
  readonly job: JobId;
  readonly stretch: RecordStretch;
}

export type CountReply =
  /** One entry a record. */
  | { readonly kind: 'counted'; readonly job: JobId; readonly counts: BreakColumns }
  /** The bytes could not be had. */
  | { readonly kind: 'unreadable'; readonly job: JobId; readonly message: string };
