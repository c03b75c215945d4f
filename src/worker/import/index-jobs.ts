/**
 * The jobs that read a file for its list: recognise it, read one range of it, decode it for others to read, or read all of
 * it while keeping what is decoded.
 */
import type { Diagnostic } from '../../model/diagnostic';
import { type Container, recogniseContainer } from '../../reading/container';
import { batchesInRange, batchesOf } from '../../reading/records';
import { refusalOf } from '../../reading/refusal';
import { blobSource, type ByteSource } from '../../reading/source';
import { DecodedParts } from './decoded-parts';
import { Indexer } from './indexer';
import type { ImportAnswer, ImportNews, NamedBlob, RangeInput, SourceMetadata } from './protocol';

type Report = (news: ImportNews) => void;

export async function recognise({ path, blob }: NamedBlob): Promise<ImportAnswer> {
  const container = await recogniseContainer(blobSource(path, blob));
  const { kinds, own, contentStart, repair, diagnostics } = container;
  const isLines = kinds.at(-1) === 'jsonl' && refusalOf(container) === null;
  const cut = !isLines ? 'whole' : own ? 'own' : 'decoded';
  return { kind: 'recognise', cut, own, container: kinds.join('+'), contentStart, repair, diagnostics };
}

/** All of a file's content to the page, in pieces that it hands on as ranges. */
export async function decode(
  { path, blob }: NamedBlob,
  signal: AbortSignal,
  report: Report,
): Promise<ImportAnswer> {
  const source = counted(blobSource(path, blob));
  const container = await recogniseContainer(source);
  const diagnostics: Diagnostic[] = [];
  const parts = new DecodedParts((news) => {
    report(news);
    report({ kind: 'progress', bytes: source.taken(), records: 0 });
  });
  for await (const chunk of container.open((found) => diagnostics.push(found))) {
    signal.throwIfAborted();
    parts.add(chunk);
  }
  parts.send();
  return { kind: 'decode', diagnostics };
}

export async function readRange(
  input: RangeInput,
  signal: AbortSignal,
  report: Report,
): Promise<ImportAnswer> {
  const { path, blob, start, end, contentStart, repair, metadata } = input;
  const indexer = new Indexer({ metadata, report });
  const batches = batchesInRange(blobSource(path, blob), start, end, { contentStart, repair });
  let next = await batches.next();
  while (next.done !== true) {
    signal.throwIfAborted();
    for (const found of next.value) indexer.take(found);
    next = await batches.next();
  }
  indexer.finish();
  return { kind: 'range', tally: indexer.tally.state(), lines: next.value.lines, records: indexer.records };
}

export async function readWhole(
  { path, blob }: NamedBlob,
  metadata: SourceMetadata,
  signal: AbortSignal,
  report: Report,
): Promise<ImportAnswer> {
  const source = counted(blobSource(path, blob));
  const container = await recogniseContainer(source);
  const parts = new DecodedParts(report);
  const indexer = new Indexer({
    metadata,
    report,
    position: () => source.taken(),
    beforeRows: () => parts.send(),
  });
  const { tally } = indexer;
  for (const found of container.diagnostics) tally.note(found);
  const refusal = refusalOf(container);
  if (refusal !== null) tally.refuse(refusal);
  else {
    const content: Container = container.own
      ? container
      : { ...container, open: (noting) => parts.keep(container.open(noting)) };
    for await (const batch of batchesOf(content, { report: (odd) => tally.note(odd) })) {
      signal.throwIfAborted();
      for (const found of batch) indexer.take(found);
    }
  }
  parts.send();
  indexer.finish();
  return {
    kind: 'whole',
    container: container.kinds.join('+'),
    tally: tally.state(),
    refusal,
    records: indexer.records,
  };
}

/** Counts what is taken from a source: the progress of a file whose records tell nothing about its compressed bytes. */
function counted(source: ByteSource): ByteSource & { taken(): number } {
  let furthest = 0;
  return {
    name: source.name,
    size: source.size,
    slice(start, end) {
      furthest = Math.max(furthest, end);
      return source.slice(start, end);
    },
    taken: () => furthest,
  };
}
