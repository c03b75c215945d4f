/** What a container gives when it is opened: the very bytes that went in, whatever they were wrapped in. */
import { describe, expect, it, vi } from 'vitest';
import { recogniseContainer } from '../../../src/reading/container';
import { recordsOf } from '../../../src/reading/records';
import { bytesSource, UnreadableSource } from '../../../src/reading/source';
import type { ByteSource } from '../../../src/reading/source';
import { gzip, zstdOfReference, zstdRepeated } from '../../samples/bytes/compressed';
import { utf16 } from '../../samples/bytes/encodings';
import { bytes, episodes, jsonl, utf8 } from '../../samples/bytes/lines';
import { prose } from '../../samples/bytes/prose';

// Slow machines are no fault of the code's.
vi.setConfig({ testTimeout: 60_000 });

async function contentOf(given: Uint8Array<ArrayBuffer>, chunkBytes: number): Promise<string> {
  const container = await recogniseContainer(bytesSource('given', given), { chunkBytes });
  const pieces: Uint8Array[] = [];
  for await (const piece of container.open()) pieces.push(piece);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes(...pieces));
}

const text = prose(4) + '日本 😀 \u2028\n';

describe('the content', () => {
  it.each([
    { name: 'plain', given: utf8(text), content: text },
    { name: 'behind a byte order mark', given: bytes([0xef, 0xbb, 0xbf], text), content: text },
    { name: 'UTF-16, little endian', given: utf16(text, 'little'), content: text },
    { name: 'UTF-16, big endian', given: utf16(text, 'big'), content: text },
    { name: 'gzip', given: gzip(text), content: text },
    { name: 'gzip of members', given: bytes(gzip(text), gzip(text)), content: text + text },
    { name: 'gzip of UTF-16', given: gzip(utf16(text, 'big')), content: text },
    { name: 'a repeated byte', given: zstdRepeated(0x20, 100_000), content: ' '.repeat(100_000) },
    ...zstdOfReference().map(({ name, bytes: given, content }) => ({ name, given, content })),
  ])('$name', async ({ given, content }) => {
    for (const chunkBytes of [1, 7, 1000, 1 << 22]) {
      expect((await contentOf(given, chunkBytes)) === content, `chunks of ${chunkBytes}`).toBe(true);
    }
  });
});

describe('a plain container', () => {
  it.each([
    { name: 'lines', given: utf8(jsonl(episodes(2))), plain: true, own: true, contentStart: 0 },
    {
      name: 'lines behind a mark',
      given: bytes([0xef, 0xbb, 0xbf], '{}\n'),
      plain: true,
      own: true,
      contentStart: 3,
    },
    { name: 'an array', given: utf8('[{}]'), plain: false, own: true, contentStart: 0 },
    { name: 'gzip', given: gzip('{}\n'), plain: false, own: false, contentStart: 0 },
    { name: 'gzip of a mark', given: gzip('\ufeff{}\n'), plain: false, own: false, contentStart: 0 },
    { name: 'UTF-16', given: utf16('{}\n', 'little'), plain: false, own: false, contentStart: 0 },
  ])('is told from others: $name', async ({ given, plain, own, contentStart }) => {
    expect(await recogniseContainer(bytesSource('given', given))).toMatchObject({ plain, own, contentStart });
  });
});

describe('a source that fails', () => {
  const content = utf8(jsonl(episodes(100)));
  const failing: ByteSource = {
    name: 'moved.jsonl',
    size: content.length,
    slice: (start, end) =>
      start >= 2000
        ? Promise.reject(new Error('NotReadableError'))
        : Promise.resolve(content.subarray(start, end)),
  };
  const shrunk: ByteSource = {
    name: 'shrunk.jsonl',
    size: content.length,
    slice: (start, end) => Promise.resolve(content.subarray(start, Math.min(end, 2000))),
  };

  it.each([failing, shrunk])('gives what could be read, and says so: $name', async (source) => {
    const container = await recogniseContainer(source, { chunkBytes: 1000 });
    const found: string[] = [];
    let records = 0;
    for await (const record of recordsOf(container, { report: ({ code }) => found.push(code) })) {
      expect(record.kind).toBe('record');
      records += 1;
    }
    expect(found).toEqual(['unreadable-file']);
    expect(records).toBeGreaterThan(10);
  });

  it('throws where nobody listens', async () => {
    const container = await recogniseContainer(failing, { chunkBytes: 1000 });
    const read = async () => {
      for await (const record of recordsOf(container)) expect(record.kind).toBe('record');
    };
    await expect(read()).rejects.toThrow(UnreadableSource);
  });
});
