/**
 * Semantic links: which recorded ones are usable, what edge sets add under both rules, edge by edge. Numbers in brackets
 * are the format's test vectors; the real package's verdicts are compared in `tests/differential`.
 */
import { describe, expect, it } from 'vitest';
import { recordedLinks } from '../../src/analysis/recorded-links';
import { semanticReport } from '../../src/analysis/semantics';
import type { CyclePolicy, EdgeSetReport, SemanticLink } from '../../src/analysis/semantic-types';
import type { RecordedLink } from '../../src/model/edges';
import type { Trace } from '../../src/model/episode';
import { requestId } from '../../src/model/ids';
import type { Json } from '../../src/model/json';
import { readRecord } from '../../src/reading/record';
import type { CallSketch, NodeSketch } from './build';
import { a, link, shape, trace, u } from './build';

type Arrow = readonly [from: string, to: string, type: string];

function payload(arrows: readonly Arrow[]): Json {
  return {
    edges: arrows.map(([from, to, type]) => ({ source_request_id: from, target_request_id: to, type })),
  };
}

function call(node: number | null, id: string, rest: Partial<CallSketch> = {}): CallSketch {
  const acp = { requestId: requestId(id), asWritten: id };
  return node === null ? { acp, ...rest } : { node, acp, ...rest };
}

function apply(of: Trace, sets: readonly Json[], policy: CyclePolicy = 'refuse_cycles') {
  const given = sets.map((set, index) => ({
    name: `${index}.json`,
    payload: set,
  }));
  return semanticReport(of, given, policy);
}

/** `from>to type`, by node. */
function arrows(links: readonly SemanticLink[]): string[] {
  return links.map(({ source, target, type }) => `${source}>${target} ${type}`);
}

function verdict({ accepted, reason, outcomes, added, already_present }: EdgeSetReport) {
  return { accepted, reason, added, already_present, outcomes: outcomes.join(' ') };
}

/** Four roots, each answered; requests a, k, s, z. */
const G = {
  nodes: [u('1'), a('a', 0), u('2'), a('k', 2), u('3'), a('s', 4), u('4'), a('z', 6)],
  calls: [call(1, 'a'), call(3, 'k'), call(5, 's'), call(7, 'z')],
} satisfies { nodes: NodeSketch[]; calls: CallSketch[] };
const FIVE: readonly Arrow[] = [
  ['a', 's', 'continuation'],
  ['a', 'k', 'subagent_call'],
  ['k', 'z', 'subagent_return'],
  ['s', 'z', 'compaction'],
  ['a', 'z', 'critic_review'],
];
const FIVE_LINKS = [
  '1>5 continuation',
  '1>3 subagent_call',
  '3>7 subagent_return',
  '5>7 compaction',
  '1>7 critic_review',
];

