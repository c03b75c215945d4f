/** The whole derivation over drawn traces: vectors W1 to W44, read as the rulings read them, one line a call. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import type { NodeOptions } from '../../samples/trace-builder';
import { calling, toolCall } from '../../samples/trace-builder';
import type { Drawing } from './traces';
import { A, R, S, T, U, issuing, linked, of, told, verdictsIn } from './traces';

interface Case extends Drawing {
  readonly name: string;
  /** One line a call. */
  readonly are: readonly string[];
}

const START = 'none: only_unlinked';
const KEPT = 'preserved 2/2 physical, verbatim';

/** E3: two turns, a summary, a resumed context. */
const COMPACTED = (links: { summary?: NodeOptions; resumed?: NodeOptions; second?: NodeOptions } = {}) => [
  S(null),
  U(0),
  R(1, 'a1'),
  U(2, 'more'),
  R(3, 'a2', links.second ?? {}),
  U(4, 'summarise'),
  R(5, 'in short', links.summary ?? {}),
  U(0, 'so far: in short'),
  R(7, 'a3', links.resumed ?? {}),
];
const DECLARED = {
  second: linked([2, 'continuation']),
  summary: linked([4, 'compaction_attempt']),
  resumed: linked([6, 'compaction']),
};
const COMPACTED_LINES = [
  START,
  'preserved 2/2 declared, verbatim',
  'preserved 4/4 declared, verbatim [compaction_attempt]',
  'diverged 1/4 declared: message 0 user → message 0 user [after_compaction]',
];

/** E8 without its calls. */
const THREE_TURNS = [S(null), U(0), R(1, 'a1'), U(2, 'q2'), R(3, 'a2'), U(4, 'q3'), R(5, 'a3')];

const GREP = { name: 'grep', description: 'd', parameters: { type: 'object' } };
const WRITE = { name: 'write', description: 'd', parameters: { type: 'object' } };
const TWO_TREES = (first: readonly JsonObject[], second: readonly JsonObject[]) => [
  S(null, 's', { tools: first }),
  U(0),
  R(1, 'a1'),
  S(null, 's', { tools: second }),
  U(3),
  A(4, 'a1'),
  U(5, 'q2'),
  R(6, 'a2'),
];

