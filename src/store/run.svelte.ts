/**
 * One run: its sources, its rows in file order, what was odd in it, and how far its import is. It knows where the bytes
 * are, never what they mean: rows come from the worker or from storage.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { Dialect } from '../model/dialect';
import type { RecordIndex, RunKey, SourceIndex } from '../model/ids';
import type { JsonObject } from '../model/json';
import { failed, type Result } from '../model/result';
import type { EpisodeRow } from '../model/row';
import type { SourceFacts } from '../model/source';
import { type Excerpt, excerptOf } from './excerpt';
import { RunBreaks } from './run-breaks.svelte';
import { RunContents } from './run-contents';
import { type AskEdges, RunEdges } from './run-edges.svelte';
import { type AskFindings, TraceFindings } from './trace-findings.svelte';

/** A row and its address. */
export interface RunRow {
  readonly source: SourceIndex;
  readonly record: RecordIndex;
  readonly row: EpisodeRow;
}

export interface RunSource extends SourceFacts {
  readonly index: SourceIndex;
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

/** What the workers do for a run; the library hands it down, because it owns them. */
export interface RunWork {
  readonly exportReport: (run: OpenRun, signal: AbortSignal) => Promise<Result<Blob, string>>;
  readonly edges: AskEdges;
  readonly findings: AskFindings;
  readonly edgesChanged: (run: OpenRun) => void;
}

/** Dialects of files that may be files of edges. */
const EDGES = new Set<Dialect>(['edge_set', 'edge_ledger', 'rlm_payload', 'unknown']);
/** Trees of sessions, which name the agents of a run beside them. */
const SESSIONS = new Set<Dialect>(['session_directory', 'prime_agent_transcript']);

export class OpenRun {
  readonly key: RunKey;
  readonly name: string;
  /** Unix milliseconds of the import. */
  readonly added: number;
  /** Where the bytes of the sources are; the import and the library put them there. */
  readonly contents = new RunContents();
  /** Counted in the background once all rows are there. */
  readonly breaks = new RunBreaks();
  /** Edge sets and ledgers from beside it. */
  readonly edges: RunEdges;
  /** What is odd inside its traces, once somebody asks. */
  readonly traceFindings: TraceFindings;
  readonly #work: RunWork;
  #state = $state.raw<RunState>({ kind: 'loading' });
  #keeping = $state.raw<RunKeeping>({ kind: 'storing' });
  #rows = $state.raw<readonly RunRow[]>([]);
  #sources = $state.raw<readonly RunSource[]>([]);
  #diagnostics = $state.raw<readonly RunDiagnostic[]>([]);
  #rewards = { sum: 0, count: 0 };

  constructor(key: RunKey, name: string, added: number, work: RunWork) {
    this.key = key;
    this.name = name;
    this.added = added;
    this.#work = work;
    this.edges = new RunEdges(
      work.edges,
      () => this.#filesForEdges(),
      () => {
        this.traceFindings.forget();
        work.edgesChanged(this);
      },
    );
    this.traceFindings = new TraceFindings(this, work.findings);
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
  /** Over the rows so far whose reward is known; null when there is none. */
  get meanReward(): number | null {
    void this.#rows;
    return this.#rewards.count === 0 ? null : this.#rewards.sum / this.#rewards.count;
  }

  /** The uncompressed UTF-8 bytes that offsets refer to. */
  blob(source: SourceIndex): Blob {
    return this.contents.blob(source);
  }

  /** The metadata file that belongs to a v0 results file; null where there is none. */
  metadata(source: SourceIndex): JsonObject | null {
    return this.contents.metadata(source);
  }

  find(source: SourceIndex, record: RecordIndex): RunRow | null {
    const rows = this.#rows;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = rows[middle];
      if (at !== undefined && (at.source - source || at.record - record) < 0) low = middle + 1;
      else high = middle;
    }
    const row = rows[low];
    return row?.source === source && row.record === record ? row : null;
  }

  /** The text from `byte` to the end of that record, at most `limit` bytes of it. */
  excerpt(source: SourceIndex, byte: number, limit = 65_536): Promise<Result<Excerpt, string>> {
    const facts = this.#sources[source];
    if (facts === undefined) return Promise.resolve(failed('the run has no such file'));
    return excerptOf(this.blob(source), byte, limit, facts.container.endsWith('jsonl'));
  }

  /** The analysis report of this run, the same bytes that the command line prints. */
  exportReport(signal: AbortSignal): Promise<Result<Blob, string>> {
    return this.#work.exportReport(this, signal);
  }

  #filesForEdges() {
    const sources = this.#sources;
    const files = sources.map(({ index, path, episodes }) => ({
      path,
      episodes,
      content: this.blob(index),
      metadata: this.metadata(index),
    }));
    // The worker looks closer; this spares nearly every run the question.
    const isBeside = ({ episodes, dialect }: RunSource): boolean =>
      SESSIONS.has(dialect) || (episodes === 0 && EDGES.has(dialect));
    const mayHoldEdges = sources.some(isBeside) && sources.some((source) => !isBeside(source));
    return { files, mayHoldEdges };
  }

  /** Rows that follow those that are there, in file order. */
  receive(rows: readonly RunRow[]): void {
    if (rows.length === 0) return;
    for (const { row } of rows) {
      if (row.reward === null || !Number.isFinite(row.reward)) continue;
      this.#rewards.sum += row.reward;
      this.#rewards.count += 1;
    }
    this.#rows = this.#rows.concat(rows);
  }

  describe(sources: readonly RunSource[], diagnostics: readonly RunDiagnostic[]): void {
    this.#sources = sources;
    this.#diagnostics = diagnostics;
  }

  become(state: RunState): void {
    if (this.#state.kind === 'gone') return;
    const isNew = this.#state.kind !== state.kind;
    this.#state = state;
    if (isNew && state.kind === 'complete') this.edges.reread();
  }

  keep(keeping: RunKeeping): void {
    this.#keeping = keeping;
  }
}
