/** What stands beside the verdict: nodes and tokens used again, the reply carried over, readings of R8, R9 and R11, and forks. */
import { describe, expect, it } from 'vitest';
import { compareDomains } from '../../../src/analysis/prefix/domain';
import { isUnexplained } from '../../../src/analysis/prefix/requests-report';
import { tokenReuse } from '../../../src/analysis/prefix/token-reuse';
import type { JsonObject } from '../../../src/model/json';
import { tokens } from '../../samples/trace-builder';
import type { Drawing } from './traces';
import {
  A,
  R,
  S,
  T,
  U,
  continuityIn,
  drawnTrace,
  forksIn,
  issuing,
  linked,
  of,
  reportsIn,
  verdictsIn,
} from './traces';

const continues = (node: number) => linked([node, 'continuation']);

describe('carry-over', () => {
  const reply = { reasoning_content: 'hm', ...issuing('c1') };
  it.each<{ name: string; tail: JsonObject; is: string | null }>([
    { name: 'as it was', tail: A(1, 'a1', { message: reply }), is: 'verbatim' },
    { name: 'another text', tail: A(1, 'a2', { message: reply }), is: 'altered:content' },
    {
      name: 'everything',
      tail: A(1, 'a2', { message: { provider_state: [{ type: 'x' }] } }),
      is: 'altered:reasoning,content,tool_calls,provider_state',
    },
    { name: 'not there', tail: U(1, 'a1'), is: 'absent' },
    { name: 'redacted', tail: A(1, 'a1', { message: reply, redacted: true }), is: null },
  ])('$name', async ({ tail, is }) => {
    const nodes = [
      S(null),
      U(0),
      R(1, 'a1', { message: reply }),
      tail,
      U(3, 'more'),
      R(4, 'a2', continues(2)),
    ];
    expect((await verdictsIn({ nodes })).at(-1)).toMatchObject({ status: 'preserved', carryOver: is });
  });
});

describe('tokens', () => {
  /** Prompt of 3 + 2 ids, then a head of one and two sampled ids. */
  const turn = [S(null, 's', tokens([1, 2, 3])), U(0, 'q', tokens([4, 5])), R(1, 'a1', tokens([6, 7, 8], 1))];
  it.each<{
    name: string;
    tail: readonly JsonObject[];
    prompt: object | null;
    reply: object | null;
    reprocessed: number | null;
  }>([
    {
      name: 'all of prompt and reply',
      tail: [U(2, 'q2', tokens([9])), R(3, 'a2', tokens([6, 10], 1))],
      prompt: { kept: 6, of: 6 },
      reply: { kept: 2, of: 2 },
      reprocessed: 0,
    },
    {
      name: 'the reply retokenised',
      tail: [A(1, 'a1', tokens([6, 7, 99])), U(3, 'q2', tokens([9])), R(4, 'a2', tokens([6], 1))],
      prompt: { kept: 6, of: 6 },
      reply: { kept: 1, of: 2 },
      reprocessed: 0,
    },
    {
      name: 'messages cut differently, the same ids',
      tail: [
        S(null, 's', tokens([1, 2])),
        U(3, 'q', tokens([3, 4, 5, 6])),
        A(4, 'a1', tokens([7, 8])),
        U(5, 'q2', tokens([9])),
        R(6, 'a2', continues(2)),
      ],
      prompt: { kept: 6, of: 6 },
      reply: { kept: 2, of: 2 },
      reprocessed: 0,
    },
    {
      name: 'a changed prompt',
      tail: [
        S(null, 'other', tokens([1, 98, 3])),
        U(3, 'q', tokens([4, 5])),
        A(4, 'a1', tokens([6, 7, 8])),
        U(5, 'q2', tokens([9])),
        R(6, 'a2', continues(2)),
      ],
      prompt: { kept: 1, of: 6 },
      reply: { kept: 0, of: 2 },
      reprocessed: 5,
    },
    {
      name: 'the same request again',
      tail: [R(1, 'a2', { ...tokens([6, 11], 1), ...continues(2) })],
      prompt: { kept: 6, of: 6 },
      reply: null,
      reprocessed: 0,
    },
    {
      name: 'no ids in the later request',
      tail: [S(null), U(3), A(4, 'a1'), U(5, 'q2'), R(6, 'a2')],
      prompt: null,
      reply: null,
      reprocessed: null,
    },
  ])('$name', async ({ tail, prompt, reply, reprocessed }) => {
    const last = (await reportsIn({ nodes: [...turn, ...tail] })).at(-1);
    expect(last).toMatchObject({ tokens_reused: prompt, reply_tokens_reused: reply, reprocessed });
  });

  it('tell where the kept ids end on both sides', async () => {
    const nodes = [
      ...turn,
      A(1, 'a1', tokens([6, 7, 99])),
      U(3, 'q2', tokens([9])),
      R(4, 'a2', tokens([6], 1)),
    ];
    const continuity = await continuityIn(drawnTrace({ nodes }));
    const [baseline, node] = [continuity.trace.nodes[2]?.index, continuity.trace.nodes[5]?.index];
    if (baseline === undefined || node === undefined) throw new Error('no such nodes');
    expect(tokenReuse(continuity, baseline, node)?.end).toEqual({
      previous: { node: 2, offset: 2 },
      current: { node: 3, offset: 2 },
    });
  });

  it('are given where the verdict is unavailable too', async () => {
    const nodes = [...turn, U(2, 'q2', tokens([9])), R(3, 'a2', tokens([6], 1))];
    const [, second] = await reportsIn({ nodes, calls: [of(2), of(4, { model: 'other' })] });
    expect(second).toMatchObject({
      status: 'unavailable',
      reason: 'domain_mismatch',
      baseline: 2,
      basis: 'physical',
      scope: null,
      reuse: { shared: 2, of: 2 },
      tokens_reused: { kept: 6, of: 6 },
      causes: [],
    });
  });
});

