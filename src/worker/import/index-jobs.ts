/** The jobs that read a file for its list: recognise it, read one range of it, or read all of it while keeping what is decoded. */
import type { LegacyMetadata } from '../../reading/legacy-metadata';
import { recogniseContainer } from '../../reading/container';
import { recordsInRange, recordsOf } from '../../reading/records';
import { blobSource, type ByteSource } from '../../reading/source';
import { DecodedParts } from './decoded-parts';
import { Indexer } from './indexer';
import type { ImportAnswer, ImportNews, NamedBlob, RangeInput } from './protocol';

type Report = (news: ImportNews) => void;

export async function recognise({ path, blob }: NamedBlob): Promise<ImportAnswer> {
  const container = await recogniseContainer(blobSource(path, blob));
  const { kinds, plain, own, contentStart, repair, diagnostics } = container;
  return { kind: 'recognise', plain, own, container: kinds.join('+'), contentStart, repair, diagnostics };
}

export async function readRange(
  input: RangeInput,
  signal: AbortSignal,
  report: Report,
): Promise<ImportAnswer> {
  const { path, blob, start, end, contentStart, repair, metadata } = input;
  const indexer = new Indexer({ metadata, report });
  const records = recordsInRange(blobSource(path, blob), start, end, { contentStart, repair });
  let next = await records.next();
  while (next.done !== true) {
    signal.throwIfAborted();
    indexer.take(next.value);
    next = await records.next();
  }
  indexer.finish();
  return { kind: 'range', tally: indexer.tally.state(), lines: next.value.lines, records: indexer.records };
}

export async function readWhole(
  { path, blob }: NamedBlob,
  metadata: LegacyMetadata | null,
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
  for (const found of container.diagnostics) indexer.tally.note(found);
  const note = (found: (typeof container.diagnostics)[number]): void => indexer.tally.note(found);
  const content = container.own ? container : { ...container, open: () => parts.keep(container.open(note)) };
  for await (const found of recordsOf(content)) {
    signal.throwIfAborted();
    indexer.take(found);
  }
  parts.send();
  indexer.finish();
  return {
    kind: 'whole',
    container: container.kinds.join('+'),
    tally: indexer.tally.state(),
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
