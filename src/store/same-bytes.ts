/** Whether a drop holds the bytes of a run that is there already. Names do not matter: a renamed copy is the same source. */
import type { ImportClient } from '../worker/import/client';
import { digestsOf } from './digests';
import type { DroppedFile } from './library-shapes';

/** A run as far as it can be compared. */
export interface Held {
  readonly sources: readonly { readonly size: number; readonly digest: string | null }[];
  /** The files it was read from, where they are at hand; they are compared when digests are not known yet. */
  readonly files: readonly DroppedFile[];
}

export async function holdsSameBytes(
  held: Held,
  files: readonly DroppedFile[],
  client: ImportClient,
  signal: AbortSignal,
): Promise<boolean> {
  const { sources } = held;
  if (sources.length !== files.length) return false;
  if (sources.some(({ size }, i) => size !== files[i]?.file.size)) return false;
  // A person waits for the answer, perhaps behind an import that has the workers busy.
  const urgentDigests = (of: readonly DroppedFile[]) => digestsOf(of, client, signal, { urgent: true });
  const known = sources.map(({ digest }) => digest);
  const [theirs, ours] = await Promise.all([
    known.includes(null) ? urgentDigests(held.files) : known,
    urgentDigests(files),
  ]);
  if (theirs === undefined || ours === undefined) return false;
  // A digest that could not be had equals nothing.
  return ours.every((digest, i) => digest !== null && digest === theirs[i]);
}
