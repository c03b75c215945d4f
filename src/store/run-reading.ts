/**
 * The reading half of an import: the sources of a drop side by side, the run fed in file order, the screen told now and
 * then. What the bytes are is the worker's affair, and how they are kept is the keeper's.
 */
import type { Diagnostic } from '../model/diagnostic';
import { sourceIndex, type SourceIndex } from '../model/ids';
import type { SourceFacts } from '../model/source';
import type { Dialect } from '../model/dialect';
import { unreachable } from '../model/unreachable';
import { rowsOfPage } from '../storage/row-columns';
import type { ImportClient, SourceEnd } from '../worker/import/client';
import type { FoundTree, SourceMetadata } from '../worker/import/protocol';
import type { DroppedFile } from './library-shapes';
import { ProgressMeter } from './progress-meter';
import { Pulse } from './pulse';
import { RowFeed } from './row-feed';
import type { ImportProgress, OpenRun, RunRow } from './run.svelte';

/** The list is drawn again at most this often, and less often the longer it is: sorting it costs the more. */
const BEAT_MILLISECONDS = 400;
const MILLISECONDS_OF_A_ROW = 0.02;

interface Reading {
  facts: SourceFacts;
  diagnostics: readonly Diagnostic[];
  bytes: number;
  records: number;
}

type SourceRead = Extract<SourceEnd, { kind: 'read' }>;

/** Of one of these a file by itself may be a tree of sessions. */
export const OF_SESSIONS = new Set<Dialect>(['session_directory', 'prime_agent_transcript']);

/** What a source turned out to be. */
export interface SourceReading {
  readonly facts: SourceFacts;
  readonly diagnostics: readonly Diagnostic[];
}

export type Amend = (source: SourceIndex, read: SourceReading) => SourceReading;

export type ReadingEnd = 'read' | 'cancelled';

export class RunReading {
  readonly #run: OpenRun;
  readonly #files: readonly DroppedFile[];
  readonly #client: ImportClient;
  readonly #signal: AbortSignal;
  readonly #readings: Reading[];
  readonly #totalBytes: number;
  readonly #meter = new ProgressMeter();
  readonly #feed: RowFeed;
  readonly #pulse: Pulse;
  readonly #amend: Amend;
  #trees: Promise<readonly FoundTree[]> | null = null;
  #arrived: RunRow[] = [];
  #described = false;

