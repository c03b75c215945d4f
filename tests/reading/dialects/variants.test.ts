/** Every variant of the format that a file may hold, one case each. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json';
import {
  a,
  call,
  chain,
  episode,
  link,
  members,
  span,
  tool,
  trace,
  u,
  usage,
} from '../../samples/trace-builder';
import { episodeIn, notes, reading, traceIn } from './read';

describe('V1: turns instead of a graph', () => {
  const user = (content: string) => ({ role: 'user', content });
  const assistant = (content: string) => ({ role: 'assistant', content });
  const turn = (prompt: readonly Json[], message: Json, more = {}) => ({
    prompt,
    response: { message, finish_reason: 'stop', usage: usage(10, 2), ...more },
  });
  const record = (trajectory: readonly Json[]) => ({
    id: 't',
    trajectory,
    task: { idx: 0, instruction: 'q' },
    rewards: { reward: 1 },
    error: null,
    branches: 1,
    reward: 1,
  });

  it('becomes one chain where each prompt repeats the one before', () => {
    const read = traceIn(
      record([
        turn([user('q')], assistant('a1')),
        turn([user('q'), assistant('a1'), user('r')], assistant('a2')),
      ]),
    );
    expect(read.nodes.map(({ parent, sampled }) => [parent, sampled])).toEqual([
      [null, false],
      [0, true],
      [1, false],
      [2, true],
    ]);
    expect(read.nodes.map((node) => node.path)).toEqual([
      '/trajectory/0/prompt/0',
      '/trajectory/0/response/message',
      '/trajectory/1/prompt/2',
      '/trajectory/1/response/message',
    ]);
    expect(read.calls).toMatchObject([
      { node: 1, origin: 'from_node', finishReason: 'stop', usage: { promptTokens: 10 } },
      { node: 3, origin: 'from_node' },
    ]);
    expect(read.callsRecorded).toBe(false);
  });

  it('forks where a prompt differs, and at a second reply to one prompt', () => {
    const read = traceIn(
      record([
        turn([user('q')], assistant('a1')),
        turn([user('q')], assistant('a1')),
        turn([user('other')], assistant('b')),
      ]),
    );
    expect(read.nodes.map((node) => node.parent)).toEqual([null, 0, 0, null, 3]);
  });

  it('reads the single error', () => {
    const read = traceIn({ ...record([]), error: { type: 'E', message: 'm' } });
    expect(read).toMatchObject({ ok: false, errors: [{ type: 'E', message: 'm' }] });
  });
});

it('V2: derived figures of old writers are no unknown fields; the truncation verdict is kept', () => {
  const record = trace({
    reward: 1,
    is_truncated: true,
    num_turns: 2,
    num_branches: 1,
    duration: 5,
    branches: [],
  });
  expect(notes(record)).toEqual([]);
  expect(traceIn(record).recordedTruncated).toBe(true);
});

describe('V3: the task', () => {
  it.each([
    { name: 'flat', task: { idx: 3, prompt: 'q', name: 'n' }, read: { type: 'Task', name: 'n', key: null } },
    { name: 'flat and oldest', task: { instruction: 'q' }, read: { type: 'Task' } },
    { name: 'flat with nothing known', task: { question: 'q' }, read: { type: 'Task' } },
    {
      name: 'wrapped',
      task: { type: 'T', key: 'k', hash: 'h', data: { name: 'n' } },
      read: { type: 'T', key: 'k', hash: 'h', name: 'n' },
    },
    { name: 'wrapped without data', task: { type: 'T' }, read: { type: 'T', data: {} } },
  ])('$name', ({ task, read }) => {
    expect(traceIn(trace({ task })).task).toMatchObject(read);
  });

  it('is shared when flat, and said to be older', () => {
    const task = { idx: 3, prompt: 'q' };
    expect(traceIn(trace({ task })).task?.data).toBe(task);
    expect(notes(trace({ task }))).toEqual(['older-variant /task']);
  });
});

describe('V4: usage and finish reason on nodes', () => {
  const nodes = chain(u('q'), a('a1', { usage: usage(10, 5), finish_reason: 'stop' }), u('r'), a('a2'));

  it('become calls, one for each sampled node', () => {
    const read = traceIn(trace({ nodes, calls: undefined }));
    expect(read.callsRecorded).toBe(false);
    expect(read.calls).toMatchObject([
      {
        index: 0,
        node: 1,
        origin: 'from_node',
        finishReason: 'stop',
        usage: { promptTokens: 10, completionTokens: 5 },
      },
      { index: 1, node: 3, origin: 'from_node', finishReason: null, usage: null },
    ]);
    expect(notes(trace({ nodes, calls: undefined }))).toEqual(['older-variant /nodes/1']);
  });

  it('do not where calls are recorded, even none', () => {
    const read = traceIn(trace({ nodes, calls: [] }));
    expect(read).toMatchObject({ callsRecorded: true, calls: [] });
  });

  it('do not where no node has either', () => {
    const read = traceIn(trace({ nodes: chain(u('q'), a('r', { usage: null })), calls: null }));
    expect(read).toMatchObject({ callsRecorded: false, calls: [] });
  });
});

it('V5: without agent and version', () => {
  expect(traceIn({ id: 't', nodes: [] })).toMatchObject({
    version: null,
    verifiers: null,
    agent: { name: 'agent', trainable: true, model: null, config: null, runtime: null },
  });
});

describe('V7: the agent', () => {
  it('with model, sampling and harness beside each other, the runtime on the trace', () => {
    const record = trace({
      agent: { model: 'm', sampling: { temperature: 1 }, harness: { id: 'bash' } },
      runtime: { type: 'subprocess' },
    });
    expect(traceIn(record).agent).toEqual({
      name: 'agent',
      trainable: true,
      model: 'm',
      config: { model: 'm', sampling: { temperature: 1 }, harness: { id: 'bash' } },
      runtime: { type: 'subprocess' },
    });
    expect(notes(record)).toEqual(['older-variant /agent']);
  });

  it('in its present form', () => {
    const agent = {
      config: { model: 'm', sampling: {} },
      runtime: { type: 'docker' },
      name: 'judge',
      trainable: false,
    };
    const read = traceIn(trace({ agent })).agent;
    expect(read).toMatchObject({ name: 'judge', trainable: false, model: 'm', runtime: { type: 'docker' } });
    expect(read.config).toBe(agent.config);
  });
});

it('V8: bare numbers as rewards', () => {
  const record = trace({ rewards: { a: 0.5 } });
  expect(traceIn(record).rewards).toEqual([
    { name: 'a', state: 'scored', value: 0.5, score: 0.5, weight: 1 },
  ]);
  expect(notes(record)).toEqual(['older-variant /rewards/a']);
});

it('V9: the environment as text, the task from the first trace', () => {
  const record = { id: 'e', env: 'demo', traces: [trace({ task: { type: 'T', key: 'k', data: {} } })] };
  expect(episodeIn(record)).toMatchObject({
    env: { id: 'demo', name: null },
    task: { type: 'T', key: 'k' },
    group: null,
  });
});

describe('V10: timing', () => {
  it('with the agent span under its older name, without a split', () => {
    const record = trace({ timing: { start: 5, setup: span(5, 6), generation: span(6, 9) } });
    expect(traceIn(record).timing).toEqual({
      start: 5,
      boot: { start: null, end: null },
      setup: { start: 5, end: 6 },
      agent: { start: 6, end: 9 },
      finalize: { start: null, end: null },
      scoring: { start: null, end: null },
      modelSeconds: null,
      harnessSeconds: null,
    });
    expect(notes(record)).toEqual(['older-variant /timing/generation']);
  });

  it('in its present form; 0 is unset', () => {
    const agent = { start: 6, end: 0.0, model: { duration: 2 }, harness: { duration: 0 } };
    expect(traceIn(trace({ timing: { start: 0, boot: span(0, 0), agent } })).timing).toMatchObject({
      start: null,
      boot: { start: null, end: null },
      agent: { start: 6, end: null },
      modelSeconds: 2,
      harnessSeconds: 0,
    });
  });
});

it('V11: no tools', () => {
  expect(traceIn(trace({ tools: null })).tools).toEqual([]);
});

describe('V12: the run', () => {
  it('on the trace', () => {
    const run = { type: 'train', id: 'r', step: 3 };
    expect(episodeIn(episode({ traces: [trace({ run })] })).run).toEqual({
      type: 'train',
      id: 'r',
      name: null,
      step: 3,
      raw: run,
    });
    expect(episodeIn(trace({ run })).run).toMatchObject({ id: 'r' });
  });

  it('on the episode, with the step in its work', () => {
    const run = { type: 'train', id: 'r', name: 'n', work: { type: 'train', step: 7 } };
    expect(episodeIn(episode({ run, traces: [trace({ run: { id: 'other' } })] })).run).toMatchObject({
      id: 'r',
      name: 'n',
      step: 7,
    });
  });
});

describe('V13: success where no one says it', () => {
  const failing = trace({ errors: [{ type: 'E', message: 'm' }] });
  it.each([
    { name: 'a trace without errors', record: trace(), ok: true },
    { name: 'a trace with errors', record: failing, ok: false },
    { name: 'a retried trace that says so', record: { ...failing, ok: true }, ok: true },
    { name: 'an episode without traces', record: { traces: [], env: 'x' }, ok: false },
    { name: 'an episode of good traces', record: { traces: [trace(), trace()] }, ok: true },
    { name: 'an episode with a bad trace', record: { traces: [trace(), failing] }, ok: false },
    { name: 'an episode with an error', record: { traces: [trace()], errors: [{ type: 'E' }] }, ok: false },
    { name: 'a retried episode', record: episode({ errors: [{ type: 'E' }], traces: [trace()] }), ok: true },
    { name: 'an episode that says null', record: episode({ ok: null, traces: [trace()] }), ok: true },
  ])('$name', ({ record, ok }) => {
    expect(episodeIn(record).ok).toBe(ok);
  });
});

it('V14: explicit null is the same as absent', () => {
  const names = [
    'version,verifiers,task,agent,runtime,run,tools,calls,rewards,metrics,info,root_reply,extra_usage',
    'is_completed,ok,stop_condition,errors,error,timing,num_input_tokens,mm_token_type_id_map',
  ].join(',');
  const nulls = Object.fromEntries(names.split(',').map((name) => [name, null]));
  const nodeNames =
    'parent,tools,semantic_parents,sampled,timestamp,token_ids,mask,is_content,logprobs,advantages,usage,finish_reason';
  const nodeNulls = Object.fromEntries(nodeNames.split(',').map((name) => [name, null]));
  const message = {
    role: 'user',
    content: 'q',
    tool_calls: null,
    reasoning_content: null,
    provider_state: null,
  };
  const full = { id: 't', ...nulls, nodes: [{ ...nodeNulls, message }] };
  expect(traceIn(full)).toEqual(traceIn({ id: 't', nodes: [u('q')] }));
  expect(notes(full)).toEqual([]);
});

it('V15: tensors of the wire are opaque', () => {
  const tensor = { __nd__: true, dtype: 'uint8', shape: [1], data: 'AA==' };
  const nodes = [
    a('x', {
      routed_experts: tensor,
      kept_tokens: tensor,
      sampling_mask: { ids: tensor },
      multi_modal_data: {},
    }),
  ];
  expect(notes(trace({ nodes }))).toEqual([]);
});

describe('V16, V17: semantic links', () => {
  it('are none where the file has none', () => {
    expect(traceIn(trace({ nodes: [u('q')] })).nodes[0]?.links).toEqual([]);
  });

  it('are kept as recorded, sound or not', () => {
    const semantic_parents = [link(1, 'continuation'), link(99, 5), { node: 0, kind: 'x' }, {}, 'no', null];
    expect(traceIn(trace({ nodes: [u('q', { semantic_parents })] })).nodes[0]?.links).toEqual([
      { kind: 'link', source: 1, label: 'continuation' },
      { kind: 'link', source: 99, label: 5 },
      { kind: 'link', source: 0, label: 'x' },
      { kind: 'link', source: null, label: null },
      { kind: 'not_an_object', value: 'no' },
      { kind: 'not_an_object', value: null },
    ]);
  });
});

describe('V18: judges', () => {
  it('in the older form', () => {
    const info = { judge: [{ text: 'yes', parsed: { score: 1 }, usage: usage(3, 1) }] };
    expect(episodeIn(episode({ traces: [trace({ info })] })).traces[0]?.judgeCalls).toMatchObject([
      {
        path: '/traces/0/info/judge/0',
        name: null,
        prompt: [],
        response: { role: 'assistant', content: { kind: 'text', text: 'yes' } },
        parsed: { score: 1 },
        usage: { promptTokens: 3 },
      },
    ]);
  });

  it('in the newer form', () => {
    const request = { model: 'm', messages: [{ role: 'user', content: 'judge this' }] };
    const response = { message: { role: 'assistant', content: 'no' }, usage: usage(4, 1) };
    const info = { judge_calls: [{ name: 'quality', request, response }] };
    expect(traceIn(trace({ info })).judgeCalls).toMatchObject([
      {
        path: '/info/judge_calls/0',
        name: 'quality',
        prompt: [{ role: 'user', content: { text: 'judge this' } }],
        response: { content: { text: 'no' } },
        parsed: null,
        usage: { promptTokens: 4 },
      },
    ]);
  });

  it('leave whatever else a taskset keeps under that name alone', () => {
    for (const judge of ['gpt', { a: 1 }, [1, 2], [{ other: 1 }], []]) {
      expect(traceIn(trace({ info: { judge } })).judgeCalls).toEqual([]);
      expect(notes(trace({ info: { judge } }))).toEqual([]);
    }
  });
});

describe('V20: a draft', () => {
  it('lifts the episode’s own fields', () => {
    const record = {
      episode: { id: 'e', env: 'demo', errors: [{ type: 'E', message: 'm' }] },
      traces: [trace({ episode: { id: 'e' } })],
    };
    expect(episodeIn(record)).toMatchObject({
      id: 'e',
      env: { id: 'demo' },
      ok: false,
      errors: [{ type: 'E' }],
    });
    expect(notes(record)).toEqual(['older-variant /episode']);
  });
});

it('V23, V6: records of different kinds, each as it is', () => {
  expect([trace(), episode(), { example_id: 1 }].map((one) => reading(one))).toMatchObject([
    { dialect: 'verifiers_trace' },
    { dialect: 'verifiers_episode' },
    { dialect: 'verifiers_legacy' },
  ]);
});

it('V25: a score that its writer could not spell is unknown', () => {
  const record = trace({ rewards: { r: { score: null, weight: 1 } }, info: { x: null } });
  expect(traceIn(record).rewards).toMatchObject([{ state: 'unknown', value: null }]);
});

describe('V27: the newest writer', () => {
  it('has tools on roots, types and namespaces on tool calls, native parts', () => {
    const root = { name: 'f', description: 'd', parameters: { type: 'object' }, type: 'function' };
    const custom = members({
      id: 'c',
      name: 'patch',
      arguments: '*** Begin',
      type: 'custom',
      namespace: 'ns',
    });
    const native = { type: 'document', title: 'x' };
    const nodes = chain(
      u(
        [
          { type: 'text', text: 'see' },
          { type: 'native', native },
        ],
        { tools: [root] },
      ),
      a(null, { message: { tool_calls: [custom] } }),
      tool('c', 'ok'),
    );
    const read = traceIn(trace({ nodes }));
    expect(read.nodes[0]?.tools).toEqual([
      { name: 'f', description: 'd', parameters: { type: 'object' }, raw: root },
    ]);
    expect(read.nodes[0]?.message.content).toEqual({
      kind: 'parts',
      parts: [
        { kind: 'text', text: 'see' },
        { kind: 'native', type: 'document', native },
      ],
    });
    expect(read.nodes[1]?.message.toolCalls).toEqual([
      { id: 'c', name: 'patch', arguments: '*** Begin', type: 'custom', namespace: 'ns' },
    ]);
    expect(read.diagnostics).toEqual([]);
  });

  it('records derived token counts', () => {
    const counts = { num_input_tokens: 5, num_output_tokens: 1, num_total_tokens: 6 };
    const read = episodeIn(episode({ ...counts, traces: [trace(counts)] }));
    expect(read.recordedTokens).toEqual({ input: 5, output: 1, total: 6 });
    expect(read.traces[0]?.recordedTokens).toEqual({ input: 5, output: 1, total: 6 });
  });

  it('has a version that is not known yet', () => {
    expect(notes(trace({ version: 9 }))).toEqual(['newer-version /version']);
    expect(traceIn(trace({ version: 9 })).version).toBe(9);
  });
});

it('a fork of the harness writes its lineage on each call', () => {
  const rlm = { session_id: 's', depth: 1, turn: 2, parent_session_id: 'p', parent_turn: 0 };
  expect(traceIn(trace({ calls: [call({ rlm })] })).calls[0]?.lineage).toMatchObject({
    sessionId: 's',
    raw: rlm,
  });
});
