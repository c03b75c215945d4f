/**
 * The whole of one file, record by record: container, records, JSON, reading, totals. Used by the command line, and in the
 * worker for sources that cannot be cut into ranges. It refuses to know what becomes of the episodes.
 */
import type { Diagnostic } from '../model/diagnostic';
import { recogniseContainer } from './container';
import { overlongDiagnostic, parseRecord, textOf } from './json-text';
import type { TokenArrays } from './json-text';
import type { LegacyMetadata } from './legacy-metadata';
import { readRecord } from './record';
import type { RecordReading } from './record';
import { batchesOf } from './records';
import type { RecordOptions } from './records';
import type { FoundRecord } from './raw-record';
import { refusalOf } from './refusal';
import type { ByteSource } from './source';
import { SeenIds } from './seen-ids';
import { foreignRecord, Tally } from './tally';
import type { FileEnd } from './tally';

export type { FileEnd } from './tally';

export type FileEvent =
  | {
      readonly kind: 'record';
      readonly line: number;
      readonly byte: number;
      readonly length: number;
      /** The record as it is written; only until the next one is asked for. */
      readonly text: () => string;
      /** The record's own repairs (bytes, numbers); what reading found is in `reading`. */
      readonly repairs: readonly Diagnostic[];
      readonly reading: RecordReading;
    }
  | { readonly kind: 'skipped'; readonly line: number; readonly diagnostics: readonly Diagnostic[] };

export interface ReadOptions {
  readonly metadata: LegacyMetadata | null;
  readonly tokens: TokenArrays;
  /** Injectable for tests. */
  readonly longest?: number;
  readonly chunkBytes?: number;
}

/** The totals that count are those of the end: a file of nothing but foreign records turns out to have none. */
export async function* readFile(
  source: ByteSource,
  options: ReadOptions,
): AsyncGenerator<FileEvent, FileEnd, undefined> {
  const container = await recogniseContainer(source, options);
  const tally = new Tally();
  const ids = new SeenIds();
  for (const found of container.diagnostics) tally.note(found);
  const refusal = refusalOf(container);
  if (refusal !== null) tally.refuse(refusal);
  else {
    const records: RecordOptions = { ...options, report: (found) => tally.note(found) };
    for await (const batch of batchesOf(container, records)) {
      for (const found of batch) {
        const event = eventOf(found, options, tally);
        noteRepeated(event, ids, tally);
        yield event;
      }
    }
  }
  return tally.end(container.kinds.join('+'));
}

function noteRepeated(event: FileEvent, ids: SeenIds, tally: Tally): void {
  if (event.kind !== 'record' || event.reading.kind !== 'episode') return;
  const repeated = ids.note(event.reading.episode.id, event.line, event.byte);
  if (repeated !== null) tally.note(repeated);
}

function eventOf(found: FoundRecord, { metadata, tokens }: ReadOptions, tally: Tally): FileEvent {
  const { line, byte } = found;
  if (found.kind === 'overlong') return skipped(line, [overlongDiagnostic(found)], tally);
  const parsed = parseRecord(found, tokens);
  if (parsed.value === undefined) return skipped(line, parsed.diagnostics, tally);
  const reading = readRecord(parsed.value, { line, byte, metadata });
  tally.add(line, parsed, reading);
  switch (reading.kind) {
    case 'episode':
    case 'row':
      return {
        kind: 'record',
        line,
        byte,
        length: found.bytes.length,
        text: () => textOf(found.bytes),
        repairs: parsed.diagnostics,
        reading,
      };
    case 'foreign':
      return {
        kind: 'skipped',
        line,
        diagnostics: [foreignRecord(line, byte, reading.advice)],
      };
    case 'unknown':
      return { kind: 'skipped', line, diagnostics: reading.diagnostics };
  }
}

function skipped(line: number, diagnostics: readonly Diagnostic[], tally: Tally): FileEvent {
  tally.skip(diagnostics);
  return { kind: 'skipped', line, diagnostics };
}
