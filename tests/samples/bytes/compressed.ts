/**
 * T16, the compressed part, and what a copy on its way may look like: gzip of several members, zstd of several frames with
 * skippable ones between, one inside the other, cut short or damaged. The zstd frames were made by the reference
 * implementation, 1.5.4: `-1`, `-5` from a pipe, `-19 --no-check`, `-19 --no-check` from a pipe, `-3`.
 */
import { gzipSync } from 'node:zlib';
import { bytes, episodes, ids, jsonl, pretty, utf8 } from './lines';
import type { FileCase } from './lines';
import { utf16 } from './encodings';
import { prose } from './prose';
import frames from './zstd-frames.json';

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}

export function gzip(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(content));
}

/** A member with every optional field of the header. */
export function gzipWithHeader(content: string): Uint8Array<ArrayBuffer> {
  const plain = gzip(content);
  const header = bytes(
    [0x1f, 0x8b, 8, 0b11110, 0, 0, 0, 0, 0, 3],
    [5, 0],
    'extra',
    'a name\0',
    'a remark\0',
    [0, 0],
  );
  return bytes(header, plain.subarray(10));
}

/** A frame of stored blocks: what zstd does with what does not compress. */
export function zstdStored(content: string | Uint8Array, blockBytes = 100): Uint8Array<ArrayBuffer> {
  const data = typeof content === 'string' ? utf8(content) : content;
  const parts: (readonly number[] | Uint8Array)[] = [[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]];
  for (let at = 0; at === 0 || at < data.length; at += blockBytes) {
    const block = data.subarray(at, at + blockBytes);
    const header = (block.length << 3) | (at + blockBytes >= data.length ? 1 : 0);
    parts.push([header & 255, (header >> 8) & 255, header >> 16], block);
  }
  return bytes(...parts);
}

/** A frame of one repeated byte. */
export function zstdRepeated(byte: number, count: number): Uint8Array<ArrayBuffer> {
  const header = (count << 3) | 2 | 1;
  return bytes([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, header & 255, (header >> 8) & 255, header >> 16, byte]);
}

export function zstdSkippable(payload: string): Uint8Array<ArrayBuffer> {
  const { length } = utf8(payload);
  return bytes([0x5e, 0x2a, 0x4d, 0x18, length & 255, length >> 8, 0, 0], payload);
}

/** What the reference implementation made, and of what. */
export function zstdOfReference(): readonly {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  content: string;
}[] {
  return Object.entries(frames).map(([name, frame]) => ({
    name,
    bytes: decoded(frame),
    content: name.startsWith('twenty') ? prose(20) : prose(200, 3),
  }));
}

const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
const twoHundred = Array.from({ length: 200 }, (_, index) => index + 1);

/** What is said of each record but the first ones, whose ids the others have again. */
function repeatedIds(text: string, first: number): readonly string[] {
  let byte = 0;
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      const found = `duplicate-id@${index + 1}:${byte}`;
      byte += utf8(line).length + 1;
      return found;
    })
    .slice(first);
}

