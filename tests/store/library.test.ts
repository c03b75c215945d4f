/** The library from drop to reload: what is listed, stored, found again, recognised, deleted. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { recordIndex, sourceIndex } from '../../src/model/ids';
import { plainEpisode, plainRun } from '../samples/plain-run';
import { gzip } from '../samples/bytes/compressed';
import { utf16 } from '../samples/bytes/encodings';
import { numberedRows } from '../storage/rows';
import { Browser, dropped, opened, ready, settled, storeOf } from './library-kit';

const traces = dropped('traces.jsonl', plainRun(40));

it('lists a dropped file and has it again after a reload, without reading it again', async () => {
  const browser = new Browser();
  const run = await settled(await opened(browser.tab(), [traces]));
  expect(run.state).toEqual({ kind: 'complete' });
  expect(run.keeping).toEqual({ kind: 'stored' });
  expect(run.rows.map(({ row }) => row.id)).toEqual(Array.from({ length: 40 }, (_, i) => plainEpisode(i).id));
  const again = await ready(browser.tab());
  expect(again.runs).toMatchObject([{ key: run.key, name: 'traces.jsonl', episodes: 40, sources: 1 }]);
  const reloaded = again.run(run.key);
  if (reloaded === null) throw new Error('not there');
  await settled(reloaded);
  expect(reloaded.rows).toEqual(run.rows);
  expect(reloaded.sources).toEqual(run.sources);
  expect(reloaded.sources[0]?.digest).toMatch(/^sha256-16m:[0-9a-f]{64}$/);
  expect(await reloaded.blob(sourceIndex(0)).text()).toBe(await traces.file.text());
  expect(reloaded.meanReward).toBe(run.meanReward);
});

it('finds a row by its address, and the text of its record', async () => {
  const run = await settled(await opened(new Browser().tab(), [traces]));
  const row = run.find(sourceIndex(0), recordIndex(7))?.row;
  expect(row?.line).toBe(8);
  expect(run.find(sourceIndex(0), recordIndex(40))).toBeNull();
  const excerpt = await run.excerpt(sourceIndex(0), row?.byte ?? 0);
  expect(excerpt).toEqual({
    kind: 'ok',
    value: { before: '', text: JSON.stringify(plainEpisode(7)), cut: false },
  });
  expect(await run.excerpt(sourceIndex(0), row?.byte ?? 0, 10)).toEqual({
    kind: 'ok',
    value: { before: '', text: JSON.stringify(plainEpisode(7)).slice(0, 10), cut: true },
  });
  expect(await run.excerpt(sourceIndex(0), (row?.byte ?? 0) + 10, 10)).toEqual({
    kind: 'ok',
    value: {
      before: JSON.stringify(plainEpisode(7)).slice(0, 10),
      text: JSON.stringify(plainEpisode(7)).slice(10, 20),
      cut: true,
    },
  });
});

it('knows a file that it holds, whatever its name, and says so', async () => {
  const browser = new Browser();
  const library = browser.tab();
  const run = await settled(await opened(library, [traces]));
  const copy = dropped('copy.txt', plainRun(40), 5);
  expect(await library.open([copy])).toBe(run.key);
  expect(library.notices.map(({ text }) => text)).toEqual([
    expect.stringContaining('in the library already'),
  ]);
  expect(library.runs).toHaveLength(1);
  const later = await ready(browser.tab());
  expect(await later.open([copy])).toBe(run.key);
  expect(later.runs).toHaveLength(1);
});

it('makes one run of two drops at once', async () => {
  const library = new Browser().tab();
  const keys = await Promise.all([library.open([traces]), library.open([traces])]);
  expect(keys[0]).toBe(keys[1]);
  expect(library.runs).toHaveLength(1);
});

it('tells apart two files that are equal at both ends', async () => {
  const library = new Browser().tab();
  const middle = 'x'.repeat(200_000);
  const file = (mark: string) =>
    dropped(
      'traces.jsonl',
      plainRun(1) + JSON.stringify({ pad: middle + mark + middle }) + '\n' + plainRun(1),
    );
  const first = await settled(await opened(library, [file('a')]));
  const second = await settled(await opened(library, [file('b')]));
  expect(second.key).toBe(`${first.key}-2`);
  expect(await library.open([file('b')])).toBe(second.key);
  expect(library.runs).toHaveLength(2);
});

it('takes a folder as one run, with everything in it named', async () => {
  const library = new Browser().tab();
  const run = await settled(
    await opened(library, [
      dropped('eval/.DS_Store', '\0\0'),
      dropped('eval/a/traces.jsonl', plainRun(3)),
      dropped('eval/b/traces.jsonl', plainRun(2)),
      dropped('eval/b/traces.jsonl', plainRun(1)),
      dropped('eval/configs/eval.json', JSON.stringify({ model: 'm', taskset: { id: 't' } }, null, 2)),
      dropped('eval/empty.jsonl', ''),
      dropped('eval/picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])),
    ]),
  );
  expect(run.name).toBe('eval');
  expect(run.sources.map(({ path, role, episodes }) => [path, role, episodes])).toEqual([
    ['eval/a/traces.jsonl', 'rollouts', 3],
    ['eval/b/traces.jsonl', 'rollouts', 2],
    ['eval/b/traces.jsonl', 'rollouts', 1],
    ['eval/configs/eval.json', expect.stringMatching(/companion|unknown/), 0],
    ['eval/empty.jsonl', 'empty', 0],
    ['eval/picture.png', expect.stringMatching(/foreign|unknown/), 0],
  ]);
  expect(run.rows.map(({ source, record }) => `${source}/${record}`)).toEqual([
    '0/0',
    '0/1',
    '0/2',
    '1/0',
    '1/1',
    '2/0',
  ]);
  expect(library.notices.map(({ text }) => text)).toEqual([expect.stringContaining('begins with a dot')]);
});

it('gives v0 results the metadata that lies beside them, also after a reload', async () => {
  const browser = new Browser();
  const metadata = { env_id: 'old-env', model: 'old-model', num_examples: 1, rollouts_per_example: 1 };
  const rows = [0, 1].map((id) => ({ example_id: id, prompt: [], completion: [], reward: 1 }));
  const run = await settled(
    await opened(browser.tab(), [
      dropped('old/metadata.json', JSON.stringify(metadata)),
      dropped('old/results.jsonl', rows.map((row) => JSON.stringify(row)).join('\n')),
    ]),
  );
  expect(run.rows.map(({ row }) => [row.id, row.env, row.models])).toEqual([
    ['0#1', 'old-env', 'old-model'],
    ['1#2', 'old-env', 'old-model'],
  ]);
  expect(run.metadata(sourceIndex(1))).toEqual(metadata);
  const reloaded = (await ready(browser.tab())).run(run.key);
  if (reloaded === null) throw new Error('not there');
  expect((await settled(reloaded)).metadata(sourceIndex(1))).toEqual(metadata);
});

it('opens pasted text', async () => {
  const library = new Browser().tab();
  const key = await library.openText(JSON.stringify(plainEpisode(1), null, 2));
  const run = key === null ? null : library.run(key);
  if (run === null) throw new Error('not opened');
  expect((await settled(run)).rows).toHaveLength(1);
});

it('deletes one run, then all, here and in another tab', async () => {
  const browser = new Browser();
  const library = browser.tab();
  const one = await settled(await opened(library, [traces]));
  const two = await settled(await opened(library, [dropped('b.jsonl', plainRun(5))]));
  const other = await ready(browser.tab());
  const theirs = other.run(two.key);
  await library.remove(one.key);
  expect(one.state.kind).toBe('gone');
  expect(library.runs.map(({ key }) => key)).toEqual([two.key]);
  await library.removeAll();
  expect(library.runs).toEqual([]);
  await expect.poll(() => other.runs).toEqual([]);
  expect(theirs?.state.kind).toBe('gone');
  expect((await ready(browser.tab())).runs).toEqual([]);
});

it.each([
  { name: 'plain', file: traces },
  { name: 'compressed, torn', file: dropped('t.jsonl.gz', gzip(`${plainRun(9)}{"id":"x","tra`)) },
  { name: 'UTF-16', file: dropped('t.jsonl', utf16(plainRun(9), 'little')) },
])('derives again what another build derived: $name', async ({ file }) => {
  const browser = new Browser();
  const run = await settled(await opened(browser.tab(), [file]));
  const store = await storeOf();
  const [stored] = await store.list();
  if (stored === undefined) throw new Error('not stored');
  await store.clearRows(run.key);
  await store.putPage(run.key, 0, numberedRows(3));
  for (const source of run.sources) {
    const diagnostics = run.diagnostics.map(({ diagnostic }) => diagnostic);
    await store.putFindings(run.key, source.index, { diagnostics, metadata: null });
  }
  await store.relist({ ...stored, derivation: 0, episodes: 3, pages: 1 });
  const again = (await ready(browser.tab())).run(run.key);
  if (again === null) throw new Error('not there');
  await settled(again);
  expect(again.rows).toEqual(run.rows);
  expect(again.sources).toEqual(run.sources);
  expect(again.diagnostics).toEqual(run.diagnostics);
  await expect.poll(async () => (await store.list())[0]).toEqual(stored);
});

it('stops deriving again when asked to, and begins anew at the next visit', async () => {
  const browser = new Browser();
  const run = await settled(await opened(browser.tab(), [dropped('t.jsonl', plainRun(3000))]));
  const store = await storeOf();
  const [stored] = await store.list();
  if (stored === undefined) throw new Error('not stored');
  await store.relist({ ...stored, derivation: 0 });
  const tab = await ready(browser.tab());
  const again = tab.run(run.key);
  if (again === null) throw new Error('not there');
  await expect.poll(() => again.state.kind, { interval: 1 }).toBe('importing');
  tab.cancel(run.key);
  await expect.poll(() => again.state.kind).toBe('cancelled');
  expect((await store.list())[0]?.derivation).toBe(0);
  const later = (await ready(browser.tab())).run(run.key);
  if (later === null) throw new Error('not there');
  await settled(later);
  expect(later.rows).toHaveLength(3000);
});

it('gives nothing for nothing', async () => {
  const library = new Browser().tab();
  expect(await library.open([])).toBeNull();
  expect(library.run((await opened(library, [traces])).key)).not.toBeNull();
});
