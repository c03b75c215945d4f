/** Finding in an episode: every place a phrase can be, with counts beyond what is kept, and a stop that stops. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import type { Match } from '../../../src/worker/episode/protocol';
import { MATCH_LIMIT } from '../../../src/worker/episode/protocol';
import { findable } from '../../samples/hard-traces';
import { ODD_TEXTS, wrapped } from '../../samples/hard-texts';
import { a, call, calling, chain, episode, tool, toolCall, trace, u } from '../../samples/trace-builder';
import { desk, FIRST, never, sourceOf } from './desk';

async function find(record: JsonObject, query: string, everywhere = false) {
  const { client } = desk();
  const source = sourceOf(record);
  await client.open(source, never);
  const matches: Match[] = [];
  const totals: number[] = [];
  const found = await client.find(source, query, everywhere ? null : FIRST, never, (batch, total) => {
    matches.push(...batch);
    totals.push(total);
  });
  return { total: found.kind === 'ok' ? found.value : -1, matches, totals };
}

const everyPlace = episode({
  errors: [{ type: 'EnvError', message: 'needle in the episode' }],
  traces: [
    trace({
      nodes: chain(
        u('a needle here, a Needle there'),
        a('none', {
          message: {
            reasoning_content: 'the needle',
            ...calling(toolCall('c', 'needle_tool', '{"k":"needle"}'), toolCall('d', 'x', '{}')),
          },
        }),
        tool('c', [
          { type: 'text', text: 'no' },
          { type: 'text', text: 'found needle' },
        ]),
      ),
      calls: [call({ node: null, error: { type: 'E', message: 'needle again' } })],
      errors: [{ type: 'Needle', message: 'm', traceback: 'line\nneedle' }],
      info: { needle: [null, { deep: 'needles' }] },
      tools: [{ name: 't', description: 'a needle', parameters: {} }],
      task: { type: 'T', data: { prompt: 'find the needle' } },
    }),
    trace({ nodes: [u('another needle')] }),
  ],
});

describe('find', () => {
  it('looks everywhere, in order', async () => {
    const { matches, total } = await find(everyPlace, 'needle');
    const places = matches.map(({ place }) =>
      place.kind === 'message'
        ? `${place.node} ${place.field} ${place.index} ${place.ordinal} @${place.offset}`
        : place.kind === 'value'
          ? `${place.section} ${place.pointer}`
          : `error ${place.trace} ${place.error}`,
    );
    expect(places).toEqual([
      'error null 0',
      '0 content 0 0 @2',
      '0 content 0 1 @17',
      '1 reasoning 0 0 @4',
      '1 tool_name 0 0 @0',
      '1 arguments 0 0 @6',
      '2 content 1 0 @6',
      'error 0 0',
      'error 0 0',
      'calls /traces/0/calls/0/error',
      'task /traces/0/task/data/prompt',
      'tools /traces/0/tools/0/description',
      'info /traces/0/info/needle',
      'info /traces/0/info/needle/1/deep',
    ]);
    expect(total).toBe(places.length);
  });

  it('looks into all traces when asked', async () => {
    const { matches } = await find(everyPlace, 'another needle', true);
    expect(matches.map(({ place }) => place.trace)).toEqual([1]);
  });

  it('finds the one reasoning among 3,000 messages', async () => {
    const { matches, total } = await find(findable(3000, 2001), 'hidden needle');
    expect(total).toBe(1);
    expect(matches[0]?.place).toMatchObject({ kind: 'message', node: 2001, field: 'reasoning' });
    expect(matches[0]?.excerpt[1]).toBe('hidden needle');
  });

  it('counts what it does not keep', async () => {
    const record = episode({ traces: [trace({ nodes: [u('x '.repeat(100_000))] })] });
    const { matches, total } = await find(record, 'x');
    expect(total).toBe(100_000);
    expect(matches).toHaveLength(MATCH_LIMIT);
  });

  it.each([
    { name: 'NFC by NFD', text: 'NFC', query: 'cafe\u0301' },
    { name: 'NFD by NFC', text: 'NFD', query: 'café' },
    { name: 'escaped once', text: 'escaped once', query: '你好' },
    { name: 'escaped twice', text: 'escaped twice', query: '你好' },
    { name: 'escaped thrice', text: 'escaped thrice', query: '你好' },
  ])('finds $name', async ({ text, query }) => {
    const odd = ODD_TEXTS.find((one) => one.name === text);
    if (odd === undefined) throw new Error(text);
    expect((await find(wrapped(odd), query)).total).toBeGreaterThan(3);
  });

  it('finds nothing for nothing', async () => {
    expect(await find(everyPlace, '')).toMatchObject({ total: 0, matches: [] });
    expect((await find(everyPlace, 'haystack')).total).toBe(0);
  });

  it('stops when told', async () => {
    const { client } = desk();
    const source = sourceOf(findable(20_000, 1));
    await client.open(source, never);
    const stop = new AbortController();
    const searching = client.find(source, 'common', FIRST, stop.signal, () => {
      stop.abort();
    });
    expect(await searching).toEqual({ kind: 'failed', failure: { kind: 'cancelled' } });
  });
});
