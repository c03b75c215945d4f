/**
 * What a source is wrapped in: compression, UTF-16, lines or one JSON document; told by its bytes, never by its name. It
 * refuses to know what the records are.
 */
import type { Diagnostic } from '../model/diagnostic';
import { diagnostic } from '../model/diagnostic';
import { unreachable } from '../model/unreachable';
import { shapeOf } from './content-shape';
import { gunzip, isGzip } from './gzip';
import { CHUNK_BYTES, chunksOf, unreadable, UnreadableSource } from './source';
import type { ByteSource } from './source';
import { hasByteOrderMark } from './utf8';
import { Utf16Decoder } from './utf16';
import { unzstd } from './zstd';
import { isZstd } from './zstd/frame';

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
  /** Where the content ends, if that is known without decoding, else null. */
  readonly contentSize: number | null;
  /** The beginning of the decoded content, for recognising foreign formats. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** What recognising found. Damage that shows only while decoding goes to `report` of `open`. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Decoded UTF-8 content from `contentStart` on, without byte order mark. Ends early, with a report, at damage. Without
   * `report` a source that cannot be read throws `UnreadableSource`.
   */
  open(report?: Report): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

export interface ContainerOptions {
  /** How much is read at a time. */
  readonly chunkBytes?: number;
}

type Report = (found: Diagnostic) => void;
type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>;
type Layer = 'gzip' | 'zstd' | 'utf16le' | 'utf16be' | 'utf8-mark';

/** Compression inside compression inside compression: more is no file of rollouts. */
const MOST_LAYERS = 4;

/** So much of the content decides between lines and documents. */
const HEAD_BYTES = 1024 * 1024;

export async function recogniseContainer(
  source: ByteSource,
  options: ContainerOptions = {},
): Promise<Container> {
  const { chunkBytes = CHUNK_BYTES } = options;
  const layers: Layer[] = [];
  const look = (count: number) =>
    headOf(opened(source, layers, Math.min(chunkBytes, LOOK_BYTES), ignore), count);
  let head = await look(MAGIC_BYTES);
  for (let layer = layerOf(head); layer !== null && layers.length < MOST_LAYERS;) {
    layers.push(layer);
    head = await look(MAGIC_BYTES);
    // A mark, or an encoding, is not looked for twice: what follows is text.
    layer = layer === 'gzip' || layer === 'zstd' ? layerOf(head) : null;
  }
  head = await look(HEAD_BYTES);
  const shape = shapeOf(head);
  const own = layers.every((layer) => layer === 'utf8-mark');
  const marked = layers.includes('utf8-mark');
  const utf16 = layers.some((layer) => layer === 'utf16le' || layer === 'utf16be');
  return {
    kinds: [...layers.flatMap(kindsOf), shape],
    plain: own && shape === 'jsonl',
    own,
    contentStart: own && marked ? 3 : 0,
    repair: utf16 ? 'all' : marked ? 'first-line' : 'none',
    contentSize: own ? source.size : null,
    head,
    diagnostics: layers.flatMap(repairsOf),
    open: (report) => opened(source, layers, chunkBytes, report),
  };
}

const MAGIC_BYTES = 4;

/** Read at a time while looking. */
const LOOK_BYTES = 256 * 1024;

function layerOf(head: Uint8Array): Layer | null {
  if (isGzip(head)) return 'gzip';
  if (isZstd(head)) return 'zstd';
  if (hasByteOrderMark(head)) return 'utf8-mark';
  // FF FE 00 00 is UTF-32, which nothing here writes.
  if (head[0] === 0xff && head[1] === 0xfe && !(head[2] === 0 && head[3] === 0)) return 'utf16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf16be';
  return null;
}

function kindsOf(layer: Layer): ContainerKind[] {
  switch (layer) {
    case 'gzip':
    case 'zstd':
      return [layer];
    case 'utf16le':
    case 'utf16be':
      return ['utf16'];
    case 'utf8-mark':
      return [];
    default:
      return unreachable(layer);
  }
}

function repairsOf(layer: Layer): Diagnostic[] {
  switch (layer) {
    case 'gzip':
    case 'zstd':
      return [];
    case 'utf16le':
    case 'utf16be':
      return [
        diagnostic(
          'utf-16',
          {},
          `The file is UTF-16 (${layer === 'utf16le' ? 'little' : 'big'} endian); it was decoded to UTF-8.`,
        ),
      ];
    case 'utf8-mark':
      return [diagnostic('byte-order-mark', { byte: 0 }, 'A byte order mark at the beginning was skipped.')];
    default:
      return unreachable(layer);
  }
}

async function* opened(
  source: ByteSource,
  layers: readonly Layer[],
  chunkBytes: number,
  report: Report | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const chunks: Chunks = layers.reduce<Chunks>(
    (inner, layer) => decoded(inner, layer, report ?? ignore),
    chunksOf(source, 0, source.size, chunkBytes),
  );
  try {
    yield* chunks;
  } catch (error) {
    if (report === undefined || !(error instanceof UnreadableSource)) throw error;
    report(unreadable(error));
  }
}

function decoded(chunks: Chunks, layer: Layer, report: Report): Chunks {
  switch (layer) {
    case 'gzip':
      return gunzip(chunks, report);
    case 'zstd':
      return unzstd(chunks, report);
    case 'utf16le':
    case 'utf16be':
      return fromUtf16(withoutFirst(chunks, 2), layer, report);
    case 'utf8-mark':
      return withoutFirst(chunks, 3);
    default:
      return unreachable(layer);
  }
}

async function* fromUtf16(
  chunks: Chunks,
  layer: 'utf16le' | 'utf16be',
  report: Report,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const decoder = new Utf16Decoder(layer === 'utf16le' ? 'little' : 'big');
  for await (const chunk of chunks) yield decoder.push(chunk);
  yield decoder.end();
  const { broken } = decoder;
  if (broken > 0) {
    const message = `${broken} halves of characters in the UTF-16 were replaced by U+FFFD.`;
    report(diagnostic('invalid-utf-8', {}, message));
  }
}

async function* withoutFirst(
  chunks: Chunks,
  count: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let left = count;
  for await (const chunk of chunks) {
    const drop = Math.min(left, chunk.length);
    left -= drop;
    if (drop < chunk.length) yield chunk.subarray(drop);
  }
}

/** The first bytes of a stream, which is then let go. Damage ends it early and is reported when it is read in earnest. */
async function headOf(chunks: Chunks, count: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk.subarray(0, count - length));
    length += Math.min(chunk.length, count - length);
    if (length === count) break;
  }
  const head = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    head.set(piece, at);
    at += piece.length;
  }
  return head;
}

function ignore(): void {
  // A look at the head reports nothing: whoever reads the content hears of it.
}
