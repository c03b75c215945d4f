/** An open episode, asked through its client: outline, windows, texts, trees, bytes, pictures, and what fails. */
import { describe, expect, it } from 'vitest';
import { branchIndex, callIndex, nodeIndex, traceIndex } from '../../../src/model/ids';
import { NODE_FLAGS, TEXT_HEAD } from '../../../src/worker/episode/protocol';
import type { MessageBody, Outline } from '../../../src/worker/episode/protocol';
import { deepRecord, longBranch, manyBranches, pictures, unknownKinds } from '../../samples/hard-traces';
import { longTexts, ODD_TEXTS, wrapped } from '../../samples/hard-texts';
import {
  a,
  call,
  calling,
  chain,
  episode,
  link,
  system,
  tool,
  toolCall,
  trace,
  u,
  usage,
} from '../../samples/trace-builder';
import { desk, FIRST, never, sourceOf } from './desk';

type Given = Parameters<typeof sourceOf>[0];

async function open(record: Given) {
  const { client } = desk();
  const source = sourceOf(record);
  const opened = await client.open(source, never);
  if (opened.kind === 'failed') throw new Error(JSON.stringify(opened.failure));
  return { client, source, outline: opened.value.outline };
}

async function bodies(record: Given): Promise<readonly MessageBody[]> {
  const { client, source, outline } = await open(record);
  const nodes = Array.from({ length: outline.traces[0]?.nodes.count ?? 0 }, (_, index) => nodeIndex(index));
  const answer = await client.messages(source, FIRST, nodes);
  return answer.kind === 'ok' ? answer.value : [];
}

function first(outline: Outline) {
  const found = outline.traces[0];
  if (found === undefined) throw new Error('no trace');
  return found;
}