describe('the domain', () => {
  const base = { model: 'm', endpoint: '/e', sampling: {} };
  it.each<{ name: string; left?: object; right?: object; is: string }>([
    { name: 'the same', is: 'same' },
    {
      name: 'everything differs',
      right: { model: 'n', endpoint: '/f', sampling: { z: 1, a: 1 } },
      is: 'different model endpoint options.a options.z',
    },
    {
      name: 'nothing is recorded',
      left: { model: null, endpoint: '', sampling: null },
      is: 'unknown model endpoint sampling',
    },
    {
      name: 'not recorded on both sides',
      left: { model: null },
      right: { model: null },
      is: 'unknown model',
    },
    {
      name: 'presence before equality',
      left: { model: null },
      right: { endpoint: '/f' },
      is: 'unknown model',
    },
    {
      name: 'decoding only',
      right: { sampling: { temperature: 1, extra_body: { top_k: 5, min_p: 0.1 } } },
      is: 'same',
    },
    { name: 'null says nothing', right: { sampling: { tool_choice: null } }, is: 'same' },
    {
      name: 'lifted from the extra body',
      left: { sampling: { extra_body: { a: { x: 1, y: 2 } } } },
      right: { sampling: { a: { y: 2, x: 1 } } },
      is: 'same',
    },
    {
      name: 'the extra body wins',
      left: { sampling: { a: 1, extra_body: { a: 2 } } },
      right: { sampling: { a: 2 } },
      is: 'same',
    },
    {
      name: 'an extra body that is no object is an option',
      right: { sampling: { extra_body: 'x' } },
      is: 'different options.extra_body',
    },
    {
      name: 'a name of the prototype',
      right: { sampling: JSON.parse('{"__proto__":1}') as object },
      is: 'different options.__proto__',
    },
  ])('$name', ({ left = {}, right = {}, is }) => {
    const verdict = compareDomains({ ...base, ...left }, { ...base, ...right });
    expect([verdict.kind, ...(verdict.kind === 'same' ? [] : verdict.fields)].join(' ')).toBe(is);
  });
});

