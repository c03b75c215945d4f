/** Counts over rows that come in batches: the same as over all of them at once, and missing is never 0. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, median, rewardBins } from '../../src/store/glance';
import { TallyOfRows } from '../../src/store/tally';
import { rowsOf } from './row-builder';

const ROWS = rowsOf([
  { reward: 1, cost: 0.5, duration: 2, turns: 3 },
  { reward: null, scored: false, duration: 4, outcome: 'unscored' },
  { reward: -1.25, duration: null, outcome: 'error', errors: 2, warnings: 1 },
  { reward: NaN, duration: Infinity, traces: 2 },
]);

describe('the tally', () => {
  it('leaves out what is missing, and says over how many', () => {
    const tally = new TallyOfRows().of(ROWS);
    expect(tally).toMatchObject({
      rows: 4,
      outcomes: { error: 1, truncated: 0, unscored: 1, ok: 2 },
      flags: { errors: 1, warnings: 1, unscored: 1, 'unknown-reward': 0, 'several-traces': 1 },
      rewardRange: [-1.25, 1],
      rewardDecimals: 2,
      rewards: [1, -1.25],
      durations: [2, 4],
      cost: 0.5,
      priced: 1,
      turns: 6,
    });
  });

  it('is the same whatever the batches', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 4 })), (cuts) => {
        const tally = new TallyOfRows();
        for (const cut of [...cuts].sort()) tally.of(ROWS.slice(0, cut));
        expect(tally.of(ROWS)).toEqual(new TallyOfRows().of(ROWS));
      }),
    );
  });

  it('begins anew with other rows', () => {
    const tally = new TallyOfRows();
    tally.of(ROWS);
    expect(tally.of(rowsOf([{ reward: 3 }])).rewards).toEqual([3]);
    expect(tally.of([]).rows).toBe(0);
  });
});

describe('the run at a glance', () => {
  it('spreads rewards over twenty bins', () => {
    const bins = rewardBins(new TallyOfRows().of(ROWS));
    expect(bins).toHaveLength(20);
    expect(bins[0]).toMatchObject({ from: -1.25, count: 1 });
    expect(bins.at(-1)).toMatchObject({ to: 1, count: 1 });
  });

  it.each([
    { name: 'nothing', values: [], middle: null, average: null },
    { name: 'one', values: [4], middle: 4, average: 4 },
    { name: 'an even count', values: [4, 1, 2, 9], middle: 3, average: 4 },
    { name: 'an odd count', values: [9, 1, 2], middle: 2, average: 4 },
  ])('has the middle of $name', ({ values, middle, average }) => {
    expect(median(values)).toBe(middle);
    expect(mean(values)).toBe(average);
  });
});
