/** Files that cannot be read: from the start, all of them, or after the list was complete. */
import 'fake-indexeddb/auto';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ImportClient } from '../../src/worker/import/client';
import { plainRun } from '../samples/plain-run';
import { startInProcess } from '../worker/import/in-process';
import { Browser, dropped, opened, ready, settled } from './library-kit';

const folder = mkdtempSync(join(tmpdir(), 'wirescope-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file on the disk, and a way to take it away from whoever holds it. */
async function onDisk(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const file = new File([await openAsBlob(path)], name);
  return { dropped: { path: `run/${name}`, file }, take: () => rmSync(path) };
}

it('one that cannot be read costs the others nothing', async () => {
  const browser = new Browser();
  const gone = await onDisk('a.jsonl', plainRun(4));
  gone.take();
  const library = await ready(browser.tab());
  const run = await settled(await opened(library, [gone.dropped, dropped('run/b.jsonl', plainRun(3))]));
  expect(run.keeping).toEqual({ kind: 'stored' });
  expect(run.sources.map(({ role, episodes }) => [role, episodes])).toEqual([
    ['unreadable', 0],
    ['rollouts', 3],
  ]);
  expect(run.diagnostics.map(({ diagnostic }) => diagnostic.code)).toEqual(['unreadable-file']);
  const again = (await ready(browser.tab())).run(run.key);
  if (again === null) throw new Error('not stored');
  expect((await settled(again)).rows).toEqual(run.rows);
  expect(again.sources).toEqual(run.sources);
});

it('when none can be read the run says why', async () => {
  const gone = await onDisk('c.jsonl', plainRun(4));
  gone.take();
  const library = await ready(new Browser().tab());
  const run = await settled(await opened(library, [gone.dropped]));
  expect(run.state).toEqual({ kind: 'failed', message: expect.stringContaining('c.jsonl') });
  expect(library.runs).toMatchObject([{ state: { kind: 'failed' } }]);
});

it('one that goes away after the list was complete stays listed, and says so', async () => {
  const browser = new Browser();
  const file = await onDisk('d.jsonl', plainRun(4));
  class LateClient extends ImportClient {
    override digests(...given: Parameters<ImportClient['digests']>): ReturnType<ImportClient['digests']> {
      file.take();
      return super.digests(...given);
    }
  }
  const library = await ready(browser.tab({ client: new LateClient(startInProcess, 2) }));
  const run = await settled(await opened(library, [file.dropped]));
  expect(run.rows).toHaveLength(4);
  expect(run.keeping).toEqual({ kind: 'memory', reason: expect.stringContaining('no longer be read') });
  expect(library.notices.map(({ text }) => text)).toEqual([
    expect.stringContaining('moved, changed or deleted'),
  ]);
  expect((await ready(browser.tab())).runs).toEqual([]);
});
