/**
 * The whole of one file, record by record: container, records, JSON, reading, totals. Used by the command line, and in the
 * worker for sources that cannot be cut into ranges. It refuses to know what becomes of the episodes.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { TokenArrays } from './json-text';
import type { LegacyMetadata } from './legacy-metadata';
import type { RecordReading } from './record';
import type { RecordOptions } from './records';
import type { ByteSource } from './source';
import type { FileEnd } from './tally';

export type { FileEnd } from './tally';

export type FileEvent =
  | {
      readonly kind: 'record';
      readonly line: number;
      readonly byte: number;
      readonly length: number;
      readonly reading: RecordReading;
    }
  | { readonly kind: 'skipped'; readonly diagnostics: readonly Diagnostic[] };

export interface ReadOptions extends RecordOptions {
  readonly metadata: LegacyMetadata | null;
  readonly tokens: TokenArrays;
}

export async function* readFile(
  source: ByteSource,
  options: ReadOptions,
): AsyncGenerator<FileEvent, FileEnd, undefined> {
  await Promise.resolve();
  throw new Error(`not yet: ${source.name} ${options.tokens}`);
  yield* [];
}
