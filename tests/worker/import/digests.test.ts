/** What names files: digests as the command line computes them, and fingerprints that depend on sizes, ends and order alone. */
import { describe, expect, it } from 'vitest';
import { sha256OfBytes } from '../../../src/analysis/sha256';
import { BLOCK_BYTES, blockDigest } from '../../../src/reading/block-digest';
import { blobSource } from '../../../src/reading/source';
import { ImportClient } from '../../../src/worker/import/client';
import { fingerprint } from '../../../src/worker/import/fingerprint-job';
import { startInProcess } from './in-process';

const never = new AbortController().signal;
const client = new ImportClient(startInProcess, 2);
const named = (...blobs: readonly Blob[]) => blobs.map((blob, i) => ({ path: `${i}`, blob }));

/** A file that moved or changed after it was picked. */
function vanished(size: number): Blob {
  const blob = new Blob(['x'.repeat(size)]);
  blob.slice = () => {
    throw new DOMException('moved', 'NotReadableError');
  };
  return blob;
}

describe('digests', () => {
  it('are those of the command line, whatever the size', async () => {
    const sizes = [0, 1, BLOCK_BYTES, 5 * BLOCK_BYTES + 1];
    const blobs = sizes.map((size) => new Blob([new Uint8Array(size).fill(size % 251)]));
    const expected = await Promise.all(blobs.map((blob) => blockDigest(blobSource('b', blob))));
    const heard: number[] = [];
    const digests = await client.digests(named(...blobs), never, { progress: (bytes) => heard.push(bytes) });
    expect(digests).toEqual({ kind: 'done', value: expected });
    expect(heard.at(-1)).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  it('are the same without a secure context', async () => {
    const bytes = new TextEncoder().encode('what the platform does not offer');
    expect(await sha256OfBytes(bytes, 'library')).toEqual(await sha256OfBytes(bytes, 'platform'));
  });

  it('are cancelled', async () => {
    const stop = new AbortController();
    const digests = client.digests(named(new Blob([new Uint8Array(2 * BLOCK_BYTES)])), stop.signal);
    stop.abort();
    expect(await digests).toEqual({ kind: 'cancelled' });
  });
});

describe('a fingerprint', () => {
  const big = (middle: string, end = 'b') => new Blob(['a'.repeat(70_000), middle, end.repeat(70_000)]);
  const cases = [
    { name: 'is the same for the same bytes', left: [big('x')], right: [big('x')], same: true },
    { name: 'does not see the middle', left: [big('x')], right: [big('y')], same: true },
    { name: 'sees the end', left: [big('x')], right: [big('x', 'c')], same: false },
    { name: 'sees the size', left: [big('x')], right: [big('xx')], same: false },
    { name: 'sees the order', left: [big('x'), new Blob()], right: [new Blob(), big('x')], same: false },
    {
      name: 'sees where one file ends',
      left: [new Blob(['ab']), new Blob(['c'])],
      right: [new Blob(['a']), new Blob(['bc'])],
      same: false,
    },
  ];
  it.each(cases)('$name', async ({ left, right, same }) => {
    const [one, other] = await Promise.all([
      client.fingerprint(named(...left), never),
      client.fingerprint(named(...right), never),
    ]);
    expect(one).toMatchObject({ kind: 'done', value: expect.stringMatching(/^[0-9a-f]{12}$/) });
    if (same) expect(other).toEqual(one);
    else expect(other).not.toEqual(one);
  });

  it('can be had where one of the files cannot be read', async () => {
    // Straight to the job: a blob that fails does not survive being posted.
    const answer = await fingerprint(named(vanished(3), big('x')), never);
    expect(answer).toMatchObject({ kind: 'fingerprint', fingerprint: expect.any(String) });
  });
});
