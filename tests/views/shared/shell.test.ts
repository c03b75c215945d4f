/** The shell: pages by address, the palette, the help sheet, links that stay inside, pages that are not there. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { App as Stores } from '../../../src/store/app.svelte';
import App from '../../../src/views/App.svelte';
import type { MemoryAddress } from '../../store/memory-address';
import { Browser, dropped, opened, ready, settled } from '../../store/library-kit';
import { appAt, click, press, quiet, role, roles, stage, type, wordsOf } from '../stage';

globalThis.PerformanceObserver = class {
  observe(): void {}
  disconnect(): void {}
} as never;

async function shell(hash = ''): Promise<{ app: Stores; address: MemoryAddress }> {
  const staged = appAt(hash, await ready(new Browser().tab()));
  stage(staged.app, App, { app: staged.app });
  return staged;
}

describe('the shell', () => {
  it.each([
    { name: 'an address of no known shape', hash: '#/nowhere', title: 'No such page' },
    { name: 'a run that is not here', hash: '#/run/ffffffffffff', title: 'This run is not in the library' },
    {
      name: 'an episode of a run that is not here',
      hash: '#/run/ffffffffffff/0/3',
      title: 'This run is not in the library',
    },
  ])('says so where the address names $name', async ({ hash, title }) => {
    await shell(hash);
    expect(wordsOf(role('heading', title))).toBe(title);
  });

  it('stays at an address whose bytes come later', async () => {
    const { app, address } = await shell();
    const key = await app.runLibrary.open([dropped('a.jsonl', '{"id":"e1","traces":[]}')]);
    await quiet(app.runLibrary);
    await app.runLibrary.remove(key ?? ('' as never));
    address.type(`#/run/${key}/0/0?view=raw`);
    flushSync();
    await app.opening.files([dropped('a.jsonl', '{"id":"e1","traces":[]}')]);
    expect(address.hash).toBe(`#/run/${key}/0/0?view=raw`);
    await quiet(app.runLibrary);
  });

  it('finds commands and runs by words, runs them, and gives the focus back', async () => {
    const { app, address } = await shell();
    await settled(await opened(app.runLibrary, [dropped('deep sea.jsonl', '{"id":"e1","traces":[]}')]));
    press('k', document.body, { ctrlKey: true });
    type(role('combobox'), 'sea open');
    expect(roles('option')).toHaveLength(1);
    press('Enter', role('combobox'));
    await vi.waitFor(() => expect(address.hash).toMatch(/^#\/run\//));
    expect(roles('dialog')).toHaveLength(0);
  });

  it('moves through the palette by arrows, round the ends', async () => {
    await shell();
    press('k', document.body, { metaKey: true });
    const field = role('combobox');
    const chosen = (): number =>
      roles('option').findIndex((one) => one.getAttribute('aria-selected') === 'true');
    press('ArrowUp', field);
    expect(chosen()).toBe(roles('option').length - 1);
    press('ArrowDown', field);
    expect(chosen()).toBe(0);
    expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')).toBe(
      roles('option')[0],
    );
    type(field, 'zzzz');
    expect(wordsOf(document.body)).toContain('No command or run has these words.');
  });

  it('lists in the help sheet what the table binds', async () => {
    const { app } = await shell();
    app.commands.register([
      { id: 'x', title: 'Polish the lens', keys: ['y'], scope: 'everywhere', run: () => undefined },
    ]);
    press('?');
    expect(wordsOf(role('dialog'))).toContain('Polish the lens');
    expect(wordsOf(role('dialog'))).toContain('Open files…');
    click(role('button', 'Close'));
    expect(roles('dialog')).toHaveLength(0);
  });

  it('remembers the theme on the root element', async () => {
    const { app } = await shell();
    click(role('button', /^Theme: system/));
    expect(document.documentElement.dataset['theme']).toBe('light');
    click(role('button', /^Theme: light/));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    click(role('button', /^Theme: dark/));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(app.settings.theme).toBe('system');
  });

  it('follows its own links without leaving the page', async () => {
    const { address } = await shell('#/nowhere');
    click(role('link', 'Go to the start page'));
    expect(address.hash).toBe('#/');
    expect(address.entries).toHaveLength(2);
  });

  it('says a sentence twice when it is said twice', async () => {
    const { app } = await shell();
    const said = (): string => roles('status').map(wordsOf).join('|');
    app.announcer.say('Copied.');
    flushSync();
    const first = said();
    app.announcer.say('Copied.');
    flushSync();
    expect(said()).toContain('Copied.');
    expect(said()).not.toBe(first);
  });
});
