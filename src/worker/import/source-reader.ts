/**
 * Reads one file with the pool: recognise it, then its ranges side by side, or all of it in one worker. It turns whatever
 * happens into one end: read, cancelled, or unreadable with what was read before.
 */
import { diagnostic } from '../../model/diagnostic';
import type { SourceIndex } from '../../model/ids';
import { Assembly } from './assembly';
import type { SourceEnd, SourceListener } from './client';
import { inLanes } from './lanes';
import type { WorkerPool } from './pool';
import type { ImportAnswer, ImportEnd, ImportFailure, NamedBlob, SourceMetadata } from './protocol';
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
  const ends = answer.plain
    ? await readRanges(pool, input, answer, assembly, listener, signal)
    : [await readWhole(pool, input, assembly, listener, signal)];
  for (const end of ends) {
    if (end.kind === 'cancelled') return end;
    if (end.kind === 'failed') return unreadable(source, container, assembly, end.failure, own);
  }
  return { kind: 'read', ...sourceFacts(source, container, assembly), own };
}

async function readRanges(
  pool: WorkerPool,
  { source, metadata, first, block }: SourceInput,
  { contentStart, repair, diagnostics }: Recognised,
  assembly: Assembly,
  listener: SourceListener,
  signal: AbortSignal,
): Promise<readonly ImportEnd[]> {
  const { path, blob } = source;
  for (const found of diagnostics) assembly.tally.note(found);
  // One range that cannot be read stops the others: what lies behind it could not be placed.
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const progress = new Progress(listener);
  const ranges = cutIntoRanges(contentStart, blob.size, first, block);
  return inLanes(ranges, pool.size + 1, async ({ start, end }, part) => {
    const input = { path, blob, start, end, contentStart, repair, metadata };
    const ended = await pool.run({ kind: 'range', input }, either, (news) => {
      if (signal.aborted) return;
      if (news.kind === 'rows') assembly.rows(part, news.batch);
      if (news.kind === 'progress') progress.set(part, news.bytes, news.records);
    });
    if (ended.kind === 'failed') stop.abort();
    else if (ended.kind === 'done' && ended.answer.kind === 'range') {
      assembly.done(part, ended.answer);
      progress.set(part, end - start, ended.answer.records);
    }
    return ended;
  });
}

async function readWhole(
  pool: WorkerPool,
  { source, metadata }: SourceInput,
  assembly: Assembly,
  listener: SourceListener,
  signal: AbortSignal,
): Promise<ImportEnd> {
  const ended = await pool.run({ kind: 'whole', source, metadata }, signal, (news) => {
    if (signal.aborted) return;
    if (news.kind === 'rows') assembly.rows(0, news.batch);
    if (news.kind === 'progress') listener.progress(news.bytes, news.records);
    if (news.kind === 'part') listener.content(news.bytes);
  });
  if (ended.kind === 'done' && ended.answer.kind === 'whole') {
    const { tally, refusal, records } = ended.answer;
    if (refusal !== null) assembly.tally.refuse(refusal);
    assembly.done(0, { kind: 'range', tally, records, lines: 0 });
    listener.progress(source.blob.size, records);
  }
  return ended;
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

/** Adds up what the ranges report, each since its own beginning. */
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
