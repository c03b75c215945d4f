/** The digest of a source is that of the definition, computed here by another implementation. */
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { BLOCK_BYTES, blockDigest } from '../../../src/reading/block-digest';
import { blobSource, bytesSource } from '../../../src/reading/source';

// Slow machines are no fault of the code's.
vi.setConfig({ testTimeout: 60_000 });

function expected(bytes: Uint8Array): string {
  const all = createHash('sha256');
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    all.update(
      createHash('sha256')
        .update(bytes.subarray(at, at + BLOCK_BYTES))
        .digest(),
    );
  }
  return 'sha256-16m:' + all.digest('hex');
}

describe('the block digest', () => {
  it.each([
    { name: 'of nothing', size: 0 },
    { name: 'of a byte', size: 1 },
    { name: 'of one block', size: BLOCK_BYTES },
    { name: 'of one block and a byte', size: BLOCK_BYTES + 1 },
    { name: 'of three blocks', size: BLOCK_BYTES * 2 + 12_345 },
  ])('$name', async ({ size }) => {
    const bytes = new Uint8Array(size).map((_, index) => index * 31);
    expect(await blockDigest(bytesSource('x', bytes))).toBe(expected(bytes));
    expect(await blockDigest(blobSource('x', new Blob([bytes])))).toBe(expected(bytes));
  });
});