  /** `amend` may put right what the bytes at hand no longer tell. */
  constructor(
    run: OpenRun,
    files: readonly DroppedFile[],
    client: ImportClient,
    signal: AbortSignal,
    amend: Amend = (_source, read) => read,
  ) {
    this.#amend = amend;
    this.#run = run;
    this.#files = files;
    this.#client = client;
    this.#signal = signal;
    this.#readings = files.map(({ path, file }) => ({
      facts: waiting(path, file.size),
      diagnostics: [],
      bytes: 0,
      records: 0,
    }));
    this.#totalBytes = files.reduce((sum, { file }) => sum + file.size, 0);
    this.#pulse = new Pulse(
      () => this.#publish(),
      () => Math.max(BEAT_MILLISECONDS, run.rows.length * MILLISECONDS_OF_A_ROW),
    );
    this.#feed = new RowFeed((rows) => {
      for (const row of rows) this.#arrived.push(row);
      this.#pulse.touch();
    });
    this.#publish();
  }

  async read(): Promise<ReadingEnd> {
    const metadata = await this.#pair();
    // Found while the files are read; a file by itself is looked at when it is known what it is.
    if (this.#files.length > 1) this.#trees = this.#findTrees(this.#files);
    const waitingSources = this.#files.keys();
    const readers = Array.from({ length: this.#client.workers + 1 }, async () => {
      for (const source of waitingSources) {
        if (this.#signal.aborted) return;
        await this.#readOne(source, metadata[source] ?? null);
      }
    });
    await Promise.all(readers);
    if (this.#signal.aborted) {
      this.#feed.stop();
      this.#pulse.flush();
      this.#run.become({ kind: 'cancelled', progress: this.#progress() });
      return 'cancelled';
    }
    await this.#feed.drained();
    this.#pulse.flush();
    return 'read';
  }

  async #pair(): Promise<readonly SourceMetadata[]> {
    // A file by itself has nothing beside it; not asking saves its first rows a round trip.
    if (this.#files.length < 2) return [];
    const sources = this.#files.map(({ path, file }) => ({ path, blob: file }));
    const paired = await this.#client.pair(sources, this.#signal);
    return paired.kind === 'done' ? paired.value : [];
  }

  async #readOne(source: number, metadata: SourceMetadata): Promise<void> {
    const file = this.#files[source];
    const reading = this.#readings[source];
    if (file === undefined || reading === undefined) return;
    const index = sourceIndex(source);
    const { contents } = this.#run;
    contents.setMetadata(index, metadata?.raw ?? null);
    // Until a decoded piece comes, the file's own bytes are the content.
    contents.set(index, file.file);
    let decoding = false;
    const end = await this.#client.read(
      index,
      { path: file.path, blob: file.file },
      metadata,
      {
        rows: (rows) => this.#feed.push(source, rows),
        progress: (bytes, records) => {
          reading.bytes = bytes;
          reading.records = records;
          this.#pulse.touch();
        },
        content: (part) => {
          if (decoding) contents.add(index, part);
          else contents.set(index, part);
          decoding = true;
        },
      },
      this.#signal,
    );
    this.#settle(source, reading, end.kind === 'read' ? await this.#grown(source, end, file) : end, file);
  }

  async #findTrees(files: readonly DroppedFile[]): Promise<readonly FoundTree[]> {
    const sources = files.map(({ path, file }) => ({ path, blob: file }));
    const found = await this.#client.trees(sources, this.#signal);
    return found.kind === 'done' ? found.value : [];
  }

  /** Where a directory of sessions has its root at this file, its document is the content, and its episode the row. */
  async #grown(source: number, end: SourceRead, file: DroppedFile): Promise<SourceRead> {
    if (this.#files.length === 1) {
      if (!OF_SESSIONS.has(end.facts.dialect) || end.facts.episodes > 0) return end;
      this.#trees = this.#findTrees([file]);
    }
    const tree = (await this.#trees)?.find(({ root }) => root === source);
    const grown = tree?.grown ?? null;
    if (grown === null) return end;
    this.#run.contents.set(sourceIndex(source), grown.content);
    this.#feed.push(source, { length: 1, rows: () => rowsOfPage(grown.rows) });
    return { ...end, own: false, facts: { ...end.facts, role: 'rollouts', episodes: 1 } };
  }

  #settle(source: number, reading: Reading, end: SourceEnd, { file }: DroppedFile): void {
    switch (end.kind) {
      case 'cancelled':
        return;
      case 'read': {
        const { facts, diagnostics } = this.#amend(sourceIndex(source), end);
        reading.facts = facts;
        reading.diagnostics = diagnostics;
        reading.bytes = file.size;
        reading.records = facts.records.total;
        this.#described = false;
        this.#feed.end(source);
        this.#pulse.touch();
        return;
      }
      default:
        unreachable(end);
    }
  }

  #progress(): ImportProgress {
    let bytes = 0;
    let records = 0;
    for (const reading of this.#readings) {
      bytes += reading.bytes;
      records += reading.records;
    }
    const totalBytes = this.#totalBytes;
    const pace = this.#meter.measure(performance.now(), bytes, totalBytes);
    return { step: 'reading', bytes, totalBytes, records, ...pace };
  }

  #publish(): void {
    const rows = this.#arrived;
    this.#arrived = [];
    this.#run.receive(rows);
    if (!this.#described) {
      this.#described = true;
      this.#run.describe(
        this.#readings.map(({ facts }, i) => ({ ...facts, index: sourceIndex(i) })),
        this.#readings.flatMap(({ diagnostics }, i) =>
          diagnostics.map((diagnostic) => ({ source: sourceIndex(i), diagnostic })),
        ),
      );
    }
    this.#run.become({ kind: 'importing', progress: this.#progress() });
  }
}

function waiting(path: string, size: number): SourceFacts {
  return {
    path,
    size,
    role: 'waiting',
    container: '',
    dialect: 'unknown',
    records: { total: 0, read: 0, repaired: 0, skipped: 0 },
    episodes: 0,
    diagnosticCount: 0,
    findings: 0,
    digest: null,
    advice: null,
  };
}