describe('the outline', () => {
  const nodes = [
    system('s'),
    u('q', { parent: 0 }),
    a(null, { parent: 1, message: calling(toolCall('c1'), toolCall('c2')), timestamp: 5 }),
    tool('c1', 'r1', { parent: 2 }),
    tool('c2', 'r2', { parent: 3 }),
    a('end', { parent: 4 }),
    a('other end', { parent: 1 }),
    tool('cX', 'lost', { parent: 6 }),
  ];
  const calls = [
    call({ node: 2, usage: usage(10, 5) }),
    call({ node: null, error: { type: 'ProviderError', message: 'no' } }),
    call({ node: 5, usage: usage(30, 6, { cached_input_tokens: 10 }) }),
  ];

  it('holds nodes, branches and calls as columns', async () => {
    const { outline } = await open(episode({ traces: [trace({ nodes, calls })] }));
    const { nodes: columns, branches, calls: callColumns, callsWithoutNode } = first(outline);
    expect([...columns.parent]).toEqual([-1, 0, 1, 2, 3, 4, 1, 6]);
    expect([...columns.role]).toEqual([0, 1, 2, 3, 3, 2, 2, 3]);
    expect([...columns.call]).toEqual([-1, -1, 0, -1, -1, 2, -1, -1]);
    expect([...columns.answersNode]).toEqual([-1, -1, -1, 2, 2, -1, -1, -1]);
    expect([...columns.answersCall]).toEqual([-1, -1, -1, 0, 1, -1, -1, -1]);
    const withFlag = (flag: number): number[] =>
      [...columns.flags].flatMap((flags, node) => ((flags & flag) === 0 ? [] : [node]));
    expect(withFlag(NODE_FLAGS.sampled)).toEqual([2, 5, 6]);
    expect(withFlag(NODE_FLAGS.fork)).toEqual([1]);
    expect(withFlag(NODE_FLAGS.orphan)).toEqual([7]);
    expect([...branches.leaf]).toEqual([5, 7]);
    expect([...branches.length]).toEqual([6, 4]);
    expect([...branches.forkedAt]).toEqual([1, 1]);
    expect([...callColumns.node]).toEqual([2, -1, 5]);
    expect(callsWithoutNode).toEqual([1]);
    expect(columns.timestamp[2]).toBe(5);
    expect(columns.timestamp[0]).toBeNaN();
  });

  it('marks attempts and links', async () => {
    const linked = [
      u('q'),
      a('summary', { parent: 0, semantic_parents: [link(0, 'compaction_attempt')] }),
      a('kept', { parent: 0, semantic_parents: [link(0, 'compaction_attempt')] }),
      u('on', { semantic_parents: [link(2, 'compaction')] }),
    ];
    const { outline } = await open(episode({ traces: [trace({ nodes: linked })] }));
    const { branches, nodes: columns } = first(outline);
    expect([...branches.attempt]).toEqual([2, 1, 0]);
    expect([...branches.trainable]).toEqual([0, 1, 1]);
    expect((columns.flags[1] ?? 0) & NODE_FLAGS.links).not.toBe(0);
  });

  it('carries errors, rewards and what is missing as such', async () => {
    const { outline } = await open(
      episode({
        ok: false,
        errors: [{ type: 'EnvError', message: 'down', traceback: 'a\nb' }],
        traces: [
          trace({ rewards: { r: { score: 0.5, weight: 2 }, s: null }, metrics: { m: null }, root_reply: '' }),
        ],
      }),
    );
    expect(outline.episode).toMatchObject({ ok: false, outcome: 'error', duration: null, cost: null });
    expect(outline.episode.errors[0]).toMatchObject({
      type: 'EnvError',
      message: { head: 'down' },
      traceback: { length: 3 },
    });
    expect(first(outline)).toMatchObject({
      reward: 1,
      rewards: [
        { name: 'r', state: 'scored', value: 1, score: 0.5, weight: 2 },
        { name: 's', state: 'unscored', value: null },
      ],
      metrics: [{ name: 'm', state: 'unscored' }],
      rootReply: { length: 0 },
      usage: null,
    });
  });

  it('of 120,000 nodes in one branch is a few columns', async () => {
    const { outline } = await open(longBranch(120_000));
    expect(first(outline).nodes.count).toBe(120_000);
    expect([...first(outline).branches.length]).toEqual([120_000]);
  });

  it('of 1,000 branches has them all', async () => {
    const { outline } = await open(manyBranches(1000));
    expect(first(outline).branches.count).toBe(1000);
    expect(first(outline).branches.leaf[branchIndex(999)]).toBe(3001);
  });
});

describe('messages', () => {
  it('carry the beginning of long texts and where the rest is', async () => {
    const [long] = longTexts(0.01);
    const text = long?.text ?? '';
    const { client, source } = await open(wrapped({ name: 'x', text }));
    const answer = await client.messages(source, FIRST, [nodeIndex(1)]);
    const part = answer.kind === 'ok' ? answer.value[0]?.parts[0] : undefined;
    if (part?.kind !== 'text') throw new Error('no text');
    expect(part.text.head).toBe(text.slice(0, TEXT_HEAD));
    expect(part.text.length).toBe(text.length);
    const rest = await client.text(source, part.text.ref, TEXT_HEAD, text.length);
    expect(rest).toEqual({ kind: 'ok', value: text.slice(TEXT_HEAD) });
  });

  it('answer by their position, and leave out what is not there', async () => {
    const { client, source } = await open(episode({ traces: [trace({ nodes: [u('a')] })] }));
    const answer = await client.messages(source, FIRST, [nodeIndex(0), nodeIndex(7)]);
    expect(answer.kind === 'ok' && answer.value.map((body) => body.pointer)).toEqual([
      '/traces/0/nodes/0/message',
    ]);
    expect(await client.messages(source, traceIndex(3), [nodeIndex(0)])).toMatchObject({
      kind: 'failed',
      failure: { kind: 'missing' },
    });
  });

  it.each(ODD_TEXTS)('keep every unit of $name', async ({ text }) => {
    const [, body] = await bodies(wrapped({ name: 'x', text }));
    const part = body?.parts[0];
    expect(part?.kind === 'text' && part.text.head).toBe(text);
  });

  it('tell pictures apart without decoding them', async () => {
    const [body, , twenty] = await bodies(pictures(1000));
    expect(body?.parts.map((part) => (part.kind === 'image' ? part.image.kind : part.kind))).toEqual([
      'text',
      'raster',
      'damaged',
      'raster',
      'not_raster',
      'remote',
      'block',
      'block',
      'block',
    ]);
    expect(body?.parts[3]).toMatchObject({ image: { mediaType: 'image/png' } });
    expect(body?.parts[6]).toMatchObject({ origin: 'native', type: 'document' });
    expect(twenty?.parts).toHaveLength(20);
  });

  it('keep what no reader knows', async () => {
    const all = await bodies(unknownKinds());
    expect(all[1]?.role).toBe('narrator');
    expect(all[2]?.toolCalls[0]).toMatchObject({ type: 'custom', namespace: 'editor', json: 'text' });
    expect(all[2]?.providerState).toBe(1);
    expect(all[7]?.toolCallId).toBe('nobody');
  });
});

