/** The lazy tree by keyboard and by pointer: far elements, deep values, equal keys, exact spelling. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import JsonTree from '../../../src/views/shared/JsonTree.svelte';
import type { TreeSource } from '../../../src/views/shared/json-tree';
import { JsonDocument } from '../../../src/worker/episode/documents';
import { appAt, click, press, role, roles, stage, wordsOf } from '../stage';

function sourceOf(text: string): TreeSource {
  const document = new JsonDocument(new TextEncoder().encode(text));
  return {
    page: (pointer, from, to) => Promise.resolve(document.page(pointer, from, to)),
    text: (pointer, limit) => Promise.resolve(document.text(pointer)?.slice(0, limit) ?? null),
    spelling: (start, end) => Promise.resolve(document.slice(start, end).text),
    inside: (pointer) => sourceOf(document.text(pointer) ?? ''),
  };
}

/** What the keys act on, as it is named to a reader who does not see it. */
function present(): string {
  const id = role('tree').getAttribute('aria-activedescendant');
  const line = id === null ? null : document.getElementById(id);
  return line === null ? '' : wordsOf(line).replace(/(?: ?(?:Text|JSON))+$/, '');
}

function show(text: string, props: { readonly open?: number; readonly reveal?: string } = {}): void {
  stage(appAt().app, JsonTree, { source: sourceOf(text), label: 'Value', ...props });
}

async function settled(check: () => void): Promise<void> {
  await vi.waitFor(() => {
    flushSync();
    check();
  });
}

const RECORD = '{"name":"a","list":[1,{"deep":true}],"none":null}';

describe('the JSON tree', () => {
  it('is walked with the arrows, Home and End', async () => {
    show(RECORD);
    await settled(() => expect(roles('treeitem')).toHaveLength(3));
    role('tree').focus();
    press('Home');
    expect(present()).toBe('name a');
    press('ArrowDown');
    press('ArrowRight');
    await settled(() => expect(roles('treeitem')).toHaveLength(5));
    expect(present()).toBe('list [2]');
    press('ArrowRight');
    expect(present()).toBe('0 1');
    press('ArrowLeft');
    expect(present()).toBe('list [2]');
    press('ArrowLeft');
    expect(roles('treeitem')).toHaveLength(3);
    press('End');
    expect(present()).toBe('none null');
    expect(document.activeElement).toBe(role('tree'));
  });

  it('walks past two equal keys', async () => {
    show('{"a":1,"a":2,"b":3}');
    await settled(() => expect(roles('treeitem')).toHaveLength(3));
    role('tree').focus();
    press('Home');
    const seen = [present()];
    for (let step = 0; step < 2; step += 1) {
      press('ArrowDown');
      seen.push(present());
    }
    expect(seen).toEqual(['a 1', 'a 2', 'b 3']);
  });

  it('tells a line and its place to whoever asks', async () => {
    show(RECORD, { open: 3 });
    await settled(() => expect(roles('treeitem')).toHaveLength(6));
    const lines = roles('treeitem').map((line) => [
      line.getAttribute('aria-level'),
      line.getAttribute('aria-expanded'),
    ]);
    expect(lines).toEqual([
      ['1', null],
      ['1', 'true'],
      ['2', null],
      ['2', 'true'],
      ['3', null],
      ['1', null],
    ]);
  });

  it('shows the last element of a million, and any before it', async () => {
    const numbers = Array.from({ length: 1_000_000 }, (_, index) => index);
    show(`{"many":[${numbers.join(',')}]}`, { reveal: '/many/999999' });
    await settled(() => expect(present()).toBe('999999 999999'));
    expect(wordsOf(document.body)).toContain('999,900 before these');
    const field = document.body.querySelector('input');
    if (field === null) throw new Error('no way to what is before');
    field.value = '123456';
    press('Enter', field);
    await settled(() => expect(present()).toBe('123456 123456'));
  });

  it.each([
    { name: 'arrays', open: '[', close: ']', step: '/0' },
    { name: 'objects', open: '{"a":', close: '}', step: '/a' },
  ])('shows a value 10,000 $name deep from a level near it', async ({ open, close, step }) => {
    show(open.repeat(10_000) + '"found"' + close.repeat(10_000), { reveal: step.repeat(10_000) });
    await settled(() => expect(present()).toMatch(/found$/));
    expect(document.body.textContent).toContain('Shown from level 9,989');
    expect(roles('treeitem').length).toBeLessThan(20);
    const top = roles('button').find((button) => wordsOf(button) === 'From the top');
    if (top === undefined) throw new Error('no way to the top');
    click(top);
    await settled(() => expect(document.body.textContent).not.toContain('Shown from level'));
    expect(roles('treeitem')).toHaveLength(1);
  });

  it('unfolds a long text up to a limit that it names, and leads to all of it', async () => {
    const read: string[] = [];
    const source = {
      ...sourceOf(JSON.stringify({ log: 'x'.repeat(70_000) })),
      read: (at: string) => read.push(at),
    };
    stage(appAt().app, JsonTree, { source, label: 'Value' });
    await settled(() => expect(roles('treeitem')).toHaveLength(1));
    role('tree').focus();
    press('Home');
    press('Enter');
    await settled(() => expect(wordsOf(document.body)).toContain('the first 60,000 characters'));
    click(role('button', 'Read in full'));
    expect(read).toEqual(['/log']);
  });

  it('keeps every literal as it is spelled', async () => {
    show('{"a":1.50e+03,"b":NaN,"c":12345678901234567890,"d":None}');
    await settled(() =>
      expect(roles('treeitem').map(wordsOf)).toEqual([
        'a 1.50e+03',
        'b NaN',
        'c 12345678901234567890',
        'd None',
      ]),
    );
  });
});