describe('predecessors', () => {
  const first = [S(null), U(0), R(1, 'a1', { message: issuing('c1') })];
  it.each<Drawing & { name: string; basis: string | null; reason: string | null }>([
    {
      name: 'R3a a later message to a child',
      nodes: [
        ...first,
        U(null, 'task'),
        R(3, 'b1', linked([2, 'subagent_call'])),
        U(4, 'and'),
        R(5, 'b2', linked([2, 'subagent_call'])),
      ],
      basis: 'physical',
      reason: null,
    },
    {
      name: 'R3a a child that begins on the path of its caller',
      nodes: [...first, T(2, 'c1'), R(3, 'b1', linked([2, 'subagent_call']))],
      basis: null,
      reason: 'subagent_call',
    },
    {
      name: 'R3a of several callers the reply may lie on none of their paths',
      nodes: [
        ...first,
        U(null, 'task'),
        R(3, 'b1'),
        U(4, 'and'),
        R(5, 'b2', linked([2, 'subagent_call'], [4, 'subagent_call'])),
      ],
      basis: null,
      reason: 'subagent_call',
    },
    {
      name: 'R3b a later message to a child whose reply was restated',
      nodes: [
        ...first,
        U(null, 'task'),
        R(3, 'b1', linked([2, 'subagent_call'])),
        A(3, 'b1'),
        U(5, 'and'),
        R(6, 'b2', linked([2, 'subagent_call'])),
      ],
      basis: 'restated',
      reason: null,
    },
    {
      name: 'R4 a summary without links lends its own basis',
      nodes: [
        ...first,
        A(1, 'a1', { message: issuing('c1') }),
        T(3, 'c1'),
        R(4, 'in short'),
        U(0, 'in short'),
        R(6, 'on', linked([5, 'compaction'])),
      ],
      basis: 'restated',
      reason: null,
    },
    {
      name: 'R4 of several ways the strongest counts',
      nodes: [
        ...first,
        A(1, 'a1', { message: issuing('c1') }),
        T(3, 'c1'),
        R(4, 'in short'),
        U(0, 'in short'),
        R(6, 'on', linked([5, 'compaction'], [2, 'continuation'])),
      ],
      basis: 'declared',
      reason: null,
    },
    {
      name: 'a summary of two contexts at once',
      nodes: [
        ...first,
        U(2, 'q2'),
        R(3, 'a2'),
        U(4, 'sum up'),
        R(5, 'in short', linked([2, 'compaction_attempt'], [4, 'compaction_attempt'])),
        U(0, 'in short'),
        R(7, 'on', linked([6, 'compaction'])),
      ],
      basis: null,
      reason: 'compaction_source',
    },
    {
      name: 'R2 a start beside an ambiguous one that goes on from a reply',
      nodes: [...first, U(2, 'q2'), R(3, 'a2', linked([2, 'continuation'], [0, 'continuation']))],
      basis: null,
      reason: 'bad_link',
    },
    {
      name: 'R11 a predecessor with a broken path',
      nodes: [U(99, 'lost'), R(0, 'a1'), U(null), R(2, 'a2', continues(1))],
      basis: 'declared',
      reason: 'malformed_path',
    },
    {
      name: 'a link to itself',
      nodes: [...first, U(2, 'q2'), R(3, 'a2', continues(4))],
      basis: null,
      reason: 'bad_link',
    },
  ])('$name', async ({ name: _, basis, reason, ...drawing }) => {
    expect((await verdictsIn(drawing)).at(-1)).toMatchObject({ basis, reason });
  });

  it('R2 leave the only start its name where the other goes on from a reply', async () => {
    const nodes = [...first, U(2, 'q2'), R(3, 'a2', linked([0, 'continuation']))];
    expect((await verdictsIn({ nodes })).map(({ reason }) => reason)).toEqual(['only_unlinked', 'bad_link']);
  });

  it('strict: nothing is inferred, and nothing is excluded that only inference excludes', async () => {
    const nodes = [...first, A(1, null, { message: issuing('c1') }), T(3, 'c1'), R(4, 'a2')];
    expect((await verdictsIn({ nodes })).map(({ status }) => status)).toEqual([
      'no_predecessor',
      'preserved',
    ]);
    expect((await verdictsIn({ nodes }, true)).map(({ reason }) => reason)).toEqual([
      'context_start_unlinked',
      'reply_not_recorded',
    ]);
  });

  it('strict: an inference that a cycle dropped names no first request', async () => {
    const nodes = [
      U(null, 'example'),
      A(0, null, { message: issuing('c1') }),
      T(1, 'c1'),
      R(2, 'a1'),
      U(3, 'q2'),
      R(4, null, { message: issuing('c1') }),
    ];
    expect((await verdictsIn({ nodes })).map(({ reason }) => reason)).toEqual(['only_unlinked', null]);
    expect((await verdictsIn({ nodes }, true)).map(({ reason }) => reason)).toEqual([
      'reply_not_recorded',
      null,
    ]);
  });
});

describe('breaks', () => {
  it('are unexplained unless declared or of form alone', async () => {
    const edited = [S(null), U(0), R(1, 'a1'), U(0, 'q edited'), A(3, 'a1'), U(4), R(5, 'a2', continues(2))];
    const form = [
      S(null),
      U(0),
      R(1, 'a1'),
      U(0, [{ type: 'text', text: 'q' }]),
      A(3, 'a1'),
      U(4),
      R(5, 'a2', continues(2)),
    ];
    const formAndMore = [
      S(null),
      U(0),
      R(1, 'a1'),
      U(2, 'q2'),
      R(3, 'a2'),
      ...form.slice(3, 5),
      U(6, 'q2 edited'),
    ]
      .map((node) => (node['parent'] === 3 && node['sampled'] !== true ? { ...node, parent: 5 } : node))
      .concat(R(7, 'a3', continues(4)));
    const compacted = [
      S(null),
      U(0),
      R(1, 'a1'),
      U(2),
      R(3, 'sum'),
      U(0, 'sum'),
      R(5, 'a2', linked([4, 'compaction'])),
    ];
    const unexplained = async (nodes: readonly JsonObject[]) =>
      (await reportsIn({ nodes })).filter(isUnexplained).length;
    expect(await unexplained(edited)).toBe(1);
    expect(await unexplained(form)).toBe(0);
    expect(await unexplained(formAndMore)).toBe(1);
    expect(await unexplained(compacted)).toBe(0);
  });
});

