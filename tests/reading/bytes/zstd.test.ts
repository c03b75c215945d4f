/**
 * The zstd decoder: frames of the reference implementation come out as they went in, however the bytes arrive; another
 * decoder agrees; and no damage makes it throw, read beside what it should, or work longer than what it is given is long.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { decompress } from 'fzstd';
import { describe, expect, it } from 'vitest';
import { unzstd } from '../../../src/reading/zstd';
import { zstdRepeated, zstdSkippable, zstdStored } from '../../samples/bytes/compressed';
import { bytes } from '../../samples/bytes/lines';
import reference from '../../samples/bytes/zstd-reference.json';

const LARGEST_BLOCK = 128 * 1024;

interface Decoded {
  readonly content: Uint8Array;
  readonly found: readonly string[];
}

async function decode(given: Uint8Array, chunkBytes = given.length || 1): Promise<Decoded> {
  const found: string[] = [];
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of unzstd(chunksOf(given, chunkBytes), ({ message }) => found.push(message))) {
    pieces.push(piece);
  }
  return { content: bytes(...pieces), found };
}

async function* chunksOf(given: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < given.length; at += chunkBytes) {
    await Promise.resolve();
    yield given.subarray(at, at + chunkBytes);
  }
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const frames = reference.map(({ name, size, sha256: digest, frame }) => ({
  name,
  size,
  digest,
  frame: Uint8Array.from(Buffer.from(frame, 'base64')),
}));

describe('frames of the reference implementation', () => {
  it.each(frames)('come out as they went in: $name', async ({ size, digest, frame }) => {
    for (const chunkBytes of [1, 7, 1000, frame.length]) {
      const { content, found } = await decode(frame, chunkBytes);
      expect(found).toEqual([]);
      expect(content.length).toBe(size);
      expect(sha256(content)).toBe(digest);
    }
    expect(sha256(decompress(frame))).toBe(digest);
  });

  it('may follow each other, with others between', async () => {
    const order = fc.array(fc.integer({ min: 0, max: frames.length - 1 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 1, max: 5000 }), async (indices, chunkBytes) => {
        const parts = indices.flatMap((index) => frames[index] ?? []);
        const given = bytes(...parts.flatMap(({ frame }) => [frame, zstdSkippable('seek table')]));
        const { content, found } = await decode(given, chunkBytes);
        expect(found).toEqual([]);
        expect(sha256(content)).toBe(sha256(bytes(...parts.map(({ frame }) => decompress(frame)))));
      }),
      { numRuns: 25 },
    );
  });

  it('cut anywhere give the beginning of their content, and say so', async () => {
    for (const { frame } of frames.filter(({ size }) => size < 1e6)) {
      const { content: whole } = await decode(frame);
      const step = Math.max(1, Math.floor(frame.length / 60));
      for (let length = 1; length < frame.length; length += step) {
        const { content, found } = await decode(frame.subarray(0, length), 500);
        expect(found).toHaveLength(1);
        expect(sha256(content)).toBe(sha256(whole.subarray(0, content.length)));
      }
    }
  });
});

it('gives back whatever is stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 500 }),
      fc.integer({ min: 1, max: 200 }),
      async (data, block) => {
        const { content, found } = await decode(zstdStored(data, block), 64);
        expect(found).toEqual([]);
        expect([...content]).toEqual([...data]);
      },
    ),
  );
});

describe('what cannot be decompressed is named, with the byte of its frame', () => {
  const header = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
  /** One block, compressed and the last. */
  const block = (...inside: readonly number[]) =>
    bytes([...header, (inside.length << 3) | 5, 0, 0, ...inside]);
  const checked = frames.find(({ name }) => name === 'records, level 3')?.frame ?? bytes();
  const cases = [
    {
      name: 'a block whose bits run out',
      bytes: block(0, 0xff, 0xff, 0xff, 0x54, 35, 27, 52, 1),
      says: 'sequences end too early',
    },
    { name: 'literals without a tree', bytes: block(0x13, 0x40, 0, 1, 0), says: 'literals lack a tree' },
    {
      name: 'literals longer than their block',
      bytes: block(0xf0, 1, 2),
      says: 'literals end outside their block',
    },
    { name: 'a table used again and never given', bytes: block(0, 1, 0xfc, 1), says: 'never given' },
    {
      name: 'a look back before the content',
      bytes: block(8, 65, 1, 0x54, 0, 9, 0, 0xff, 7),
      says: 'looks back',
    },
    { name: 'a block of an unknown kind', bytes: bytes([...header, 7, 0, 0]), says: 'unknown kind' },
    { name: 'a block that is too large', bytes: bytes([...header, 0xfd, 0xff, 0xff]), says: 'larger than' },
    {
      name: 'a dictionary',
      bytes: bytes([0x28, 0xb5, 0x2f, 0xfd, 1, 0x58, 7, 1, 0, 0]),
      says: 'dictionary 7',
    },
    { name: 'a window of a gigabyte', bytes: bytes([...header.slice(0, 5), 0xa0, 1, 0, 0]), says: 'window' },
    {
      name: 'content of another size than named',
      bytes: bytes([0x28, 0xb5, 0x2f, 0xfd, 0x20, 5, 0x13, 0, 0, 1, 2]),
      says: 'it holds 2 bytes, not the 5',
    },
    {
      name: 'content that does not match its checksum',
      bytes: checked.map((byte, index) => (index === checked.length - 1 ? byte ^ 1 : byte)),
      says: 'checksum',
    },
    {
      name: 'something else',
      bytes: bytes(zstdRepeated(32, 5), 'and so on'),
      says: 'frame at byte 10 is damaged',
    },
  ];

  it.each(cases)('$name', async ({ bytes: given, says }) => {
    const { found } = await decode(given);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(says);
    expect(found[0]).toMatch(/^The zstd frame at byte \d+ is damaged: .* \(near byte \d+ of/);
  });
});

