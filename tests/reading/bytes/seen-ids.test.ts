/** Two episodes of one id in a file are noticed, wherever they stand, and nothing else is taken for it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeenIds } from '../../../src/reading/seen-ids';
import { bytesSource } from '../../../src/reading/source';
import { episode, jsonl, utf8 } from '../../samples/bytes/lines';
import { readThrough } from '../../worker/import/read';
import { readAll } from './read-all';

it('notices every id that was there before, and tells of the record that had it first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 2 }), { maxLength: 3000, size: 'max' }),
      (ids) => {
        const seen = new SeenIds();
        const first = new Map<string, number>();
        ids.forEach((id, index) => {
          const found = seen.note(id, index + 1, index * 10);
          const before = id === '' ? undefined : first.get(id);
          expect(found === null).toBe(before === undefined);
          if (found !== null) {
            expect(found).toMatchObject({ code: 'duplicate-id', record: index + 1, byte: index * 10 });
            expect(found.message).toContain(`record ${String(before)} too`);
          }
          if (before === undefined) first.set(id, index + 1);
        });
      },
    ),
    { numRuns: 30 },
  );
});

it('takes no two of two hundred thousand ids for one', () => {
  const seen = new SeenIds();
  for (let index = 0; index < 200_000; index += 1)
    expect(seen.note(`episode-${index}`, index + 1, 0)).toBeNull();
  expect(seen.note('episode-0', 200_001, 0)).not.toBeNull();
});

describe('in a file', () => {
  const legacy = (id: number) =>
    JSON.stringify({ example_id: id, prompt: [], completion: [], reward: 1, task: 'x' });
  const files = [
    { name: 'none', lines: [episode(1), episode(2)], found: [] },
    { name: 'two side by side', lines: [episode(1), episode(1)], found: [2] },
    {
      name: 'far apart, and one three times',
      lines: [1, 2, 3, 4, 2, 5, 1, 2].map((id) => episode(id)),
      found: [5, 7, 8],
    },
    { name: 'ids that are empty', lines: ['', ''].map(() => episode(1).replace('"e1"', '""')), found: [] },
    { name: 'flat rows of one example', lines: [legacy(4), legacy(4), legacy(4)], found: [] },
    {
      name: 'a record between that is damaged',
      lines: [episode(1), '{"id":"e1"', '', episode(1)],
      found: [4],
    },
  ];

  it.each(files)('both ways of reading agree: $name', async ({ lines, found }) => {
    const given = utf8(jsonl(lines));
    const { end } = await readAll(bytesSource('given', given));
    const said = end.diagnostics.filter(({ code }) => code === 'duplicate-id');
    expect(said.map(({ record }) => record)).toEqual(found);
    for (const cut of [{}, { first: 1, block: 60 }]) {
      const { end: imported } = await readThrough(given, cut);
      if (imported.kind !== 'read') throw new Error('not read');
      expect(imported.diagnostics.filter(({ code }) => code === 'duplicate-id')).toEqual(said);
    }
  });
});