describe('forks', () => {
  const GREP = { name: 'grep', description: 'd', parameters: {} };
  const inShort = [
    S(null),
    U(0),
    R(1, 'a1'),
    U(2, 'sum up'),
    R(3, 'in short', linked([2, 'compaction_attempt'])),
  ];
  it.each<Drawing & { name: string; are: readonly string[] }>([
    { name: 'none', nodes: [S(null), U(0), R(1, 'a1')], are: [] },
    {
      name: 'retokenised',
      nodes: [U(null), R(0, 'a1', tokens([1], 0)), A(0, 'a1', tokens([2])), U(2), R(3, 'a2')],
      are: ['0: 1 2 retokenised'],
    },
    {
      name: 'a message edited, as a later request shows',
      nodes: [U(null), R(0, 'a1'), U(1, 'q2'), R(2, 'a2'), U(1, 'q2 edited'), R(4, 'a3', continues(3))],
      are: ['1: 2 4 content_edited'],
    },
    {
      name: 'two messages that nothing connects',
      nodes: [S(null), U(0, 'one'), R(1, 'a1'), U(0, 'two'), R(3, 'b1')],
      are: ['0: 1 3 unknown'],
    },
    { name: 'a reply asked for again', nodes: [U(null), R(0, 'a1'), R(0, 'a2')], are: ['0: 1 2 retry'] },
    {
      name: 'two requests of different ids',
      nodes: [U(null), R(0, 'a1'), R(0, 'a2')],
      calls: [of(1, { acp: { request_id: 'r1' } }), of(2, { acp: { request_id: 'r2' } })],
      are: ['0: 1 2 unknown'],
    },
    {
      name: 'another model was asked',
      nodes: [U(null), R(0, 'a1'), R(0, 'a2')],
      calls: [of(1), of(2, { model: 'other' })],
      are: ['0: 1 2 unknown'],
    },
    {
      name: 'a sub-agent, declared',
      nodes: [S(null), U(0), R(1, 'a1'), U(0, 'task'), R(3, 'b1', linked([2, 'subagent_call']))],
      are: ['0: 1 3 subagent_start'],
    },
    {
      name: 'a compaction, declared',
      nodes: [...inShort, U(0, 'in short'), R(5, 'on', linked([4, 'compaction']))],
      are: ['0: 1 5 compaction_declared'],
    },
    {
      name: 'roots of one sub-agent, the later one after a compaction, and of the root before them',
      nodes: [
        S(null),
        U(0),
        R(1, 'a1'),
        S(null),
        U(3, 'task'),
        R(4, 'b1', linked([2, 'subagent_call'])),
        U(5, 'sum up'),
        R(6, 'in short', linked([5, 'compaction_attempt'])),
        S(null),
        U(8, 'in short'),
        R(9, 'b2', linked([7, 'compaction'])),
      ],
      are: ['roots: 0 3 subagent_start', 'roots: 0 8 compaction_declared', 'roots: 3 8 compaction_declared'],
    },
    {
      name: 'reasoning dropped, though no request tells',
      nodes: [U(null), R(0, 'a1', { message: { reasoning_content: 'hm' } }), A(0, 'a1')],
      are: ['0: 1 2 reasoning_dropped'],
    },
    {
      name: 'roots that begin alike with other tools',
      nodes: [S(null), S(null, 's', { tools: [GREP] })],
      are: ['roots: 0 1 tools_added'],
    },
    { name: 'roots that begin otherwise', nodes: [S(null), S(null, 'other')], are: [] },
    {
      name: 'a third branch has a cause of its own',
      nodes: [U(null), R(0, 'a1'), R(0, 'a2'), U(0, 'x')],
      are: ['0: 1 2 3 retry, unknown'],
    },
  ])('$name', async ({ name: _, are, ...drawing }) => {
    const told = (await forksIn(drawing)).map(
      ({ parent, children, cause, others }) =>
        `${parent ?? 'roots'}: ${children.join(' ')} ${[cause, ...others.map((other) => other.cause)].join(', ')}`,
    );
    expect(told).toEqual(are);
  });

  it('pairs many roots with the first alone', async () => {
    const roots = (count: number) => Array.from({ length: count }, () => U(null));
    expect(await forksIn({ nodes: roots(5) })).toHaveLength(10);
    expect(await forksIn({ nodes: roots(100) })).toHaveLength(99);
  });
});
