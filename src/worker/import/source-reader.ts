/**
 * Reads one file with the pool: recognise it, then its ranges side by side, those of its decoded content while another
 * worker decodes it, or all of it in one worker. It turns whatever happens into one end: read, cancelled, or unreadable
 * with what was read before.
 */
import { diagnostic } from '../../model/diagnostic';
import type { SourceIndex } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { Assembly } from './assembly';
import type { SourceEnd, SourceListener } from './client';
import { inLanes } from './lanes';
import type { WorkerPool } from './pool';
import type { ImportAnswer, ImportEnd, ImportFailure, NamedBlob, SourceMetadata } from './protocol';
import type { ByteRange } from './ranges';
import { cutIntoRanges } from './ranges';
import { sourceFacts } from './source-facts';

export interface SourceInput {
  readonly index: SourceIndex;
  readonly source: NamedBlob;
  readonly metadata: SourceMetadata;
  readonly first?: number;
  readonly block?: number;
}

type Recognised = Extract<ImportAnswer, { kind: 'recognise' }>;

export async function readSource(
  pool: WorkerPool,
  input: SourceInput,
  listener: SourceListener,
  signal: AbortSignal,
): Promise<SourceEnd> {
  const { source } = input;
  const assembly = new Assembly(input.index, (rows) => listener.rows(rows));
  const recognising = await pool.run({ kind: 'recognise', source }, signal);
  if (recognising.kind === 'cancelled') return recognising;
  if (recognising.kind === 'failed') return unreadable(source, '', assembly, recognising.failure, true);
  const { answer } = recognising;
  if (answer.kind !== 'recognise') throw new Error(`answered ${answer.kind} to recognise`);
  const { container, own } = answer;
  const ends = await new SourceReader(pool, input, answer, assembly, listener, signal).read();
  if (signal.aborted) return { kind: 'cancelled' };
  // Those beside one that failed were stopped.
  const failed = ends.find(({ kind }) => kind === 'failed');
  if (failed?.kind === 'failed') return unreadable(source, container, assembly, failed.failure, own);
  return { kind: 'read', ...sourceFacts(source, container, assembly), own };
}

class SourceReader {
  readonly #pool: WorkerPool;
  readonly #input: SourceInput;
  readonly #recognised: Recognised;
  readonly #assembly: Assembly;
  readonly #listener: SourceListener;
  readonly #signal: AbortSignal;
  /** One job that fails stops the others: what lies behind its part could not be placed. */
  readonly #stop = new AbortController();
  readonly #either: AbortSignal;
  readonly #progress: Progress;

  constructor(
    pool: WorkerPool,
    input: SourceInput,
    recognised: Recognised,
    assembly: Assembly,
    listener: SourceListener,
    signal: AbortSignal,
  ) {
    this.#pool = pool;
    this.#input = input;
    this.#recognised = recognised;
    this.#assembly = assembly;
    this.#listener = listener;
    this.#signal = signal;
    this.#either = AbortSignal.any([signal, this.#stop.signal]);
    this.#progress = new Progress(listener);
  }

  read(): Promise<readonly ImportEnd[]> {
    const { cut } = this.#recognised;
    switch (cut) {
      case 'own':
        return this.#readRanges();
      case 'decoded':
        return this.#readDecoded();
      case 'whole':
        return this.#readWhole();
      default:
        return unreachable(cut);
    }
  }

