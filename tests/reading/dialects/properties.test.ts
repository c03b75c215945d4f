/** What holds for every record, sound or mutated: it is read without a throw, the same way each time, and by reference. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Episode } from '../../../src/model/episode';
import type { Json, JsonPointer } from '../../../src/model/json';
import { isArray, isObject, member, pointerSegments } from '../../../src/model/json';
import {
  a,
  call,
  calling,
  chain,
  episode,
  link,
  request,
  span,
  tokens,
  tool,
  toolCall,
  trace,
  u,
  usage,
} from '../../samples/trace-builder';
import { reading } from './read';

/** One of everything that readers look at. */
const FULL = trace({
  version: 1,
  verifiers: { version: '0.3.1', commit: 'c' },
  task: { type: 'T', key: 'k', hash: 'h', data: { idx: 0, name: 'n', prompt: 'q' } },
  agent: {
    config: { model: 'm', harness: { id: 'h' } },
    runtime: { type: 'docker' },
    name: 'solver',
    trainable: true,
  },
  tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
  nodes: chain(
    u(
      [
        { type: 'text', text: 'x' },
        { type: 'image_url', image_url: { url: 'data:' } },
      ],
      { timestamp: 5, tools: [{ name: 'f' }] },
    ),
    a(null, {
      message: calling(toolCall('c')),
      semantic_parents: [link(0, 'continuation')],
      ...tokens([1, 2, 3], 1),
    }),
    tool('c', 'y'),
    a('z', {
      advantages: [1],
      loss_weights: { rl: [1] },
      message: { reasoning_content: 'r', provider_state: [{}] },
    }),
  ),
  calls: [
    request(1, 'r1', { usage: usage(1, 2), time: span(1, 2), sampling: {}, model: 'm' }),
    call({ error: { type: 'E' } }),
  ],
  rewards: { r: { score: 1, weight: 1 }, s: null },
  metrics: { m: 1, n: null },
  info: {
    judge: [{ text: 'y' }],
    judge_calls: [{ name: 'j', request: { messages: [{ role: 'user' }] }, response: {} }],
  },
  extra_usage: [usage(1, 1)],
  timing: {
    start: 1,
    boot: span(1, 2),
    agent: { ...span(2, 3), model: { duration: 1 }, harness: { duration: 0 } },
  },
  num_input_tokens: 1,
});
const STEP = { prompt: [{ role: 'user', content: 'q' }], completion: [{ role: 'assistant', content: 'a' }] };
const SHAPES: readonly Json[] = [
  FULL,
  episode({
    traces: [FULL, trace()],
    errors: [{ type: 'E', message: 'm' }],
    group: { id: 'g' },
    run: { work: { step: 1 } },
  }),
  trace({ nodes: chain(u('q'), a('r', { usage: usage(1, 1), finish_reason: 'stop' })), calls: undefined }),
  {
    id: 't',
    trajectory: [{ ...STEP, response: { message: { role: 'assistant' }, usage: {} } }],
    rewards: { r: 1 },
    task: {},
  },
  {
    example_id: 1,
    prompt: STEP.prompt,
    completion: [{ role: 'assistant', tool_calls: ['{"id":"c","name":"f","arguments":"{}"}'] }],
    reward: 1,
    metrics: { m: 1 },
    m: 1,
    error: { error: 'E', error_chain_str: 'x' },
    timing: { start_time: 1, generation_ms: 5, scoring_ms: 5 },
    tool_defs: [{ type: 'function', function: { name: 'f' } }],
    trajectory: [
      {
        ...STEP,
        tokens: { prompt_ids: [1], completion_ids: [2], completion_mask: [1], completion_logprobs: [0] },
      },
    ],
  },
  {
    sample_id: 's',
    rollout_number: 1,
    trajectory: [{ messages: STEP.prompt }],
    info: { native_wrapper: episode() },
  },
];

const names = fc.constantFrom(
  'id',
  'nodes',
  'traces',
  'message',
  'role',
  'content',
  '__proto__',
  'constructor',
  'length',
  'parent',
);
const hostile: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(
      null,
      true,
      0,
      -0,
      1.5,
      2 ** 53,
      NaN,
      Infinity,
      -Infinity,
      '',
      'x',
      '[]',
      '{"a":"\\ud800"}',
      '\u2028',
    ),
    fc.integer(),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.oneof(names, fc.string()), tie('value')), { maxLength: 4 }).map(Object.fromEntries),
  ),
})).value;

/** The value with one member of it, anywhere, replaced, or taken out where `instead` is undefined. */
function mutated(value: Json, choose: (below: number) => number, instead: Json | undefined): Json {
  if (isArray(value)) {
    const at = choose(value.length + 1);
    const inner = value[at];
    if (inner === undefined) return instead ?? value;
    const next = mutated(inner, choose, instead);
    return value.flatMap((one, index) =>
      index !== at ? [one] : instead === undefined && next === inner ? [] : [next],
    );
  }
  if (!isObject(value)) return instead ?? value;
  const keys = Object.keys(value);
  const at = choose(keys.length + 1);
  const key = keys[at];
  if (key === undefined) return instead ?? value;
  const inner = member(value, key) ?? null;
  const next = mutated(inner, choose, instead);
  const rest = Object.entries(value).filter(([name]) => name !== key);
  return Object.fromEntries(instead === undefined && next === inner ? rest : [...rest, [key, next]]);
}

