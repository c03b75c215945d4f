/** The heights of rows: offsets and rows agree with plain sums, whatever was measured in whatever order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeightIndex } from '../../src/layout/height-index';

describe('HeightIndex', () => {
  it('agrees with plain sums after any measurements', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 70 }),
        fc.array(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 3000 })), { maxLength: 40 }),
        fc.nat(40_000),
        (estimates, measurements, offset) => {
          const index = new HeightIndex(estimates.length, (row) => estimates[row] ?? 0);
          const plain = [...estimates];
          for (const [row, height] of measurements) {
            const before = plain[row];
            expect(index.measure(row, height)).toBe(before === undefined ? 0 : height - before);
            if (before !== undefined) plain[row] = height;
          }
          let sum = 0;
          let expected = plain.length - 1;
          plain.forEach((height, row) => {
            expect(index.offsetOf(row)).toBe(sum);
            if (offset >= sum && offset < sum + height) expected = row;
            sum += height;
          });
          expect(index.total).toBe(sum);
          expect(index.rowAt(offset)).toBe(expected);
        },
      ),
    );
  });

  it.each([
    { name: 'no rows', count: 0, offset: 10, row: 0, total: 0 },
    { name: 'before the beginning', count: 3, offset: -5, row: 0, total: 30 },
    { name: 'after the end', count: 3, offset: 1e9, row: 2, total: 30 },
    { name: 'on a border', count: 3, offset: 20, row: 2, total: 30 },
    { name: 'a power of two', count: 8, offset: 79, row: 7, total: 80 },
  ])('answers for $name', ({ count, offset, row, total }) => {
    const index = new HeightIndex(count, () => 10);
    expect(index.rowAt(offset)).toBe(row);
    expect(index.total).toBe(total);
  });
});