  async #readRanges(): Promise<readonly ImportEnd[]> {
    const { source, first, block } = this.#input;
    const { contentStart, diagnostics } = this.#recognised;
    for (const found of diagnostics) this.#assembly.tally.note(found);
    const ranges = cutIntoRanges(contentStart, source.blob.size, first, block);
    return inLanes(ranges, this.#pool.size + 1, (range, part) =>
      this.#readRange(source.blob, range, part, (bytes, records) => this.#progress.set(part, bytes, records)),
    );
  }

  /** Each piece of the content is read as soon as its lines are whole, while the next one is being decoded. */
  async #readDecoded(): Promise<readonly ImportEnd[]> {
    const { source } = this.#input;
    for (const found of this.#recognised.diagnostics) this.#assembly.tally.note(found);
    const parts: Blob[] = [];
    const ranges: Promise<ImportEnd>[] = [];
    let size = 0;
    let start = 0;
    const readUntil = (end: number): void => {
      if (end === start) return;
      const part = ranges.length + 1;
      const progress = (_: number, records: number) => this.#progress.set(part, 0, records);
      ranges.push(this.#readRange(new Blob(parts), { start, end }, ranges.length, progress));
      start = end;
    };
    const decoding = await this.#pool.run({ kind: 'decode', source }, this.#either, (news) => {
      if (this.#signal.aborted) return;
      if (news.kind === 'progress') this.#progress.set(0, news.bytes, 0);
      if (news.kind !== 'part') return;
      this.#listener.content(news.bytes);
      parts.push(news.bytes);
      if (news.lines > 0) readUntil(size + news.lines);
      size += news.bytes.size;
    });
    if (decoding.kind === 'failed') this.#stop.abort();
    if (decoding.kind === 'done' && decoding.answer.kind === 'decode') {
      for (const found of decoding.answer.diagnostics) this.#assembly.tally.note(found);
      readUntil(size);
    }
    return [decoding, ...(await Promise.all(ranges))];
  }

  async #readRange(
    blob: Blob,
    { start, end }: ByteRange,
    part: number,
    progress: (bytes: number, records: number) => void,
  ): Promise<ImportEnd> {
    const { source, metadata } = this.#input;
    const { contentStart, repair } = this.#recognised;
    const input = { path: source.path, blob, start, end, contentStart, repair, metadata };
    const ended = await this.#pool.run({ kind: 'range', input }, this.#either, (news) => {
      if (this.#signal.aborted) return;
      if (news.kind === 'rows') this.#assembly.rows(part, news.batch);
      if (news.kind === 'progress') progress(news.bytes, news.records);
    });
    if (ended.kind === 'failed') this.#stop.abort();
    else if (ended.kind === 'done' && ended.answer.kind === 'range') {
      this.#assembly.done(part, ended.answer);
      progress(end - start, ended.answer.records);
    }
    return ended;
  }

  async #readWhole(): Promise<readonly ImportEnd[]> {
    const { source, metadata } = this.#input;
    const ended = await this.#pool.run({ kind: 'whole', source, metadata }, this.#signal, (news) => {
      if (this.#signal.aborted) return;
      if (news.kind === 'rows') this.#assembly.rows(0, news.batch);
      if (news.kind === 'progress') this.#listener.progress(news.bytes, news.records);
      if (news.kind === 'part') this.#listener.content(news.bytes);
    });
    if (ended.kind === 'done' && ended.answer.kind === 'whole') {
      const { tally, refusal, records } = ended.answer;
      if (refusal !== null) this.#assembly.tally.refuse(refusal);
      this.#assembly.done(0, { kind: 'range', tally, records, lines: 0 });
      this.#listener.progress(source.blob.size, records);
    }
    return [ended];
  }
}

function unreadable(
  source: NamedBlob,
  container: string,
  assembly: Assembly,
  failure: ImportFailure,
  own: boolean,
): SourceEnd {
  assembly.tally.note(diagnostic('unreadable-file', {}, failure.message));
  return { kind: 'read', ...sourceFacts(source, container, assembly), own };
}

/** Adds up what the parts report, each since its own beginning. */
class Progress {
  readonly #parts = new Map<number, { readonly bytes: number; readonly records: number }>();
  readonly #listener: SourceListener;
  #bytes = 0;
  #records = 0;

  constructor(listener: SourceListener) {
    this.#listener = listener;
  }

  set(part: number, bytes: number, records: number): void {
    const before = this.#parts.get(part) ?? { bytes: 0, records: 0 };
    this.#parts.set(part, { bytes, records });
    this.#bytes += bytes - before.bytes;
    this.#records += records - before.records;
    this.#listener.progress(this.#bytes, this.#records);
  }
}