describe('pictures', () => {
  it('are decoded only when they are pictures', async () => {
    const { client, source } = await open(pictures(1000));
    const ref = { kind: 'node', trace: FIRST, node: nodeIndex(0) } as const;
    const shown = await client.image(source, ref, 1);
    expect(shown.kind === 'ok' && [shown.value.type, shown.value.size]).toEqual(['image/png', 1070]);
    for (const part of [2, 4, 5, 0]) {
      expect(await client.image(source, ref, part)).toMatchObject({
        kind: 'failed',
        failure: { kind: 'missing' },
      });
    }
  });
});

describe('trees', () => {
  it('unfold 10,000 levels of arguments and a million numbers', async () => {
    const { client, source } = await open(deepRecord(2000, 1000, 200_000));
    const text = {
      kind: 'arguments',
      message: { kind: 'node', trace: FIRST, node: nodeIndex(1) },
      call: 0,
    } as const;
    const deep = await client.tree(source, { kind: 'text', text }, '/a/0'.repeat(999), 0, 5);
    expect(deep.kind === 'ok' && deep.value.entries[0]?.value).toEqual({ kind: 'array', size: 1 });
    const list = await client.tree(source, { kind: 'record' }, '/traces/0/info/list', 199_999, 200_005);
    expect(list.kind === 'ok' && [list.value.value, list.value.entries.length]).toEqual([
      { kind: 'array', size: 200_000 },
      1,
    ]);
  });

  it('look into JSON inside strings inside strings', async () => {
    const inner = JSON.stringify({ b: JSON.stringify({ c: 7 }) });
    const { client, source } = await open(episode({ traces: [trace({ info: { a: inner } })] }));
    const one = {
      kind: 'text',
      text: { kind: 'value', document: { kind: 'record' }, pointer: '/traces/0/info/a' },
    } as const;
    const two = { kind: 'text', text: { kind: 'value', document: one, pointer: '/b' } } as const;
    const page = await client.tree(source, two, '', 0, 5);
    expect(page.kind === 'ok' && page.value.entries[0]).toMatchObject({
      key: 'c',
      value: { kind: 'number', text: '7' },
    });
  });

  it('say that a pointer leads nowhere', async () => {
    const { client, source } = await open(episode({}));
    expect(await client.tree(source, { kind: 'record' }, '/nothing', 0, 5)).toMatchObject({ kind: 'failed' });
    expect(await client.locate(source, '/env/id/x')).toMatchObject({
      value: { pointer: '/env/id', exact: false },
    });
  });
});

describe('bytes', () => {
  it('are cut between characters and add up', async () => {
    const record = JSON.stringify(episode({ id: 'é你😀'.repeat(40) }));
    const { client, source } = await open(record);
    const size = new TextEncoder().encode(record).length;
    let text = '';
    for (let at = 0; at < size; at += 7) {
      const page = await client.bytes(source, { kind: 'record' }, at, at + 7);
      if (page.kind === 'ok') text += page.value.text;
    }
    expect(text).toBe(record);
  });
});

