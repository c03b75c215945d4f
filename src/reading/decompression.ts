/** What the decoders share: how damage is told, and put into words. It refuses to know any compression. */
import { diagnostic } from '../model/diagnostic';
import type { Diagnostic } from '../model/diagnostic';

export type Report = (found: Diagnostic) => void;

/** Thrown inside a decoder where the data cannot be what it says; the decoder's own door catches it. */
export class Damage extends Error {
  override readonly name = 'Damage';
}

/** `at` counts in the compressed bytes, so it goes into the words: places are of the content. */
export function damaged(what: string, at: number): Diagnostic {
  return diagnostic('decompression-failed', {}, `${what} (near byte ${at} of the compressed data).`);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
