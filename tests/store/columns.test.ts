/** Columns that fit: the least missed go first, and never one that nobody would do without. */
import { describe, expect, it } from 'vitest';
import { COLUMNS, fittingColumns } from '../../src/store/columns';
import { USUAL_COLUMNS } from '../../src/store/settings.svelte';

const usual = COLUMNS.filter(({ id }) => USUAL_COLUMNS.includes(id));
const whole = usual.reduce((sum, { width }) => sum + width, 0);
const fit = (available: number) => fittingColumns(usual, ({ width }) => width, available).map(({ id }) => id);

describe('columns', () => {
  it('are all there where there is room', () => {
    expect(fit(whole)).toEqual(USUAL_COLUMNS);
    expect(fit(Infinity)).toEqual(USUAL_COLUMNS);
  });

  it.each([
    { name: 'one that is missed least', short: 1, left: USUAL_COLUMNS.filter((id) => id !== 'flags') },
    {
      name: 'one after the other',
      short: 66,
      left: USUAL_COLUMNS.filter((id) => id !== 'flags' && id !== 'agents'),
    },
  ])('leave out $name', ({ short, left }) => {
    expect(fit(whole - short)).toEqual(left);
  });

  it('keep what names a row and tells how it ended, however narrow', () => {
    expect(fit(10)).toEqual(expect.arrayContaining(['record', 'task', 'reward', 'outcome', 'turns']));
  });
});
