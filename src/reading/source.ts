/**
 * Where bytes come from: a named, sized source that can be sliced. It refuses to know what the bytes mean, and whether
 * they lie in a File, in memory or on a disk.
 */
import { diagnostic } from '../model/diagnostic';
import type { Diagnostic } from '../model/diagnostic';

export interface ByteSource {
  /** The path within what was given. */
  readonly name: string;
  readonly size: number;
  slice(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** The bytes could not be had: the file moved, changed or may not be read. Not a fault of ours, so callers report it. */
export class UnreadableSource extends Error {
  override readonly name = 'UnreadableSource';
}

export function unreadable(error: UnreadableSource): Diagnostic {
  return diagnostic('unreadable-file', {}, `${error.message}.`);
}

export const CHUNK_BYTES = 4 * 1024 * 1024;

export function blobSource(name: string, blob: Blob): ByteSource {
  return {
    name,
    size: blob.size,
    async slice(start, end) {
      return new Uint8Array(await blob.slice(start, end).arrayBuffer());
    },
  };
}

/** Bytes that are already in memory: pasted text, tests. */
export function bytesSource(name: string, bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return {
    name,
    size: bytes.length,
    slice: (start, end) => Promise.resolve(bytes.subarray(start, end)),
  };
}

/**
 * The bytes of [start, end) in order, one chunk read ahead while the one before it is worked on. Throws `UnreadableSource`
 * when the source fails or is shorter than it said.
 */
export async function* chunksOf(
  source: ByteSource,
  start: number,
  end: number,
  chunkBytes: number = CHUNK_BYTES,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let at = start;
  const readNext = () => {
    const from = at;
    at = Math.min(from + chunkBytes, end);
    const chunk = bytesOf(source, from, at);
    // Whoever awaits it hears of a failure; nobody may, where the reader stops before.
    chunk.catch(() => undefined);
    return chunk;
  };
  for (let ahead = at < end ? readNext() : null; ahead !== null;) {
    const chunk = await ahead;
    ahead = at < end ? readNext() : null;
    yield chunk;
  }
}

async function bytesOf(source: ByteSource, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  let chunk: Uint8Array<ArrayBuffer>;
  try {
    chunk = await source.slice(start, end);
  } catch (cause) {
    throw new UnreadableSource(`${source.name} could not be read at byte ${start}`, { cause });
  }
  if (chunk.length !== end - start) {
    throw new UnreadableSource(
      `${source.name} ended at byte ${start + chunk.length}, expected ${source.size}`,
    );
  }
  return chunk;
}