export function compressedFiles(): readonly FileCase[] {
  const three = jsonl(episodes(3));
  const [first = '', second = '', third = ''] = episodes(3);
  const gz = { container: 'gzip+jsonl', ids: ids(1, 2, 3) };
  const zst = { container: 'zstd+jsonl', ids: ids(1, 2, 3) };
  const streamed = decoded(frames.twentyStreamed);
  return [
    { ...gz, name: 'gzip', bytes: gzip(three) },
    { ...gz, name: 'gzip with a full header', bytes: gzipWithHeader(three) },
    {
      ...gz,
      name: 'gzip of several members, a record each',
      bytes: bytes(...episodes(3).map((each) => gzip(each + '\n'))),
    },
    {
      ...gz,
      name: 'gzip of several members that part inside a record',
      bytes: bytes(
        gzip(three.slice(0, 50)),
        gzip(''),
        gzipWithHeader(three.slice(50, 51)),
        gzip(three.slice(51)),
      ),
    },
    {
      ...gz,
      name: 'gzip of a thousand members',
      bytes: bytes(...[...three.repeat(5)].map((each) => gzip(each))),
      ids: [...gz.ids, ...Array.from({ length: 4 }, () => gz.ids).flat()],
      found: repeatedIds(three.repeat(5), 3),
    },
    { ...gz, name: 'gzip of nothing', bytes: gzip(''), ids: [], found: ['empty-file@-:-'] },
    { ...gz, name: 'gzip in gzip', container: 'gzip+gzip+jsonl', bytes: gzip(gzip(three)) },
    {
      ...gz,
      name: 'gzip of a pretty-printed array',
      container: 'gzip+json',
      bytes: gzip(
        `[${episodes(3)
          .map((each) => pretty(each))
          .join(',\n')}]`,
      ),
    },
    {
      ...gz,
      name: 'gzip of UTF-16',
      container: 'gzip+utf16+jsonl',
      bytes: gzip(utf16(three, 'little')),
      repaired: 3,
      found: ['utf-16@-:-'],
    },
    {
      ...gz,
      name: 'gzip of a byte order mark and lines',
      bytes: gzip(bytes([0xef, 0xbb, 0xbf], three)),
      repaired: 1,
      found: ['byte-order-mark@-:0'],
    },
    {
      ...gz,
      name: 'gzip whose checksum is wrong',
      bytes: replaced(gzip(three), -6, 0),
      found: ['decompression-failed@-:-'],
    },
    {
      ...gz,
      name: 'gzip of two members, the first with a wrong checksum',
      bytes: bytes(replaced(gzip(first + '\n'), -6, 0), gzip([second, third].join('\n'))),
      found: ['decompression-failed@-:-'],
    },
    {
      ...gz,
      name: 'gzip cut inside its checksum',
      bytes: gzip(three).subarray(0, -3),
      found: ['decompression-failed@-:-'],
    },
    {
      ...gz,
      name: 'gzip cut inside its second member',
      bytes: bytes(gzip(first + '\n'), gzip(second + '\n').subarray(0, 10)),
      ids: ids(1),
      found: ['decompression-failed@-:-'],
    },
    {
      ...gz,
      name: 'gzip cut inside the header of its second member',
      bytes: bytes(gzip(first + '\n'), gzip(second).subarray(0, 5)),
      ids: ids(1),
      found: ['decompression-failed@-:-'],
    },
    {
      ...gz,
      name: 'gzip with text behind it',
      bytes: bytes(gzip(three), 'and so on and so on'),
      found: ['decompression-failed@-:-'],
    },
    {
      ...gz,
      name: 'gzip of nonsense',
      bytes: bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], 'nonsense'),
      ids: [],
      found: ['decompression-failed@-:-'],
    },

    { ...zst, name: 'zstd', bytes: decoded(frames.twenty), ids: ids(...twenty) },
    { ...zst, name: 'zstd of unknown size', bytes: streamed, ids: ids(...twenty) },
    { ...zst, name: 'zstd without checksum', bytes: decoded(frames.twentyUnchecked), ids: ids(...twenty) },
    {
      ...zst,
      name: 'zstd of several blocks',
      bytes: decoded(frames.twoHundred),
      ids: ids(...twoHundred),
    },
    {
      ...zst,
      name: 'zstd of several blocks and unknown size',
      bytes: decoded(frames.twoHundredStreamed),
      ids: ids(...twoHundred),
    },
    {
      ...zst,
      name: 'zstd of several frames, skippable ones between',
      bytes: bytes(
        zstdSkippable('a'),
        zstdStored(three.slice(0, 60)),
        zstdSkippable(''),
        zstdStored(''),
        zstdStored(three.slice(60)),
        zstdSkippable('the seek table'),
      ),
    },
    {
      ...zst,
      name: 'zstd of frames of every kind',
      bytes: bytes(
        decoded(frames.twenty),
        streamed,
        decoded(frames.twentyUnchecked),
        zstdRepeated(0x20, 70_000),
      ),
      ids: ids(...twenty, ...twenty, ...twenty),
      found: repeatedIds(prose(20).repeat(3), 20),
    },
    {
      ...zst,
      name: 'zstd of a skippable frame alone',
      bytes: zstdSkippable('nothing'),
      ids: [],
      found: ['empty-file@-:-'],
    },
    { ...zst, name: 'zstd in gzip', container: 'gzip+zstd+jsonl', bytes: gzip(zstdStored(three)) },
    {
      ...zst,
      name: 'zstd cut inside a frame, between blocks',
      bytes: zstdStored(three, 30).subarray(0, -20),
      ids: ids(1, 2),
      skipped: 1,
      found: ['decompression-failed@-:-', `torn-tail@3:${150}`],
    },
    {
      ...zst,
      name: 'zstd cut inside its second frame',
      bytes: bytes(zstdStored(three), zstdStored(three).subarray(0, 8)),
      found: ['decompression-failed@-:-'],
    },
    {
      ...zst,
      name: 'zstd cut inside its magic number',
      bytes: bytes(zstdStored(three), [0x28, 0xb5]),
      found: ['decompression-failed@-:-'],
    },
    {
      ...zst,
      name: 'zstd cut inside a skippable frame',
      bytes: bytes(zstdStored(three), zstdSkippable('seek').subarray(0, -1)),
      found: ['decompression-failed@-:-'],
    },
    {
      ...zst,
      name: 'zstd cut before its checksum',
      bytes: decoded(frames.twenty).subarray(0, -2),
      ids: ids(...twenty),
      found: ['decompression-failed@-:-'],
    },
    {
      ...zst,
      name: 'zstd with text behind it',
      bytes: bytes(zstdStored(three), 'and so on'),
      found: ['decompression-failed@-:-'],
    },
    {
      ...zst,
      name: 'zstd that needs a dictionary',
      bytes: bytes([0x28, 0xb5, 0x2f, 0xfd, 0x01, 0x58, 7, 1, 0, 0]),
      ids: [],
      found: ['decompression-failed@-:-'],
    },
    {
      ...zst,
      name: 'zstd of a window beyond reason',
      bytes: bytes([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff, 1, 0, 0]),
      ids: [],
      found: ['decompression-failed@-:-'],
    },
  ];
}

function replaced(all: Uint8Array, at: number, byte: number): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(all);
  const index = copy.length + at;
  copy[index] = copy[index] === byte ? byte + 1 : byte;
  return copy;
}