it('streams a little that stands for very much, and can be left', async () => {
  const block = [2 | ((LARGEST_BLOCK << 3) & 0xff), (LARGEST_BLOCK >> 5) & 0xff, LARGEST_BLOCK >> 13, 32];
  const blocks = bytes(...Array.from({ length: 4000 }, () => block));
  let asked = 0;
  const given = async function* () {
    yield bytes([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
    for (asked = 1; ; asked += 1) {
      await Promise.resolve();
      yield blocks;
    }
  };
  let size = 0;
  for await (const chunk of unzstd(given(), () => undefined)) {
    expect(chunk.length).toBeLessThanOrEqual(2 * 1024 * 1024);
    size += chunk.length;
    if (size > 50e6) break;
  }
  expect(asked).toBe(1);
});

it('ends, whatever is done to a frame: 4,000 of them', async () => {
  let state = 5;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const small = frames.filter(({ frame }) => frame.length > 15 && frame.length < 8000);
  for (let round = 0; round < 4000; round += 1) {
    const { frame } = small[round % small.length] ?? { frame: bytes() };
    const damaged = frame.slice(0, below(10) === 0 ? 1 + below(frame.length) : frame.length);
    // Behind the magic number; mostly near the beginning, where headers and tables are.
    for (let flips = 1 + below(4); flips > 0; flips -= 1) {
      const at = Math.min(4 + below(below(2) === 0 ? 40 : damaged.length), damaged.length - 1);
      damaged[at] = below(2) === 0 ? below(256) : (damaged[at] ?? 0) ^ (1 << below(8));
    }
    const { content, found } = await decode(damaged, below(3) === 0 ? 100 : damaged.length);
    expect(found.length).toBeLessThanOrEqual(1);
    expect(content.length).toBeLessThanOrEqual((damaged.length / 3) * LARGEST_BLOCK);
  }
}, 60_000);
