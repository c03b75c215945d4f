/**
 * What a source is wrapped in: compression, UTF-16, lines or one JSON document; told by its bytes, never by its name. It
 * refuses to know what the records are.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { ByteSource } from './source';

/** `zip` and `binary` are never read; they are named so that a report does not call them lines. */
export type ContainerKind = 'gzip' | 'zstd' | 'utf16' | 'jsonl' | 'json' | 'zip' | 'binary';

/** Which records count as repaired because of the file around them: the one behind a byte order mark, all of UTF-16. */
export type ContainerRepair = 'none' | 'first-line' | 'all';

export interface Container {
  /** Outermost first; the report joins them by `+`. */
  readonly kinds: readonly ContainerKind[];
  /** The source's own bytes are UTF-8 JSONL: it may be cut into byte ranges. */
  readonly plain: boolean;
  /** The source's own bytes are the content, so offsets refer to them and no decoded copy is needed. */
  readonly own: boolean;
  /** Offset of the first byte of content: 3 behind a byte order mark in an `own` container, else 0. */
  readonly contentStart: number;
  readonly repair: ContainerRepair;
  /** Size of the content where it is known without decoding, else null. */
  readonly contentSize: number | null;
  /** The beginning of the decoded content, for recognising foreign formats. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** What recognising found. Damage that shows only while decoding goes to `report` of `open`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Decoded UTF-8 content from `contentStart` on, without byte order mark. Ends early, with a report, at damage. */
  open(report?: (found: Diagnostic) => void): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

export interface ContainerOptions {
  /** How much is read at a time. */
  readonly chunkBytes?: number;
}

export async function recogniseContainer(
  source: ByteSource,
  options: ContainerOptions = {},
): Promise<Container> {
  await Promise.resolve();
  throw new Error(`not yet: ${source.name} ${String(options.chunkBytes)}`);
}
