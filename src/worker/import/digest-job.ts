/** SHA-256 of the 16 MiB blocks of a stretch of a file; the page joins the stretches into the digest that names the file. */
import { sha256OfBytes } from '../../analysis/sha256';
import { BLOCK_BYTES } from '../../reading/block-digest';
import { blobSource, chunksOf } from '../../reading/source';
import type { ImportAnswer, NamedBlob } from './protocol';

export interface DigestInput {
  readonly source: NamedBlob;
  readonly start: number;
  readonly end: number;
}

export async function digestBlocks(
  { source, start, end }: DigestInput,
  signal: AbortSignal,
): Promise<ImportAnswer> {
  const { path, blob } = source;
  const blocks: Uint8Array[] = [];
  for await (const block of chunksOf(blobSource(path, blob), start, end, BLOCK_BYTES)) {
    signal.throwIfAborted();
    blocks.push(await sha256OfBytes(block));
  }
  return { kind: 'digest', blocks };
}
