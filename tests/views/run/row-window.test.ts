/** Which rows are drawn where: the whole view is always covered, also beyond what a browser can scroll. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowTop, rowWindow, scrollHeight, scrollToRow } from '../../../src/views/run/row-window';

const measures = fc.record({
  count: fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 3_000_000 })),
  rowHeight: fc.constantFrom(28, 83),
  viewport: fc.integer({ min: 100, max: 2000 }),
});

describe('the window over rows', () => {
  it('covers the view at every scroll position', () => {
    fc.assert(
      fc.property(measures, fc.double({ min: 0, max: 1, noNaN: true }), (sizes, share) => {
        const furthest = Math.max(0, scrollHeight(sizes) - sizes.viewport);
        const top = share * furthest;
        const { first, last } = rowWindow(sizes, top);
        expect(last - first).toBeLessThan(sizes.viewport / sizes.rowHeight + 23);
        if (sizes.count === 0) return;
        const above = rowTop(sizes, top, first);
        const below = rowTop(sizes, top, last - 1) + sizes.rowHeight;
        expect(first === 0 || above <= top).toBe(true);
        expect(last === sizes.count || below >= top + sizes.viewport).toBe(true);
      }),
    );
  });

  it('brings any row into view, the last one too', () => {
    fc.assert(
      fc.property(
        measures.filter(({ count }) => count > 0),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (sizes, share, wanted) => {
          const index = wanted % sizes.count;
          const furthest = Math.max(0, scrollHeight(sizes) - sizes.viewport);
          const top = scrollToRow(sizes, share * furthest, index);
          expect(top).toBeGreaterThanOrEqual(0);
          const drawn = rowTop(sizes, top, index);
          // A row may be taller than nothing else: the smallest view here holds one.
          expect(drawn).toBeGreaterThanOrEqual(top - 1);
          expect(drawn + sizes.rowHeight).toBeLessThanOrEqual(top + sizes.viewport + 1);
        },
      ),
    );
  });

  it('moves no more than it must', () => {
    const sizes = { count: 1000, rowHeight: 28, viewport: 280 };
    expect(scrollToRow(sizes, 0, 5)).toBe(0);
    expect(scrollToRow(sizes, 0, 10)).toBe(28);
    expect(scrollToRow(sizes, 2800, 99)).toBe(2772);
  });
});
