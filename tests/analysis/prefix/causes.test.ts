/** Why a history changed, ruling by ruling: lanes, pairs, edits, quotations, the order of words, and the limit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlignmentRules } from '../../../src/analysis/prefix/alignment';
import { align } from '../../../src/analysis/prefix/alignment';
import { Explainer } from '../../../src/analysis/prefix/explanation';
import type { Aligned } from '../../../src/analysis/prefix/pairing-weights';
import { weightOf } from '../../../src/analysis/prefix/pairing-weights';
import { requestReports } from '../../../src/analysis/prefix/requests-report';
import { toolCauses } from '../../../src/analysis/prefix/tool-causes';
import type { JsonObject } from '../../../src/model/json';
import { calling, toolCall, tokens } from '../../samples/trace-builder';
import type { Drawing } from './traces';
import { A, R, S, T, U, continuityIn, drawnTrace, issuing, linked, reportsIn } from './traces';

interface Case extends Drawing {
  readonly name: string;
  /** Of the last call. */
  readonly status: string;
  readonly causes: readonly string[];
}

const GREP = { name: 'grep', description: 'd', parameters: { type: 'object' } };
const GREP_2 = { name: 'grep', description: 'changed', parameters: { type: 'object' } };
const WRITE = { name: 'write', description: 'd', parameters: { type: 'object' } };
const continues = (node: number) => linked([node, 'continuation']);

/** A first turn whose reply is node 2, and a second request that restates it on a tree of its own. */
function restated(
  first: readonly [system: JsonObject, reply: JsonObject],
  second: readonly JsonObject[],
): readonly JsonObject[] {
  const [system, reply] = first;
  return [system, U(0), reply, ...second, R(2 + second.length, 'end', continues(2))];
}

/** A long text without repetition. */
function prose(length: number, seed: number): string {
  let text = '';
  let state = seed;
  while (text.length < length) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text += `${state.toString(36)} `;
  }
  return text.slice(0, length);
}

const SUMMARY = prose(900, 7);

/** A summary that is asked for in the same conversation, then quoted in a new one that repeats the last turn. */
const quoting = (opening: string) => [
  S(null),
  U(0, 'work'),
  R(1, null, { message: issuing('c1') }),
  T(2, 'c1', 'x1'),
  R(3, null, { message: issuing('c2') }),
  U(4, 'sum up'),
  R(5, SUMMARY),
  U(0, opening),
  A(7, null, { message: issuing('c2') }),
  T(8, 'c2', 'x2'),
  R(9, 'on'),
];

