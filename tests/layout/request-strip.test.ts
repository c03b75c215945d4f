/** The strip of requests: every mark has a place, every place its mark, and kinds differ in shape. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StripShape } from '../../src/layout/request-strip';
import { requestStrip, shapePath } from '../../src/layout/request-strip';

const SHAPES: readonly StripShape[] = ['bar', 'diamond', 'hollow', 'lines', 'broken', 'dash', 'ring'];

describe('the strip', () => {
  const cases = [
    { name: 'few calls are wide', count: 12, width: 600, cell: 14, rows: 1 },
    { name: 'more take three rows', count: 120, width: 600, cell: 14, rows: 3 },
    { name: 'then they shrink', count: 300, width: 600, cell: 6, rows: 3 },
    { name: 'ten thousand scroll', count: 10_000, width: 1000, cell: 4, rows: 40 },
    { name: 'none', count: 0, width: 600, cell: 14, rows: 1 },
  ];
  it.each(cases)('$name', ({ count, width, cell, rows }) => {
    const strip = requestStrip(Array<StripShape>(count).fill('bar'), width);
    expect(strip.cell).toBe(cell);
    expect(strip.height).toBe(rows * 20);
    expect(strip.paths).toHaveLength(count === 0 ? 0 : 1);
  });

  it('finds the mark at its own place, and none beside all of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 40, max: 1600 }), (count, width) => {
        const strip = requestStrip(Array<StripShape>(count).fill('ring'), width);
        for (const index of [0, Math.floor(count / 2), count - 1]) {
          const { x, y } = strip.place(index);
          expect(x + strip.cell).toBeLessThanOrEqual(strip.width);
          expect(strip.at(x + strip.cell / 2, y + 10)).toBe(index);
        }
        expect(strip.at(-1, 0)).toBe(-1);
        expect(strip.at(0, strip.height + 1)).toBe(-1);
      }),
    );
  });

  it('tells kinds apart by shape', () => {
    const paths = SHAPES.map((shape) => shapePath(shape, 0, 0, 14, 14));
    expect(new Set(paths).size).toBe(SHAPES.length);
    for (const path of paths) expect(path).not.toContain('NaN');
    const strip = requestStrip(SHAPES, 600);
    expect(strip.paths.map(({ shape }) => shape)).toEqual(SHAPES);
  });
});
