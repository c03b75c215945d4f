/**
 * The digest that names a source: SHA-256 over the SHA-256 digests of its 16 MiB blocks, because the platform has no
 * streaming hash. It refuses to know what is digested.
 */
import type { ByteSource } from './source';

export const BLOCK_BYTES = 16 * 1024 * 1024;

/** `sha256-16m:` and hex, of the bytes as given (before decompression). */
export async function blockDigest(source: ByteSource): Promise<string> {
  await Promise.resolve();
  throw new Error(`not yet: ${source.name}`);
}

/** SHA-256 of one block. */
export async function digestOfBlock(block: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', block));
}

/** From block digests in file order, computed elsewhere. */
export async function digestOfBlocks(blocks: readonly Uint8Array[]): Promise<string> {
  await Promise.resolve();
  throw new Error(`not yet: ${blocks.length}`);
}
