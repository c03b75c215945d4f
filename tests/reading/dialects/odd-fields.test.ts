/** What is odd in a record of a known kind: read anyway, with a finding at its place, and never more than that. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json';
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
import { episodeIn, findings, notes, traceIn } from './read';

describe('scores that are no finite number (T5)', () => {
  it.each([
    { name: 'NaN', score: NaN, state: 'unknown', value: null },
    { name: 'infinity', score: Infinity, state: 'unknown', value: null },
    { name: 'text', score: '0.5', state: 'unknown', value: null },
    { name: 'a boolean', score: true, state: 'unknown', value: null },
    { name: 'a list', score: [1], state: 'unknown', value: null },
    { name: 'minus zero', score: -0, state: 'scored', value: -0 },
    { name: 'ten', score: 10, state: 'scored', value: 10 },
  ] as const)('$name', ({ score, state, value }) => {
    expect(traceIn(trace({ rewards: { r: score } })).rewards).toMatchObject([{ state, value }]);
    expect(traceIn(trace({ rewards: { r: { score, weight: 1 } } })).rewards).toMatchObject([
      { state, value },
    ]);
    expect(traceIn(trace({ metrics: { m: score } })).metrics).toMatchObject([{ state, value }]);
  });

  it.each([
    { name: 'a missing score', reward: { weight: 1 } },
    { name: 'a weighted score beyond a double', reward: { score: 1e308, weight: 100 } },
    { name: 'a weight that is text', reward: { score: 1, weight: 'x' } },
    { name: 'a weight that is null', reward: { score: 1, weight: null } },
  ])('$name', ({ reward }) => {
    expect(traceIn(trace({ rewards: { r: reward } })).rewards).toMatchObject([
      { state: 'unknown', value: null },
    ]);
    expect(findings(trace({ rewards: { r: reward } }))).toMatchObject([{ code: 'unknown-score' }]);
  });

  it('names of rewards are any text', () => {
    const rewards = JSON.parse('{"__proto__": 1, "constructor": null, "10": 1, "9": 1}');
    expect(
      traceIn(trace({ rewards }))
        .rewards.map((one) => one.name)
        .sort(),
    ).toEqual(['10', '9', '__proto__', 'constructor']);
  });
});

describe('parents (T18)', () => {
  it.each<{ name: string; parent: Json; read: number | null }>([
    { name: 'a float that is an integer', parent: 1.0, read: 1 },
    { name: 'minus zero', parent: -0, read: 0 },
    { name: 'itself', parent: 2, read: 2 },
    { name: 'forward', parent: 3, read: 3 },
    { name: 'out of range', parent: 4, read: null },
    { name: 'negative', parent: -1, read: null },
    { name: 'a fraction', parent: 0.5, read: null },
    { name: 'text', parent: '1', read: null },
    { name: 'true', parent: true, read: null },
    { name: 'beyond 2^53', parent: 2 ** 53, read: null },
    { name: 'not finite', parent: Infinity, read: null },
    { name: 'an object', parent: {}, read: null },
  ])('$name', ({ parent, read }) => {
    const record = trace({ nodes: [u('a'), u('b'), u('c', { parent }), u('d')] });
    expect(Object.is(traceIn(record).nodes[2]?.parent, read)).toBe(true);
    const bad = read === null ? ['bad-parent /nodes/2/parent'] : [];
    const cycle = read === 2 ? ['parent-cycle /nodes/2/parent'] : [];
    expect(notes(record)).toEqual([...bad, ...cycle]);
  });

  it('three roots, by absence and by null', () => {
    const record = trace({ nodes: [u('a'), u('b', { parent: null }), u('c')] });
    expect(traceIn(record).nodes.map((node) => node.parent)).toEqual([null, null, null]);
    expect(notes(record)).toEqual([]);
  });

  it('cycles are told once each, with their members, and those below them are not', () => {
    const parents = [1, 2, 0, 2, null, 6, 5, 7];
    const found = findings(trace({ nodes: parents.map((parent) => u('x', { parent })) }));
    expect(found.map(({ path, message }) => [path, message.split(' are ')[0]])).toEqual([
      ['/nodes/0/parent', 'Nodes 0, 1, 2'],
      ['/nodes/5/parent', 'Nodes 5, 6'],
      ['/nodes/7/parent', 'Nodes 7'],
    ]);
  });

  const message = { role: 'user', content: 'x' };
  it('a chain of 120,000 nodes, and one that ends in a cycle', () => {
    const count = 120_000;
    const nodesWith = (parentOf: (index: number) => Json) =>
      Array.from({ length: count }, (_, index) => ({ parent: parentOf(index), message }));
    const line = nodesWith((index) => (index === 0 ? null : index - 1));
    expect(traceIn({ id: 't', nodes: line }).nodes).toHaveLength(count);
    expect(notes({ id: 't', nodes: nodesWith((index) => (index + 1) % count) })).toEqual([
      'parent-cycle /nodes/0/parent',
    ]);
  });
});

describe('calls (T18)', () => {
  const nodes = chain(u('q'), a('r'));
  it.each<{ name: string; node: Json; read: number | null; found: string[] }>([
    { name: 'null', node: null, read: null, found: [] },
    { name: 'a sampled node', node: 1.0, read: 1, found: [] },
    { name: 'out of range', node: 2, read: null, found: ['bad-call-node /calls/0/node'] },
    { name: 'negative', node: -1, read: null, found: ['bad-call-node /calls/0/node'] },
    { name: 'text', node: '1', read: null, found: ['bad-call-node /calls/0/node'] },
    { name: 'the name of a method', node: 'length', read: null, found: ['bad-call-node /calls/0/node'] },
    { name: 'a node of the prompt', node: 0, read: 0, found: ['unsampled-call-node /calls/0/node'] },
  ])('name $name', ({ node, read, found }) => {
    const record = trace({ nodes, calls: [call({ node })] });
    expect(traceIn(record).calls[0]).toMatchObject({ node: read, nodeAsWritten: node });
    expect(notes(record)).toEqual(found);
  });

  it('of one node are told', () => {
    expect(notes(trace({ nodes, calls: [call({ node: 1 }), call({ node: 1 })] }))).toEqual([
      'call-node-twice /calls/1/node',
    ]);
  });

  it('keep their position, whatever stands in it', () => {
    const record = trace({ nodes, calls: ['x', call({ node: 1 })] });
    expect(traceIn(record).calls).toMatchObject([{ node: null }, { node: 1, path: '/calls/1' }]);
    expect(notes(record)).toEqual(['bad-field /calls/0']);
  });
});

describe('nodes and messages', () => {
  it('nodes keep their position, whatever stands in it', () => {
    const record = trace({ nodes: ['x', null, u('q', { parent: 0 })] });
    expect(traceIn(record).nodes.map(({ parent, message }) => [parent, message.role])).toEqual([
      [null, ''],
      [null, ''],
      [0, 'user'],
    ]);
    expect(notes(record)).toContain('bad-field /nodes/0');
  });

  it('an unknown role is kept and told once', () => {
    const nodes = ['developer', 'developer', 'text'].map((role) => ({ message: { role, content: 'x' } }));
    expect(traceIn(trace({ nodes })).nodes.map((node) => node.message.role)).toEqual([
      'developer',
      'developer',
      'text',
    ]);
    expect(notes(trace({ nodes }))).toEqual([
      'unknown-role /nodes/0/message/role',
      'unknown-role /nodes/2/message/role',
    ]);
  });

  it('parts are read in every form (T12)', () => {
    const unknown = { type: 'hologram', x: 1 };
    const audio = { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } };
    const broken = { type: 'image_url' };
    const content = [
      'bare',
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
      { type: 'image_url', image_url: 'https://x/y.png' },
      { type: 'image_url', native: { type: 'file' } },
      audio,
      unknown,
      broken,
      5,
    ];
    const record = trace({ nodes: [u(content)] });
    expect(traceIn(record).nodes[0]?.message.content).toEqual({
      kind: 'parts',
      parts: [
        { kind: 'text', text: 'bare' },
        { kind: 'text', text: 'a' },
        { kind: 'image', url: 'data:image/png;base64,AA' },
        { kind: 'image', url: 'https://x/y.png' },
        { kind: 'native', type: 'file', native: { type: 'file' } },
        { kind: 'native', type: 'input_audio', native: audio },
        { kind: 'unknown', type: 'hologram', value: unknown },
        { kind: 'unknown', type: 'image_url', value: broken },
        { kind: 'unknown', type: '', value: 5 },
      ],
    });
    expect(notes(record)).toEqual([
      'unknown-part /nodes/0/message/content/6',
      'unknown-part /nodes/0/message/content/7',
      'bad-field /nodes/0/message/content/8',
    ]);
  });

  it.each<{ name: string; content: Json; read: object }>([
    { name: 'null', content: null, read: { kind: 'none' } },
    { name: 'empty text', content: '', read: { kind: 'text', text: '' } },
    {
      name: 'an object',
      content: { a: 1 },
      read: { kind: 'parts', parts: [{ kind: 'unknown', value: { a: 1 } }] },
    },
  ])('content: $name', ({ content, read }) => {
    expect(traceIn(trace({ nodes: [u(content)] })).nodes[0]?.message.content).toMatchObject(read);
  });

  it('tool calls keep arguments as text, whatever it says', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const calls = [
      toolCall('a', 'f', '{bad'),
      toolCall('b', 'f', '[1]'),
      { id: 'c', type: 'function', function: { name: 'g', arguments: '{}' } },
      { id: 'd', name: 'h', arguments: { x: [1, { y: null }], z: 'é"' } },
      { id: 'e', name: 'h', arguments: JSON.parse(deep) },
      'no call at all',
    ];
    const record = trace({ nodes: [a(null, { message: calling(...calls) })] });
    expect(
      traceIn(record).nodes[0]?.message.toolCalls.map((one) => [one.id, one.name, one.arguments]),
    ).toEqual([
      ['a', 'f', '{bad'],
      ['b', 'f', '[1]'],
      ['c', 'g', '{}'],
      ['d', 'h', '{"x":[1,{"y":null}],"z":"é\\""}'],
      ['e', 'h', deep],
    ]);
    expect(notes(record)).toEqual([
      'repaired-field /nodes/0/message/tool_calls/3/arguments',
      'repaired-field /nodes/0/message/tool_calls/4/arguments',
      'bad-field /nodes/0/message/tool_calls/5',
    ]);
  });
});

describe('tool calls and results (T22)', () => {
  const two = calling(toolCall('c1'), toolCall('c2'));
  it.each([
    {
      name: 'each with its result',
      nodes: chain(u('q'), a(null, { message: two }), tool('c2', 'x'), tool('c1', 'y')),
      found: [],
    },
    {
      name: 'a result of nothing',
      nodes: chain(u('q'), tool('c9', 'x')),
      found: ['orphan-tool-result /nodes/1/message/tool_call_id'],
    },
    {
      name: 'a result on another branch than its call',
      nodes: [u('q'), a(null, { parent: 0, message: two }), tool('c1', 'x', { parent: 0 })],
      found: ['orphan-tool-result /nodes/2/message/tool_call_id'],
    },
    {
      name: 'one call answered on two branches',
      nodes: [
        u('q'),
        a(null, { parent: 0, message: two }),
        tool('c1', 'x', { parent: 1 }),
        tool('c1', 'y', { parent: 1 }),
      ],
      found: [],
    },
    {
      name: 'two results of one call',
      nodes: chain(a(null, { message: two }), tool('c1', 'x'), tool('c1', 'y')),
      found: ['duplicate-tool-result /nodes/2/message/tool_call_id'],
    },
    {
      name: 'one id twice in a message',
      nodes: chain(a(null, { message: calling(toolCall('c1'), toolCall('c1')) }), tool('c1', 'x')),
      found: ['duplicate-tool-call /nodes/0/message/tool_calls/1/id'],
    },
    {
      name: 'an id used again after its result, as some providers do',
      nodes: chain(
        a(null, { message: calling(toolCall('call_0')) }),
        tool('call_0', 'x'),
        a(null, { message: calling(toolCall('call_0')) }),
        tool('call_0', 'y'),
      ),
      found: [],
    },
    { name: 'a call without a result', nodes: chain(a(null, { message: two })), found: [] },
  ])('$name', ({ nodes, found }) => {
    expect(notes(trace({ nodes }))).toEqual(found);
  });

  it('are looked at once each, however deep', () => {
    const called = { role: 'assistant', tool_calls: [toolCall('call_0')] };
    const nodes = Array.from({ length: 60_000 }, (_, index) => ({
      parent: index === 0 ? null : index - 1,
      message:
        index % 2 === 0
          ? called
          : { role: 'tool', content: 'x', tool_call_id: index % 4 === 1 ? 'call_0' : 'other' },
    }));
    const found = findings(trace({ nodes }));
    expect(found.filter((one) => one.code === 'orphan-tool-result').at(-1)?.count).toBe(15_000);
  });
});

describe('findings', () => {
  it('are cut to a hundred of a code, and one that counts them all', () => {
    const nodes = Array.from({ length: 1000 }, () => u('x', { parent: 'no', timestamp: 'no' }));
    const found = findings(trace({ nodes }));
    expect(found).toHaveLength(202);
    const parents = found.filter((one) => one.code === 'bad-parent');
    expect(parents.slice(0, 100).map((one) => one.path)).toEqual(
      Array.from({ length: 100 }, (_, index) => `/nodes/${index}/parent`),
    );
    expect(parents[100]).toMatchObject({ count: 1000, path: '/nodes/100/parent' });
  });

  it('point into the trace, or into the record for what is about the episode', () => {
    const record = episode({ group: 5, traces: [trace(), trace({ info: 'x' }), 7] });
    expect(notes(record)).toEqual(['bad-field /group', 'bad-field /traces/2', 'bad-field /info']);
    expect(episodeIn(record).traces.map((one) => one.path)).toEqual(['/traces/0', '/traces/1']);
  });

  it('escape what they point at', () => {
    expect(notes(trace({ metrics: { 'a/b~c': 'x' } }))).toEqual(['unknown-score /metrics/a~1b~0c']);
  });

  it.each([
    'id',
    'task',
    'agent',
    'runtime',
    'verifiers',
    'tools',
    'rewards',
    'metrics',
    'root_reply',
    'extra_usage',
    'is_completed',
    'ok',
    'stop_condition',
    'errors',
    'timing',
  ])('name the trace’s field %s where it is of no use', (name) => {
    const record = trace({ [name]: 0.5 });
    expect(findings(record).map(({ code, path }) => `${code} ${String(path)}`)).toContain(
      `bad-field /${name}`,
    );
  });
});

describe('what no one would expect (T6, T7, T20)', () => {
  it('a deep info is passed on as it is', () => {
    let info: Json = 1;
    for (let depth = 0; depth < 20_000; depth += 1) info = depth % 2 === 0 ? { a: info } : [info];
    const record = trace({ info: { deep: info } });
    expect(traceIn(record).info.deep).toBe(info);
  });

  it('long lists of numbers are shared', () => {
    const ids = Array.from({ length: 1_000_000 }, (_, index) => index);
    const streams = {
      token_ids: ids,
      mask: ids,
      is_content: [],
      logprobs: ids,
      advantages: [],
      loss_weights: { rl: ids },
    };
    const tokens = traceIn(trace({ nodes: [a('x', streams)] })).nodes[0]?.tokens;
    expect(tokens?.ids).toBe(ids);
    expect(tokens?.logprobs).toBe(ids);
    expect(tokens?.advantages).toBe(streams.advantages);
    expect(tokens?.referenceLogprobs).toBeNull();
    expect(tokens?.lossWeights).toBe(streams.loss_weights);
  });

  it('a node that says nothing about tokens has none, one that was assigned nothing has', () => {
    const empty = { token_ids: [], mask: [], is_content: [], logprobs: [] };
    const read = traceIn(trace({ nodes: [u('a', empty), u('b'), a('c', { ...empty, advantages: [] })] }));
    expect(read.nodes.map((node) => node.tokens === null)).toEqual([true, true, false]);
  });

  it('names of a prototype are names', () => {
    const hostile: Json = JSON.parse(
      '{"__proto__": {"ok": false}, "constructor": {"x": 1}, "toString": 1, "id": "t", "nodes": []}',
    );
    expect(traceIn(hostile)).toMatchObject({ id: 't', ok: true });
    expect(notes(hostile)).toEqual([
      'unknown-field /__proto__',
      'unknown-field /constructor',
      'unknown-field /toString',
    ]);
  });

  it('errors are never lost for their form', () => {
    const errors = [
      'plain',
      { type: 'E', message: 'm', status_code: 504, traceback: 't' },
      {},
      { a: 1 },
      5,
      null,
    ];
    expect(traceIn(trace({ errors })).errors.map(({ type, message }) => [type, message])).toEqual([
      ['', 'plain'],
      ['E', 'm'],
      ['', ''],
      ['', ''],
      ['', '5'],
    ]);
  });

  it('usage: a missing count is 0, a missing optional figure is not', () => {
    const calls = [
      call({ usage: {} }),
      call({ usage: usage(1, 2, { cost: 0 }) }),
      call({ usage: 5 }),
      call(),
    ];
    expect(traceIn(trace({ calls })).calls.map((one) => one.usage)).toEqual([
      { promptTokens: 0, completionTokens: 0, cachedInputTokens: null, reasoningTokens: null, cost: null },
      { promptTokens: 1, completionTokens: 2, cachedInputTokens: null, reasoningTokens: null, cost: 0 },
      null,
      null,
    ]);
  });

  it('supplied messages stand where they stand', () => {
    expect(traceIn(trace({ nodes: chain(system('s'), u('q')) })).nodes.map((node) => node.path)).toEqual([
      '/nodes/0',
      '/nodes/1',
    ]);
    expect(traceIn(trace({ nodes: [u('q', { semantic_parents: link(0, 'x') })] })).nodes[0]?.links).toEqual(
      [],
    );
  });
});