const CASES: readonly Case[] = [
  {
    name: 'nothing differs',
    nodes: [S(null), U(0), R(1, 'a1'), U(2, 'q2'), R(3, 'a2')],
    status: 'preserved',
    causes: [],
  },
  {
    name: 'a tool added',
    nodes: restated(
      [S(null, 's', { tools: [GREP] }), R(1, 'a1')],
      [S(null, 's', { tools: [GREP, WRITE] }), U(3), A(4, 'a1')],
    ),
    status: 'diverged',
    causes: ['tools_added'],
  },
  {
    name: 'a tool removed and one changed',
    nodes: restated(
      [S(null, 's', { tools: [GREP, WRITE] }), R(1, 'a1')],
      [S(null, 's', { tools: [GREP_2] }), U(3), A(4, 'a1')],
    ),
    status: 'diverged',
    causes: ['tools_changed', 'tools_removed'],
  },
  {
    name: 'another date in the system prompt',
    nodes: restated([S(null, 'Monday'), R(1, 'a1')], [S(null, 'Tuesday'), U(3), A(4, 'a1')]),
    status: 'diverged',
    causes: ['system_prompt_changed'],
  },
  {
    name: 'a second system prompt in front',
    nodes: restated([S(null, 's'), R(1, 'a1')], [S(0, 'more'), U(3), A(4, 'a1')]),
    status: 'diverged',
    causes: ['system_prompt_changed'],
  },
  {
    name: 'parts instead of text, the system prompt and a message',
    nodes: restated(
      [S(null, 's'), R(1, 'a1')],
      [S(null, [{ type: 'text', text: 's' }]), U(3, [{ type: 'text', text: 'q' }]), A(4, 'a1')],
    ),
    status: 'diverged',
    causes: ['content_form'],
  },
  {
    name: 'a message edited',
    nodes: [S(null), U(0), R(1, 'a1'), U(2, 'q2'), R(3, 'a2'), U(2, 'q2 edited'), R(5, 'a3', continues(4))],
    status: 'diverged',
    causes: ['content_edited'],
  },
  {
    name: 'reasoning dropped from the reply',
    nodes: [
      S(null),
      U(0),
      R(1, null, { message: { reasoning_content: 'hm', ...issuing('c1') } }),
      A(1, null, { message: issuing('c1') }),
      T(3, 'c1'),
      R(4, 'a2'),
    ],
    status: 'preserved',
    causes: ['reasoning_dropped'],
  },
  {
    name: 'a signature dropped, the reasoning kept',
    nodes: [
      U(null),
      R(0, null, {
        message: {
          reasoning_content: 'hm',
          provider_state: [{ type: 'thinking', signature: 's', thinking: 'hm' }],
          ...issuing('c1'),
        },
      }),
      A(0, null, { message: { reasoning_content: 'hm', ...issuing('c1') } }),
      T(2, 'c1'),
      R(3, 'a2'),
    ],
    status: 'preserved',
    causes: ['reasoning_changed'],
  },
  {
    name: 'native state that is no reasoning dropped',
    nodes: [
      U(null),
      R(0, null, { message: { provider_state: [{ type: 'web_search_call', id: 'w' }], ...issuing('c1') } }),
      A(0, null, { message: issuing('c1') }),
      T(2, 'c1'),
      R(3, 'a2'),
    ],
    status: 'preserved',
    causes: ['unknown'],
  },
  {
    name: 'arguments spelled another way',
    nodes: [
      U(null),
      R(0, null, { message: calling(toolCall('c1', 'ls', '{"a":1}')) }),
      A(0, null, { message: calling(toolCall('c1', 'ls', '{"a":1.0}')) }),
      T(2, 'c1'),
      R(3, 'a2'),
    ],
    status: 'preserved',
    causes: ['arguments_reserialised'],
  },
  {
    name: 'arguments changed and reasoning dropped at one position',
    nodes: [
      U(null),
      R(0, 'x', { message: { reasoning_content: 'hm', ...calling(toolCall('c1', 'ls', '{"a":1}')) } }),
      A(0, 'y', { message: calling(toolCall('c1', 'ls', '{"a":2}')) }),
      T(2, 'c1'),
      R(3, 'a2'),
    ],
    status: 'preserved',
    causes: ['content_edited', 'reasoning_dropped', 'tool_call_rewritten'],
  },
  {
    name: 'a result answers another call',
    nodes: [
      U(null),
      R(0, null, { message: issuing('c1') }),
      T(1, 'c1'),
      R(2, 'a2'),
      T(1, 'c9'),
      A(4, 'a2'),
      U(5, 'more'),
      R(6, 'a3', continues(3)),
    ],
    status: 'diverged',
    causes: ['tool_call_rewritten'],
  },
  {
    name: 'other tokens of one text',
    nodes: [
      S(null, 's', tokens([1])),
      U(0, 'q', tokens([2])),
      R(1, 'a1', tokens([3, 4], 0)),
      A(1, 'a1', tokens([5])),
      U(3, 'q2', tokens([6])),
      R(4, 'a2', tokens([7], 0)),
    ],
    status: 'preserved',
    causes: ['retokenised'],
  },
  {
    name: 'no tokens on one side is not other tokens',
    nodes: [S(null), U(0), R(1, 'a1', tokens([3, 4], 0)), A(1, 'a1'), U(3, 'q2'), R(4, 'a2')],
    status: 'preserved',
    causes: [],
  },
  {
    name: 'the end dropped',
    nodes: [S(null), U(0), R(1, 'a1'), U(2, 'q2'), R(3, 'a2'), R(1, 'a3', continues(4))],
    status: 'diverged',
    causes: ['messages_removed'],
  },
  {
    name: 'the same request again',
    nodes: [S(null), U(0), R(1, 'a1'), R(1, 'a2', continues(2))],
    status: 'preserved',
    causes: [],
  },
  {
    name: 'a message inserted before what was there',
    nodes: [
      S(null),
      U(0),
      R(1, 'a1'),
      U(0, 'by the way'),
      U(3),
      A(4, 'a1'),
      U(5, 'q2'),
      R(6, 'a2', continues(2)),
    ],
    status: 'diverged',
    causes: ['messages_inserted'],
  },
  {
    name: 'a message removed, another put in its place behind it',
    nodes: [
      S(null),
      U(0, 'one'),
      R(1, 'a1'),
      U(2, 'two'),
      R(3, 'a2'),
      A(0, 'a1'),
      U(5, 'two'),
      A(6, 'a2'),
      U(7, 'three'),
      R(8, 'a3', continues(4)),
    ],
    status: 'diverged',
    causes: ['messages_removed'],
  },
  {
    name: 'compaction, declared: at the first position that differs',
    nodes: [
      S(null),
      U(0),
      R(1, 'a1'),
      U(2, 'q2'),
      R(3, 'a2'),
      U(4, 'sum up'),
      R(5, 'in short', linked([4, 'compaction_attempt'])),
      U(0, 'in short'),
      R(7, 'a3', linked([6, 'compaction'])),
    ],
    status: 'diverged',
    causes: ['messages_removed', 'compaction_declared'],
  },
  {
    name: 'compaction, declared: nothing counts as edited',
    nodes: [
      S(null, 'old'),
      U(0, 'q'),
      R(1, 'a1'),
      U(2, 'sum up'),
      R(3, 'in short', linked([2, 'compaction_attempt'])),
      S(null, 'new'),
      U(5, 'q, and in short'),
      R(6, 'a3', linked([4, 'compaction'])),
    ],
    status: 'diverged',
    causes: ['system_prompt_changed', 'compaction_declared', 'messages_removed'],
  },
  {
    name: 'compaction that nobody declared',
    nodes: quoting(`So far: ${SUMMARY}`),
    status: 'diverged',
    causes: ['messages_removed', 'messages_inserted', 'compaction_inferred:6'],
  },
  {
    name: 'a quotation of fewer than 400 units is none',
    nodes: quoting(`So far: ${SUMMARY.slice(0, 399)}`),
    status: 'diverged',
    causes: ['messages_removed', 'messages_inserted'],
  },
  {
    name: 'a quotation of 400 units is one',
    nodes: quoting(`So far: ${SUMMARY.slice(250, 650)}`),
    status: 'diverged',
    causes: ['messages_removed', 'messages_inserted', 'compaction_inferred:6'],
  },
  {
    name: 'a summary that is the whole new message',
    nodes: quoting(SUMMARY),
    status: 'diverged',
    causes: ['messages_removed', 'messages_inserted', 'compaction_inferred:6'],
  },
  {
    name: 'what the earlier request said already is no quotation',
    nodes: [
      S(null),
      U(0, `keep in mind: ${SUMMARY}`),
      R(1, SUMMARY, { message: issuing('c1') }),
      T(2, 'c1', 'x1'),
      R(3, null, { message: issuing('c2') }),
      U(0, `again: ${SUMMARY}`),
      A(5, null, { message: issuing('c2') }),
      T(6, 'c2', 'x2'),
      R(7, 'on'),
    ],
    status: 'diverged',
    causes: ['messages_removed', 'messages_inserted'],
  },
  {
    name: 'an opaque message is no cause',
    nodes: [
      S(null),
      U(0, 'q', { redacted: true }),
      R(1, null, { message: issuing('c1') }),
      U(0, 'q and more', { truncated: true }),
      A(3, null, { message: issuing('c1') }),
      T(4, 'c1'),
      R(5, 'a2'),
    ],
    status: 'unknown',
    causes: [],
  },
  {
    name: 'differences behind an opaque message are told',
    nodes: [
      U(null, 'q', { redacted: true }),
      R(0, null, { message: { reasoning_content: 'hm', ...issuing('c1') } }),
      A(0, null, { message: issuing('c1') }),
      T(2, 'c1'),
      R(3, 'a2'),
    ],
    status: 'unknown',
    causes: ['reasoning_dropped'],
  },
];

