/**
 * Ten thousand damaged files: nothing throws, nothing hangs, the counts add up, and every record that was not touched is
 * still read. The damage is the same every time; a failure prints what reproduces it.
 */
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/model/json';
import { recogniseContainer } from '../../../src/reading/container';
import { parseRecord } from '../../../src/reading/json-text';
import { recordsOf } from '../../../src/reading/records';
import { bytesSource } from '../../../src/reading/source';
import { gzip, zstdOfReference, zstdStored } from '../../samples/bytes/compressed';
import { utf16 } from '../../samples/bytes/encodings';
import { Chance, damage } from '../../samples/bytes/damage';
import { bytes, episode, jsonl, pretty, utf8 } from '../../samples/bytes/lines';
import { prose } from '../../samples/bytes/prose';
import { readAll } from './read-all';

const six = Array.from({ length: 6 }, (_, index) =>
  episode(
    index + 1,
    `,"group":{"id":"a \\"quoted\\" \\\\ 日本 text"},"run":{"x":[1,-2.5e3,null,true,{"y":{}}]}`,
  ),
);

/** Records of a container without looking into them: fast enough for thousands of files. */
async function idsIn(
  given: Uint8Array<ArrayBuffer>,
  chunkBytes: number,
): Promise<{ ids: ReadonlySet<string>; total: number; read: number }> {
  const container = await recogniseContainer(bytesSource('given', given), { chunkBytes });
  const ids = new Set<string>();
  let total = 0;
  let read = 0;
  for await (const found of recordsOf(container)) {
    total += 1;
    if (found.kind === 'overlong') continue;
    const { value } = parseRecord(found, 'skip');
    if (value === undefined) continue;
    read += 1;
    if (isObject(value) && typeof value.id === 'string') ids.add(value.id);
  }
  return { ids, total, read };
}

describe('damaged lines', () => {
  const text = utf8(jsonl(six));
  const ends = six.map((_, index) => utf8(jsonl(six.slice(0, index + 1))).length);

  it('leave every untouched neighbour', async () => {
    const chance = new Chance(1);
    for (let round = 0; round < 5000; round += 1) {
      const { bytes: damaged, from, to } = damage(text, chance);
      const { ids, total, read } = await idsIn(damaged, chance.one([1 << 20, 1 << 20, 50]));
      expect(read).toBeLessThanOrEqual(total);
      ends.forEach((end, index) => {
        const start = ends[index - 1] ?? 0;
        // A line is untouched when neither it nor the line feeds around it were.
        if (to >= start && from < end) return;
        expect(
          ids.has(`e${index + 1}`),
          `round ${round}: record ${index + 1}, damage at ${from} to ${to}`,
        ).toBe(true);
      });
    }
  }, 60_000);
});

describe('damaged documents', () => {
  const layouts = [
    { name: 'an array of a line each', elements: six, open: '[\n', between: ',\n', close: '\n]\n' },
    {
      name: 'an indented array',
      elements: six.map((each) => '  ' + pretty(each, '  ')),
      open: '[\n',
      between: ',\n',
      close: '\n]\n',
    },
    { name: 'documents', elements: six.map((each) => pretty(each)), open: '', between: '\n', close: '\n' },
  ];

  it.each(layouts)(
    'leave every untouched neighbour: $name',
    async ({ elements, open, between, close }) => {
      const text = utf8(open + elements.join(between) + close);
      const starts = elements.map(
        (_, index) =>
          utf8(
            open +
              elements
                .slice(0, index)
                .map((each) => each + between)
                .join(''),
          ).length,
      );
      const chance = new Chance(2);
      for (let round = 0; round < 1000; round += 1) {
        const { bytes: damaged, from, to } = damage(text, chance);
        const { ids, total, read } = await idsIn(damaged, chance.one([1 << 20, 1 << 20, 50]));
        expect(read).toBeLessThanOrEqual(total);
        // What holds the file together must be whole for its shape to be known.
        if (from < (starts[1] ?? 0)) continue;
        elements.forEach((element, index) => {
          const start = starts[index] ?? 0;
          const end = start + utf8(element).length;
          if (to >= start - between.length && from <= end + between.length) return;
          expect(
            ids.has(`e${index + 1}`),
            `round ${round}: record ${index + 1}, damage at ${from} to ${to}`,
          ).toBe(true);
        });
      }
    },
    60_000,
  );
});

describe('damaged files of every kind, through the whole of reading', () => {
  const text = prose(3);
  const kinds: readonly { name: string; bytes: Uint8Array }[] = [
    { name: 'an array on one line', bytes: utf8(`[${six.join(',')}]`) },
    { name: 'gzip', bytes: gzip(text) },
    { name: 'gzip of members', bytes: bytes(...six.map((each) => gzip(each + '\n'))) },
    { name: 'zstd of stored blocks', bytes: zstdStored(text, 500) },
    { name: 'UTF-16', bytes: utf16(text, 'little') },
    ...zstdOfReference(),
  ];

  it.each(kinds)(
    '$name',
    async ({ bytes: given }) => {
      const chance = new Chance(3);
      for (let round = 0; round < 300; round += 1) {
        let { bytes: damaged } = damage(given, chance);
        while (chance.below(3) === 0) damaged = damage(damaged, chance).bytes;
        if (damaged.length === 0) continue;
        const { end, events } = await readAll(bytesSource('given', damaged), {
          chunkBytes: chance.one([1 << 20, 100]),
          tokens: chance.one(['keep', 'skip']),
        });
        const { total, read, skipped } = end.records;
        expect(total).toBe(read + skipped);
        if (total > 0) expect(events.length).toBe(total);
      }
    },
    60_000,
  );
});
