/** What is odd inside the traces of a run: the same, and as many, as the command line lists for the same files. */
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { Report } from '../../../src/analysis/report-types';
import { groupFindings } from '../../../src/store/findings';
import { command, inFolder } from '../../cli/command';
import { demoRun } from '../../samples/demo-run';
import { a, call, episode, trace, u } from '../../samples/trace-builder';
import { Browser, dropped, opened, ready, settled } from '../../store/library-kit';

const odd = (id: string, parent: number) =>
  trace({ id, nodes: [u('go', { parent: null }), a('1', { parent })], calls: [call({ node: 9 })] });
const MANY = Array.from({ length: 150 }, (_, at) => odd(`t${at}`, 7));

const CASES = [
  { name: 'the sample run', files: { 'traces.jsonl': demoRun() } },
  {
    name: 'two traces of an episode, in two files',
    files: {
      'a.jsonl': `${JSON.stringify(episode({ traces: [odd('one', 0), odd('two', 5)] }))}\n`,
      'b.jsonl': `${JSON.stringify(odd('three', 5))}\n`,
    },
  },
  {
    name: 'more than are listed',
    files: { 'a.jsonl': MANY.map((one) => `${JSON.stringify(one)}\n`).join('') },
  },
];

it.each(CASES)('$name', async ({ files }) => {
  const given = Object.entries(files).map(([path, text]) => dropped(`run/${path}`, text));
  const run = await settled(await opened(await ready(new Browser().tab()), given));
  await run.traceFindings.look();
  const { state } = run.traceFindings;
  if (state.kind !== 'found') throw new Error(state.kind);
  const counts = groupFindings(state.diagnostics).map(({ code, count }) => [code, count] as const);

  const { out } = await inFolder(files, (folder) => command(['check', folder, '--json']));
  const report: Report = JSON.parse(out);
  const expected = new Map<string, number>();
  for (const { episodes } of report.files) {
    for (const { diagnostics } of episodes.flatMap(({ traces }) => traces)) {
      for (const { code } of diagnostics) expected.set(code, (expected.get(code) ?? 0) + 1);
    }
  }
  expect(new Map(counts)).toEqual(expected);
  for (const { diagnostic } of state.diagnostics) expect(diagnostic.record).not.toBeNull();
});

it('is asked again when others may be found, and not while nobody looks', async () => {
  const given = [dropped('run/a.jsonl', `${JSON.stringify(odd('one', 5))}\n`)];
  const run = await settled(await opened(await ready(new Browser().tab()), given));
  const looking = run.traceFindings.look();
  expect(run.traceFindings.state.kind).toBe('looking');
  run.traceFindings.leave();
  await looking;
  expect(run.traceFindings.state.kind).toBe('none');
  await run.traceFindings.look();
  run.edges.addText('{"edges":[{"source_request_id":"a","target_request_id":"b","type":"c"}]}');
  await vi.waitFor(() => expect(run.traceFindings.state.kind).toBe('none'));
});