const CASES: readonly Case[] = [
  {
    name: 'W1 a linear chat',
    nodes: [S(null), U(0), R(1, 'a', { message: issuing('c1') }), T(2, 'c1'), R(3, 'b')],
    are: [START, KEPT],
  },
  {
    name: 'W2 a retokenised reply',
    nodes: [S(null), U(0), R(1, 'a1'), A(1, 'a1'), U(3, 'more'), R(4, 'a2')],
    are: [START, 'preserved 2/2 restated, verbatim'],
  },
  { name: 'W3 compaction, declared', nodes: COMPACTED(DECLARED), are: COMPACTED_LINES },
  {
    name: 'W4 compaction without links',
    nodes: COMPACTED(),
    are: [
      'unavailable: context_start_unlinked',
      KEPT,
      'preserved 4/4 physical, verbatim',
      'unavailable: context_start_unlinked',
    ],
  },
  {
    name: 'W5 the summary has no link of its own',
    nodes: COMPACTED({ second: DECLARED.second, resumed: DECLARED.resumed }),
    are: [
      START,
      'preserved 2/2 declared, verbatim',
      'preserved 4/4 physical, verbatim',
      'diverged 1/4 physical: message 0 user → message 0 user [after_compaction]',
    ],
  },
  {
    name: 'W6 the resumed call also continues',
    nodes: COMPACTED({ ...DECLARED, resumed: linked([6, 'compaction'], [4, 'continuation']) }),
    are: COMPACTED_LINES,
  },
  {
    name: 'W7 the resumed call also continues an older call',
    nodes: COMPACTED({ ...DECLARED, resumed: linked([6, 'compaction'], [2, 'continuation']) }),
    are: [
      'unavailable: context_start_unlinked',
      'preserved 2/2 declared, verbatim',
      'preserved 4/4 declared, verbatim [compaction_attempt]',
      'unavailable: several_links [after_compaction]',
    ],
  },
  {
    name: 'W8 a sub-agent, declared',
    nodes: [
      S(null),
      U(0),
      R(1, 'go', { message: issuing('t1') }),
      S(null, 'child'),
      U(3, 'task'),
      R(4, 'look', { message: issuing('k1'), ...linked([2, 'subagent_call']) }),
      T(5, 'k1'),
      R(6, 'done', linked([5, 'continuation'])),
      T(2, 't1', 'done'),
      R(8, 'end', linked([2, 'continuation'], [7, 'subagent_return'])),
    ],
    are: [
      START,
      'none: subagent_call',
      'preserved 2/2 declared, verbatim',
      'preserved 2/2 declared, verbatim',
    ],
  },
  {
    name: 'W9 a retry after a failed attempt',
    nodes: [S(null), U(0), R(1, 'a1'), U(2, 'q2'), R(3, 'a2')],
    calls: [
      of(2, { acp: { request_id: 'r1' } }),
      of(null, { acp: { request_id: 'r2' }, error: { type: 'RateLimit', message: '429' } }),
      of(4, { acp: { request_id: 'r2' } }),
    ],
    are: [START, 'unavailable: request_not_recorded', `${KEPT} [failed_attempts:1]`],
  },
  {
    name: 'W10 two attempts that committed',
    nodes: [S(null), U(0), R(1, 'a1'), U(2, 'q2'), R(3, 'a2'), R(3, 'a3', linked([2, 'continuation']))],
    calls: [
      of(2, { acp: { request_id: 'r1' } }),
      of(4, { acp: { request_id: 'r2' } }),
      of(5, { acp: { request_id: 'r2' } }),
    ],
    are: [START, KEPT, 'preserved 2/2 declared, verbatim'],
  },
  {
    name: 'W11 dropped reasoning',
    nodes: [
      S(null),
      U(0),
      R(1, null, { message: { reasoning_content: 'hm', ...issuing('c1') } }),
      A(1, null, { message: issuing('c1') }),
      T(3, 'c1'),
      R(4, 'a2'),
    ],
    are: [START, 'preserved 2/2 tool_call_ids, altered:reasoning'],
  },
  {
    name: 'W12 dropped reasoning, neither ids nor links',
    nodes: [
      S(null),
      U(0),
      R(1, 'a1', { message: { reasoning_content: 'hm' } }),
      A(1, 'a1'),
      U(3, 'more'),
      R(4, 'a2'),
    ],
    are: ['unavailable: context_start_unlinked', 'unavailable: reply_not_recorded'],
  },
  {
    name: 'W13 reasoning dropped a turn late',
    nodes: [
      S(null),
      U(0),
      R(1, null, { message: { reasoning_content: 'hm', ...issuing('c1') } }),
      T(2, 'c1'),
      R(3, null, { message: issuing('c2') }),
      A(1, null, { message: issuing('c1') }),
      T(5, 'c1'),
      A(6, null, { message: issuing('c2') }),
      T(7, 'c2'),
      R(8, 'end'),
    ],
    are: [START, KEPT, 'diverged 2/4 tool_call_ids: message 1 assistant → message 1 assistant'],
  },
  {
    name: 'W14 an old tool result pruned',
    nodes: [
      S(null),
      U(0),
      R(1, null, { message: issuing('c1') }),
      T(2, 'c1', 'long'),
      R(3, null, { message: issuing('c2') }),
      T(2, 'c1', '[pruned]'),
      A(5, null, { message: issuing('c2') }),
      T(6, 'c2'),
      R(7, 'end'),
    ],
    are: [START, KEPT, 'diverged 3/4 tool_call_ids: message 2 tool → message 2 tool'],
  },
  {
    name: 'W15 a tool added',
    nodes: TWO_TREES([GREP], [GREP, WRITE]),
    are: [START, 'diverged 1/3 restated: system_prompt 0 → tool_schema 1 write'],
  },
  {
    name: 'W15 a tool removed',
    nodes: TWO_TREES([GREP, WRITE], [GREP]),
    are: [START, 'diverged 1/4 restated: tool_schema 1 write → system_prompt 0'],
  },
  {
    name: 'W15 tools of the whole trace alone',
    nodes: TWO_TREES([], []),
    tools: [GREP, WRITE],
    are: [START, 'preserved 2/2 restated, verbatim'],
  },
  { name: 'W16 no tools anywhere', nodes: THREE_TURNS.slice(0, 5), are: [START, KEPT] },
  {
    name: 'W17 a call record is missing',
    nodes: THREE_TURNS,
    calls: [of(2), of(6)],
    are: [START, 'unavailable: predecessor_call_missing'],
  },
  {
    name: 'W18 the first call record is missing',
    nodes: THREE_TURNS.slice(0, 5),
    calls: [of(4)],
    are: ['unavailable: predecessor_call_missing'],
  },
  {
    name: 'W19 a system reminder after the first reply',
    nodes: [S(null), U(0), R(1, 'a1'), S(2, 'remember'), U(3, 'q2'), R(4, 'a2')],
    are: [START, KEPT],
  },
  {
    name: 'W20 another model from the second call on',
    nodes: THREE_TURNS,
    calls: [of(2), of(4, { model: 'other' }), of(6, { model: 'other' })],
    are: [START, 'unavailable: domain_mismatch model', 'preserved 4/4 physical, verbatim'],
  },
  {
    name: 'W21 other decoding settings',
    nodes: THREE_TURNS.slice(0, 5),
    calls: [of(2), of(4, { sampling: { temperature: 0.2, max_tokens: 10 } })],
    are: [START, KEPT],
  },
  {
    name: 'W22 another reasoning effort',
    nodes: THREE_TURNS.slice(0, 5),
    calls: [
      of(2, { sampling: { reasoning_effort: 'low' } }),
      of(4, { sampling: { reasoning_effort: 'high' } }),
    ],
    are: [START, 'unavailable: domain_mismatch options.reasoning_effort'],
  },
  {
    name: 'W23 settings not recorded',
    nodes: THREE_TURNS.slice(0, 5),
    calls: [of(2, { sampling: null }), of(4, { sampling: null })],
    are: [START, 'unavailable: domain_unknown sampling'],
  },
  {
    name: 'W24 continues two calls',
    nodes: [...THREE_TURNS.slice(0, 6), R(5, 'a3', linked([2, 'continuation'], [4, 'continuation']))],
    are: [START, KEPT, 'unavailable: several_links'],
  },
  {
    name: 'W25 an unknown label alone',
    nodes: [...THREE_TURNS.slice(0, 4), R(3, 'a2', linked([2, 'vendor:review']))],
    are: [START, KEPT],
  },
  {
    name: 'W26 an example in the first and only request',
    nodes: [S(null), U(0), A(1, 'for example'), U(2, 'q'), R(3, 'a')],
    are: [START],
  },
  {
    name: 'W27 a user message edited, declared',
    nodes: [...THREE_TURNS.slice(0, 5), U(2, 'q2 edited'), R(5, 'a3', linked([4, 'continuation']))],
    are: [START, KEPT, 'diverged 3/4 declared: message 2 user → message 2 user'],
  },
  {
    name: 'W28 the same edit, no link',
    nodes: [...THREE_TURNS.slice(0, 5), U(2, 'q2 edited'), R(5, 'a3')],
    are: [START, KEPT, KEPT],
  },
  {
    name: 'W29 the last two messages dropped',
    nodes: [...THREE_TURNS.slice(0, 5), R(1, 'a3', linked([4, 'continuation']))],
    are: [START, KEPT, 'diverged 2/4 declared: message 1 assistant → none'],
  },
  {
    name: 'W30 the same request again',
    nodes: [S(null), U(0), R(1, 'a1'), R(1, 'a2', linked([2, 'continuation']))],
    are: [START, 'preserved 2/2 declared, absent'],
  },
  {
    name: 'W31 two identical replies, a third copy restated',
    nodes: [S(null), U(0), R(1, 'a1'), R(1, 'a1'), A(1, 'a1'), U(4, 'q2'), R(5, 'a2')],
    are: [
      'unavailable: context_start_unlinked',
      'unavailable: context_start_unlinked',
      'unavailable: restated_by_several',
    ],
  },
  {
    name: 'W32 parts instead of text',
    nodes: [
      U(null, 'q'),
      R(0, null, { message: issuing('c1') }),
      U(null, [{ type: 'text', text: 'q' }]),
      A(2, null, { message: issuing('c1') }),
      T(3, 'c1'),
      R(4, 'end'),
    ],
    are: [START, 'diverged 0/1 tool_call_ids: message 0 user → message 0 user [content_form]'],
  },
  {
    name: 'W33 keys in another order on a repeated path',
    nodes: [
      S(null),
      U(0),
      R(1, null, { message: calling(toolCall('c1', 'ls', '{"b":2,"a":1}')) }),
      T(2, 'c1'),
      R(3, 'a2'),
      A(1, '', { message: calling(toolCall('c1', 'ls', '{"a": 1, "b": 2}')) }),
      T(5, 'c1'),
      A(6, 'a2'),
      U(7, 'more'),
      R(8, 'a3'),
    ],
    are: [START, KEPT, 'preserved 4/4 restated, verbatim'],
  },
  {
    name: 'W34 integers beyond the double',
    nodes: [
      U(null),
      R(0, null, { message: calling(toolCall('c1', 'ls', '{"a":9007199254740993}')) }),
      T(1, 'c1'),
      R(2, null, { message: issuing('c2') }),
      A(0, null, { message: calling(toolCall('c1', 'ls', '{"a":9007199254740992}')) }),
      T(4, 'c1'),
      A(5, null, { message: issuing('c2') }),
      T(6, 'c2'),
      R(7, 'end'),
    ],
    are: [
      START,
      'preserved 1/1 physical, verbatim',
      'diverged 1/3 tool_call_ids: message 1 assistant → message 1 assistant',
    ],
  },
  {
    name: 'W35 an image without its payload',
    nodes: [S(null), U(0, [{ type: 'image_url', image_url: {} }]), R(1, 'a1'), U(2, 'q2'), R(3, 'a2')],
    are: [START, 'unknown 1/2 physical'],
  },
  {
    name: 'W36 another date in the system prompt',
    nodes: [
      S(null, 'today is Monday'),
      U(0),
      R(1, 'a1'),
      S(null, 'today is Tuesday'),
      U(3),
      A(4, 'a1'),
      U(5, 'q2'),
      R(6, 'a2', linked([2, 'continuation'])),
    ],
    are: [START, 'diverged 0/2 declared: system_prompt 0 → system_prompt 0'],
  },
  {
    name: 'W37 a loop of continuations',
    nodes: [
      S(null),
      U(0),
      R(1, 'a1', linked([4, 'continuation'])),
      U(2, 'q2'),
      R(3, 'a2', linked([2, 'continuation'])),
      U(4, 'q3'),
      R(5, 'a3', linked([4, 'continuation'])),
    ],
    are: ['unavailable: cycle', 'unavailable: cycle', 'preserved 4/4 declared, verbatim'],
  },
  {
    name: 'W38 two records name one node',
    nodes: [S(null), U(0), R(1, 'a1')],
    calls: [of(2), of(2)],
    are: ['unavailable: duplicate_call_record', 'unavailable: duplicate_call_record'],
  },
  {
    name: 'W39 a parent out of range',
    nodes: [U(null), R(0, 'a1'), U(99, 'lost'), R(2, 'a2')],
    are: ['unavailable: context_start_unlinked', 'unavailable: malformed_path'],
  },
  {
    name: 'W40 continues a message that no call produced',
    nodes: [...THREE_TURNS.slice(0, 4), R(3, 'a2', linked([1, 'continuation']))],
    are: [START, 'unavailable: bad_link'],
  },
  {
    name: 'W42 ids used again every turn',
    nodes: [
      S(null),
      U(0),
      R(1, null, { message: { reasoning_content: 'one', ...issuing('call_0') } }),
      A(1, null, { message: issuing('call_0') }),
      T(3, 'call_0', 'x1'),
      R(4, null, { message: { reasoning_content: 'two', ...issuing('call_0') } }),
      A(4, null, { message: issuing('call_0') }),
      T(6, 'call_0', 'x2'),
      R(7, 'end'),
    ],
    are: [START, 'preserved 2/2 tool_call_ids, altered:reasoning', 'unavailable: ids_issued_by_several'],
  },
  {
    name: 'W43 an example has an id that is issued later',
    nodes: [
      S(null),
      U(0, 'example'),
      A(1, null, { message: issuing('c1') }),
      T(2, 'c1'),
      U(3, 'q'),
      R(4, 'a1'),
      U(5, 'q2'),
      R(6, null, { message: issuing('c1') }),
    ],
    are: [START, 'preserved 5/5 physical, verbatim'],
  },
];

