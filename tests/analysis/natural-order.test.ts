/** The order a person expects of texts, and that its shortcut by numbers changes nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranksOf } from '../../src/analysis/natural-order';

const orderOf = (texts: readonly string[]): string[] => {
  const distinct = [...new Set(texts)];
  const ordered: string[] = [];
  for (const [index, rank] of ranksOf(distinct).entries()) ordered[rank] = distinct[index] ?? '';
  return ordered;
};

/** The definition, without the shortcut. */
function plainOrder(texts: readonly string[]): string[] {
  const key = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[0-9]+/g, (digits) => String.fromCharCode(48 + Math.min(digits.length, 60)) + digits);
  return [...new Set(texts)].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left !== right) return left < right ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

describe('natural order', () => {
  it.each([
    {
      name: 'numbers by size',
      texts: ['task-10', 'task-9', 'task-100'],
      expected: ['task-9', 'task-10', 'task-100'],
    },
    { name: 'case blind', texts: ['b', 'A', 'a', 'B'], expected: ['A', 'a', 'B', 'b'] },
    { name: 'a shared number is not cut', texts: ['v12a', 'v1a', 'v123'], expected: ['v1a', 'v12a', 'v123'] },
    { name: 'a prefix first', texts: ['ab', 'a', 'abc'], expected: ['a', 'ab', 'abc'] },
    { name: 'nothing', texts: [], expected: [] },
  ])('$name', ({ texts, expected }) => {
    expect(orderOf(texts)).toEqual(expected);
  });

  const text = fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', 'B', '1', '0', '9', '-', 'ä', '\0', '\u0001', '\u007f', '中'),
      maxLength: 12,
    }),
    fc
      .tuple(fc.constantFrom('django__django-', 'x'), fc.nat({ max: 3000 }))
      .map(([head, tail]) => head + String(tail)),
    // Alike for longer than is looked at in one go.
    fc.string({ unit: fc.constantFrom('ab'.repeat(8), 'ab'.repeat(7) + 'a1', '7') }),
    fc.string({ unit: 'binary' }),
  );
  it('is what its definition says, for any texts', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 150, size: 'max' }), (texts) => {
        expect(orderOf(texts)).toEqual(plainOrder(texts));
      }),
      { numRuns: 300 },
    );
  });
});
