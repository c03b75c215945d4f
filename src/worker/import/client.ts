/**
 * The page's side of importing: reads a file with the pool, whatever it is wrapped in, and answers with rows in file order
 * and with what the file turned out to be. It stores nothing and knows no run.
 */
import type { Diagnostic } from '../../model/diagnostic';
import type { SourceIndex } from '../../model/ids';
import type { SourceFacts } from '../../model/source';
import { sha256OfBytes } from '../../analysis/sha256';
import { BLOCK_BYTES, digestOfBlocks } from '../../reading/block-digest';
import type { FileBeside } from '../../reading/edge-sources';
import type { PlacedRow } from '../../storage/row-columns';
import { startModuleWorker } from '../bootstrap';
import type { EdgeAsk, FoundEdges, ReportEdges } from './edge-shape';
import entry from './entry?worker&url';
import { type ImportPort, type PortEvents, type StartPort, WorkerPool } from './pool';
import type {
  FoundTree,
  ImportAnswer,
  ImportCommand,
  ImportEnd,
  ImportFailure,
  ImportReply,
  NamedBlob,
  ReportFile,
  SourceMetadata,
} from './protocol';
import { inLanes } from './lanes';
import { readSource } from './source-reader';

/** One decodes what another reads. */
const FEWEST_WORKERS = 2;
/** More workers than this only compete for the disk. */
const MOST_WORKERS = 8;
/** Blocks that one job digests: few enough that all workers have some, many enough that jobs are few. */
const BLOCKS_OF_A_DIGEST_JOB = 4;

export type Answered<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: ImportFailure };

/** Rows that are still columns: building them costs time, and who wants them decides when. */
export interface PendingRows {
  readonly length: number;
  rows(): PlacedRow[];
}

export interface SourceListener {
  /** The next rows of the file. */
  rows(rows: PendingRows): void;
  /** Of the file's own bytes, since the beginning. */
  progress(bytes: number, records: number): void;
  /** The next piece of the decoded content, where the file's own bytes are not the content. */
  content(part: Blob): void;
}

export type SourceEnd =
  | {
      readonly kind: 'read';
      readonly facts: SourceFacts;
      readonly diagnostics: readonly Diagnostic[];
      /** The file's own bytes are the content; otherwise the parts that were sent are. */
      readonly own: boolean;
    }
  | { readonly kind: 'cancelled' };

export interface DigestOptions {
  /** Before what already waits for a worker. */
  readonly urgent?: boolean;
  readonly progress?: (bytes: number) => void;
}

export function startImportPort(events: PortEvents): ImportPort {
  const worker = startModuleWorker(entry, 'wirescope-import');
  worker.onmessage = (event: MessageEvent<ImportReply>) => events.reply(event.data);
  worker.onerror = (event) => events.crash(event.message || 'the worker could not be started');
  return {
    post: (command: ImportCommand) => worker.postMessage(command),
    terminate: () => worker.terminate(),
  };
}

export function workersHere(): number {
  return Math.min(Math.max(FEWEST_WORKERS, navigator.hardwareConcurrency || 1), MOST_WORKERS);
}

export class ImportClient {
  readonly #pool: WorkerPool;
  readonly #cut: { readonly first?: number; readonly block?: number };

  /** `cut` sets other sizes of ranges, for tests. */
  constructor(
    start: StartPort = startImportPort,
    workers: number = workersHere(),
    cut: { readonly first?: number; readonly block?: number } = {},
  ) {
    this.#pool = new WorkerPool(start, workers);
    this.#cut = cut;
  }

  get workers(): number {
    return this.#pool.size;
  }

  /** Starts a worker before there is work, because a file is likely to come. */
  warm(): void {
    this.#pool.warm();
  }

  close(): void {
    this.#pool.close();
  }

  async fingerprint(sources: readonly NamedBlob[], signal: AbortSignal): Promise<Answered<string>> {
    const end = await this.#pool.run({ kind: 'fingerprint', sources }, signal, undefined, true);
    return answered(end, (answer) => (answer.kind === 'fingerprint' ? answer.fingerprint : undefined));
  }

  /** For each source the metadata that belongs to it, or null. */
  async pair(
    sources: readonly NamedBlob[],
    signal: AbortSignal,
  ): Promise<Answered<readonly SourceMetadata[]>> {
    const end = await this.#pool.run({ kind: 'pair', sources }, signal);
    return answered(end, (answer) => (answer.kind === 'pair' ? answer.metadata : undefined));
  }

