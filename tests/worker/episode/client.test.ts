/** The client: the last asked wins, put-away episodes come back, a crash is said and survived. */
import { describe, expect, it } from 'vitest';
import { nodeIndex } from '../../../src/model/ids';
import { chain, episode, trace, u } from '../../samples/trace-builder';
import { desk, FIRST, never, sourceOf } from './desk';

const record = (id: string) => episode({ id, traces: [trace({ nodes: chain(u(`hello from ${id}`)) })] });

describe('EpisodeClient', () => {
  it('drops what was superseded and answers the last', async () => {
    const { client } = desk();
    const controllers = Array.from({ length: 300 }, () => new AbortController());
    const answers = controllers.map((controller, index) => {
      controllers[index - 1]?.abort();
      return client.open(sourceOf(record(`e${index}`), `k${index}`), controller.signal);
    });
    const settled = await Promise.all(answers);
    const opened = settled.flatMap((answer) =>
      answer.kind === 'ok' ? [answer.value.outline.episode.id] : [],
    );
    expect(opened).toEqual(['e299']);
    expect(settled[0]).toEqual({ kind: 'failed', failure: { kind: 'cancelled' } });
  });

  it('opens again what was put away', async () => {
    const { client, commands } = desk();
    const sources = Array.from({ length: 7 }, (_, index) => sourceOf(record(`e${index}`), `k${index}`));
    for (const source of sources) await client.open(source, never);
    const [oldest] = sources;
    if (oldest === undefined) throw new Error('no source');
    const before = commands.filter((command) => command.kind === 'open').length;
    const lines = await client.lines(oldest, FIRST, [nodeIndex(0)]);
    expect(lines).toMatchObject({ kind: 'ok', value: [{ text: 'hello from e0' }] });
    expect(commands.filter((command) => command.kind === 'open').length).toBe(before + 1);
  });

  it('brings what is drawn first with the outline', async () => {
    const { client, commands } = desk();
    const source = sourceOf(record('e'));
    const place = { trace: FIRST, branch: null, node: null };
    const opened = await client.open(source, never, place);
    if (opened.kind === 'failed') throw new Error('not opened');
    const nodes = opened.value.outline.traces[0]?.nodes.count ?? 0;
    const rows = opened.value.first?.messages ?? [];
    expect(nodes).toBeGreaterThan(0);
    expect(rows).toHaveLength(Math.min(nodes, 20));
    const asked = await client.messages(source, FIRST, [nodeIndex(0)]);
    expect(asked).toMatchObject({ kind: 'ok', value: [rows[0]] });
    // Opened again, it is not read again, and the answer is the same.
    expect(await client.open(source, never, place)).toEqual(opened);
    expect((await client.open(source, never)).kind).toBe('ok');
    expect(commands.map((command) => command.kind)).toEqual(['open', 'messages', 'open', 'open']);
  });

  it('survives a crash and says it', async () => {
    const { client, crashes, crash } = desk();
    const source = sourceOf(record('e'));
    await client.open(source, never);
    const waiting = client.lines(source, FIRST, [nodeIndex(0)]);
    crash('out of memory');
    expect(await waiting).toMatchObject({
      kind: 'failed',
      failure: { kind: 'crashed', message: 'out of memory' },
    });
    expect(crashes).toEqual(['out of memory']);
    expect(await client.lines(source, FIRST, [nodeIndex(0)])).toMatchObject({ kind: 'ok' });
  });

  it('is cancelled before it begins, and when it closes', async () => {
    const { client } = desk();
    expect(await client.open(sourceOf(record('e')), AbortSignal.abort())).toMatchObject({
      failure: { kind: 'cancelled' },
    });
    const waiting = client.open(sourceOf(record('e')), never);
    client.close();
    expect(await waiting).toMatchObject({ failure: { kind: 'cancelled' } });
  });
});