describe('what else is asked', () => {
  const record = episode({
    traces: [
      trace({
        nodes: chain(
          u('hello'),
          a(null, { message: { reasoning_content: 'hm', ...calling(toolCall('c', 'go', '{"x":1}')) } }),
          tool(
            'c',
            [
              { type: 'text', text: 'one' },
              { type: 'text', text: 'two' },
            ],
            { message: { name: 'go' } },
          ),
        ),
        calls: [
          call({
            node: 1,
            model: 'm',
            usage: usage(7, 3),
            sampling: { temperature: 0, stop: ['a'] },
            acp: { request_id: 'req-1' },
          }),
        ],
        tools: [{ name: 'go', description: 'goes', parameters: {}, namespace: 'n' }],
        info: {
          judge_calls: [
            {
              name: 'j',
              request: { messages: [{ role: 'user', content: 'rate' }] },
              response: { message: { role: 'assistant', content: '7' }, parsed: 7 },
            },
          ],
        },
      }),
    ],
  });

  it('is a branch as text', async () => {
    const { client, source } = await open(record);
    const text = await client.branchText(source, FIRST, [0, 1, 2].map(nodeIndex));
    expect(text.kind === 'ok' && text.value).toBe(
      '[user] node #0\nhello\n\n[assistant] node #1\n<reasoning>\nhm\n</reasoning>\n→ go({"x":1})\n\n[tool go] node #2\none\ntwo\n',
    );
  });

  it('is a call with what was not reported as null', async () => {
    const { client, source } = await open(record);
    const calls = await client.calls(source, FIRST, [callIndex(0)]);
    expect(calls.kind === 'ok' && calls.value[0]).toMatchObject({
      model: 'm',
      promptTokens: 7,
      cachedInputTokens: null,
      start: null,
      sampling: [
        ['temperature', '0'],
        ['stop', '[1]'],
      ],
      requestId: 'req-1',
    });
  });

  it('is a line, a tool, a judge', async () => {
    const { client, source } = await open(record);
    expect(await client.lines(source, FIRST, [0, 1].map(nodeIndex))).toMatchObject({
      value: [{ text: 'hello' }, { text: '→ go' }],
    });
    expect(await client.tools(source, FIRST, 0, 9)).toMatchObject({
      value: [{ name: 'go', namespace: 'n' }],
    });
    expect(await client.judge(source, FIRST, 0)).toMatchObject({
      value: {
        name: 'j',
        parsed: '7',
        prompt: [{ role: 'user' }],
        response: { parts: [{ text: { head: '7' } }] },
      },
    });
    expect(await client.judge(source, FIRST, 5)).toMatchObject({ kind: 'failed' });
  });
});

describe('records that are no episode', () => {
  it.each([
    { name: 'damaged JSON', text: '{"id":', dialect: null },
    { name: 'a number', text: '12', dialect: 'unknown' },
    { name: 'a metrics row', text: '{"step":1,"time":2}', dialect: 'metrics' },
  ])('say so: $name', async ({ text, dialect }) => {
    const { client } = desk();
    const opened = await client.open(sourceOf(text), never);
    expect(opened).toMatchObject({ kind: 'failed', failure: { kind: 'not_an_episode', dialect } });
  });

  it('say that the bytes are gone', async () => {
    const { client } = desk();
    class Gone extends Blob {
      override arrayBuffer(): Promise<ArrayBuffer> {
        return Promise.reject(new Error('the file moved'));
      }
    }
    const opened = await client.open({ key: 'x', ask: { ...sourceOf('{}').ask, bytes: new Gone() } }, never);
    expect(opened).toMatchObject({
      kind: 'failed',
      failure: { kind: 'unreadable', message: 'the file moved' },
    });
  });
});
