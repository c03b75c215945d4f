/** The stored library: what is put is what is fetched, and a half run is never listed. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { runKey, sourceIndex } from '../../src/model/ids';
import { type LibraryDatabase, openDatabase } from '../../src/storage/database';
import { ROWS_OF_A_PAGE } from '../../src/storage/row-columns';
import { pagesOf, RunStore } from '../../src/storage/runs';
import type { StoredImport, StoredRun } from '../../src/storage/stored';
import { numberedRows } from './rows';

const key = runKey('0123456789ab');
const other = runKey('0123456789ab-2');
const source = sourceIndex(0);
let database: LibraryDatabase;
let store: RunStore;
let names = 0;

beforeEach(async () => {
  const ignore = () => undefined;
  const events = { blocked: ignore, outdated: ignore, terminated: ignore };
  const opening = await openDatabase(`runs-test-${(names += 1)}`, events);
  if (opening.kind === 'failed') throw new Error(opening.failure.kind);
  database = opening.value;
  store = new RunStore(database);
});

function started(owner = 'me', run = key): StoredImport {
  return { key: run, name: 'traces.jsonl', owner, started: 1, touched: 1 };
}

function finished(changes: Partial<StoredRun> = {}): StoredRun {
  const records = { total: 2, read: 2, repaired: 0, skipped: 0 };
  return {
    key,
    name: 'traces.jsonl',
    added: 5,
    derivation: 1,
    sources: [
      {
        path: 'traces.jsonl',
        size: 10,
        contentSize: 10,
        blocks: 2,
        role: 'rollouts',
        container: 'jsonl',
        dialect: 'verifiers_episode',
        records,
        episodes: 2,
        diagnosticCount: 0,
        findings: 0,
        digest: null,
        advice: null,
      },
    ],
    bytes: 10,
    episodes: 2,
    records,
    meanReward: null,
    findings: 0,
    pages: 0,
    ...changes,
  };
}

async function putBoth(owner = started()) {
  expect(await store.begin(owner)).toMatchObject({ kind: 'ok' });
  expect(await store.putBlock(owner, source, 0, new Blob(['hello ']))).toMatchObject({ kind: 'ok' });
  return store.putBlock({ ...owner, touched: 9 }, source, 1, new Blob(['world']));
}

it('joins the blocks in their order and gives back the rows in theirs', async () => {
  const rows = numberedRows(ROWS_OF_A_PAGE * 20 + 3);
  await putBoth();
  for (let page = pagesOf(rows.length) - 1; page >= 0; page -= 1) {
    await store.putPage(key, page, rows.slice(page * ROWS_OF_A_PAGE, (page + 1) * ROWS_OF_A_PAGE));
  }
  expect(await store.finish(started(), finished({ pages: pagesOf(rows.length) }))).toMatchObject({
    kind: 'ok',
  });
  expect(await (await store.contents(key)).get(source)?.text()).toBe('hello world');
  const fetched = [];
  for await (const some of store.rows(key)) fetched.push(...some);
  expect(fetched).toEqual(rows);
});

it('lists a run only once it is finished, newest first', async () => {
  await putBoth();
  expect(await store.list()).toEqual([]);
  expect((await store.imports()).map((entry) => [entry.name, entry.touched])).toEqual([['traces.jsonl', 9]]);
  await store.finish(started(), finished());
  await store.begin(started('me', other));
  await store.finish(started('me', other), finished({ key: other, added: 6, sources: [] }));
  expect((await store.list()).map((run) => run.key)).toEqual([other, key]);
  expect(await store.imports()).toEqual([]);
});

it.each([
  { name: 'another tab took the import over', before: () => store.begin(started('another')) },
  { name: 'it was deleted', before: () => store.remove(key) },
  { name: 'everything was deleted', before: () => store.removeAll() },
])('refuses bytes and finish when $name', async ({ before }) => {
  await putBoth();
  await before();
  const gone = { kind: 'failed', failure: { kind: 'gone' } };
  expect(await store.putBlock(started(), source, 2, new Blob(['x']))).toEqual(gone);
  expect(await store.finish(started(), finished())).toEqual(gone);
  expect(await store.list()).toEqual([]);
});

it.each([
  { name: 'a block', changes: { sources: finished().sources.map((one) => ({ ...one, blocks: 3 })) } },
  { name: 'a page', changes: { pages: 1 } },
])('does not finish while $name is missing', async ({ changes }) => {
  await putBoth();
  expect(await store.finish(started(), finished(changes))).toMatchObject({ kind: 'failed' });
});

it('deletes one run and leaves its neighbour, also one whose key begins alike', async () => {
  for (const run of [key, other]) {
    await store.begin(started('me', run));
    await store.putBlock(started('me', run), source, 0, new Blob([run]));
    await store.putFindings(run, source, { diagnostics: [], metadata: { run } });
    const sources = finished().sources.map((one) => ({ ...one, blocks: 1 }));
    await store.finish(started('me', run), finished({ key: run, sources }));
  }
  await store.remove(key);
  expect((await store.list()).map((run) => run.key)).toEqual([other]);
  expect((await store.contents(key)).size).toBe(0);
  expect(await store.findings(key)).toEqual([]);
  expect(await (await store.contents(other)).get(source)?.text()).toBe(other);
  expect(await store.findings(other)).toEqual([
    { source, found: { diagnostics: [], metadata: { run: other } } },
  ]);
  await store.removeAll();
  expect(await store.list()).toEqual([]);
  expect(await database.count('blocks')).toBe(0);
});

it.each([
  { name: 'the quota is used up', error: 'QuotaExceededError', kind: 'full' },
  { name: 'the disk fails', error: 'UnknownError', kind: 'broken' },
])('answers with a failure when $name', async ({ error, kind }) => {
  await putBoth();
  const failing: LibraryDatabase = Object.create(database, {
    put: { value: () => Promise.reject(new DOMException('no', error)) },
  });
  expect(await new RunStore(failing).putPage(key, 0, numberedRows(1))).toMatchObject({
    kind: 'failed',
    failure: { kind },
  });
});