describe('the derivation', () => {
  it.each(CASES)('$name', async ({ are, ...drawing }) => {
    expect(await told(drawing)).toEqual(are);
  });

  it('W15 says that tools were left out where they are not recorded per tree', async () => {
    const scopes = await verdictsIn({ nodes: TWO_TREES([], []), tools: [GREP] });
    expect(scopes.map(({ scope }) => scope)).toEqual([null, 'messages_only']);
    const known = await verdictsIn({ nodes: TWO_TREES([GREP], [GREP, WRITE]) });
    expect(known.map(({ scope }) => scope)).toEqual([null, 'request']);
    expect(known[1]).toMatchObject({ expected: { node: 0 }, found: { node: 3 } });
  });

  it('W32 gives a second verdict under equal forms', async () => {
    const drawing = CASES.find(({ name }) => name.startsWith('W32'));
    const verdicts = await verdictsIn({ nodes: drawing?.nodes ?? [] });
    expect(verdicts[1]?.apartFromForm).toEqual({
      status: 'preserved',
      preserved: 1,
      expected: null,
      found: null,
    });
  });

  it('W33 counts the nodes that are the same ones apart', async () => {
    const drawing = CASES.find(({ name }) => name.startsWith('W33'));
    const verdicts = await verdictsIn({ nodes: drawing?.nodes ?? [] });
    expect(verdicts[2]?.reuse).toEqual({ shared: 2, of: 4 });
  });

  it('W41 reads a link whose type is called kind', async () => {
    const renamed = COMPACTED(DECLARED).map((node): JsonObject => {
      const links = node['semantic_parents'];
      if (!Array.isArray(links)) return node;
      return {
        ...node,
        semantic_parents: links.map((one: { node: number; type: string }) => ({
          node: one.node,
          kind: one.type,
        })),
      };
    });
    expect(await told({ nodes: renamed })).toEqual(COMPACTED_LINES);
  });

  it('W44 does not look at the order of calls nor at times', async () => {
    const nodes = COMPACTED(DECLARED).map((node, index) => ({ ...node, timestamp: 1000 - index }));
    const calls = [8, 6, 4, 2].map((node, index) => of(node, { time: { start: index + 1, end: index + 2 } }));
    expect(await told({ nodes, calls })).toEqual(COMPACTED_LINES.toReversed());
  });

  it('W45 does not look at what the provider read from its cache', async () => {
    for (const cached of [null, 0, 600]) {
      const usage = { prompt_tokens: 400, completion_tokens: 1, cached_input_tokens: cached };
      const calls = [of(2, { usage }), of(4, { usage })];
      expect(await told({ nodes: THREE_TURNS.slice(0, 5), calls })).toEqual([START, KEPT]);
    }
  });
});