  /** Directories of sessions among the sources. */
  async trees(sources: readonly NamedBlob[], signal: AbortSignal): Promise<Answered<readonly FoundTree[]>> {
    const end = await this.#pool.run({ kind: 'trees', sources }, signal);
    return answered(end, (answer) => (answer.kind === 'trees' ? answer.trees : undefined));
  }

  read(
    index: SourceIndex,
    source: NamedBlob,
    metadata: SourceMetadata,
    listener: SourceListener,
    signal: AbortSignal,
  ): Promise<SourceEnd> {
    return readSource(this.#pool, { index, source, metadata, ...this.#cut }, listener, signal);
  }

  /** The digests that name the files, in their order; null for a file that can no longer be read. */
  async digests(
    sources: readonly NamedBlob[],
    signal: AbortSignal,
    { urgent = false, progress }: DigestOptions = {},
  ): Promise<Answered<readonly (string | null)[]>> {
    const stretches = sources.flatMap((source, index) => stretchesOf(source, index));
    const lanes = this.#pool.size + 1;
    let finished = 0;
    const ends = await inLanes(stretches, lanes, async ({ source, start, end }) => {
      const ended = await this.#pool.run({ kind: 'digest', source, start, end }, signal, undefined, urgent);
      progress?.((finished += end - start));
      return ended;
    });
    if (signal.aborted) return { kind: 'cancelled' };
    const blocks: (Uint8Array[] | null)[] = sources.map(() => []);
    ends.forEach((end, i) => {
      const index = stretches[i]?.index ?? 0;
      if (end.kind === 'done' && end.answer.kind === 'digest') blocks[index]?.push(...end.answer.blocks);
      else blocks[index] = null;
    });
    const value: (string | null)[] = [];
    for (const all of blocks) value.push(all === null ? null : await digestOfBlocks(all, sha256OfBytes));
    return { kind: 'done', value };
  }

  /** Of each file whether it is one of edges, a run, or neither. */
  async edgesAmong(
    sources: readonly NamedBlob[],
    signal: AbortSignal,
  ): Promise<Answered<readonly FileBeside[]>> {
    const end = await this.#pool.run({ kind: 'edges-among', sources }, signal, undefined, true);
    return answered(end, (answer) => (answer.kind === 'edges-among' ? answer.answers : undefined));
  }

  /** What files of edges say about the traces of a run. */
  async edges(
    ask: EdgeAsk,
    signal: AbortSignal,
    progress: (bytes: number) => void,
  ): Promise<Answered<FoundEdges>> {
    const end = await this.#pool.run(
      { kind: 'edges', ask },
      signal,
      (news) => {
        if (news.kind === 'progress') progress(news.bytes);
      },
      true,
    );
    return answered(end, (answer) => (answer.kind === 'edges' ? answer.found : undefined));
  }

  /** Of each file what is odd inside its traces. */
  async findings(
    files: readonly ReportFile[],
    edges: ReportEdges,
    signal: AbortSignal,
    progress: (bytes: number) => void,
  ): Promise<Answered<readonly (readonly Diagnostic[])[]>> {
    const end = await this.#pool.run({ kind: 'findings', files, edges }, signal, (news) => {
      if (news.kind === 'progress') progress(news.bytes);
    });
    return answered(end, (answer) => (answer.kind === 'findings' ? answer.found : undefined));
  }

  async report(
    files: readonly ReportFile[],
    edges: ReportEdges,
    signal: AbortSignal,
    progress: (bytes: number) => void = () => undefined,
  ): Promise<Answered<Blob>> {
    const end = await this.#pool.run({ kind: 'report', files, edges }, signal, (news) => {
      if (news.kind === 'progress') progress(news.bytes);
    });
    return answered(end, (answer) => (answer.kind === 'report' ? answer.report : undefined));
  }
}

interface Stretch {
  readonly source: NamedBlob;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

function stretchesOf(source: NamedBlob, index: number): Stretch[] {
  const { size } = source.blob;
  const length = BLOCK_BYTES * BLOCKS_OF_A_DIGEST_JOB;
  return Array.from({ length: Math.ceil(size / length) }, (_, i) => {
    const start = i * length;
    return { source, index, start, end: Math.min(start + length, size) };
  });
}

function answered<Value>(end: ImportEnd, pick: (answer: ImportAnswer) => Value | undefined): Answered<Value> {
  if (end.kind !== 'done') return end;
  const value = pick(end.answer);
  if (value === undefined) throw new Error(`the worker answered ${end.answer.kind} to another question`);
  return { kind: 'done', value };
}