describe('causes', () => {
  it.each(CASES)('$name', async ({ status, causes, ...drawing }) => {
    const last = (await reportsIn(drawing)).at(-1);
    expect({ status: last?.status, causes: last?.causes }).toEqual({ status, causes });
  });

  it('are looked for only where something was compared', async () => {
    const reports = await reportsIn({
      nodes: [S(null), U(0), R(1, 'a1', linked([99, 'continuation'])), U(null, 'other'), R(3, 'b1')],
    });
    expect(reports.map(({ status, causes }) => [status, causes])).toEqual([
      ['unavailable', []],
      ['unavailable', []],
    ]);
  });

  it('say so where requests were too long to be aligned in full', async () => {
    const drawing = { nodes: CASES.find(({ name }) => name === 'a message edited')?.nodes ?? [] };
    const continuity = await continuityIn(drawnTrace(drawing));
    const limited = requestReports(continuity, new Explainer(continuity, { cells: 1 })).at(-1);
    expect(limited).toMatchObject({ notes: ['causes_limited'], causes: ['content_edited'] });
    expect(requestReports(continuity).at(-1)?.notes).toEqual([]);
  });

  it('show both sides aligned from where their nodes part', async () => {
    const continuity = await continuityIn(drawnTrace({ nodes: quoting(`So far: ${SUMMARY}`) }));
    const [baseline, node] = [continuity.trace.nodes[4]?.index, continuity.trace.nodes[10]?.index];
    if (baseline === undefined || node === undefined) throw new Error('no such nodes');
    const explainer = new Explainer(continuity);
    const requests = { baseline, node, isAfterCompaction: false };
    expect(explainer.explain(requests).replyReturned).toBe(true);
    expect(explainer.steps(requests)).toEqual([
      { kind: 'removed', old: 1 },
      { kind: 'removed', old: 2 },
      { kind: 'removed', old: 3 },
      { kind: 'inserted', fresh: 7 },
      { kind: 'pair', old: 4, fresh: 8, causes: [] },
      { kind: 'appended', fresh: 9 },
    ]);
  });
});

