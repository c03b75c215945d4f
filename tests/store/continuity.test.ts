/** Continuity of the open trace as the page holds it: derived on demand, for what is looked at now and nothing else. */
import { describe, expect, it } from 'vitest';
import { callIndex, isRunKey, nodeIndex, recordIndex, sourceIndex, traceIndex } from '../../src/model/ids';
import type { JsonObject } from '../../src/model/json';
import { RequestList } from '../../src/store/continuity-list.svelte';
import { EpisodeContinuity } from '../../src/store/continuity.svelte';
import { EpisodeCursor } from '../../src/store/episode-cursor.svelte';
import { OpenEpisode } from '../../src/store/episode.svelte';
import { Navigation } from '../../src/store/navigation.svelte';
import type { EpisodeRoute } from '../../src/store/route';
import { BASES, REQUEST_STATUSES } from '../../src/worker/episode/protocol';
import { A, R, S, T, U, issuing, linked, of } from '../analysis/prefix/traces';
import { episode as made, trace } from '../samples/trace-builder';
import { desk } from '../worker/episode/desk';
import { MemoryAddress } from './memory-address';

const RUN = '0123456789ab';

async function open(...traces: readonly JsonObject[]) {
  const navigation = new Navigation(new MemoryAddress(`#/run/${RUN}/0/0?view=requests`));
  const { client } = desk();
  const episode = new OpenEpisode(client);
  const route = (): EpisodeRoute => {
    if (navigation.route.kind !== 'episode') throw new Error('not at an episode');
    return navigation.route;
  };
  const cursor = new EpisodeCursor(episode, navigation, route);
  const continuity = new EpisodeContinuity(episode, cursor);
  const list = new RequestList(continuity, cursor);
  if (!isRunKey(RUN)) throw new Error('no run key');
  const bytes = new Blob([JSON.stringify(made({ traces }))]);
  const place = { run: RUN, source: sourceIndex(0), record: recordIndex(0) };
  await episode.show(place, { bytes, line: 1, byte: 0, record: 0, metadata: null, edges: [] });
  return { episode, cursor, continuity, list };
}

const EDITED = trace({
  nodes: [
    S(null),
    U(0, 'q'),
    R(1, null, { message: issuing('c1') }),
    U(0, 'Q'),
    A(3, null, { message: issuing('c1') }),
    T(4, 'c1'),
    R(5, 'end'),
  ],
  calls: [of(2), of(null), of(6)],
});
const KEPT = trace({ nodes: [U(null), R(0, 'a'), U(1), R(2, 'b')], calls: [of(1), of(3)] });

const statusOf = ({ requests }: EpisodeContinuity, call: number) =>
  requests === null ? null : REQUEST_STATUSES[requests.status[call] ?? -1];

describe('continuity', () => {
  it('is nothing until asked for, nor while it is derived', async () => {
    const { continuity } = await open(EDITED);
    expect(continuity.state.kind).toBe('none');
    const asking = continuity.want();
    expect(continuity.state.kind).toBe('loading');
    expect(continuity.found).toBeNull();
    await asking;
    expect(statusOf(continuity, 2)).toBe('diverged');
    expect(continuity.difference(callIndex(2))?.expected?.node).toBe(1);
    expect(continuity.beginning(nodeIndex(3))).toEqual({ cause: 'content_edited', sibling: 1 });
  });

  it('knows what became of summaries', async () => {
    const attempt = (parent: number) => R(parent, 'in short', linked([1, 'compaction_attempt']));
    const summed = trace({
      nodes: [
        U(null),
        R(0, 'a'),
        U(1, 'sum up'),
        attempt(2),
        attempt(2),
        U(null),
        R(5, 'b', linked([4, 'compaction'])),
      ],
      calls: [1, 3, 4, 6].map((node) => of(node)),
    });
    const { continuity } = await open(summed);
    expect(continuity.summary(nodeIndex(3))).toBeNull();
    await continuity.want();
    expect([1, 3, 4].map((node) => continuity.summary(nodeIndex(node)))).toEqual([
      null,
      'superseded',
      'accepted',
    ]);
  });

  it('drops the answer of a mode that is not looked at any more', async () => {
    const { continuity } = await open(EDITED);
    const first = continuity.want();
    continuity.strict = true;
    expect(continuity.state.kind).toBe('none');
    await Promise.all([first, continuity.want()]);
    expect(continuity.found?.strict).toBe(true);
    expect(statusOf(continuity, 2)).toBe('unavailable');
    continuity.strict = false;
    expect(continuity.found).toBeNull();
  });

  it('belongs to the trace at the cursor', async () => {
    const { continuity, cursor } = await open(EDITED, KEPT);
    await continuity.want();
    expect(continuity.found).not.toBeNull();
    cursor.selectTrace(traceIndex(1));
    expect(continuity.found).toBeNull();
    await continuity.want();
    expect(statusOf(continuity, 1)).toBe('preserved');
  });

  it('is derived anew when edges from beside the run are applied, and never shown as it was', async () => {
    const request = (id: string) => ({ acp: { request_id: id } });
    const given = trace({
      nodes: [U(null, 'a'), R(0, 'x'), U(null, 'b'), R(2, 'y')],
      calls: [of(1, request('one')), of(3, request('two'))],
    });
    const { continuity, episode } = await open(given);
    await continuity.want();
    expect(statusOf(continuity, 1)).toBe('unavailable');
    const edges = [{ source_request_id: 'one', target_request_id: 'two', type: 'continuation' }];
    const before = episode.edgesRevision;
    episode.apply([
      { sets: [{ name: 'beside', payload: { edges } }], ledger: null, policy: 'refuse_cycles' },
    ]);
    while (episode.edgesRevision === before) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(continuity.found).toBeNull();
    await continuity.want();
    expect(statusOf(continuity, 1)).toBe('diverged');
    expect(BASES[continuity.requests?.basis[1] ?? -1]).toBe('declared');
  });

  it('fetches a detail once, and a comparison', async () => {
    const { continuity } = await open(EDITED);
    await continuity.want();
    const call = callIndex(2);
    expect(continuity.detail(call)).toBeUndefined();
    continuity.wantDetail(call);
    const sides = { kind: 'messages', old: nodeIndex(1), fresh: nodeIndex(3) } as const;
    continuity.wantComparison(sides);
    while (continuity.detail(call) === undefined || continuity.comparison(sides) === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(continuity.detail(call)).toMatchObject({ kind: 'ready', value: { baseline: 2 } });
    expect(continuity.comparison(sides)).toMatchObject({ kind: 'ready', value: [{ field: 'content' }] });
  });
});

describe('the list', () => {
  it('selects by the cursor’s node, and by itself what committed no message', async () => {
    const { continuity, cursor, list } = await open(EDITED);
    await continuity.want();
    list.select(callIndex(2));
    expect(cursor.node).toBe(6);
    list.step(-1);
    expect(list.selected).toBe(1);
    expect(cursor.node).toBe(6);
    cursor.select(nodeIndex(2));
    expect(list.selected).toBe(0);
    // A message above which no call stands belongs to none.
    cursor.select(nodeIndex(1));
    expect(list.selected).toBeNull();
  });

  it('steps from break to break, and stays where there is none', async () => {
    const { continuity, list } = await open(EDITED);
    await continuity.want();
    expect(list.stepBreak(1)).toBe(true);
    expect(list.selected).toBe(2);
    expect(list.stepBreak(1)).toBe(false);
    expect(list.selected).toBe(2);
  });
});
