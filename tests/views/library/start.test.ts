/** The first screen: ways in, the library, and what is promised at the foot. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import DropTarget from '../../../src/views/library/DropTarget.svelte';
import StartPage from '../../../src/views/library/StartPage.svelte';
import { Browser, dropped, opened, ready, settled } from '../../store/library-kit';
import { appAt, click, quiet, role, roles, stage, type, wordsOf } from '../stage';

const LINE = '{"id":"e1","env":{"id":"math"},"traces":[]}\n';

function event(name: string, data: Partial<DataTransfer>): Event {
  const made = new Event(name, { bubbles: true, cancelable: true });
  Object.assign(made, { dataTransfer: data, clipboardData: data, relatedTarget: null });
  return made;
}

const fileItem = (file: File): Partial<DataTransferItem> => ({
  kind: 'file',
  webkitGetAsEntry: () => null,
  getAsFile: () => file,
});

const filesOf = (...files: File[]): Partial<DataTransfer> => ({
  types: ['Files'],
  items: files.map(fileItem) as never,
  files: files as never,
});

describe('the start page', () => {
  it('says what is stored, and that nothing leaves the tab', async () => {
    const { app } = appAt('', await ready(new Browser().tab()));
    stage(app, StartPage, {});
    expect(wordsOf(document.body)).toContain('kept in this browser until you delete it');
    expect(wordsOf(document.body)).toContain(
      'Nothing leaves this tab. 0 requests to anything but the app’s own files.',
    );
    app.outside.saw('https://elsewhere.example/pixel.gif');
    app.outside.saw('http://localhost/assets/index.js');
    app.outside.saw('blob:http://localhost/1');
    flushSync();
    expect(wordsOf(document.body)).toContain('1 request to anything');
  });

  it('shows a run with its figures, and deletes it when asked twice', async () => {
    const library = await ready(new Browser().tab());
    await settled(await opened(library, [dropped('<b>x.jsonl', LINE)]));
    const { app } = appAt('', library);
    stage(app, StartPage, {});
    const card = role('link', '<b>x.jsonl');
    expect(card.getAttribute('href')).toMatch(/^#\/run\/[0-9a-f]{12}$/);
    expect(wordsOf(document.body)).toContain('1 episode');
    click(role('button', 'Delete <b>x.jsonl'));
    expect(library.runs).toHaveLength(1);
    click(role('button', /^Delete <b>/));
    await vi.waitFor(() => expect(library.runs).toHaveLength(0));
    await vi.waitFor(() => expect(library.usage.used).toBe(0));
  });

  it('opens pasted text that looks like JSON, and says why it does not open other text', async () => {
    const { app, address } = appAt('', await ready(new Browser().tab()));
    stage(app, StartPage, {});
    click(role('button', 'or paste text'));
    type(role('textbox'), 'hello');
    click(role('button', 'Open'));
    await vi.waitFor(() => expect(wordsOf(role('alert'))).toContain('not JSON'));
    type(role('textbox'), LINE);
    click(role('button', 'Open'));
    await vi.waitFor(() => expect(address.hash).toMatch(/^#\/run\//));
    await quiet(app.runLibrary);
  });
});

describe('dropping and pasting anywhere', () => {
  it('opens files as one run, in the order of their paths', async () => {
    const { app, address } = appAt('', await ready(new Browser().tab()));
    stage(app, DropTarget, {});
    const drop = event('drop', filesOf(new File([LINE], 'b.jsonl'), new File([LINE], 'a.jsonl')));
    window.dispatchEvent(drop);
    expect(drop.defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(address.hash).toMatch(/^#\/run\//));
    await quiet(app.runLibrary);
    const [run] = app.runLibrary.runs;
    expect(run?.sources).toBe(2);
    expect(run?.name).toContain('a.jsonl');
  });

  it('walks folders, however many files a reader hands out at a time', async () => {
    const { app } = appAt('', await ready(new Browser().tab()));
    stage(app, DropTarget, {});
    const entry = (path: string): unknown => ({
      isFile: true,
      isDirectory: false,
      fullPath: path,
      file: (done: (file: File) => void) => done(new File([LINE], path.replace(/^.*\//, ''))),
    });
    const batches = [[entry('/run/b.jsonl')], [entry('/run/a.jsonl')], []];
    const folder = {
      isFile: false,
      isDirectory: true,
      fullPath: '/run',
      createReader: () => ({ readEntries: (done: (found: unknown) => void) => done(batches.shift()) }),
    };
    const items = [{ kind: 'file', webkitGetAsEntry: () => folder }];
    window.dispatchEvent(event('drop', { types: ['Files'], items: items as never }));
    await vi.waitFor(() => expect(app.runLibrary.runs[0]?.sources).toBe(2));
    await quiet(app.runLibrary);
    const run = app.runLibrary.run(app.runLibrary.runs[0]?.key ?? ('' as never));
    expect(run?.sources.map(({ path }) => path)).toEqual(['run/a.jsonl', 'run/b.jsonl']);
  });

  it('lets nothing lead the page away: a link is refused, text into a field is left alone', () => {
    const { app, address } = appAt();
    stage(app, DropTarget, {});
    const link = event('drop', { types: ['text/uri-list'], items: [] as never });
    window.dispatchEvent(link);
    expect(link.defaultPrevented).toBe(true);
    expect(address.hash).toBe('');
    const field = document.body.appendChild(document.createElement('input'));
    field.type = 'text';
    const text = event('drop', { types: ['text/plain'], items: [] as never });
    field.dispatchEvent(text);
    expect(text.defaultPrevented).toBe(false);
  });

  it('shows that it takes a drop, and stops when the drag leaves', () => {
    const { app } = appAt();
    stage(app, DropTarget, {});
    window.dispatchEvent(event('dragenter', filesOf(new File([], 'a'), new File([], 'b'))));
    flushSync();
    expect(wordsOf(document.body)).toContain('Drop to open these 2 as one run');
    window.dispatchEvent(event('dragleave', {}));
    flushSync();
    expect(wordsOf(document.body)).toBe('');
  });

  it('opens text from the clipboard, but not what is pasted into a field', async () => {
    const { app, address } = appAt('', await ready(new Browser().tab()));
    stage(app, DropTarget, {});
    const clipboard = { files: [] as never, getData: () => LINE };
    const field = document.body.appendChild(document.createElement('textarea'));
    field.dispatchEvent(event('paste', clipboard));
    expect(address.hash).toBe('');
    document.body.dispatchEvent(event('paste', { ...clipboard, getData: () => 'shopping list' }));
    await vi.waitFor(() => expect(app.opening.message).toContain('not JSON'));
    document.body.dispatchEvent(event('paste', clipboard));
    await vi.waitFor(() => expect(address.hash).toMatch(/^#\/run\//));
    await quiet(app.runLibrary);
    expect(roles('alert')).toHaveLength(0);
  });
});
