/** A long text in rows: they add up to the text, break at lines, and stay within their length whatever the text is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInText, textRows } from '../../../src/worker/episode/text-rows';
import { longTexts } from '../../samples/hard-texts';

const cutBy = (text: string, starts: Uint32Array): string[] =>
  Array.from(starts, (start, row) => text.slice(start, starts[row + 1] ?? text.length));

describe('rows of a text', () => {
  it.each([
    { name: 'an empty text', text: '', rows: [''], lines: [1] },
    { name: 'lines', text: 'a\nb\n', rows: ['a\n', 'b\n', ''], lines: [1, 2, 3] },
    { name: 'a long line', text: 'abcdefghij\nk', rows: ['abcd', 'efgh', 'ij\n', 'k'], lines: [1, 1, 1, 2] },
    { name: 'a line that just fits', text: 'abcd\ne', rows: ['abcd\n', 'e'], lines: [1, 2] },
    { name: 'pairs', text: '😀😀😀', rows: ['😀😀', '😀'], lines: [1, 1] },
  ])('are $name', ({ text, rows, lines }) => {
    const cut = textRows(text, 4);
    expect(cutBy(text, cut.starts)).toEqual(rows);
    expect([...cut.lineOf]).toEqual(lines);
    expect(cut.lines).toBe(lines.at(-1));
  });

  it('add up, in order and short, whatever the text', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', 'é') });
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (text, longest, most) => {
          const cut = textRows(text, longest, most);
          const rows = cutBy(text, cut.starts);
          expect(rows.join('')).toBe(text);
          for (const row of rows) expect(row.length).toBeLessThanOrEqual(2 * longest + 1);
          expect(cut.lines).toBe(text.split('\n').length);
        },
      ),
    );
  });

  it.each(longTexts(0.2))('hold $name', ({ text }) => {
    const { starts, length } = textRows(text);
    expect(length).toBe(text.length);
    expect(cutBy(text, starts).join('') === text).toBe(true);
  });
});

describe('finding in a text', () => {
  it('says where, and counts beyond what it keeps', () => {
    expect(findInText('a needle, a Needle', 'needle')).toEqual({
      offsets: Uint32Array.of(2, 12),
      lengths: Uint32Array.of(6, 6),
      total: 2,
    });
    const many = findInText('x'.repeat(30_000), 'x');
    expect(many.total).toBe(30_000);
    expect(many.offsets).toHaveLength(10_000);
    expect(findInText('abc', '').total).toBe(0);
  });
});
