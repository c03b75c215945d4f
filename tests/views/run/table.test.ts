/** The list of episodes by keyboard: moving, sorting, filtering, columns, and what is announced. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { NO_BREAKS } from '../../../src/model/breaks';
import type { App } from '../../../src/store/app.svelte';
import { formatRoute, runRoute } from '../../../src/store/route';
import type { OpenRun } from '../../../src/store/run.svelte';
import RunPage from '../../../src/views/run/RunPage.svelte';
import type { MemoryAddress } from '../../store/memory-address';
import { KEY, rowsOf, runOf, source } from '../../store/row-builder';
import { appAt, click, nameOf, press, role, roles, stage, type, wordsOf } from '../stage';

const ROWS = rowsOf([
  { task: 'sea', reward: 0.5 },
  { task: 'sand', reward: null, scored: false, outcome: 'error', errors: 2, errorType: 'SandboxError' },
  { task: '<img src=x onerror=alert(1)>', reward: -1, outcome: 'truncated', stop: 'max_turns' },
  { task: 'reef', reward: null, scored: true, warnings: 1 },
]);

function page(
  rows = ROWS,
  hash = formatRoute(runRoute(KEY)),
): { app: App; address: MemoryAddress; run: OpenRun } {
  const { app, address } = appAt(hash);
  const skipped = source({ records: { total: 5, read: 4, repaired: 0, skipped: 1 } });
  app.settings.preview = false;
  const run = runOf(rows, [skipped]);
  stage(app, RunPage, { run });
  return { app, address, run };
}

const lines = (): string[] =>
  roles('row')
    .slice(1)
    .map((row) => wordsOf(row.querySelector('a') ?? row));
const tasks = (): string[] =>
  roles('row')
    .slice(1)
    .map((row) => wordsOf(row.querySelector('.task') ?? row));
const selected = (): string | null => {
  const row = roles('row').find((one) => one.getAttribute('aria-selected') === 'true');
  return row === undefined ? null : wordsOf(row.querySelector('a') ?? row);
};

describe('the table', () => {
  it('is a grid that knows its size, with the row of the address selected', () => {
    page(ROWS, `#/run/${KEY}?at=0.2`);
    const grid = role('grid');
    expect(grid.getAttribute('aria-rowcount')).toBe('5');
    expect(document.activeElement).toBe(grid);
    expect(selected()).toBe('3');
    const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(active?.getAttribute('aria-rowindex')).toBe('4');
  });

  it('shows text as text, and missing as missing', () => {
    page();
    expect(tasks()[2]).toBe('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img')).toBeNull();
    const rewards = roles('row')
      .slice(1)
      .map((row) => wordsOf(row.querySelector('.cell.reward') ?? row));
    expect(rewards).toEqual(['0.5', 'unscored', '−1.0', 'unknown']);
    expect(wordsOf(roles('row')[2] ?? document.body)).toContain('2 errors');
  });

  it('moves by keys and keeps the focus on the grid', () => {
    page();
    for (const [key, expected] of [
      ['j', '1'],
      ['ArrowDown', '2'],
      ['k', '1'],
      ['ArrowUp', '1'],
      ['End', '4'],
      ['PageUp', '1'],
      ['PageDown', '4'],
      ['Home', '1'],
    ] as const) {
      press(key);
      expect([key, selected()]).toEqual([key, expected]);
      expect(document.activeElement).toBe(role('grid'));
    }
  });

  it('opens the selected row with Enter, and leaves for the library with Escape', () => {
    const { address } = page();
    press('Enter');
    expect(address.entries).toHaveLength(1);
    press('j');
    press('Enter');
    expect(address.hash).toBe(`#/run/${KEY}/0/0?id=e0`);
    address.back();
    flushSync();
    press('Escape');
    expect(address.hash).toBe('#/');
  });

  it('sorts by header, by click and by key, and says so', () => {
    const { app } = page();
    const reward = role('button', 'Reward');
    click(reward);
    expect(lines()).toEqual(['1', '3', '2', '4']);
    expect(role('columnheader', 'Reward').getAttribute('aria-sort')).toBe('descending');
    expect(app.announcer.latest.text).toContain('Sorted by Reward, descending');
    click(reward);
    expect(lines()).toEqual(['3', '1', '2', '4']);
    click(reward);
    expect(lines()).toEqual(['1', '2', '3', '4']);

    const first = role('button', 'Record');
    first.focus();
    press('ArrowRight');
    press('ArrowRight');
    expect(document.activeElement).toBe(role('button', 'Task'));
    expect(
      roles('columnheader').filter((head) => head.querySelector('[tabindex="0"]') !== null),
    ).toHaveLength(1);
    click(role('button', 'Task'));
    expect(tasks()[0]).toContain('<img');
    press('ArrowDown');
    expect(document.activeElement).toBe(role('grid'));
  });

  it('keeps the selected row when the order changes', () => {
    page();
    press('j');
    click(role('button', 'Task'));
    expect(selected()).toBe('1');
  });

  it('resizes a column by key and remembers it', () => {
    const { app } = page();
    const task = role('button', 'Task');
    task.focus();
    press('ArrowRight', task, { shiftKey: true });
    expect(app.settings.width('task')).toBe(40);
    press('ArrowRight', task, { shiftKey: true });
    expect(app.settings.width('task')).toBe(56);
  });

  it('shows the chosen columns and remembers them', () => {
    const { app } = page();
    const titles = (): string[] => roles('columnheader').map(wordsOf);
    expect(titles()).toHaveLength(17);
    click(role('button', 'Columns'));
    click(role('checkbox', /^Env/));
    click(role('checkbox', /^Group/));
    expect(titles()).toHaveLength(17);
    expect(titles()).toContain('Group');
    expect(titles()).not.toContain('Env');
    expect(app.settings.columns).not.toContain('env');
    expect(role('checkbox', /^Record/).hasAttribute('disabled')).toBe(true);
    press('Escape', role('checkbox', /^Group/));
    expect(roles('checkbox')).toHaveLength(0);
    expect(document.activeElement).toBe(role('button', 'Columns'));
  });
});

describe('breaks', () => {
  it('are nothing until they are counted, then a way to the requests of the episode', () => {
    const { run } = page();
    const cells = (): string[] =>
      roles('row')
        .slice(1)
        .map((line) => wordsOf(line.querySelector('.cell.breaks') ?? line));
    expect(cells()).toEqual(['', '', '', '']);
    expect(document.body.textContent).not.toContain('prefix breaks');
    const counts = { breaks: 3, formBreaks: 1, unexplained: 2, reprocessed: null, trace: 1 };
    run.breaks.put([0, 1, 2], [counts, null, NO_BREAKS], 4);
    flushSync();
    expect(cells()).toEqual(['3', '–', '0', '']);
    const link = document.querySelector('.cell.breaks a');
    expect(link?.getAttribute('href')).toContain(`#/run/${KEY}/0/0?trace=1&view=requests`);
    expect(document.body.textContent).toContain('comparing requests, 3 of 4 episodes');
    run.breaks.put([3], [NO_BREAKS], 4);
    run.breaks.end({ kind: 'complete' });
    flushSync();
    expect(document.body.textContent).not.toContain('comparing');
    click(role('button', /with unexplained prefix breaks/));
    expect(lines()).toEqual(['1']);
  });
});

describe('the filter', () => {
  it('takes words, and says how many are left once typing rests', async () => {
    const { app } = page();
    press('/');
    const field = role('textbox');
    expect(document.activeElement).toBe(field);
    type(field, 'sandbox');
    expect(lines()).toEqual(['2']);
    press('j', field);
    expect(selected()).toBeNull();
    await vi.waitFor(() => expect(app.announcer.latest.text).toBe('1 of 4 episodes'), { timeout: 5000 });
    press('Escape', field);
    expect(lines()).toHaveLength(4);
    press('Escape', field);
    expect(document.activeElement).toBe(role('grid'));
  });

  it('does not take half a composed word', () => {
    page();
    const field = role('textbox');
    field.dispatchEvent(new CompositionEvent('compositionstart'));
    type(field, 'ree');
    expect(lines()).toHaveLength(4);
    field.dispatchEvent(new CompositionEvent('compositionend'));
    flushSync();
    expect(lines()).toEqual(['4']);
  });

  it('chooses by outcome, with counts', () => {
    page();
    const error = role('button', /^error/);
    expect(nameOf(error)).toBe('error1');
    click(error);
    expect(error.getAttribute('aria-pressed')).toBe('true');
    expect(lines()).toEqual(['2']);
    click(role('button', /^truncated/));
    expect(lines()).toEqual(['2', '3']);
  });

  it('that keeps nothing says so, and how to see all', () => {
    page(ROWS, `#/run/${KEY}?q=nowhere`);
    expect(wordsOf(document.body)).toContain('No episode passes the filter');
    const [first] = roles('button').filter((button) => nameOf(button) === 'Show all');
    if (first !== undefined) click(first);
    expect(lines()).toHaveLength(4);
  });

  it('is set by the findings of the head', () => {
    page();
    click(role('button', '1 with warnings'));
    expect(lines()).toEqual(['4']);
    click(role('button', '1 with warnings'));
    click(role('button', '1 of unknown reward'));
    expect(lines()).toEqual(['4']);
  });
});
