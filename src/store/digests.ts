/** The digests that name the files of a drop, computed by the workers. It refuses to know what they are compared with. */
import { unreachable } from '../model/unreachable';
import type { DigestOptions, ImportClient } from '../worker/import/client';
import type { DroppedFile } from './library-shapes';

/** In their order; null for a file that can no longer be read; undefined when cancelled. */
export async function digestsOf(
  files: readonly DroppedFile[],
  client: ImportClient,
  signal: AbortSignal,
  options: DigestOptions = {},
): Promise<readonly (string | null)[] | undefined> {
  const sources = files.map(({ path, file }) => ({ path, blob: file }));
  const digests = await client.digests(sources, signal, options);
  switch (digests.kind) {
    case 'done':
      return digests.value;
    case 'cancelled':
      return undefined;
    case 'failed':
      return files.map(() => null);
    default:
      return unreachable(digests);
  }
}
