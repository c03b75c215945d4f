/** Flat results and platform samples: columns in every form that writers gave them. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json';
import { readLegacyMetadata } from '../../../src/reading/legacy-metadata';
import { episode, span, trace, u } from '../../samples/trace-builder';
import { episodeIn, findings, reading, traceIn } from './read';

const user = (content: Json) => ({ role: 'user', content });
const assistant = (content: Json, more: JsonObject = {}) => ({ role: 'assistant', content, ...more });
const row = (more: JsonObject = {}): JsonObject => ({ example_id: 0, prompt: 'q', completion: 'a', ...more });

describe('prompt and completion', () => {
  const text = (content: string) => ({ content: { kind: 'text', text: content } });

  it.each<{ name: string; columns: JsonObject; roles: string; sampled: string; paths: string }>([
    {
      name: 'two texts',
      columns: { prompt: 'q', completion: 'a' },
      roles: 'user assistant',
      sampled: '-+',
      paths: '/prompt /completion',
    },
    {
      name: 'two lists',
      columns: {
        prompt: [{ role: 'system', content: 's' }, user('q')],
        completion: [assistant('a'), { role: 'tool', content: 't', tool_call_id: 'c' }, assistant('b')],
      },
      roles: 'system user assistant tool assistant',
      sampled: '--+-+',
      paths: '/prompt/0 /prompt/1 /completion/0 /completion/1 /completion/2',
    },
    {
      name: 'a few-shot prompt',
      columns: { prompt: [user('q'), assistant('shown'), user('r')], completion: [assistant('a')] },
      roles: 'user assistant user assistant',
      sampled: '---+',
      paths: '/prompt/0 /prompt/1 /prompt/2 /completion/0',
    },
    {
      name: 'lists as text',
      columns: { prompt: JSON.stringify([user('q')]), completion: JSON.stringify([assistant('a')]) },
      roles: 'user assistant',
      sampled: '-+',
      paths: '/prompt /completion',
    },
    {
      name: 'lists as text in text in text',
      columns: {
        prompt: JSON.stringify(JSON.stringify(JSON.stringify([user('q')]))),
        completion: JSON.stringify(JSON.stringify([assistant('a')])),
      },
      roles: 'user assistant',
      sampled: '-+',
      paths: '/prompt /completion',
    },
    { name: 'nothing', columns: { prompt: null, completion: null }, roles: '', sampled: '', paths: '' },
    { name: 'empty texts', columns: { prompt: '', completion: '' }, roles: '', sampled: '', paths: '' },
  ])('$name', ({ columns, roles, sampled, paths }) => {
    const { nodes, diagnostics } = traceIn(row(columns));
    expect(nodes.map((node) => node.message.role).join(' ')).toBe(roles);
    expect(nodes.map((node) => (node.sampled ? '+' : '-')).join('')).toBe(sampled);
    expect(nodes.map((node) => node.path).join(' ')).toBe(paths);
    expect(nodes.map((node) => node.parent)).toEqual(
      nodes.map((_, index) => (index === 0 ? null : index - 1)),
    );
    expect(diagnostics.filter((one) => one.severity !== 'info')).toEqual([]);
  });

  it.each(['[1, 2, 3]', '{"answer": 4}', '"quoted"', '[not json', '[]x'])(
    'a text that only looks like JSON: %s',
    (said) => {
      expect(traceIn(row({ completion: said })).nodes[1]?.message).toMatchObject({
        role: 'assistant',
        ...text(said),
      });
    },
  );

  it.each<{ name: string; calls: Json; read: readonly string[] }>([
    { name: 'text', calls: ['{"id":"c","name":"f","arguments":"{\\"x\\":1}"}'], read: ['c f {"x":1}'] },
    {
      name: 'text, nested',
      calls: ['{"id":"c","type":"function","index":0,"function":{"name":"f","arguments":"{}"}}'],
      read: ['c f {}'],
    },
    {
      name: 'text in text',
      calls: [JSON.stringify('{"id":"c","name":"f","arguments":"{}"}')],
      read: ['c f {}'],
    },
    { name: 'objects', calls: [{ id: 'c', name: 'f', arguments: '{}' }], read: ['c f {}'] },
    { name: 'null', calls: null, read: [] },
    { name: 'damaged text', calls: ['{"id":"c"'], read: [] },
  ])('tool calls as $name', ({ calls, read }) => {
    const record = row({ completion: [assistant(null, { tool_calls: calls })] });
    const found = traceIn(record).nodes[1]?.message.toolCalls ?? [];
    expect(found.map((one) => `${one.id} ${one.name} ${one.arguments}`)).toEqual(read);
  });

  it('tool results that name no call are no finding', () => {
    expect(findings(row({ completion: [assistant('a'), { role: 'tool', content: 'x' }] }))).toEqual([]);
  });
});

describe('errors', () => {
  const chained = {
    error: 'ModelError',
    error_chain_repr: 'ModelError(…)',
    error_chain_str: 'ModelError: no',
  };
  it.each<{ name: string; columns: JsonObject; read: { type: string; message: string } | null }>([
    { name: 'none', columns: { error: null }, read: null },
    { name: 'empty', columns: { error: '' }, read: null },
    {
      name: 'Python text',
      columns: { error: "ToolCallError(SandboxError('x'))" },
      read: { type: 'ToolCallError', message: "ToolCallError(SandboxError('x'))" },
    },
    {
      name: 'a bare name',
      columns: { error: 'TimeoutError' },
      read: { type: 'TimeoutError', message: 'TimeoutError' },
    },
    { name: 'prose', columns: { error: 'it died (badly)' }, read: { type: '', message: 'it died (badly)' } },
    {
      name: 'an object with its chain',
      columns: { error: chained },
      read: { type: 'ModelError', message: 'ModelError: no' },
    },
    {
      name: 'an object with a message',
      columns: { error: { ...chained, message: 'no' } },
      read: { type: 'ModelError', message: 'no' },
    },
    {
      name: 'an object, its chain in columns',
      columns: { error: { error: 'E' }, error_chain: 'E(…)', long_error_chain: 'E: because' },
      read: { type: 'E', message: 'E: because' },
    },
    {
      name: 'the newer form',
      columns: { error: { type: 'E', message: 'm' } },
      read: { type: 'E', message: 'm' },
    },
    { name: 'something else', columns: { error: 5 }, read: { type: '', message: '5' } },
  ])('$name', ({ columns, read }) => {
    const { ok, errors } = traceIn(row(columns));
    expect(errors.map(({ type, message }) => ({ type, message }))).toEqual(read === null ? [] : [read]);
    expect(ok).toBe(read === null);
    expect(episodeIn(row(columns))).toMatchObject({ ok, errors: [] });
  });
});

describe('timing', () => {
  const none = { start: null, end: null };
  it.each<{ name: string; columns: JsonObject; read: object }>([
    {
      name: 'spans in seconds',
      columns: {
        timing: {
          start_time: 100,
          setup: { start: 100, end: 101, duration: 1 },
          generation: span(101, 105),
          scoring: span(105, 106),
          model: { spans: [], duration: 3 },
          env: { spans: [], duration: 0.5 },
          total: 6,
          overhead: 0.5,
        },
      },
      read: {
        start: 100,
        setup: { start: 100, end: 101 },
        agent: { start: 101, end: 105 },
        scoring: { start: 105, end: 106 },
        modelSeconds: 3,
        harnessSeconds: 0.5,
      },
    },
    {
      name: 'lengths in milliseconds',
      columns: { timing: { start_time: 100, generation_ms: 4000, scoring_ms: 500, total_ms: 4500 } },
      read: { start: 100, agent: { start: 100, end: 104 }, scoring: { start: 104, end: 104.5 } },
    },
    {
      name: 'lengths without a start, which have no place in time',
      columns: { generation_ms: 4000, scoring_ms: 500, total_ms: 4500 },
      read: { start: null, agent: none, scoring: none },
    },
    {
      name: 'text',
      columns: { timing: JSON.stringify({ start_time: 100, generation: span(101, 105) }) },
      read: { start: 100, agent: { start: 101, end: 105 } },
    },
    {
      name: 'the newer form',
      columns: { timing: { start: 100, agent: span(101, 105) } },
      read: { agent: { start: 101, end: 105 } },
    },
    { name: 'nothing', columns: {}, read: { start: null, agent: none } },
  ])('$name', ({ columns, read }) => {
    expect(traceIn(row(columns)).timing).toMatchObject(read);
  });
});

describe('other columns', () => {
  it('are state where metrics have their own, and keep what they say', () => {
    const { metrics, info } = traceIn(
      row({ metrics: { m: 1, n: null }, m: 1, n: null, state: { x: 1 }, number: 5 }),
    );
    expect(metrics).toEqual([
      { name: 'm', state: 'scored', value: 1 },
      { name: 'n', state: 'unscored', value: null },
    ]);
    expect(info).toEqual({ state: { x: 1 }, number: 5 });
  });

  it('are metrics before they had their own, where they are numbers', () => {
    const metadata = readLegacyMetadata({
      env_id: 'e',
      num_examples: 1,
      rollouts_per_example: 1,
      avg_metrics: { unscored: 1 },
      state_columns: ['asked_for'],
    });
    const record = row({ m: 1, nan: NaN, unscored: null, asked_for: 5, total_ms: 9, note: 'x' });
    const { metrics, info } = traceIn(record, 1, metadata);
    expect(metrics).toEqual([
      { name: 'm', state: 'scored', value: 1 },
      { name: 'nan', state: 'unknown', value: null },
      { name: 'unscored', state: 'unscored', value: null },
    ]);
    expect(info).toEqual({ asked_for: 5, total_ms: 9, note: 'x' });
  });

  it('may be text', () => {
    const { metrics, task } = traceIn(
      row({ metrics: '{"m": 1}', info: '{"a": 1}', answer: '42', task: 'math' }),
    );
    expect(metrics).toMatchObject([{ name: 'm', value: 1 }]);
    expect(task).toEqual({
      type: 'math',
      key: null,
      hash: null,
      name: null,
      data: { example_id: 0, answer: '42', info: { a: 1 } },
    });
  });

  it('tools under both names', () => {
    const tool = { name: 'f', description: 'd', parameters: { type: 'object' } };
    expect(traceIn(row({ tool_defs: [tool] })).tools).toMatchObject([{ name: 'f', description: 'd' }]);
    expect(traceIn(row({ oai_tools: [{ type: 'function', function: tool }] })).tools).toMatchObject([
      { name: 'f', parameters: { type: 'object' } },
    ]);
  });

  it('the reward: scored, unscored, unknown, absent', () => {
    const states = (columns: JsonObject) =>
      traceIn(row(columns)).rewards.map((one) => [one.state, one.value]);
    expect(states({ reward: 0.5 })).toEqual([['scored', 0.5]]);
    expect(states({ reward: null })).toEqual([['unscored', null]]);
    expect(states({ reward: -Infinity })).toEqual([['unknown', null]]);
    expect(states({})).toEqual([]);
  });
});

describe('ids and metadata', () => {
  it.each([
    { name: 'the example', columns: { example_id: 7 }, id: '7#3' },
    { name: 'the example under its older name', columns: { example_id: null, id: 7 }, id: '7#3' },
    { name: 'a text', columns: { example_id: 'x' }, id: 'x#3' },
    { name: 'nothing', columns: { example_id: null }, id: '#3' },
  ])('$name and the line', ({ columns, id }) => {
    expect(episodeIn(row(columns), 3)).toMatchObject({ id, traces: [{ id }] });
  });

  it('metadata gives environment, model, sampling and build', () => {
    const metadata = readLegacyMetadata({
      env_id: 'gsm8k',
      model: 'm',
      sampling_args: { temperature: 0.7 },
      num_examples: 1,
      rollouts_per_example: 1,
      version_info: { vf_version: '0.1.9', vf_commit: 'abc' },
    });
    expect(episodeIn(row(), 1, metadata)).toMatchObject({
      env: { id: 'gsm8k' },
      traces: [
        {
          agent: { name: 'agent', model: 'm', config: { sampling: { temperature: 0.7 } } },
          verifiers: { version: '0.1.9', commit: 'abc' },
        },
      ],
    });
  });

  it('without metadata the row itself may name environment and run', () => {
    expect(episodeIn(row({ env_name: 'a/b', run_id: 'r', step: 4 }))).toMatchObject({
      env: { id: 'a/b' },
      run: { id: 'r', step: 4 },
    });
  });
});

describe('steps', () => {
  const tokens = (
    prompt: readonly number[],
    completion: readonly number[],
    mask = completion.map(() => 1),
  ) => ({
    prompt_ids: prompt,
    prompt_mask: prompt.map(() => 0),
    completion_ids: completion,
    completion_mask: mask,
    completion_logprobs: completion.map((id) => -id),
  });

  it('become the graph, and leave prompt and completion alone', () => {
    const first = { prompt: [user('q')], completion: [assistant('a')], tokens: tokens([1, 2, 3], [4, 5]) };
    const again = [user('q'), assistant('a'), { role: 'tool', content: 't' }];
    const second = {
      prompt: again,
      completion: [assistant('b')],
      tokens: tokens([1, 2, 3, 4, 5, 6], [7, 8], [1, 0]),
    };
    const { nodes } = traceIn(row({ trajectory: [first, second] }));
    expect(nodes.map(({ parent, sampled, path }) => [parent, sampled, path])).toEqual([
      [null, false, '/trajectory/0/prompt/0'],
      [0, true, '/trajectory/0/completion/0'],
      [1, false, '/trajectory/1/prompt/2'],
      [2, true, '/trajectory/1/completion/0'],
    ]);
    expect(nodes.map((node) => node.tokens?.ids ?? null)).toEqual([null, [1, 2, 3, 4, 5], null, [6, 7, 8]]);
    expect(nodes[3]?.tokens).toMatchObject({ mask: [false, true, false], logprobs: [-7] });
  });

  it('whose prompt ids do not continue the path give the completion alone', () => {
    const first = { prompt: [user('q')], completion: [assistant('a')], tokens: tokens([1], [2]) };
    const second = {
      prompt: [user('q'), assistant('a')],
      completion: [assistant('b')],
      tokens: tokens([9, 2], [3]),
    };
    expect(traceIn(row({ trajectory: [first, second] })).nodes.at(-1)?.tokens?.ids).toEqual([3]);
  });

  it('that differ in reasoning fork', () => {
    const first = { prompt: [user('q')], completion: [assistant('a', { reasoning_content: 'hm' })] };
    const second = { prompt: [user('q'), assistant('a'), user('r')], completion: [assistant('b')] };
    expect(traceIn(row({ trajectory: [first, second] })).nodes.map((node) => node.parent)).toEqual([
      null,
      0,
      0,
      2,
      3,
    ]);
  });

  it('with usage give calls', () => {
    const response = {
      usage: { prompt_tokens: 3, completion_tokens: 2 },
      message: { finish_reason: 'length' },
    };
    const step = { prompt: [user('q')], completion: [assistant('a')], response };
    expect(traceIn(row({ trajectory: [step] })).calls).toMatchObject([
      { node: 1, origin: 'from_node', finishReason: 'length', usage: { promptTokens: 3 } },
    ]);
  });

  it('of no use fall back on prompt and completion', () => {
    expect(traceIn(row({ trajectory: [{}, 5] })).nodes.map((node) => node.path)).toEqual([
      '/prompt',
      '/completion',
    ]);
  });
});

describe('a sample of the platform', () => {
  const sample = (more: JsonObject) => ({ sample_id: 's', example_id: 1, rollout_number: 1, ...more });

  it('has a branch a step, its agent, and scores by name', () => {
    const head = [user('q'), assistant('a')];
    const record = sample({
      episode_id: 'e',
      agent: 'judge',
      trainable: false,
      task: { idx: 1, name: 'n' },
      prompt: [],
      completion: [...head, user('r')],
      trajectory: [{ messages: head }, { messages: [user('q'), assistant('b')] }],
      error: { type: 'E', message: 'm' },
      timing: { start: 5, agent: span(5, 6) },
      is_truncated: true,
    });
    expect(reading(record)).toMatchObject({ dialect: 'platform_sample' });
    const read = traceIn(record);
    expect(episodeIn(record)).toMatchObject({
      id: 'e',
      ok: false,
      task: { name: 'n', data: { idx: 1, example_id: 1 } },
    });
    expect(read.nodes.map(({ parent, sampled }) => [parent, sampled])).toEqual([
      [null, false],
      [0, true],
      [0, true],
    ]);
    expect(read).toMatchObject({
      agent: { name: 'judge', trainable: false },
      errors: [{ type: 'E', message: 'm' }],
      timing: { agent: { start: 5, end: 6 } },
      recordedTruncated: true,
    });
  });

  it('that carries the whole episode is read from that', () => {
    const whole = episode({
      traces: [trace({ nodes: [u('q', { parent: 5 })] }), trace({ id: 't2' })],
      group: 1,
    });
    const read = reading(
      sample({ completion: [user('q')], info: { native_wrapper: whole, native_trace_index: 0 } }),
    );
    expect(read).toMatchObject({
      dialect: 'platform_sample',
      diagnostics: [{ code: 'bad-field', path: '/info/native_wrapper/group' }],
      episode: {
        id: 'e1',
        traces: [
          {
            path: '/info/native_wrapper/traces/0',
            nodes: [{ path: '/info/native_wrapper/traces/0/nodes/0' }],
          },
          { path: '/info/native_wrapper/traces/1' },
        ],
      },
    });
    expect(read.kind === 'episode' && read.episode.traces[0]?.diagnostics).toMatchObject([
      { code: 'bad-parent', path: '/nodes/0/parent' },
    ]);
  });
});
