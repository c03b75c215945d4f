/**
 * What the page and an import worker tell each other: commands, replies, and nothing executable. A worker does one job at
 * a time; every command but `cancel` is answered by any number of `progress`, `rows` and `part` and then by exactly one of
 * `done`, `cancelled` and `failed`.
 */
import type { Diagnostic } from '../../model/diagnostic';
import type { JobId } from '../../model/ids';
import type { JsonObject } from '../../model/json';
import type { SourceFacts } from '../../model/source';
import type { FileBeside } from '../../reading/edge-sources';
import type { LegacyMetadata } from '../../reading/legacy-metadata';
import type { Refusal } from '../../reading/refusal';
import type { TallyState } from '../../reading/tally';
import type { RowPage } from '../../storage/row-columns';
import type { EdgeAsk, FoundEdges, ReportEdges } from './edge-shape';

export type {
  ChosenTrace,
  CyclePolicy,
  EdgeAsk,
  EdgeSetReport,
  EdgesOfTrace,
  EndedEdge,
  FoundEdgeFile,
  FoundEdges,
  ReportEdges,
  RunFile,
  SeenRun,
  TraceEdges,
} from './edge-shape';

/** What belongs to v0 results from the metadata file beside them; null for every other file. */
export type SourceMetadata = LegacyMetadata | null;

/** A file as it is dropped. */
export interface NamedBlob {
  readonly path: string;
  readonly blob: Blob;
}

/** Part of plain JSONL: the records whose first byte lies in [start, end). */
export interface RangeInput extends NamedBlob {
  readonly start: number;
  readonly end: number;
  readonly contentStart: number;
  readonly repair: 'none' | 'first-line' | 'all';
  readonly metadata: SourceMetadata;
}

/** What a report says of a file besides its episodes. */
export interface ReportFile {
  readonly facts: SourceFacts;
  readonly diagnostics: readonly Diagnostic[];
  readonly metadata: JsonObject | null;
  /** The uncompressed UTF-8 bytes. */
  readonly content: Blob;
}

/** A directory of sessions; `root` is the position of the file in whose place it is told. */
export interface FoundTree {
  readonly root: number;
  /** Null where its files are larger together than may be held. */
  readonly grown: { readonly content: Blob; readonly rows: RowPage } | null;
}

export type ImportJob =
  /** The first guess at a run's identity, from sizes, heads and tails. */
  | { readonly kind: 'fingerprint'; readonly sources: readonly NamedBlob[] }
  /** Which of the files is the metadata of which. */
  | { readonly kind: 'pair'; readonly sources: readonly NamedBlob[] }
  /** Which of the files are trees of sessions, each as one document. */
  | { readonly kind: 'trees'; readonly sources: readonly NamedBlob[] }
  /** What a file is wrapped in. */
  | { readonly kind: 'recognise'; readonly source: NamedBlob }
  | { readonly kind: 'range'; readonly input: RangeInput }
  /** Decodes a file of compressed or UTF-16 lines, which others read meanwhile. */
  | { readonly kind: 'decode'; readonly source: NamedBlob }
  /** A file that cannot be cut: one JSON document or several, compressed or not. */
  | { readonly kind: 'whole'; readonly source: NamedBlob; readonly metadata: SourceMetadata }
  /** SHA-256 of each 16 MiB block that begins in [start, end). */
  | { readonly kind: 'digest'; readonly source: NamedBlob; readonly start: number; readonly end: number }
  /** The analysis report over files that have been read. */
  | { readonly kind: 'report'; readonly files: readonly ReportFile[]; readonly edges: ReportEdges }
  /** What is odd inside the traces of files that have been read. */
  | { readonly kind: 'findings'; readonly files: readonly ReportFile[]; readonly edges: ReportEdges }
  /** Of each file whether it is one of edges, a run, or neither. */
  | { readonly kind: 'edges-among'; readonly sources: readonly NamedBlob[] }
  /** What files of edges say about the traces of a run. */
  | { readonly kind: 'edges'; readonly ask: EdgeAsk };

export type ImportCommand =
  { readonly job: JobId; readonly command: ImportJob } | { readonly job: JobId; readonly command: 'cancel' };

/** Rows of a part of a file: record and line count from the part's beginning. */
export interface RowBatch {
  readonly rows: RowPage;
  /** Positions in the batch whose id ends in the line number, which only the whole file's order tells. */
  readonly numbered: readonly number[];
}

export interface RangeAnswer {
  readonly kind: 'range';
  readonly tally: TallyState;
  /** Lines that begin in the range, blank ones included. */
  readonly lines: number;
  /** Records that begin in the range, read or skipped. */
  readonly records: number;
}

/** How a file may be shared among workers: its own bytes, or the decoded ones, in ranges; or not at all. */
export type Cut = 'own' | 'decoded' | 'whole';

export type ImportAnswer =
  | { readonly kind: 'fingerprint'; readonly fingerprint: string }
  /** For each source its metadata, or null. */
  | { readonly kind: 'pair'; readonly metadata: readonly SourceMetadata[] }
  | { readonly kind: 'trees'; readonly trees: readonly FoundTree[] }
  | {
      readonly kind: 'recognise';
      readonly cut: Cut;
      /** The file's own bytes are the content that offsets refer to. */
      readonly own: boolean;
      readonly container: string;
      readonly contentStart: number;
      readonly repair: 'none' | 'first-line' | 'all';
      readonly diagnostics: readonly Diagnostic[];
    }
  | RangeAnswer
  /** With what was odd while decoding. */
  | { readonly kind: 'decode'; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'whole';
      readonly container: string;
      readonly tally: TallyState;
      /** Why the file as a whole is not read; null where it is. */
      readonly refusal: Refusal | null;
      readonly records: number;
    }
  | { readonly kind: 'digest'; readonly blocks: readonly Uint8Array[] }
  | { readonly kind: 'report'; readonly report: Blob }
  /** For each file, cut at the limit of each code. */
  | { readonly kind: 'findings'; readonly found: readonly (readonly Diagnostic[])[] }
  | { readonly kind: 'edges-among'; readonly answers: readonly FileBeside[] }
  | { readonly kind: 'edges'; readonly found: FoundEdges };

export type ImportFailure =
  /** The bytes could not be had: the file moved, changed, or may not be read. */
  | { readonly kind: 'unreadable'; readonly message: string }
  /** A mistake of ours, or a worker that died. */
  | { readonly kind: 'fault'; readonly message: string };

/** What a job says while it runs. */
export type ImportNews =
  /** Since the job began. */
  | { readonly kind: 'progress'; readonly bytes: number; readonly records: number }
  | { readonly kind: 'rows'; readonly batch: RowBatch }
  /**
   * The next piece of the decoded content; what rows point into has always been sent before them. `lines` is where the
   * last line that ends in it does: 0 when none does.
   */
  | { readonly kind: 'part'; readonly bytes: Blob; readonly lines: number };

export type ImportEnd =
  | { readonly kind: 'done'; readonly answer: ImportAnswer }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: ImportFailure };

export interface ImportReply {
  readonly job: JobId;
  readonly reply: ImportNews | ImportEnd;
}
