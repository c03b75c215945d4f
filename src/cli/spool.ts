/** Standard input as a file: reading needs a size and slices, and a pipe has neither. */
import type { FileHandle } from 'node:fs/promises';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenFile } from './file-source';
import { openHandle } from './file-source';

/** The file is gone from the folder before it is filled where the system allows that, so that nothing stays behind. */
export async function spool(name: string, input: AsyncIterable<Uint8Array>): Promise<OpenFile> {
  const folder = await mkdtemp(join(tmpdir(), 'wirescope-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  let handle: FileHandle | null = null;
  try {
    handle = await open(join(folder, 'stdin'), 'wx+', 0o600);
    await remove().catch(() => undefined);
    let size = 0;
    for await (const chunk of input) {
      await writeAll(handle, chunk, size);
      size += chunk.length;
    }
    const file = openHandle(name, handle, size);
    return {
      ...file,
      close: async () => {
        await file.close();
        await remove();
      },
    };
  } catch (error) {
    await handle?.close();
    await remove();
    throw error;
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}