const mutations: fc.Arbitrary<Json> = fc
  .record({
    shape: fc.constantFrom(...SHAPES),
    changes: fc.array(
      fc.record({
        way: fc.array(fc.nat(40), { maxLength: 12 }),
        instead: fc.option(hostile, { nil: undefined }),
      }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  })
  .map(({ shape, changes }) =>
    changes.reduce((value, { way, instead }) => {
      let step = 0;
      const choose = (below: number) => (way[step++] ?? 0) % below;
      return mutated(value, choose, instead);
    }, shape),
  );

function at(record: Json, pointer: JsonPointer): Json | undefined {
  let value: Json | undefined = record;
  for (const segment of pointerSegments(pointer)) {
    if (isArray(value)) value = value[Number(segment)];
    else if (isObject(value)) value = member(value, segment);
    else return undefined;
  }
  return value;
}

/** What is wrong with the reading of a record; a list, because an assertion for each node would take all the time. */
function faultsOf(record: Json): readonly string[] {
  const read = reading(record);
  const faults = isDeepStrictEqual(reading(record), read) ? [] : ['read differently the second time'];
  return read.kind === 'episode' ? [...faults, ...unsoundness(read.episode, record)] : faults;
}

function unsoundness({ traces }: Episode, record: Json): readonly string[] {
  const faults: string[] = [];
  const check = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  for (const { nodes, calls, path, diagnostics } of traces) {
    check(at(record, path) !== undefined, `no trace at ${path}`);
    nodes.forEach((node, index) => {
      check(node.index === index, `node ${index} is numbered ${node.index}`);
      check(node.parent === null || nodes[node.parent] !== undefined, `node ${index} has no such parent`);
      check(at(record, node.path) !== undefined, `node ${index} is not at ${node.path}`);
    });
    calls.forEach((one, index) => {
      check(one.index === index, `call ${index} is numbered ${one.index}`);
      check(one.node === null || nodes[one.node] !== undefined, `call ${index} has no such node`);
      check(at(record, one.path) !== undefined, `call ${index} is not at ${one.path}`);
    });
    for (const { count = 101 } of diagnostics) check(count > 100, 'findings were cut too early');
  }
  return faults;
}

describe('any record', () => {
  it('of JSON is read, or is told to be of no known kind', () => {
    fc.assert(
      fc.property(hostile, (record) => {
        expect(faultsOf(record)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  }, 60_000);

  it('of a known kind, whatever is changed in it, is read the same way each time and can be walked back', () => {
    fc.assert(
      fc.property(mutations, (record) => {
        expect(faultsOf(record)).toEqual([]);
      }),
      { numRuns: 8000 },
    );
  }, 60_000);

  it('does not depend on the order of its members', () => {
    const reversed = (value: Json): Json => {
      if (isArray(value)) return value.map(reversed);
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      );
    };
    for (const shape of SHAPES) {
      const [left, right] = [reading(shape), reading(reversed(shape))];
      if (left.kind !== 'episode' || right.kind !== 'episode') throw new Error('a shape is no episode');
      expect(right.episode.traces.map(({ nodes, calls }) => [nodes, calls])).toEqual(
        left.episode.traces.map(({ nodes, calls }) => [nodes, calls]),
      );
    }
  });

  it('says nothing about members that are null', () => {
    const withNulls = (value: Json): Json => {
      if (isArray(value)) return value.map(withNulls);
      if (!isObject(value)) return value;
      const inner = Object.entries(value).map(([key, one]): [string, Json] => [key, withNulls(one)]);
      return { surely_unknown: null, ...Object.fromEntries(inner) };
    };
    const record = { ...FULL, info: {}, rewards: {}, metrics: {} };
    const wrapped = withNulls(record);
    if (!isObject(wrapped)) throw new Error('not an object');
    const read = reading({ ...wrapped, rewards: {}, metrics: {} });
    expect(read.kind === 'episode' && read.episode.traces[0]?.diagnostics).toEqual([]);
  });
});

it('texts and lists of the episode are those of the record', () => {
  const read = reading(FULL);
  if (read.kind !== 'episode') throw new Error('not an episode');
  const [first] = read.episode.traces;
  expect(first?.info).toBe(FULL.info);
  expect(first?.nodes[1]?.tokens?.ids).toBe(at(FULL, '/nodes/1/token_ids'));
  expect(first?.nodes[3]?.message.providerState).toBe(at(FULL, '/nodes/3/message/provider_state'));
  expect(first?.calls[0]?.sampling).toBe(at(FULL, '/calls/0/sampling'));
});
