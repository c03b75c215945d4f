/** Directories of sessions in the library: one row for each tree, its document as content, the same after a reload. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { sourceIndex } from '../../src/model/ids';
import type { OpenRun } from '../../src/store/run.svelte';
import { command, inFolder } from '../cli/command';
import { SESSION_G5 } from '../reading/payloads/payloads';
import type { SampleFile } from '../samples/sessions/directories';
import { NANO_OWNED, PRIME_AGENT } from '../samples/sessions/directories';
import { a, episode, link, request, trace, u } from '../samples/trace-builder';
import { Browser, dropped, opened, ready, settled } from './library-kit';

const byPath = (left: SampleFile, right: SampleFile) => (left.path < right.path ? -1 : 1);

async function read(files: readonly SampleFile[], browser = new Browser()): Promise<OpenRun> {
  const given = files.toSorted(byPath).map(({ path, text }) => dropped(path, text));
  return settled(await opened(browser.tab(), given));
}

it('shows a directory as one episode, in the place of the root’s messages', async () => {
  const run = await read(NANO_OWNED.files);
  expect(run.rows).toHaveLength(1);
  const [row] = run.rows;
  const source = run.sources[row?.source ?? -1];
  expect(source).toMatchObject({ dialect: 'session_directory', role: 'rollouts', episodes: 1 });
  expect(source?.path).toBe('f0e1d2c3b4a5/messages.jsonl');
  expect(source?.records.total).toBe(12);
  expect(row?.row).toMatchObject({ id: 'trace-of-the-root', line: 1, byte: 0 });
  const content = await run.blob(row?.source ?? sourceIndex(0)).text();
  expect(content).toHaveLength(row?.row.length ?? 0);
  expect(content).toContain('wirescope/sessions');
});

it('has it again after a reload', async () => {
  const browser = new Browser();
  const run = await read(PRIME_AGENT.files, browser);
  expect(run.keeping).toEqual({ kind: 'stored' });
  const reloaded = (await ready(browser.tab())).run(run.key);
  if (reloaded === null) throw new Error('not there');
  await settled(reloaded);
  expect(reloaded.rows).toEqual(run.rows);
  expect(reloaded.sources).toEqual(run.sources);
});

it('reads a transcript by itself', async () => {
  const text = PRIME_AGENT.files.find(({ path }) => path.endsWith('root-session.jsonl'))?.text ?? '';
  const run = await read([{ path: 'root-session.jsonl', text }]);
  expect(run.sources).toMatchObject([
    { dialect: 'prime_agent_transcript', episodes: 1, records: { total: 8, read: 8 } },
  ]);
  expect(run.rows).toHaveLength(1);
});

const nodes = [
  u('Find out what the three files hold.'),
  a('I send one reader to each file.', { parent: 0 }),
  u('Read the first file.'),
  a('The first file holds names.', { parent: 2, semantic_parents: [link(1, 'subagent_call')] }),
];
const traces = JSON.stringify(
  episode({
    id: 'e',
    traces: [trace({ id: 'trace-of-the-root', nodes, calls: [request(1, 'q0'), request(3, 'q1')] })],
  }),
);

it.each([
  { name: 'alone', files: NANO_OWNED.files },
  {
    name: 'beside a run',
    files: [...NANO_OWNED.files, { path: 'f0e1d2c3b4a5/traces.jsonl', text: `${traces}\n` }],
  },
])('reports of a directory $name what the command line reports', async ({ files }) => {
  const run = await read(files);
  const report = await run.exportReport(new AbortController().signal);
  if (report.kind === 'failed') throw new Error(report.failure);
  const exported: unknown = JSON.parse(await report.value.text());
  await inFolder(Object.fromEntries(files.map(({ path, text }) => [path, text])), async (folder) => {
    const { out } = await command(['check', `${folder}/f0e1d2c3b4a5`, '--json']);
    expect(exported).toEqual(JSON.parse(out));
    if (files.length > NANO_OWNED.files.length) expect(out).toContain('"name":"reader-a"');
  });
});

it.each([
  {
    name: 'a response that holds one',
    wrap: (value: unknown) => ({ result: { _meta: { 'ai.prime.rlm/session-v1': value } } }),
  },
  { name: 'one by itself', wrap: (value: unknown) => value },
])('applies a pasted payload to the trace that it names: $name', async ({ wrap }) => {
  const run = await read([{ path: 'traces.jsonl', text: `${traces}\n` }]);
  run.edges.addText(JSON.stringify(wrap({ ...SESSION_G5, session_id: 'trace-of-the-root' })));
  await run.edges.settled();
  const [row] = run.rows;
  if (row === undefined) throw new Error('no row');
  const [edges] = run.edges.of({ run: run.key, source: row.source, record: row.record }, row.row.line);
  expect(edges?.payloads).toMatchObject([{ reading: { kind: 'session', generation: 'G4–G5' } }]);
});

it('says of a pasted payload that is refused which field is wrong', async () => {
  const run = await read([{ path: 'traces.jsonl', text: `${traces}\n` }]);
  run.edges.addText(JSON.stringify({ 'ai.prime.rlm/session-v1': { ...SESSION_G5, turns: 'many' } }));
  await run.edges.settled();
  const said = run.edges.found?.files.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message));
  expect(said).toEqual(['ai.prime.rlm/session-v1 is refused: /turns: expected an integer of 0 or more.']);
});
