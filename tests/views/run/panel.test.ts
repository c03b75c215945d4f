/** What was read: totals that add up, findings by code with their places, and the way to each raw record. */
import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/model/diagnostic';
import { sourceIndex } from '../../../src/model/ids';
import { formatRoute, runRoute } from '../../../src/store/route';
import type { OpenRun } from '../../../src/store/run.svelte';
import RunPage from '../../../src/views/run/RunPage.svelte';
import { KEY, rowsOf, runOf, source } from '../../store/row-builder';
import { appAt, click, press, role, roles, stage, wordsOf } from '../stage';

function run(rows = rowsOf([{ line: 1 }, { line: 3, warnings: 1 }])): OpenRun {
  const made = runOf(rows);
  made.describe(
    [
      source({ path: 'a/traces.jsonl', records: { total: 3, read: 2, repaired: 1, skipped: 1 } }),
      source({
        index: sourceIndex(1),
        path: 'a/log.eval',
        role: 'foreign',
        dialect: 'inspect_log',
        container: 'zip',
        advice: 'Open it with `inspect view`.',
      }),
    ],
    [
      {
        source: sourceIndex(0),
        diagnostic: diagnostic('not-json', { record: 2, byte: 120 }, 'Not JSON: <b>'),
      },
      {
        source: sourceIndex(0),
        diagnostic: diagnostic('bad-field', { record: 3, byte: 300, path: '/task' }, 'A field.'),
      },
      { source: sourceIndex(1), diagnostic: diagnostic('foreign-format', {}, 'A log of Inspect.') },
    ],
  );
  return made;
}

function panel(made = run()): ReturnType<typeof appAt> {
  const staged = appAt(formatRoute({ ...runRoute(KEY), panel: 'import' }));
  stage(staged.app, RunPage, { run: made });
  return staged;
}

function group(code: string): HTMLDetailsElement {
  const found = [...document.querySelectorAll('details')].find((one) => wordsOf(one).includes(code));
  if (found === undefined) throw new Error(`no group of ${code}`);
  return found;
}

function unfold(code: string): HTMLDetailsElement {
  const found = group(code);
  found.open = true;
  found.dispatchEvent(new Event('toggle'));
  return found;
}

describe('the panel of what was read', () => {
  it('adds up', () => {
    panel();
    expect(wordsOf(document.body)).toContain(
      '3 records = 2 read + 1 skipped; 1 of those read was repaired. What was skipped is not looked through for secrets.',
    );
  });

  it('lists findings by code, the gravest first, with meaning and count', () => {
    panel();
    const codes = [...document.querySelectorAll('details')].map((one) =>
      wordsOf(one.querySelector('code') ?? one),
    );
    expect(codes).toEqual(['not-json', 'foreign-format', 'bad-field']);
    expect(wordsOf(group('not-json'))).toContain('The record is not JSON.');
  });

  it('leads to the bytes of a record that was skipped, and into the episode of one that was read', async () => {
    panel();
    const skipped = unfold('not-json');
    const read = unfold('bad-field');
    await Promise.resolve();
    expect(wordsOf(skipped)).toContain('Not JSON: <b> a/traces.jsonl, line 2, byte 120');
    expect(skipped.querySelector('b')).toBeNull();
    expect(skipped.querySelector('a')?.getAttribute('href')).toBe(`#/run/${KEY}/0/bytes?from=120`);
    expect(read.querySelector('a')?.getAttribute('href')).toBe(`#/run/${KEY}/0/1?view=raw&id=e1`);
    expect(wordsOf(read)).toContain('at /task');
  });

  it('names every file, and what to do with one that is of another format', () => {
    panel();
    const text = wordsOf(document.body);
    expect(text).toContain('2 files');
    expect(text).toContain('a/log.eval another format · inspect log · zip');
    expect(text).toContain('Open it with inspect view.');
  });

  it('closes by key, and leaves the list as it is', () => {
    const { address } = panel();
    press('Escape');
    expect(roles('grid')).toHaveLength(1);
    expect(document.querySelector('details')).toBeNull();
    expect(address.entries).toHaveLength(1);
  });

  it('is where a list without rows sends one', () => {
    const { app } = appAt(formatRoute(runRoute(KEY)));
    stage(app, RunPage, { run: run([]) });
    expect(wordsOf(document.body)).toContain('No rollouts in these files');
    expect(wordsOf(document.body)).toContain('Open it with inspect view.');
    click(role('button', 'What was read'));
    expect(document.querySelectorAll('details')).toHaveLength(3);
  });
});
