/** Findings put together for people: by code, counted beyond the cap, each with its place. */
import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/model/diagnostic';
import { sourceIndex } from '../../src/model/ids';
import { groupFindings, rowOfLine, totalsOf } from '../../src/store/findings';
import { rowsOf, source } from './row-builder';

const at = (file: number, record: number, code: Parameters<typeof diagnostic>[0], count?: number) => ({
  source: sourceIndex(file),
  diagnostic: { ...diagnostic(code, { record }, 'm'), ...(count === undefined ? {} : { count }) },
});

describe('findings', () => {
  it('are grouped by code, the gravest first, then the most', () => {
    const groups = groupFindings([
      at(0, 1, 'older-variant'),
      at(0, 2, 'invalid-utf-8'),
      at(0, 3, 'non-finite-number'),
      at(0, 4, 'non-finite-number'),
      at(1, 5, 'not-json'),
    ]);
    expect(groups.map(({ code, severity, count }) => [code, severity, count])).toEqual([
      ['not-json', 'error', 1],
      ['non-finite-number', 'warning', 2],
      ['invalid-utf-8', 'warning', 1],
      ['older-variant', 'info', 1],
    ]);
  });

  it('count what the cap left out, file by file', () => {
    const [group] = groupFindings([
      at(0, 1, 'not-json'),
      at(0, 2, 'not-json'),
      at(0, 0, 'not-json', 700),
      at(1, 1, 'not-json'),
    ]);
    expect(group?.count).toBe(701);
    expect(group?.entries).toHaveLength(3);
  });

  it('lead to the row of their line, where there is one', () => {
    const rows = rowsOf([{ line: 1 }, { line: 4 }, { line: 9 }]);
    expect(rowOfLine(rows, sourceIndex(0), 4)?.record).toBe(1);
    expect(rowOfLine(rows, sourceIndex(0), 5)).toBeNull();
    expect(rowOfLine(rows, sourceIndex(1), 4)).toBeNull();
    expect(rowOfLine([], sourceIndex(0), 1)).toBeNull();
  });

  it('add up over files', () => {
    const counts = { total: 10, read: 8, repaired: 1, skipped: 2 };
    expect(
      totalsOf([source({ records: counts }), source({ records: counts }), source({ role: 'foreign' })]),
    ).toEqual({ total: 20, read: 16, repaired: 2, skipped: 4, refused: 1 });
  });
});
