/** Edges from beside a run: which trace they go to, what is said of each, and that the report is the command line's. */
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { Report } from '../../../src/analysis/report-types';
import type { OpenRun } from '../../../src/store/run.svelte';
import { command, inFolder } from '../../cli/command';
import { publishedApart, twelveAgents } from '../../samples/agent-run';
import { a, episode, request, trace, u } from '../../samples/trace-builder';
import { Browser, dropped, opened, ready, settled } from '../../store/library-kit';

const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const edge = (source: string, target: string, type = 'continuation') => ({
  source_request_id: source,
  target_request_id: target,
  type,
});
/** Two turns under the given ids. */
const two = (id: string, first: string, second: string) =>
  trace({
    id,
    nodes: [u('go', { parent: null }), a('1', { parent: 0 }), a('2', { parent: 1 })],
    calls: [request(1, first), request(2, second)],
  });

const apart = publishedApart(twelveAgents());
const looped = publishedApart(twelveAgents(true));
const TRACES = lines(
  apart.trace,
  episode({ traces: [two('one', 'a', 'b'), two('two', 'c', 'd')] }),
  two('twin', 'a', 'b'),
);
const LEDGER = lines(
  { type: 'session_registered', session_id: 'P' },
  { type: 'request_started', request_id: 'c', session_id: 'P' },
  { type: 'request_finished', request_id: 'c' },
  { type: 'request_started', request_id: 'd', session_id: 'P' },
  { type: 'request_finished', request_id: 'd' },
);
const SESSION = lines({ type: 'user', turn: 1, content: 'go', timestamp: '2026-01-01T00:00:00Z' });

async function runOf(files: Readonly<Record<string, string>>): Promise<OpenRun> {
  const given = Object.keys(files)
    .sort()
    .map((path) => dropped(`run/${path}`, files[path] ?? ''));
  return settled(await opened(await ready(new Browser().tab()), given));
}

async function matched(run: OpenRun): Promise<void> {
  await vi.waitFor(
    () => {
      if (run.edges.state.kind === 'matching') throw new Error('still matching');
    },
    { timeout: 10_000, interval: 5 },
  );
}

async function reportOf(run: OpenRun): Promise<string> {
  const report = await run.exportReport(new AbortController().signal);
  return report.kind === 'ok' ? report.value.text() : report.failure;
}

const cases: readonly {
  readonly name: string;
  readonly beside?: Readonly<Record<string, string>>;
  readonly given?: Readonly<Record<string, string>>;
  readonly loops?: boolean;
}[] = [
  { name: 'a set for one trace', given: { 'set.json': lines(apart.set) } },
  { name: 'a refused set', given: { 'set.json': lines(looped.set) } },
  { name: 'the same with loops allowed', given: { 'set.json': lines(looped.set) }, loops: true },
  { name: 'a set that fits several', given: { 's.json': lines({ edges: [edge('a', 'b')] }) } },
  { name: 'a set that fits none', given: { 's.json': lines({ edges: [edge('a', 'z')] }) } },
  { name: 'ledgers', given: { 'one.jsonl': LEDGER, 'two.jsonl': LEDGER } },
  {
    name: 'files beside the run, and one given',
    beside: {
      'semantic-edges.jsonl': LEDGER,
      'captured.jsonl': lines({
        x: { 'ai.prime.acp/semantic-edges-v1': { edges: [edge('c', 'd', 'vendor:review')] } },
      }),
    },
    given: { 'set.json': lines(apart.set, { edges: [edge('c', 'd', 'a-b')] }) },
  },
  { name: 'what is no set', given: { 'set.json': '{"edges":[{"source_request_id":"a"}]}' } },
];

it.each(cases)('the report with $name is the command line’s', async ({ beside = {}, given = {}, loops }) => {
  const run = await runOf({ 'traces.jsonl': TRACES, ...beside });
  if (loops === true) run.edges.setPolicy('allow_loops');
  run.edges.add(Object.entries(given).map(([path, text]) => dropped(path, text)));
  const files = { 'run/traces.jsonl': TRACES, ...inside('run', beside), ...given };
  const { out } = await inFolder(files, (folder) =>
    command([
      'check',
      `${folder}/run`,
      '--json',
      ...Object.keys(given).flatMap((name) => ['--edges', `${folder}/${name}`]),
      ...(loops === true ? ['--allow-loops'] : []),
    ]),
  );
  expect(await reportOf(run)).toBe(out);
});

