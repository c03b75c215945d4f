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
  if (files.every(({ file }, i) => isSameFile(file, held.files[i]?.file))) return true;
  const known = sources.map(({ digest }) => digest);
  const [theirs, ours] = await Promise.all([
    known.includes(null) ? digestsOf(held.files, client, signal) : known,
    digestsOf(files, client, signal),
  ]);
  if (theirs === undefined || ours === undefined) return false;
  // A digest that could not be had equals nothing.
  return ours.every((digest, i) => digest !== null && digest === theirs[i]);
}

/** The same file picked twice: no need to read it. */
function isSameFile(one: File, other: File | undefined): boolean {
  return (
    other !== undefined &&
    one.name === other.name &&
    one.size === other.size &&
    one.lastModified === other.lastModified &&
    // Pasted text is always made anew, under one name, and within one millisecond two of a size may differ.
    one.lastModified < Date.now() - 60_000
  );
}
