/** What can be exported from the list: the rows it shows, in its order, with its columns and figures as they are. */
import { describe, expect, it } from 'vitest';
import { listScopes } from '../../src/store/export-scopes';
import { RunList } from '../../src/store/list.svelte';
import { Navigation } from '../../src/store/navigation.svelte';
import { MemoryAddress } from './memory-address';
import { KEY, rowsOf, runOf } from './row-builder';

const ROWS = rowsOf([
  { reward: 0.1 + 0.2, task: 'sea', errors: 1, warnings: 2, length: 11 },
  { reward: null, scored: false, outcome: 'unscored', task: 'sand', length: 12 },
  { reward: 2, task: '=sea', length: 13, duration: 1.5 },
]);

function scopesAt(query: string) {
  const list = new RunList(runOf(ROWS), new Navigation(new MemoryAddress(`#/run/${KEY}${query}`)));
  return listScopes(list, ['record', 'task', 'reward', 'duration', 'flags']);
}

describe('what can be exported from a list', () => {
  it('is all of it, and the selected row', () => {
    expect(scopesAt('').map(({ id, title }) => [id, title])).toEqual([['rows', 'All 3 episodes']]);
    expect(scopesAt('?at=0.1').map(({ id, title }) => [id, title])).toEqual([
      ['rows', 'All 3 episodes'],
      ['row', 'The selected episode (record 2)'],
    ]);
  });

  it('is what the filter keeps, in the order of the list', () => {
    const [rows] = scopesAt('?q=sea&sort=reward.desc');
    expect(rows?.title).toBe('The 2 episodes that are listed');
    expect(rows?.subject('jsonl')).toMatchObject({
      kind: 'records',
      records: {
        line: Float64Array.of(3, 1),
        byte: Float64Array.of(200, 0),
        length: Float64Array.of(13, 11),
      },
      part: null,
    });
  });

  it('is a table with the columns that are shown, its numbers whole, what is unknown left empty', () => {
    expect(scopesAt('')[0]?.subject('csv')).toMatchObject({
      kind: 'table',
      header: ['Record', 'Task', 'Reward', 'Duration', 'Flags'],
      rows: [
        [1, 'sea', 0.30000000000000004, null, '1 error, 2 warnings'],
        [2, 'sand', null, null, ''],
        [3, '=sea', 2, 1.5, ''],
      ],
      of: { kind: 'records', records: { line: Float64Array.of(1, 2, 3) }, part: null },
    });
  });
});