function inside(folder: string, files: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

it('says of every edge what became of it, and takes it back', async () => {
  const run = await runOf({ 'traces.jsonl': TRACES });
  const before = await reportOf(run);
  run.edges.add([dropped('set.json', lines(looped.set))]);
  await matched(run);
  const [found] = run.edges.found?.traces ?? [];
  expect(found?.place).toEqual({ source: 0, record: 1, trace: 0 });
  const [report] = found?.reports ?? [];
  expect(report).toMatchObject({ accepted: false, reason: 'cycle' });
  const refused = found?.listed[0]?.[report?.refused_edge ?? -1];
  expect(refused).toMatchObject({ type: 'agent_message', from: expect.any(Number), to: expect.any(Number) });

  run.edges.setPolicy('allow_loops');
  await matched(run);
  expect(run.edges.found?.traces[0]?.reports[0]).toMatchObject({ accepted: true });

  const [file] = run.edges.given;
  if (file !== undefined) run.edges.remove(file.id);
  await matched(run);
  expect(run.edges.found).toBeNull();
  expect(await reportOf(run)).toBe(before);
});

it('goes to the trace that somebody chose, until the ids decide again', async () => {
  const run = await runOf({ 'traces.jsonl': TRACES });
  run.edges.add([dropped('s.json', lines({ edges: [edge('a', 'b')] })), dropped('l.jsonl', LEDGER)]);
  await matched(run);
  expect(run.edges.found?.unplaced.map(({ report }) => report.reason)).toEqual(['several_traces']);
  expect(run.edges.found?.traces.map(({ place }) => place.trace)).toEqual([1]);
  const third = run.rows[2]?.row;
  const [set, ledger] = run.edges.given;
  if (third === undefined || set === undefined || ledger === undefined) throw new Error('not there');
  const chosen = {
    place: { source: 0, record: third.line, trace: 0 },
    byte: third.byte,
    length: third.length,
  };
  run.edges.choose(set.id, chosen);
  run.edges.choose(ledger.id, chosen);
  await matched(run);
  const [only] = run.edges.found?.traces ?? [];
  expect(run.edges.found?.traces.length).toBe(1);
  expect(only?.reports.map(({ origin, added }) => [origin, added])).toEqual([
    ['edge_set', 1],
    ['ledger', 0],
  ]);
  const parsed: Report = JSON.parse(await reportOf(run));
  expect(parsed.files[0]?.episodes[2]?.traces[0]?.semantic.edge_sets.length).toBe(2);
  run.edges.choose(set.id, null);
  await matched(run);
  expect(run.edges.found?.unplaced.length).toBe(1);
});

it.each([
  { name: 'a set', texts: [lines(apart.set)], edges: 1, others: 0 },
  { name: 'a ledger', texts: [LEDGER], edges: 1, others: 0 },
  { name: 'an empty set', texts: ['{"edges":[]}'], edges: 1, others: 0 },
  { name: 'edges among others', texts: [LEDGER, 'no', '{"other":1}', lines(apart.set)], edges: 2, others: 2 },
  { name: 'edges beside a run', texts: [LEDGER, TRACES], edges: null },
  { name: 'edges beside a run that begins with damage', texts: [LEDGER, `{"id":\n${TRACES}`], edges: null },
  { name: 'edges beside a session', texts: [LEDGER, SESSION], edges: null },
  { name: 'no edges', texts: ['no', '{"edges":[],"other":1}'], edges: null },
  { name: 'nothing', texts: [], edges: null },
])('takes $name for what it is', async ({ texts, edges, others = null }) => {
  const library = await ready(new Browser().tab());
  const among = await library.edgesAmong(texts.map((text, index) => dropped(`f${index}`, text)));
  expect(among?.edges.length ?? null).toBe(edges);
  expect(among?.others.length ?? null).toBe(others);
});
