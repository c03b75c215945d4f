/**
 * The digest that names a source: SHA-256 over the SHA-256 digests of its 16 MiB blocks, because the platform has no
 * streaming hash. It refuses to know what is digested.
 */
import { chunksOf } from './source';
import type { ByteSource } from './source';

export const BLOCK_BYTES = 16 * 1024 * 1024;

/** `sha256-16m:` and hex, of the bytes as given (before decompression). Throws `UnreadableSource`. */
export async function blockDigest(source: ByteSource): Promise<string> {
  const digests: Uint8Array[] = [];
  for await (const block of chunksOf(source, 0, source.size, BLOCK_BYTES))
    digests.push(await digestOfBlock(block));
  return digestOfBlocks(digests);
}

/** SHA-256 of one block. */
export async function digestOfBlock(block: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', block));
}

/** From block digests in file order, computed elsewhere, and with `digestOf` where the platform offers no digest. */
export async function digestOfBlocks(
  blocks: readonly Uint8Array[],
  digestOf: typeof digestOfBlock = digestOfBlock,
): Promise<string> {
  const all = new Uint8Array(blocks.length * 32);
  blocks.forEach((digest, index) => all.set(digest, index * 32));
  const digest = await digestOf(all);
  return 'sha256-16m:' + [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
