/** Order and choice of rows: missing last both ways, stable, and every word of the filter counts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnId, Flag, Listed, Sort } from '../../src/analysis/rows';
import { COLUMN_IDS, filterRows, queryTerms, sortRows } from '../../src/analysis/rows';
import type { BreakCounts } from '../../src/model/breaks';
import type { EpisodeRow } from '../../src/model/row';
import { rowsOf } from '../store/row-builder';

const all = (rows: readonly Listed[]): Uint32Array<ArrayBuffer> => Uint32Array.from(rows.keys());

function ordered(changes: readonly Partial<EpisodeRow>[], sort: Sort | null): number[] {
  const rows = rowsOf(changes);
  return [...sortRows(rows, all(rows), sort)];
}

const up = (column: ColumnId): Sort => ({ column, descending: false });
const down = (column: ColumnId): Sort => ({ column, descending: true });

describe('sorting', () => {
  const rewards = [
    { reward: 0.5 },
    { reward: null },
    { reward: -1 },
    { reward: 0.5 },
    { reward: 9 },
    { reward: 10 },
  ];
  it.each([
    { name: 'nothing: file order', sort: null, changes: rewards, expected: [0, 1, 2, 3, 4, 5] },
    {
      name: 'numbers as numbers, missing last',
      sort: up('reward'),
      changes: rewards,
      expected: [2, 0, 3, 4, 5, 1],
    },
    {
      name: 'downwards, missing last again, equal ones in file order',
      sort: down('reward'),
      changes: rewards,
      expected: [5, 4, 0, 3, 2, 1],
    },
    {
      name: 'no number like no value',
      sort: down('reward'),
      changes: [{ reward: NaN }, { reward: 1 }, { reward: -Infinity }],
      expected: [1, 2, 0],
    },
    {
      name: 'texts by case-blind, natural order',
      sort: up('task'),
      changes: [{ task: 'task-10' }, { task: 'Task-9' }, { task: 'alpha' }],
      expected: [2, 1, 0],
    },
    {
      name: 'empty texts last, upwards',
      sort: up('stop'),
      changes: [{ stop: '' }, { stop: 'b' }, { stop: 'a' }],
      expected: [2, 1, 0],
    },
    {
      name: 'empty texts last, downwards',
      sort: down('stop'),
      changes: [{ stop: '' }, { stop: 'a' }, { stop: 'b' }],
      expected: [2, 1, 0],
    },
    {
      name: 'group, null last',
      sort: down('group'),
      changes: [{ group: null }, { group: 'g2' }, { group: 'g10' }],
      expected: [2, 1, 0],
    },
    {
      name: 'outcome from the gravest',
      sort: up('outcome'),
      changes: [
        { outcome: 'ok' as const },
        { outcome: 'unscored' as const },
        { outcome: 'error' as const },
        { outcome: 'truncated' as const },
      ],
      expected: [2, 3, 1, 0],
    },
    {
      name: 'flags: one error before many warnings',
      sort: down('flags'),
      changes: [{ warnings: 900 }, { errors: 1 }, {}],
      expected: [1, 0, 2],
    },
    { name: 'record downwards', sort: down('record'), changes: [{}, {}, {}], expected: [2, 1, 0] },
    {
      name: 'cost of zero is a value',
      sort: up('cost'),
      changes: [{ cost: null }, { cost: 0 }, { cost: 0.1 }],
      expected: [1, 2, 0],
    },
  ])('$name', ({ changes, sort, expected }) => {
    expect(ordered(changes, sort)).toEqual(expected);
  });

  const anyRow = fc.record({
    reward: fc.option(fc.double()),
    task: fc.constantFrom('', 'a', 'B', 'b', 'a2', 'a10', 'ä', '__proto__', 'constructor'),
    group: fc.option(fc.string()),
    duration: fc.option(fc.double()),
    cost: fc.option(fc.double({ noNaN: true })),
    turns: fc.nat(),
  });

  it('is a permutation, stable, idempotent, and total for any values', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow),
        fc.constantFrom(...COLUMN_IDS),
        fc.boolean(),
        (changes, column, descending) => {
          const rows = rowsOf(changes);
          const once = sortRows(rows, all(rows), { column, descending });
          expect([...once].sort((a, b) => a - b)).toEqual([...rows.keys()]);
          expect([...sortRows(rows, once, { column, descending })]).toEqual(
            // Sorting positions that are out of file order still breaks ties by file order.
            [...once],
          );
        },
      ),
    );
  });

  it('keeps missing rewards last in both directions', () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.boolean(), (changes, descending) => {
        const rows = rowsOf(changes);
        const missing = [...sortRows(rows, all(rows), { column: 'reward', descending })].map((position) => {
          const reward = rows[position]?.row.reward ?? null;
          return reward === null || Number.isNaN(reward);
        });
        expect(missing).toEqual([...missing].sort((a, b) => Number(a) - Number(b)));
      }),
    );
  });
});

describe('counts of breaks, as they come in', () => {
  const counts = (breaks: number, unexplained: number, reprocessed: number | null = null): BreakCounts => ({
    ...{ breaks, unexplained, reprocessed, formBreaks: breaks - unexplained, trace: 0 },
  });
  const known = [counts(2, 0), undefined, counts(5, 1, 9), null, counts(0, 0, 0)];
  const rows = rowsOf([{}, {}, {}, {}, {}]);
  it.each([
    {
      name: 'breaks, most first; not counted and unreadable ones last',
      sort: down('breaks'),
      is: [2, 0, 4, 1, 3],
    },
    { name: 'breaks, fewest first; the same ones last', sort: up('breaks'), is: [4, 0, 2, 1, 3] },
    { name: 'unexplained', sort: down('unexplained'), is: [2, 0, 4, 1, 3] },
    { name: 'of form only', sort: down('form-breaks'), is: [2, 0, 4, 1, 3] },
    { name: 'tokens, unknown last', sort: up('reprocessed'), is: [4, 2, 0, 1, 3] },
  ])('sort by $name', ({ sort, is }) => {
    expect([...sortRows(rows, all(rows), sort, known)]).toEqual(is);
    // The order before anything was counted is not kept.
    expect([...sortRows(rows, all(rows), sort)]).toEqual([0, 1, 2, 3, 4]);
    expect([...sortRows(rows, all(rows), sort, [...known])]).toEqual(is);
  });

  const filters: { flag: Flag; is: number[] }[] = [
    { flag: 'breaks', is: [0, 2] },
    { flag: 'unexplained-breaks', is: [2] },
    { flag: 'form-breaks', is: [0, 2] },
    { flag: 'reprocessed', is: [2] },
  ];
  it.each(filters)('filter by $flag', ({ flag, is }) => {
    const filter = { query: '', outcomes: [], flags: [flag] };
    expect([...filterRows(rows, filter, [], known)]).toEqual(is);
    expect([...filterRows(rows, filter)]).toEqual([]);
  });
});

describe('filtering', () => {
  const rows = rowsOf([
    { env: 'math-python', task: 'gsm8k/12', outcome: 'ok' },
    { env: 'wiki search', task: 'Café', outcome: 'error', errors: 2, errorType: 'SandboxError' },
    { env: 'math', task: 'x', outcome: 'truncated', warnings: 1, stop: 'max_turns' },
    { env: 'math', task: 'y', outcome: 'unscored', scored: false, reward: null, traces: 2 },
    { env: 'judge', task: 'z', outcome: 'ok', scored: true, reward: null },
  ]);
  const none = { query: '', outcomes: [], flags: [] };
  const flags = (...names: Flag[]) => ({ ...none, flags: names });
  it.each([
    { name: 'nothing keeps all', filter: none, expected: [0, 1, 2, 3, 4] },
    { name: 'a word of a column', filter: { ...none, query: 'math' }, expected: [0, 2, 3] },
    { name: 'every word, in any column and case', filter: { ...none, query: 'MATH GSM8K' }, expected: [0] },
    { name: 'a phrase', filter: { ...none, query: '"wiki search"' }, expected: [1] },
    {
      name: 'a phrase does not reach across columns',
      filter: { ...none, query: '"search café"' },
      expected: [],
    },
    { name: 'an open phrase', filter: { ...none, query: '"wiki sea' }, expected: [1] },
    {
      name: 'composed text with a decomposed query',
      filter: { ...none, query: 'cafe\u0301' },
      expected: [1],
    },
    { name: 'the error’s type', filter: { ...none, query: 'sandbox' }, expected: [1] },
    { name: 'one outcome', filter: { ...none, outcomes: ['error' as const] }, expected: [1] },
    {
      name: 'two outcomes',
      filter: { ...none, outcomes: ['error' as const, 'ok' as const] },
      expected: [0, 1, 4],
    },
    { name: 'errors', filter: flags('errors'), expected: [1] },
    { name: 'warnings', filter: flags('warnings'), expected: [2] },
    { name: 'unscored is not unknown', filter: flags('unscored'), expected: [3] },
    { name: 'unknown is not unscored', filter: flags('unknown-reward'), expected: [4] },
    { name: 'several traces', filter: flags('several-traces'), expected: [3] },
    { name: 'flags hold together', filter: flags('several-traces', 'errors'), expected: [] },
  ])('$name', ({ filter, expected }) => {
    expect([...filterRows(rows, filter)]).toEqual(expected);
  });

  it('also looks at the names of the files', () => {
    expect([...filterRows(rows, { ...none, query: 'step_12' }, ['STEP_12/traces.jsonl'])]).toHaveLength(5);
    expect([...filterRows(rows, { ...none, query: 'step_12 judge' }, ['STEP_12/traces.jsonl'])]).toEqual([4]);
  });

  it('takes any query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        const kept = filterRows(rows, { ...none, query });
        if (queryTerms(query).length === 0) expect(kept).toHaveLength(rows.length);
      }),
    );
  });
});
