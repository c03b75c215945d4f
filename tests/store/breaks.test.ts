/** Breaks of a run, counted in the background: when, from what, what is stored, and what becomes of it. */
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { breakCounts } from '../../src/analysis/prefix/break-counts';
import type { Report } from '../../src/analysis/report-types';
import { NO_BREAKS } from '../../src/model/breaks';
import { runKey } from '../../src/model/ids';
import { parseJson } from '../../src/model/json';
import type { OpenRun } from '../../src/store/run.svelte';
import type { PortEvents, StartPort } from '../../src/worker/continuity/client';
import { ContinuityClient } from '../../src/worker/continuity/client';
import { A, R, S, U, drawnLine, issuing, of } from '../analysis/prefix/traces';
import { command } from '../cli/command';
import { demoRun } from '../samples/demo-run';
import { startContinuityInProcess } from '../worker/continuity/in-process';
import { Browser, dropped, opened, ready, settled, storeOf } from './library-kit';

/** Counts what is asked, and may stand in for the worker. */
class Watched {
  asked = 0;
  ended = 0;
  readonly client: ContinuityClient;

  constructor(start: StartPort = startContinuityInProcess) {
    this.client = new ContinuityClient((events: PortEvents) => {
      const port = start(events);
      return {
        post: (asked) => {
          this.asked += 1;
          port.post(asked);
        },
        terminate: () => {
          this.ended += 1;
          port.terminate();
        },
      };
    });
  }
}

async function counted(run: OpenRun): Promise<OpenRun> {
  await vi.waitFor(
    () => {
      const { kind } = run.breaks.state;
      if (kind !== 'complete' && kind !== 'failed') throw new Error(`still ${kind}`);
    },
    { timeout: 10_000, interval: 5 },
  );
  return run;
}

/** One episode of two requests: the second finds the first one's message as parts, so that it differs in form alone. */
const BROKEN = drawnLine({
  nodes: [
    S(null),
    U(0, [{ type: 'text', text: 'q' }]),
    R(1, 'a1', { message: issuing('c1') }),
    U(0, 'q'),
    A(3, 'a1', { message: issuing('c1') }),
    U(4, 'more'),
    R(5, 'a2'),
  ],
});
const COUNTS = { breaks: 1, formBreaks: 1, unexplained: 0, reprocessed: null, trace: 0 };

it('are those of the report, row by row', async () => {
  const browser = new Browser();
  const text = `${demoRun()}${BROKEN}`;
  const run = await counted(
    await settled(await opened(await ready(browser.tab()), [dropped('a.jsonl', text)])),
  );
  const { files } = parseJson((await command(['check', '-', '--json'], text)).out) as unknown as Report;
  const expected = files.flatMap(({ episodes }) =>
    episodes.map(({ traces }) => breakCounts(traces.map(({ requests }) => requests))),
  );
  expect(run.breaks.rows).toEqual(expected);
  expect(run.breaks.rows.at(-1)).toEqual(COUNTS);
  expect(run.breaks.count('form-breaks')).toBe(expected.filter(({ formBreaks }) => formBreaks > 0).length);
  expect(run.breaks.count('breaks')).toBeGreaterThan(run.breaks.count('form-breaks'));
});

it('are stored: the next visit asks nobody, and the worker has gone', async () => {
  const browser = new Browser();
  const first = new Watched();
  const tab = await ready(browser.tab({ continuity: first.client }));
  const run = await counted(await settled(await opened(tab, [dropped('a.jsonl', BROKEN)])));
  expect(first).toMatchObject({ asked: 1, ended: 1 });
  const again = new Watched();
  const reloaded = (await ready(browser.tab({ continuity: again.client }))).run(run.key);
  if (reloaded === null) throw new Error('not stored');
  expect(reloaded.breaks.rows).toEqual([]);
  await counted(await settled(reloaded));
  expect(reloaded.breaks.rows).toEqual([COUNTS]);
  expect(again.asked).toBe(0);
});

