/** A file on disk as a source of bytes, opened for as long as it is read. It refuses to know what the bytes mean. */
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { ByteSource } from '../reading/source';

export interface OpenFile {
  readonly source: ByteSource;
  /** Bytes handed out so far, for progress. */
  readonly taken: () => number;
  readonly close: () => Promise<void>;
}

export async function openFile(name: string, path: string): Promise<OpenFile> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return openHandle(name, handle, size);
}

export function openHandle(name: string, handle: FileHandle, size: number): OpenFile {
  let taken = 0;
  const source: ByteSource = {
    name,
    size,
    async slice(start, end) {
      const bytes = await readAt(handle, start, Math.max(start, Math.min(end, size)));
      taken += bytes.length;
      return bytes;
    },
  };
  return { source, taken: () => taken, close: () => handle.close() };
}

/** One read may give less than asked for; only an empty one is the end. */
async function readAt(handle: FileHandle, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
