/** The list of a run: filter, order and selection come from the address and survive leaving the page. */
import { describe, expect, it } from 'vitest';
import { recordIndex, sourceIndex } from '../../src/model/ids';
import { RunList } from '../../src/store/list.svelte';
import { Navigation } from '../../src/store/navigation.svelte';
import { episodeRoute, formatRoute, runRoute } from '../../src/store/route';
import { MemoryAddress } from './memory-address';
import { KEY, rowsOf, runOf } from './row-builder';

const ROWS = rowsOf([
  { reward: 0.5, outcome: 'ok', task: 'sea' },
  { reward: null, scored: false, outcome: 'error', errors: 1, task: 'sea' },
  { reward: 2, outcome: 'ok', task: 'sand' },
  { reward: -1, outcome: 'truncated', task: 'sea' },
]);

function listOf(hash = formatRoute(runRoute(KEY))): { list: RunList; navigation: Navigation } {
  const navigation = new Navigation(new MemoryAddress(hash));
  return { list: new RunList(runOf(ROWS), navigation), navigation };
}

const linesOf = (list: RunList): (number | undefined)[] =>
  Array.from({ length: list.length }, (_, index) => list.at(index)?.row.line);

describe('the list of a run', () => {
  it('is in file order to begin with', () => {
    expect(linesOf(listOf().list)).toEqual([1, 2, 3, 4]);
  });

  it('takes filter, order and selection from the address', () => {
    const { list } = listOf(`#/run/${KEY}?q=sea&sort=reward.desc&at=0.3`);
    expect(linesOf(list)).toEqual([1, 4, 2]);
    expect(list.selected).toBe(1);
    expect(list.selectedRow?.row.line).toBe(4);
  });

  it('counts outcomes over what the rest of the filter keeps', () => {
    const { list } = listOf(`#/run/${KEY}?q=sea&outcome=error`);
    expect(list.outcomeCounts).toEqual({ error: 1, truncated: 1, unscored: 0, ok: 1 });
    expect(list.length).toBe(1);
  });

  it('toggles outcomes and flags', () => {
    const { list } = listOf();
    list.toggleOutcome('ok');
    list.toggleOutcome('error');
    expect(list.route.outcomes).toEqual(['error', 'ok']);
    list.toggleOutcome('ok');
    expect(linesOf(list)).toEqual([2]);
    list.toggleFlag('unscored');
    expect(list.route.flags).toEqual(['unscored']);
    list.clearFilter();
    expect(list.length).toBe(4);
  });

  it('comes back by the history from the rows of a finding, and from the panel', () => {
    const address = new MemoryAddress(formatRoute(runRoute(KEY)));
    const list = new RunList(runOf(ROWS), new Navigation(address));
    list.toggleFlag('unscored');
    expect(address.position).toBe(1);
    address.back();
    expect(list.route).toEqual(runRoute(KEY));
    // Switched on and off again, it has left nothing behind.
    list.toggleFlag('unscored');
    list.toggleFlag('unscored');
    expect(address.position).toBe(0);
    expect(list.route).toEqual(runRoute(KEY));
    // Another selection in between is another list to come back to.
    list.toggleFlag('errors');
    list.select(0);
    list.showPanel('import');
    expect(address.position).toBe(2);
    list.showPanel(null);
    list.toggleFlag('errors');
    expect(address.position).toBe(1);
    expect(list.route.flags).toEqual([]);
    expect(list.selected).toBe(1);
  });

  it('keeps the selection on its row when order and filter change', () => {
    const { list } = listOf();
    list.select(2);
    expect(list.selectedRow?.row.line).toBe(3);
    list.sortBy({ column: 'reward', descending: true });
    expect(list.selected).toBe(0);
    list.change({ query: 'sea' });
    expect(list.selected).toBe(-1);
    list.clearFilter();
    expect(list.selectedRow?.row.line).toBe(3);
  });

  it('is as it was left while an episode is open', () => {
    const { list, navigation } = listOf();
    list.change({ query: 'sea' });
    list.sortBy({ column: 'reward', descending: true });
    navigation.go(episodeRoute({ run: KEY, source: sourceIndex(0), record: recordIndex(0) }));
    expect(linesOf(list)).toEqual([1, 4, 2]);
    expect(list.neighbour({ source: sourceIndex(0), record: recordIndex(3) }, 1)?.row.line).toBe(2);
    expect(list.neighbour({ source: sourceIndex(0), record: recordIndex(0) }, -1)).toBeNull();
  });

  it('has the ends as neighbours of a row that is filtered away', () => {
    const { list } = listOf(`#/run/${KEY}?q=sea`);
    const hidden = { source: sourceIndex(0), record: recordIndex(2) };
    expect(list.neighbour(hidden, 1)?.row.line).toBe(1);
    expect(list.neighbour(hidden, -1)?.row.line).toBe(4);
  });

  it('grows while an import runs, and measures bars against what is there', () => {
    const navigation = new Navigation(new MemoryAddress(`#/run/${KEY}?sort=reward.asc`));
    const run = runOf(ROWS.slice(0, 1));
    const list = new RunList(run, navigation);
    expect(linesOf(list)).toEqual([1]);
    expect(list.tally.rewardRange).toEqual([0, 1]);
    run.receive(ROWS.slice(1));
    expect(linesOf(list)).toEqual([4, 1, 3, 2]);
    expect(list.tally.rewardRange).toEqual([-1, 2]);
  });
});