describe('tools', () => {
  const named = (text: string) =>
    text === ''
      ? []
      : text.split(' ').map((tool) => ({ name: tool.slice(0, 1), content: Number(tool.slice(1)) }));
  it.each([
    { name: 'the same', old: 'a1 b1', fresh: 'a1 b1', causes: [] },
    { name: 'another order', old: 'a1 b1', fresh: 'b1 a1', causes: [['tools_changed', 0]] },
    { name: 'a schema', old: 'a1 b1', fresh: 'a1 b2', causes: [['tools_changed', 1]] },
    {
      name: 'one gone from the middle is no new order',
      old: 'a1 b1 c1',
      fresh: 'a1 c1',
      causes: [['tools_removed', 1]],
    },
    {
      name: 'one put in the middle is no new order',
      old: 'a1 c1',
      fresh: 'a1 b1 c1',
      causes: [['tools_added', 1]],
    },
    { name: 'equal schemas pair first', old: 'a1 a2', fresh: 'a2', causes: [['tools_removed', 0]] },
    { name: 'all gone', old: 'a1', fresh: '', causes: [['tools_removed', 0]] },
  ])('$name', ({ old, fresh, causes }) => {
    expect([...toolCauses(named(old), named(fresh))]).toEqual(causes);
  });
});

/** `u1`: a user's message of text 1; `a1#7`: an assistant's with calls of id 7; `t3#7:2`: text 3, content 2. */
function message(text: string): Aligned {
  const [, role = '', form = '', ids = '', content = ''] =
    /^(\w)(\d+)(?:#(\d+))?(?::(\d+))?$/.exec(text) ?? [];
  return {
    role: role === 'a' ? 'assistant' : role,
    form: Number(form),
    content: content === '' ? Number(form) : Number(content),
    ids: Number(ids),
    hasCalls: role === 'a' && ids !== '',
  };
}
const messages = (text: string) => (text === '' ? [] : text.split(' ').map(message));
const NO_QUOTES: AlignmentRules = { edits: true, quotesReply: () => false };
const pairsOf = (old: string, fresh: string, rules = NO_QUOTES, cells?: number) =>
  align(messages(old), messages(fresh), rules, cells)
    .pairs.map((pair) => pair.join('-'))
    .join(' ');

describe('alignment', () => {
  it.each([
    { name: 'the common front', old: 'u1 a2 u3 a4', fresh: 'u1 a2 u3 a4 u5', pairs: '0-0 1-1 2-2 3-3' },
    { name: 'one inserted', old: 'u1 a2 u3 a4', fresh: 'u9 u1 a2 u3 a4', pairs: '0-1 1-2 2-3 3-4' },
    {
      name: 'the greatest weight, not the first match',
      old: 'u1 u2 u3 a9',
      fresh: 'u3 u1 u2',
      pairs: '0-1 1-2',
    },
    { name: 'ids weigh more than content', old: 't1#1 t2#2:5 a9', fresh: 't5:5 x8 t6#2', pairs: '1-2' },
    { name: 'content pairs of one role only', old: 'u1:5 a9', fresh: 'x2:5', pairs: '' },
    { name: 'on a tie the old one is skipped first', old: 'u1 u1 a9', fresh: 'x7 u1', pairs: '1-1' },
    { name: 'on a tie a pair comes first of all', old: 'u1 u1 a9', fresh: 'u1 u7', pairs: '0-0 1-1' },
    {
      name: 'as many between two pairs are edits',
      old: 'u1 t2 t3 a4 a9',
      fresh: 'u1 t5 t6 a4',
      pairs: '0-0 1-1 2-2 3-3',
    },
    {
      name: 'other roles between two pairs are none',
      old: 'u1 t2 a4 a9',
      fresh: 'u1 u5 a4',
      pairs: '0-0 2-2',
    },
    { name: 'fewer between two pairs are none', old: 'u1 t2 t3 a4 a9', fresh: 'u1 t5 a4', pairs: '0-0 3-2' },
    {
      name: 'behind the last pair all old ones have to find their role',
      old: 'u1 t2 u3 a9',
      fresh: 'u1 t5',
      pairs: '0-0',
    },
    { name: 'behind the last pair they do', old: 'u1 t2 u3 a9', fresh: 'u1 t5 u6 t7', pairs: '0-0 1-1 2-2' },
    {
      name: 'a reply left over pairs with the next message',
      old: 'u1 a2',
      fresh: 'u1 a3 u4',
      pairs: '0-0 1-1',
    },
    { name: 'a reply left over does not with another role', old: 'u1 a2', fresh: 'u1 u3 a4', pairs: '0-0' },
    { name: 'nothing old', old: '', fresh: 'u1', pairs: '' },
    { name: 'nothing new', old: 'u1 a2', fresh: '', pairs: '' },
  ])('$name', ({ old, fresh, pairs }) => {
    expect(pairsOf(old, fresh)).toBe(pairs);
  });

  it('calls nothing edited after a declared compaction, nor beside a quotation', () => {
    expect(pairsOf('u1 t2 a4 a9', 'u1 t5 a4', { ...NO_QUOTES, edits: false })).toBe('0-0 2-2');
    expect(pairsOf('u1 u2 a4 a9', 'u1 u5 a4', { edits: true, quotesReply: (at) => at === 1 })).toBe(
      '0-0 2-2',
    );
    expect(pairsOf('u1 u2 a4 u6 a9', 'u1 u5 a4 u7', { edits: true, quotesReply: (at) => at === 1 })).toBe(
      '0-0 2-2 3-3',
    );
    expect(pairsOf('u1 u2 a9', 'u1 u5 a7', { edits: true, quotesReply: (at) => at === 1 })).toBe('0-0');
  });

  it('pairs equal texts alone above the limit', () => {
    expect(pairsOf('u1 t2#1 u3 u4 a9', 'u8 t7#1 u3 u4', NO_QUOTES, 1)).toBe('0-0 1-1 2-2 3-3');
    expect(pairsOf('u1 t2#1 u3 u4 a9', 'u8 t7#1 u3 u4', { ...NO_QUOTES, edits: false }, 1)).toBe('2-2 3-3');
    expect(pairsOf('u1 u2 u1 u5 a9', 'u7 u1 u2 u1 u5', { ...NO_QUOTES, edits: false }, 1)).toBe(
      '0-1 1-2 2-3 3-4',
    );
  });

  const side = fc.array(
    fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool'),
      form: fc.integer({ min: 1, max: 6 }),
      content: fc.integer({ min: 1, max: 3 }),
      ids: fc.integer({ min: 0, max: 3 }),
      hasCalls: fc.boolean(),
    }),
    { maxLength: 9 },
  );
  const unedited: AlignmentRules = { ...NO_QUOTES, edits: false };

  it('has the greatest weight there is, in order, ties as ruled', () => {
    fc.assert(
      fc.property(side, side, (old, fresh) => {
        expect(align(old, fresh, unedited).pairs).toEqual(plainPairs(old, fresh));
      }),
      { numRuns: 400 },
    );
  });

  it('keeps both orders whatever the rules, and says the same above the limit as far as it goes', () => {
    fc.assert(
      fc.property(side, side, fc.boolean(), fc.nat(100), (old, fresh, edits, cells) => {
        const { pairs } = align(old, fresh, { ...NO_QUOTES, edits }, cells);
        for (const [at, [left, right]] of pairs.entries()) {
          const [before = -1, beside = -1] = pairs[at - 1] ?? [];
          expect(left).toBeGreaterThan(before);
          expect(right).toBeGreaterThan(beside);
        }
      }),
    );
  });
});

/** The sums written out for all cells, and the walk as the ruling words it. */
function plainPairs(old: readonly Aligned[], fresh: readonly Aligned[]): (readonly [number, number])[] {
  const weight = (i: number, j: number) => {
    const [one, other] = [old[i], fresh[j]];
    return one === undefined || other === undefined ? 0 : weightOf(one, other);
  };
  const best = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: fresh.length + 1 }, () => 0),
  );
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const both = weight(i, j) === 0 ? 0 : weight(i, j) + at(i + 1, j + 1);
      const row = best[i];
      if (row !== undefined) row[j] = Math.max(at(i + 1, j), at(i, j + 1), both);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < old.length && j < fresh.length;) {
    if (weight(i, j) > 0 && at(i, j) === weight(i, j) + at(i + 1, j + 1)) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}
