/**
 * One run: its sources, its rows in file order, what was odd in it, and how far its import is. It knows where the bytes
 * are, never what they mean: rows come from the worker or from storage.
 */
import type { Dialect } from '../model/dialect';
import type { Diagnostic } from '../model/diagnostic';
import type { RecordIndex, RunKey, SourceIndex } from '../model/ids';
import type { JsonObject } from '../model/json';
import type { Result } from '../model/result';
import type { EpisodeRow } from '../model/row';

/** A row and its address. */
export interface RunRow {
  readonly source: SourceIndex;
  readonly record: RecordIndex;
  readonly row: EpisodeRow;
}

export interface RecordCounts {
  readonly total: number;
  readonly read: number;
  readonly repaired: number;
  readonly skipped: number;
}

/**
 * What a file turned out to be: `rollouts` has episodes; `companion` is known and holds none (configs, logs, index rows,
 * metadata); `foreign` is recognised and refused; `unknown` is none of these; `unreadable` could not be read; `waiting`
 * has not been looked at yet.
 */
export type SourceRole =
  'waiting' | 'rollouts' | 'companion' | 'foreign' | 'unknown' | 'empty' | 'unreadable';

export interface RunSource {
  readonly index: SourceIndex;
  /** Path within what was dropped, with `/`. */
  readonly path: string;
  /** Bytes as given, before decompression. */
  readonly size: number;
  readonly role: SourceRole;
  /** `jsonl`, `gzip+jsonl` …; empty while waiting. */
  readonly container: string;
  readonly dialect: Dialect;
  readonly records: RecordCounts;
  /** All diagnostics, also those beyond the cap. */
  readonly diagnosticCount: number;
  /** `sha256-16m:…`; null until it has been computed. */
  readonly digest: string | null;
  /** What to do with a foreign file; null otherwise. */
  readonly advice: string | null;
}

export interface ImportProgress {
  /** `reading`: the list grows. `storing`: the list is complete, bytes and digests are being kept. */
  readonly step: 'reading' | 'storing';
  readonly bytes: number;
  readonly totalBytes: number;
  readonly records: number;
  /** Bytes a second over the last seconds; null at the beginning. */
  readonly rate: number | null;
  /** Seconds; null at the beginning. */
  readonly left: number | null;
}

export type RunState =
  /** Rows are being fetched from storage. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'importing'; readonly progress: ImportProgress }
  | { readonly kind: 'complete' }
  /** Stopped by the person; rows read so far stay for this visit, nothing is stored. */
  | { readonly kind: 'cancelled'; readonly progress: ImportProgress }
  | { readonly kind: 'failed'; readonly message: string }
  /** Deleted here or in another tab. */
  | { readonly kind: 'gone' };

/** Where the run lives. */
export type RunKeeping =
  | { readonly kind: 'storing' }
  | { readonly kind: 'stored' }
  /** For this visit only; says why. */
  | { readonly kind: 'memory'; readonly reason: string };

export interface RunDiagnostic {
  readonly source: SourceIndex;
  readonly diagnostic: Diagnostic;
}

/** The text of a place in the bytes, for the jump to a raw record. */
export interface Excerpt {
  readonly text: string;
  /** True where the record goes on after `text`. */
  readonly cut: boolean;
}

export class OpenRun {
  readonly key: RunKey;
  #name: string;
  #state = $state.raw<RunState>({ kind: 'loading' });
  #keeping = $state.raw<RunKeeping>({ kind: 'storing' });
  #rows = $state.raw<readonly RunRow[]>([]);
  #sources = $state.raw<readonly RunSource[]>([]);
  #diagnostics = $state.raw<readonly RunDiagnostic[]>([]);

  constructor(key: RunKey, name: string) {
    this.key = key;
    this.#name = name;
  }

  get name(): string {
    return this.#name;
  }
  get state(): RunState {
    return this.#state;
  }
  get keeping(): RunKeeping {
    return this.#keeping;
  }
  /** In file order; a new array with every batch. */
  get rows(): readonly RunRow[] {
    return this.#rows;
  }
  get sources(): readonly RunSource[] {
    return this.#sources;
  }
  get diagnostics(): readonly RunDiagnostic[] {
    return this.#diagnostics;
  }

  /** The uncompressed UTF-8 bytes that offsets refer to. */
  blob(_source: SourceIndex): Blob {
    return new Blob([]);
  }

  find(source: SourceIndex, record: RecordIndex): RunRow | null {
    return this.#rows.find((row) => row.source === source && row.record === record) ?? null;
  }

  /** The metadata file that belongs to a v0 results file; null where there is none. */
  metadata(_source: SourceIndex): JsonObject | null {
    return null;
  }

  /** The bytes from `byte` to the end of that line, at most `limit` of them, as text. */
  async excerpt(_source: SourceIndex, _byte: number, _limit = 65_536): Promise<Result<Excerpt, string>> {
    return { kind: 'failed', failure: 'not stored' };
  }

  /** The analysis report of this run, the same bytes that the command line prints. */
  async exportReport(_signal: AbortSignal): Promise<Result<Blob, string>> {
    return { kind: 'failed', failure: 'not computed' };
  }
}