it.each([
  { name: 'of another revision', change: { revision: 'older' } },
  { name: 'of fewer rows', change: { breaks: new Float64Array() } },
])('stored ones $name are never shown', async ({ change }) => {
  const browser = new Browser();
  const run = await counted(
    await settled(await opened(await ready(browser.tab()), [dropped('a.jsonl', BROKEN)])),
  );
  const store = await storeOf();
  const page = (await store.breaks(run.key)).get(0);
  if (page === undefined) throw new Error('not stored');
  await store.putBreaks(run.key, 0, { ...page, breaks: Float64Array.of(77), ...change });
  const watched = new Watched();
  const reloaded = (await ready(browser.tab({ continuity: watched.client }))).run(run.key);
  if (reloaded === null) throw new Error('not stored');
  await counted(await settled(reloaded));
  expect(reloaded.breaks.rows).toEqual([COUNTS]);
  expect(watched.asked).toBe(1);
  expect((await store.breaks(run.key)).get(0)).toEqual(page);
});

it('need no worker where no request can follow another', async () => {
  const watched = new Watched();
  const tab = await ready(new Browser().tab({ continuity: watched.client }));
  const single = drawnLine({ nodes: [S(null), U(0), R(1, 'a1')] });
  const run = await counted(await settled(await opened(tab, [dropped('a.jsonl', single)])));
  expect(run.breaks.rows).toEqual([NO_BREAKS]);
  expect(watched.asked).toBe(0);
});

it('stop with the run, and nothing of it stays', async () => {
  const silent = new Watched(() => ({ post: () => undefined, terminate: () => undefined }));
  const library = await ready(new Browser().tab({ continuity: silent.client }));
  const run = await settled(await opened(library, [dropped('a.jsonl', BROKEN)]));
  await vi.waitFor(() => expect(silent.asked).toBe(1));
  await library.remove(run.key);
  await vi.waitFor(() => expect(silent.ended).toBe(1));
  expect(run.breaks.rows).toEqual([]);
  expect(run.breaks.state.kind).toBe('waiting');
  expect((await (await storeOf()).breaks(runKey(run.key))).size).toBe(0);
});

it('are missing, with the reason, where the worker dies; the other runs are counted all the same', async () => {
  let dying = true;
  const watched = new Watched((events) =>
    dying
      ? { post: () => setImmediate(() => events.crash('out of memory')), terminate: () => (dying = false) }
      : startContinuityInProcess(events),
  );
  const library = await ready(new Browser().tab({ continuity: watched.client }));
  const run = await counted(await settled(await opened(library, [dropped('a.jsonl', BROKEN)])));
  expect(run.breaks.rows).toEqual([null]);
  expect(run.breaks.state).toEqual({ kind: 'failed', message: 'out of memory' });
  expect((await (await storeOf()).breaks(run.key)).size).toBe(0);
  const other = await counted(await settled(await opened(library, [dropped('b.jsonl', BROKEN + BROKEN)])));
  expect(other.breaks.rows).toEqual([COUNTS, COUNTS]);
});

it('follow edges from beside the run, and their taking back; what is stored stays as the file alone has it', async () => {
  const browser = new Browser();
  const library = await ready(browser.tab());
  const calls = [of(1, { acp: { request_id: 'a' } }), of(3, { acp: { request_id: 'b' } })];
  const line = drawnLine({ nodes: [U(null, 'q'), R(0, 'a1'), U(null, 'other'), R(2, 'a2')], calls });
  const run = await counted(await settled(await opened(library, [dropped('a.jsonl', BROKEN + line)])));
  expect(run.breaks.rows).toEqual([COUNTS, NO_BREAKS]);
  const edge = { source_request_id: 'a', target_request_id: 'b', type: 'continuation' };
  run.edges.add([dropped('edges.json', JSON.stringify({ edges: [edge] }))]);
  await vi.waitFor(() => expect(run.breaks.rows[1]).toEqual({ ...NO_BREAKS, breaks: 1, unexplained: 1 }));
  await counted(run);
  expect(run.breaks.count('unexplained-breaks')).toBe(1);
  const stored = (await (await storeOf()).breaks(run.key)).get(0);
  expect([...(stored?.breaks ?? [])]).toEqual([1, 0]);
  run.edges.removeAll();
  // Nothing is shown until they are counted anew.
  await vi.waitFor(() => expect(run.breaks.rows[1]).toBeUndefined());
  await vi.waitFor(() => expect(run.breaks.rows).toEqual([COUNTS, NO_BREAKS]));
  expect((await counted(run)).breaks.count('unexplained-breaks')).toBe(0);
});
