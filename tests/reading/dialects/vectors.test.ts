/** The format's test vectors that are a reader's: what a record is read as. Those of graphs and figures are analysis. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { a, call, episode, trace, u } from '../../samples/trace-builder';
import { episodeIn, findings, notes, reading, traceIn } from './read';

describe('containers', () => {
  it('1: an episode with one trace', () => {
    const record = { id: 'e1', env: { id: 'demo' }, ok: true, errors: [], traces: [{ id: 't1', nodes: [] }] };
    expect(episodeIn(record)).toMatchObject({
      id: 'e1',
      env: { id: 'demo', name: null },
      ok: true,
      errors: [],
      traces: [{ path: '/traces/0', id: 't1', nodes: [] }],
    });
    expect(findings(record)).toEqual([]);
  });

  it('2: a bare trace is an episode of its own id, without errors, group and environment', () => {
    expect(episodeIn({ id: 't1', nodes: [], rewards: {} })).toMatchObject({
      id: 't1',
      env: { id: '', name: null },
      group: null,
      ok: true,
      errors: [],
      traces: [{ path: '', id: 't1' }],
    });
    expect(episodeIn({ id: 't1', nodes: [], errors: [{ type: 'E', message: 'm' }] })).toMatchObject({
      ok: false,
      errors: [],
      traces: [{ ok: false, errors: [{ type: 'E', message: 'm' }] }],
    });
  });

  it('3: a failed episode without traces shows its error', () => {
    const errors = [{ type: 'EnvError', message: 'died' }];
    expect(episodeIn({ id: 'e2', env: { id: 'demo' }, ok: false, errors, traces: [] })).toMatchObject({
      ok: false,
      errors: [{ type: 'EnvError', message: 'died', statusCode: null, traceback: null }],
      traces: [],
    });
  });

  it('6: declared and never scored is its own state', () => {
    const read = traceIn({
      id: 't',
      nodes: [],
      rewards: { r: { score: 1.0 }, solved: null },
      metrics: { acc: null },
    });
    expect(read.rewards).toEqual([
      { name: 'r', state: 'scored', value: 1, score: 1, weight: 1 },
      { name: 'solved', state: 'unscored', value: null, score: null, weight: 1 },
    ]);
    expect(read.metrics).toEqual([{ name: 'acc', state: 'unscored', value: null }]);
  });

  it('7: a score that is null inside a reward is unknown, which is not unscored', () => {
    const record = { id: 't', nodes: [], rewards: { r: { score: null, weight: 1.0 } } };
    expect(traceIn(record).rewards).toEqual([
      { name: 'r', state: 'unknown', value: null, score: null, weight: 1 },
    ]);
    expect(notes(record)).toEqual(['unknown-score /rewards/r']);
  });

  it('8: NaN in a flat row, read as a number that is not finite, is unknown', () => {
    expect(traceIn({ example_id: 0, prompt: 'q', completion: 'a', reward: NaN }).rewards).toMatchObject([
      { name: 'reward', state: 'unknown', value: null },
    ]);
  });

  it('10: the task keeps every field of its data', () => {
    const data = { idx: 0, prompt: 'q', answer: 'a' };
    expect(traceIn(trace({ task: { type: 'T', data } })).task?.data).toBe(data);
  });

  it('11: unknown fields are told once each, and the record is read as without them', () => {
    const future = { future_field: { x: 1 } };
    const [asked, answered] = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'r' },
    ];
    const nodesOf = (more: JsonObject) => [
      { message: { ...asked, ...more }, ...more },
      { parent: 0, sampled: true, message: { ...answered, ...more }, ...more },
    ];
    const nodes = nodesOf(future);
    expect(notes({ ...trace({ nodes }), ...future })).toEqual([
      'unknown-field /future_field',
      'unknown-field /nodes/0/future_field',
      'unknown-field /nodes/0/message/future_field',
    ]);
    expect(traceIn(trace({ nodes })).nodes).toEqual(traceIn(trace({ nodes: nodesOf({}) })).nodes);
  });

  it('15: no nodes', () => {
    expect(traceIn({ id: 't', nodes: [] })).toMatchObject({ nodes: [], calls: [], rewards: [], errors: [] });
  });
});

describe('the graph', () => {
  it('14: what a prompt supplied is not sampled, whatever its role', () => {
    const few = { parent: 0, message: { role: 'assistant', content: 'few-shot' } };
    const nodes = [u('q'), few, u('r', { parent: 1 }), a('s', { parent: 2 })];
    expect(traceIn(trace({ nodes })).nodes.map((node) => node.sampled)).toEqual([false, false, false, true]);
  });

  it('20: a parent out of range is a root and said so', () => {
    const record = trace({ nodes: [u('q', { parent: 5 })] });
    expect(traceIn(record).nodes[0]?.parent).toBeNull();
    expect(notes(record)).toEqual(['bad-parent /nodes/0/parent']);
  });

  it('20: parents in a cycle stay as they are and are said so once', () => {
    const record = trace({ nodes: [u('q', { parent: 1 }), a('r', { parent: 0 })] });
    expect(traceIn(record).nodes.map((node) => node.parent)).toEqual([1, 0]);
    expect(notes(record)).toEqual(['parent-cycle /nodes/0/parent']);
  });

  it('34: node times are those of the file', () => {
    expect(traceIn(trace({ nodes: [u('q', { timestamp: 1767268862.5 })] })).nodes[0]?.timestamp).toBe(
      1767268862.5,
    );
  });
});

describe('scores', () => {
  it('27: a weighted value for each reward; bare numbers have the weight in them', () => {
    const weighted = { a: { score: 0.5 }, b: { score: 1, weight: 0 }, c: { score: 0.125, weight: 2 } };
    expect(traceIn(trace({ rewards: weighted })).rewards.map((one) => one.value)).toEqual([0.5, 0, 0.25]);
    expect(traceIn(trace({ rewards: { a: 0.5, b: 0.25 } })).rewards.map((one) => one.value)).toEqual([
      0.5, 0.25,
    ]);
  });

  it('31: an empty reply is a reply', () => {
    expect(traceIn(trace({ root_reply: '' })).rootReply).toBe('');
    expect(traceIn(trace()).rootReply).toBeNull();
  });
});

describe('requests', () => {
  it('38: a failed attempt keeps its request id and has no node', () => {
    const record = trace({ calls: [call({ acp: { request_id: 'a' }, error: { type: 'E', message: 'm' } })] });
    expect(traceIn(record).calls[0]).toMatchObject({
      node: null,
      acp: { requestId: 'a' },
      error: { type: 'E' },
    });
  });

  it.each([
    { id: 'a:b.c_d-9', valid: true },
    { id: 'not/a/valid/id', valid: false },
    { id: '', valid: false },
    { id: 'x'.repeat(128), valid: true },
    { id: 'x'.repeat(129), valid: false },
    { id: 'a\n', valid: false },
    { id: 5, valid: false },
  ])('45: the request id $id, valid: $valid', ({ id, valid }) => {
    const record = trace({ nodes: [a('x')], calls: [call({ node: 0, acp: { request_id: id } })] });
    expect(traceIn(record).calls[0]?.acp).toEqual({ requestId: valid ? id : null, asWritten: id });
    expect(notes(record)).toEqual(valid ? [] : ['invalid-request-id /calls/0/acp/request_id']);
  });

  it('49: a call without acp has none', () => {
    expect(traceIn(trace({ calls: [call()] })).calls[0]?.acp).toBeNull();
  });
});

describe('flat rows', () => {
  it('66: a tool call out of its text, and a metric that is there twice', () => {
    const row = {
      example_id: 3,
      prompt: [{ role: 'user', content: 'q' }],
      completion: [
        { role: 'assistant', content: '', tool_calls: ['{"id":"c","name":"f","arguments":"{}"}'] },
      ],
      reward: 1.0,
      metrics: { m: 1.0 },
      m: 1.0,
    };
    const read = reading(row, 12);
    expect(read).toMatchObject({
      kind: 'episode',
      dialect: 'verifiers_legacy',
      episode: { id: '3#12', ok: true },
    });
    const { nodes, metrics, rewards, info } = traceIn(row, 12);
    expect(nodes.map(({ sampled, parent, path }) => [sampled, parent, path])).toEqual([
      [false, null, '/prompt/0'],
      [true, 0, '/completion/0'],
    ]);
    expect(nodes[1]?.message.toolCalls).toEqual([
      { id: 'c', name: 'f', arguments: '{}', type: null, namespace: null },
    ]);
    expect(rewards).toMatchObject([{ name: 'reward', state: 'scored', value: 1 }]);
    expect(metrics).toEqual([{ name: 'm', state: 'scored', value: 1 }]);
    expect(info).toEqual({});
  });
});

it('an episode keeps the order of its traces', () => {
  const traces = ['c', 'a', 'b'].map((id) => trace({ id }));
  expect(episodeIn(episode({ traces })).traces.map((one) => one.id)).toEqual(['c', 'a', 'b']);
});
