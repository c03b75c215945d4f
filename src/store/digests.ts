/** The digests that name the files of a drop, computed by the workers. It refuses to know what they are compared with. */
import type { ImportClient } from '../worker/import/client';
import type { DroppedFile } from './library-shapes';

/** In their order; null for a file that can no longer be read; undefined when cancelled. */
export async function digestsOf(
  files: readonly DroppedFile[],
  client: ImportClient,
  signal: AbortSignal,
  progress: (bytes: number) => void = () => undefined,
): Promise<readonly (string | null)[] | undefined> {
  const done = files.map(() => 0);
  let bytes = 0;
  const digests = await Promise.all(
    files.map(({ path, file }, i) =>
      client.digest({ path, blob: file }, signal, (soFar) => {
        bytes += soFar - (done[i] ?? 0);
        done[i] = soFar;
        progress(bytes);
      }),
    ),
  );
  if (signal.aborted) return undefined;
  return digests.map((digest) => (digest.kind === 'done' ? digest.value : null));
}