describe('an edge set', () => {
  it('adds its links in the order of its edges, unknown labels too (35)', () => {
    const { links, edge_sets, cycles } = apply(trace(G), [payload(FIVE)]);
    expect(arrows(links)).toEqual(FIVE_LINKS);
    expect(links.map(({ origin }) => origin)).toEqual(Array.from({ length: 5 }, () => 'edge_set'));
    expect(edge_sets).toEqual([
      {
        name: '0.json',
        origin: 'edge_set',
        edges: 5,
        accepted: true,
        reason: null,
        detail: null,
        refused_edge: null,
        added: 5,
        already_present: 0,
        outcomes: ['added', 'added', 'added', 'added', 'added'],
      },
    ]);
    expect(cycles).toEqual([]);
  });

  it('may repeat what is there: cumulative publications add each link once (36)', () => {
    const { links, edge_sets } = apply(trace(G), [payload(FIVE.slice(0, 2)), payload(FIVE), payload(FIVE)]);
    expect(arrows(links)).toEqual(FIVE_LINKS);
    expect(edge_sets.map(({ outcomes }) => outcomes.join(' '))).toEqual([
      'added added',
      'present present added added added',
      'present present present present present',
    ]);
    expect(edge_sets.map(({ added, already_present }) => [added, already_present])).toEqual([
      [2, 0],
      [3, 2],
      [0, 5],
    ]);
  });

  it('is not moved by an attempt that failed (38)', () => {
    const failed = { ...G, calls: [...G.calls, call(null, 'a')] };
    expect(arrows(apply(trace(failed), [payload(FIVE)]).links)).toEqual(FIVE_LINKS);
  });

  it('means the last attempt that committed (39)', () => {
    const of = trace({
      nodes: [u('q'), a('r', 0), a('r', 0), a('n')],
      calls: [call(1, 'r'), call(2, 'r'), call(3, 'n')],
    });
    expect(arrows(apply(of, [payload([['r', 'n', 'continuation']])]).links)).toEqual(['2>3 continuation']);
  });

  const chain = { nodes: [u('q'), a('f', 0), u('r', 1), a('g', 2)], calls: [call(1, 'f'), call(3, 'g')] };
  const shared = { ...G, calls: [call(1, 'r1'), call(1, 'r2'), call(3, 'q')] };
  const refusals: readonly {
    readonly name: string;
    readonly of: { readonly nodes: NodeSketch[]; readonly calls: CallSketch[] };
    readonly set: Json;
    readonly refuse: string;
    /** Without the rule against cycles; the same where not said. */
    readonly allow?: string;
  }[] = [
    {
      name: 'back to a physical ancestor (40)',
      of: chain,
      set: payload([['g', 'f', 'custom']]),
      refuse: 'cycle: refused',
      allow: 'accepted: added',
    },
    {
      name: 'a loop in the set: nothing at all is added (41)',
      of: G,
      set: payload([
        ['a', 's', 'continuation'],
        ['s', 'a', 'x'],
      ]),
      refuse: 'cycle: not_reached refused',
      allow: 'accepted: added added',
    },
    {
      name: 'a request linked to itself (42)',
      of: G,
      set: payload([
        ['a', 's', 'x'],
        ['a', 'a', 'x'],
      ]),
      refuse: 'self_edge: not_reached refused',
    },
    {
      name: 'one edge twice (42)',
      of: G,
      set: payload([
        ['a', 's', 'x'],
        ['a', 's', 'x'],
        ['a', 'z', 'x'],
      ]),
      refuse: 'duplicate_edge: not_reached refused not_reached',
    },
    {
      name: 'the same ends under two labels (42)',
      of: G,
      set: payload([
        ['a', 's', 'x'],
        ['a', 's', 'y'],
      ]),
      refuse: 'accepted: added added',
    },
    {
      name: 'two requests of one node: one link twice (43)',
      of: shared,
      set: payload([
        ['r1', 'q', 'continuation'],
        ['r2', 'q', 'continuation'],
      ]),
      refuse: 'duplicate_resolved: refused refused',
    },
    {
      name: 'two requests of one node, linked (43)',
      of: shared,
      set: payload([['r1', 'r2', 'x']]),
      refuse: 'same_node: refused',
    },
    {
      name: 'a request that committed nothing (44)',
      of: { ...G, calls: [...G.calls, call(null, 'failed')] },
      set: payload([
        ['a', 's', 'x'],
        ['failed', 's', 'x'],
        ['a', 'z', 'x'],
      ]),
      refuse: 'uncommitted_request: refused refused not_reached',
    },
    {
      name: 'a call of a node that does not exist (44)',
      of: { ...G, calls: [...G.calls, call(null, 'y', { nodeAsWritten: 99 })] },
      set: payload([['a', 's', 'x']]),
      refuse: 'bad_call_node: not_reached',
    },
    {
      name: 'a call of a node that no model made (44)',
      of: { ...G, calls: [...G.calls, call(0, 'y')] },
      set: payload([['a', 's', 'x']]),
      refuse: 'unsampled_node: not_reached',
    },
    {
      name: 'a bad call without an id is nobody’s business',
      of: { ...G, calls: [...G.calls, { nodeAsWritten: 99 }] },
      set: payload([['a', 's', 'x']]),
      refuse: 'accepted: added',
    },
    { name: 'no edges (46)', of: G, set: { edges: [] }, refuse: 'accepted: ' },
    {
      name: 'no edges, and a bad call',
      of: { ...G, calls: [call(0, 'y')] },
      set: { edges: [] },
      refuse: 'unsampled_node: ',
    },
    { name: 'no list of edges', of: G, set: {}, refuse: 'invalid_schema: ' },
    { name: 'no object', of: G, set: [{ edges: [] }], refuse: 'invalid_schema: ' },
    { name: 'a further key', of: G, set: { edges: [], note: null }, refuse: 'invalid_schema: ' },
    {
      name: 'a further key in an edge',
      of: G,
      set: { edges: [{ source_request_id: 'a', target_request_id: 's', type: 'x', note: 1 }] },
      refuse: 'invalid_schema: refused',
    },
    {
      name: 'a value that is no text, before ids are looked at',
      of: G,
      set: { edges: [{ source_request_id: 'not/valid', target_request_id: 7, type: '_x' }, {}] },
      refuse: 'invalid_schema: refused not_reached',
    },
    {
      name: 'an edge with everything wrong: the source is told first (45)',
      of: G,
      set: payload([['not/a/valid/id', 'not/a/valid/id', '_x']]),
      refuse: 'bad_request_id: refused',
    },
    {
      name: 'edges are looked at in turn: an early bad label before a late bad id (45)',
      of: G,
      set: payload([
        ['a', 's', '1x'],
        ['', 's', 'x'],
      ]),
      refuse: 'bad_label: refused not_reached',
    },
    {
      name: 'the first problem in order of edges is told, cycles included',
      of: chain,
      set: payload([
        ['g', 'f', 'x'],
        ['g', 'nobody', 'x'],
      ]),
      refuse: 'cycle: refused not_reached',
      allow: 'uncommitted_request: refused refused',
    },
  ];
  it.each(refusals)('$name', ({ of, set, refuse, allow }) => {
    const said = (policy: CyclePolicy) => {
      const { links, edge_sets } = apply(trace(of), [set], policy);
      const { accepted, reason, outcomes, added } = verdict(edge_sets[0] ?? NO_REPORT);
      expect(links).toHaveLength(added);
      return `${accepted ? 'accepted' : reason}: ${outcomes}`;
    };
    expect(said('refuse_cycles')).toBe(refuse);
    expect(said('allow_loops')).toBe(allow ?? refuse);
  });

  it('that is refused leaves what was there, and says what of it was there already', () => {
    const { links, edge_sets } = apply(trace(G), [
      payload(FIVE.slice(0, 1)),
      payload([...FIVE.slice(0, 2), ['nobody', 'z', 'x']]),
    ]);
    expect(arrows(links)).toEqual(['1>5 continuation']);
    expect(edge_sets[1]).toMatchObject({
      accepted: false,
      reason: 'uncommitted_request',
      detail: 'Edge #2 (request "nobody" → request "z", x): request "nobody" committed no node.',
      refused_edge: 2,
      added: 0,
      already_present: 1,
      outcomes: ['present', 'refused', 'refused'],
    });
  });

  it('may have thousands of edges in a row (47)', () => {
    const length = 2001;
    const of = trace({
      nodes: Array.from({ length }, (_, index) => a(String(index))),
      calls: Array.from({ length }, (_, index) => call(index, `r${index}`)),
    });
    const set = Array.from({ length: length - 1 }, (_, index): Arrow => [
      `r${index}`,
      `r${index + 1}`,
      'continuation',
    ]);
    const closed: Arrow = [`r${length - 1}`, 'r0', 'x'];
    const { edge_sets, cycles } = apply(of, [payload(set), payload([...set, closed])]);
    expect(edge_sets.map(({ accepted, refused_edge }) => [accepted, refused_edge])).toEqual([
      [true, null],
      [false, 2000],
    ]);
    expect(cycles).toEqual([]);
    expect(apply(of, [payload([...set, closed])], 'allow_loops').cycles.map((cycle) => cycle.length)).toEqual(
      [length],
    );
  });

  const ids: readonly (readonly [string, boolean])[] = [
    ['a:b.c_d-9', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['not/a/valid/id', false],
    ['', false],
    ['r\n', false],
    ['é', false],
  ];
  it.each(ids)('request id %j: valid is %j (45)', (id, valid) => {
    const { edge_sets } = apply(trace(G), [payload([[id, 'a', 'x']])]);
    expect(edge_sets[0]?.reason).toBe(valid ? 'uncommitted_request' : 'bad_request_id');
  });

  const labels: readonly (readonly [string, boolean])[] = [
    ['vendor:review', true],
    ['X.y-Z_0:9', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['1x', false],
    ['_x', false],
    ['', false],
    ['x\n', false],
  ];
  it.each(labels)('label %j: valid is %j (45)', (label, valid) => {
    const { links, edge_sets } = apply(trace(G), [payload([['a', 's', label]])]);
    expect(edge_sets[0]?.reason).toBe(valid ? null : 'bad_label');
    expect(links.map(({ type }) => type)).toEqual(valid ? [label] : []);
  });
});

const NO_REPORT: EdgeSetReport = {
  name: '',
  origin: 'edge_set',
  edges: 0,
  accepted: false,
  reason: null,
  detail: null,
  refused_edge: null,
  added: 0,
  already_present: 0,
  outcomes: [],
};

describe('recorded links', () => {
  const notObject: RecordedLink = { kind: 'not_an_object', value: 'x' };
  const cases: readonly { readonly name: string; readonly link: RecordedLink; readonly reason: string }[] = [
    { name: 'no object', link: notObject, reason: 'not_an_object' },
    { name: 'beyond the last node', link: link(3, 'x'), reason: 'out_of_range' },
    { name: 'below the first', link: link(-1, 'x'), reason: 'out_of_range' },
    { name: 'between two', link: link(0.5, 'x'), reason: 'out_of_range' },
    { name: 'as text, with a bad label', link: link('0', '_'), reason: 'out_of_range' },
    { name: 'beyond safe integers', link: link(2 ** 60, 'x'), reason: 'out_of_range' },
    { name: 'null', link: link(null, 'x'), reason: 'out_of_range' },
    { name: 'to itself, with a bad label', link: link(2, '_'), reason: 'self' },
    { name: 'a bad label', link: link(0, '_'), reason: 'bad_label' },
    { name: 'no label', link: link(0, null), reason: 'bad_label' },
    { name: 'said twice', link: link(1, 'kept'), reason: 'duplicate' },
  ];
  it.each(cases)('$name: $reason', ({ link: odd, reason }) => {
    const of = trace({ nodes: [a('0'), a('1'), a('2', null, [link(1, 'kept'), odd, link(0, 'vendor:x')])] });
    const { links, unusable } = recordedLinks(of);
    expect(arrows(links)).toEqual(['1>2 kept', '0>2 vendor:x']);
    const [source, type] = odd.kind === 'link' ? [odd.source, odd.label] : [null, null];
    expect(unusable).toEqual([{ source, target: 2, type, reason }]);
  });

  it('takes 1.0 and -0 for the indexes they are', () => {
    const of = trace({ nodes: [a('0'), a('1', null, [link(-0, 'x')])] });
    expect(recordedLinks(of).links).toEqual([{ source: 0, target: 1, type: 'x', origin: 'trace' }]);
  });

  it('come from the file with their ids, unknown labels too (37)', () => {
    const written = {
      id: 't',
      nodes: [
        { message: { role: 'assistant', content: 'a' }, sampled: true },
        {
          message: { role: 'assistant', content: 'b' },
          sampled: true,
          semantic_parents: [{ node: 0, type: 'vendor:review' }, { node: 0, kind: 'continuation' }, 7],
        },
      ],
      calls: [
        { node: 0, acp: { request_id: 'a' } },
        { node: 1, acp: { request_id: 'b' } },
      ],
    };
    const reading = readRecord(written, { line: 1, byte: 0, metadata: null });
    const of = reading.kind === 'episode' ? reading.episode.traces[0] : undefined;
    const { links, unusable, edge_sets } = apply(of ?? trace(), [
      payload([
        ['a', 'b', 'vendor:review'],
        ['a', 'b', 'more'],
      ]),
    ]);
    expect(arrows(links)).toEqual(['0>1 vendor:review', '0>1 continuation', '0>1 more']);
    expect(links.map(({ origin }) => origin)).toEqual(['trace', 'trace', 'edge_set']);
    expect(unusable.map(({ reason }) => reason)).toEqual(['not_an_object']);
    expect(edge_sets[0]?.outcomes).toEqual(['present', 'added']);
  });
});

describe('cycles', () => {
  it('are found over physical and semantic links together, each ascending', () => {
    const of = trace({
      nodes: [
        a('0', null, [link(2, 'x')]),
        a('1', 0),
        a('2', 1),
        a('3', 2),
        a('4', null, [link(5, 'x')]),
        a('5', null, [link(4, 'y')]),
      ],
    });
    expect(apply(of, []).cycles).toEqual([
      [0, 1, 2],
      [4, 5],
    ]);
  });

  it('of parents alone are found; a node that is its own parent is none', () => {
    expect(apply(shape([1, 0, 2]), []).cycles).toEqual([[0, 1]]);
  });

  it('that are recorded refuse no edge that closes none of its own', () => {
    const nodes = [a('0', null, [link(1, 'x')]), a('1', null, [link(0, 'x')]), a('2', null), a('3', null)];
    const calls = ['a', 'b', 'c', 'd'].map((id, index) => call(index, id));
    const said = (...set: Arrow[]) => apply(trace({ nodes, calls }), [payload(set)]).edge_sets[0]?.reason;
    expect(said(['b', 'c', 'y'], ['c', 'd', 'y'])).toBeNull();
    expect(said(['a', 'b', 'x'])).toBeNull();
    expect(said(['a', 'b', 'y'])).toBe('cycle');
    expect(said(['b', 'c', 'y'], ['c', 'a', 'y'])).toBe('cycle');
  });
});
