/**
 * What is said between page and worker about edges from beside a run: the files given, what they turned out to hold, and
 * what of it belongs to which trace. Only shapes.
 */
import type { EndedEdge } from '../../analysis/edge-listing';
import type { Sightings, TracePlace } from '../../analysis/matching/sighting';
import type { CyclePolicy, EdgeSetReport } from '../../analysis/semantic-types';
import type { TraceEdges } from '../../analysis/semantics';
import type { Diagnostic } from '../../model/diagnostic';
import type { JsonObject } from '../../model/json';

export type { EndedEdge } from '../../analysis/edge-listing';
export type { TracePlace } from '../../analysis/matching/sighting';
export type { CyclePolicy, EdgeSetReport } from '../../analysis/semantic-types';
export type { TraceEdges } from '../../analysis/semantics';

/** A record in the uncompressed bytes of its file. */
export interface Span {
  readonly byte: number;
  readonly length: number;
}

/** A trace that somebody chose for a file of edges. `record` is a line or element, counted from 1. */
export interface ChosenTrace extends Span {
  readonly place: TracePlace;
}

export interface GivenEdgeFile {
  readonly name: string;
  readonly blob: Blob;
  /** Null lets the request ids decide. */
  readonly chosen: ChosenTrace | null;
}

/** A file of the run, as it was read. */
export interface RunFile {
  readonly path: string;
  readonly content: Blob;
  readonly metadata: JsonObject | null;
  readonly episodes: number;
}

/** What the traces of a run carry of ids that somebody asked for, and where their records are, by the key of the place. */
export interface SeenRun extends Sightings {
  readonly spans: ReadonlyMap<string, Span>;
}

export interface EdgeAsk {
  readonly files: readonly RunFile[];
  readonly given: readonly GivenEdgeFile[];
  readonly policy: CyclePolicy;
  /** Of an earlier answer about the same run. */
  readonly seen: SeenRun | null;
}

export interface FoundEdgeFile {
  readonly name: string;
  /** Position in the run of a file that lies beside its rollouts; null for one that was given later. */
  readonly beside: number | null;
  readonly sets: number;
  /** Events of a ledger. */
  readonly events: number;
  /** Directories of sessions and payloads, which name sessions and hold no edges. */
  readonly sessions: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is applied to one trace, and what became of it. Files are positions in `FoundEdges.files`. */
export interface EdgesOfTrace extends Span {
  readonly place: TracePlace;
  readonly id: string;
  readonly edges: TraceEdges;
  readonly files: readonly number[];
  readonly reports: readonly EdgeSetReport[];
  /** Of each report its edges. */
  readonly listed: readonly (readonly EndedEdge[])[];
}

export interface FoundEdges {
  /** Those beside the run's rollouts in its order, then those given. */
  readonly files: readonly FoundEdgeFile[];
  /** In the order of the run. */
  readonly traces: readonly EdgesOfTrace[];
  /** Sets and ledgers that fit no trace, each with its file. */
  readonly unplaced: readonly { readonly file: number; readonly report: EdgeSetReport }[];
  readonly seen: SeenRun;
}

/** What a report needs of them. */
export interface ReportEdges {
  readonly traces: readonly { readonly place: TracePlace; readonly edges: TraceEdges }[];
  readonly unmatched: readonly EdgeSetReport[];
}
