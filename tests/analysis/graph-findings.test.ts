/** What is told about links, roots, requests and agents: each fact once, at a place to go to, and nothing that is not so. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceFindings } from '../../src/analysis/findings';
import { graphOf } from '../../src/analysis/graph';
import { graphFindings } from '../../src/analysis/graph-findings';
import { semanticsOf } from '../../src/analysis/semantics';
import type { TraceEdges } from '../../src/analysis/semantics';
import { summarise } from '../../src/analysis/summary';
import type { Lineage, Trace } from '../../src/model/episode';
import { requestId } from '../../src/model/ids';
import { parseJson, pointerSegments } from '../../src/model/json';
import { readRecord } from '../../src/reading/record';
import type { CallSketch, NodeSketch } from './build';
import { a, episode, link, trace, u } from './build';

const at = { line: 3, byte: 99 };

function found(of: Trace, edges?: TraceEdges): string[] {
  const graph = graphOf(of);
  return graphFindings(of, graph, semanticsOf(of, edges), at).map(
    ({ code, severity, path }) => `${severity} ${code} ${path}`,
  );
}

const id = (name: string) => ({ acp: { requestId: requestId(name), asWritten: name } });

function lineage(sessionId: string, parentSessionId: string | null): Lineage {
  return {
    sessionId,
    parentSessionId,
    depth: null,
    turn: null,
    parentTurn: null,
    parentToolCallId: null,
    raw: {},
  };
}

/** Sampled nodes in one conversation, a call on each; links by node. */
function chain(
  links: readonly (readonly (readonly [number, string])[])[],
  calls: (index: number) => CallSketch = (index) => ({ node: index, ...id(`r${index}`) }),
  rest: Parameters<typeof trace>[0] = {},
): Trace {
  const nodes = links.map((list, index): NodeSketch =>
    a(
      `${index}`,
      index === 0 ? null : index - 1,
      list.map(([source, label]) => link(source, label)),
    ),
  );
  return trace({ nodes, calls: links.map((_, index) => calls(index)), ...rest });
}

/** Each call of its own conversation, so that links alone order them. */
function apart(...arguments_: Parameters<typeof chain>): Trace {
  const of = chain(...arguments_);
  return { ...of, nodes: of.nodes.map((node) => ({ ...node, parent: null })) };
}

const ROOTS = (at: number) => `info several-roots /nodes/${at}`;

describe('findings about the graph', () => {
  interface Case {
    readonly name: string;
    readonly of: Trace;
    readonly is: readonly string[];
  }
  const cases: readonly Case[] = [
    { name: 'nothing', of: trace(), is: [] },
    { name: 'one conversation', of: trace({ nodes: [u('q'), a('x', 0)], calls: [{ node: 1 }] }), is: [] },
    {
      name: 'links that cannot be used, each with its place',
      of: trace({
        nodes: [
          u('q'),
          a('x', 0),
          {
            ...a('y', 1),
            links: [
              link(9, 'continuation'),
              link(2, 'x'),
              link(1, '_'),
              link(1, 'continuation'),
              link(1, 'continuation'),
              { kind: 'not_an_object', value: 7 },
            ],
          },
        ],
        calls: [{ node: 1 }, { node: 2 }],
      }),
      is: [
        'warning bad-link-node /nodes/2/semantic_parents/0',
        'warning self-link /nodes/2/semantic_parents/1',
        'warning bad-link-label /nodes/2/semantic_parents/2',
        'warning duplicate-link /nodes/2/semantic_parents/4',
        'warning malformed-link /nodes/2/semantic_parents/5',
      ],
    },
    {
      name: 'a link of a message that no call produced',
      of: trace({
        nodes: [u('q'), a('x', 0, [link(0, 'continuation')])],
        calls: [{ node: 1 }],
      }),
      is: ['warning link-without-call /nodes/1/semantic_parents/0'],
    },
    {
      name: 'a contradiction of continuations, once',
      of: apart([[[2, 'continuation']], [[0, 'continuation']], [[1, 'continuation']]]),
      is: [ROOTS(1), 'warning link-cycle /nodes/0/semantic_parents/0'],
    },
    {
      name: 'a link back to a physical ancestor',
      of: chain([[[1, 'compaction']], []]),
      is: ['warning link-cycle /nodes/0/semantic_parents/0'],
    },
    {
      name: 'a loop of cancel and report, which newer writers allow (T16)',
      of: apart([
        [],
        [
          [0, 'subagent_call'],
          [2, 'subagent_cancel'],
        ],
        [
          [1, 'agent_message'],
          [0, 'continuation'],
        ],
      ]),
      is: [ROOTS(1), 'info link-loop /nodes/1/semantic_parents/1'],
    },
    {
      name: 'a loop of unknown labels back to an ancestor',
      of: chain([[[1, 'vendor:x']], [[0, 'continuation']]]),
      is: ['info link-loop /nodes/0/semantic_parents/0'],
    },
    {
      name: 'parents in a circle, which reading has told of',
      of: {
        ...chain([[], []]),
        nodes: chain([[], []]).nodes.map((node) => ({
          ...node,
          parent: node.index === 0 ? (chain([[], []]).nodes[1]?.index ?? null) : node.parent,
        })),
      },
      is: ['info ids-without-links /calls/0/acp/request_id'],
    },
    {
      name: 'several roots, probes told apart',
      of: trace({
        nodes: [u('q'), a('x', 0), u('?'), a('.', 2), u('other'), a('y', 4)],
        calls: [{ node: 1 }, { node: 3, sampling: { max_tokens: 1 } }, { node: 5 }],
      }),
      is: [ROOTS(4)],
    },
    {
      name: 'one request id on two commits',
      of: chain([[], [], [[1, 'continuation']]], (index) => ({
        node: index,
        ...id(index === 2 ? 'b' : 'a'),
      })),
      is: ['info request-id-repeated /calls/1/acp/request_id'],
    },
    {
      name: 'a retry that failed first, which is no fault (T13)',
      of: trace({
        nodes: [u('q'), a('x', 0), a('y', 1, [link(1, 'continuation')])],
        calls: [
          { node: 1, ...id('r0') },
          { ...id('r1'), error: { type: 'E', message: '', statusCode: null, traceback: null } },
          { node: 2, ...id('r1') },
        ],
      }),
      is: [],
    },
    {
      name: 'ids without links (T15)',
      of: chain([[], []]),
      is: ['info ids-without-links /calls/0/acp/request_id'],
    },
    {
      name: 'links of the first prompt only (M15)',
      of: chain([[], [[0, 'continuation']], [], []]),
      is: ['warning links-incomplete /calls/2/acp/request_id'],
    },
    {
      name: 'agents that spawn each other',
      of: apart([[[1, 'subagent_call']], [[0, 'subagent_call']]]),
      is: [ROOTS(1), 'warning link-cycle /nodes/0/semantic_parents/0', 'warning spawn-loop /nodes/0'],
    },
    {
      name: 'a return past the parent (T21)',
      of: apart([
        [],
        [[0, 'subagent_call']],
        [[1, 'subagent_call']],
        [
          [2, 'subagent_return'],
          [0, 'continuation'],
        ],
      ]),
      is: [ROOTS(1), 'warning return-past-parent /nodes/3/semantic_parents/0'],
    },
    {
      name: 'a sub-session that left no call (T3)',
      of: apart([[], [[0, 'subagent_call']], [[1, 'continuation']], [[0, 'continuation']]], undefined, {
        metrics: [{ name: 'sub_rlm_num_calls', state: 'scored', value: 2 }],
      }),
      is: [ROOTS(1), 'info missing-children /metrics/sub_rlm_num_calls'],
    },
    {
      name: 'more sub-agents than were counted',
      of: apart([[], [[0, 'subagent_call']], [[0, 'continuation']]], undefined, {
        metrics: [{ name: 'sub_rlm_num_calls', state: 'scored', value: 0 }],
      }),
      is: [ROOTS(1), 'warning surplus-children /metrics/sub_rlm_num_calls'],
    },
    {
      name: 'links that join two recorded sessions',
      of: apart([[], [[0, 'continuation']], [[1, 'continuation']]], (index) => ({
        node: index,
        lineage: lineage(index === 0 ? 'P' : 'K', index === 0 ? null : 'P'),
      })),
      is: [ROOTS(1), 'warning identity-disagreement /calls/1'],
    },
    {
      name: 'a parent that the links name otherwise',
      of: apart([[], [[0, 'subagent_call']], [[1, 'subagent_call']]], (index) => ({
        node: index,
        lineage: lineage(`s${index}`, index === 0 ? null : 's0'),
      })),
      is: [ROOTS(1), 'warning identity-disagreement /calls/2'],
    },
  ];
  it.each(cases)('$name', ({ of, is }) => {
    expect(found(of)).toEqual(is);
  });

  it('name agents by their labels', () => {
    const of = apart([[], [[0, 'subagent_call']], [[1, 'subagent_call']]], (index) => ({
      node: index,
      lineage: lineage(`s${index}`, index === 0 ? null : 's0'),
    }));
    const told = graphFindings(of, graphOf(of), semanticsOf(of), at).find(
      ({ code }) => code === 'identity-disagreement',
    );
    expect(told?.message).toBe('The record names root as the parent, the links name sub 1.');
  });

  it('say of a ledger what it could not tell the trace', () => {
    const of = chain([[], [[0, 'continuation']]]);
    const edges: TraceEdges = {
      sets: [],
      policy: 'refuse_cycles',
      ledger: {
        name: 'l.jsonl',
        edges: [
          { source: requestId('r0'), target: requestId('r1'), type: 'continuation' },
          { source: requestId('r1'), target: requestId('gone'), type: 'continuation' },
          { source: requestId('lost'), target: requestId('gone'), type: 'continuation' },
        ],
        records: { sessions: new Map(), sessionOf: new Map(), sessionOfNode: new Map(), conflicts: [] },
        oddities: ['Something came late.'],
      },
    };
    expect(found(of, edges)).toEqual([
      'warning ledger-event-odd ',
      'warning ledger-edge-skipped /nodes/1',
      'warning ledger-edge-skipped ',
    ]);
  });

  it('are told of what sets add, at the node that a set added to', () => {
    const of = apart([[], []]);
    const payload = {
      edges: [
        { source_request_id: 'r0', target_request_id: 'r1', type: 'continuation' },
        { source_request_id: 'r1', target_request_id: 'r0', type: 'x' },
      ],
    };
    const edges: TraceEdges = { sets: [{ name: 's', payload }], ledger: null, policy: 'allow_loops' };
    expect(found(of)).toEqual([ROOTS(1), 'info ids-without-links /calls/0/acp/request_id']);
    expect(found(of, edges)).toEqual([ROOTS(1), 'info link-loop /nodes/0']);
  });

  it('count the same in the list as in the report', () => {
    for (const { of } of cases) {
      const warnings = traceFindings(of, graphOf(of), at).filter(({ severity }) => severity !== 'info');
      expect(summarise(episode([of]), { ...at, length: 1 }, 0).warnings).toBe(warnings.length);
    }
  });
});

describe('on any graph', () => {
  const label = fc.constantFrom(
    'continuation',
    'compaction',
    'subagent_call',
    'subagent_return',
    'agent_message',
    'v:x',
    '1x',
  );
  const traces = fc.integer({ min: 0, max: 10 }).chain((size) =>
    fc
      .array(
        fc.record({
          parent: fc.option(fc.integer({ min: -2, max: 12 })),
          sampled: fc.boolean(),
          links: fc.array(fc.tuple(fc.integer({ min: -1, max: 11 }), label), { maxLength: 3 }),
          node: fc.option(fc.integer({ min: -1, max: 11 })),
          id: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
          session: fc.option(fc.constantFrom('S', 'T', 'U')),
        }),
        { minLength: size, maxLength: size },
      )
      .map((drawn) => ({
        id: 't',
        metrics: { sub_rlm_num_calls: 1 },
        nodes: drawn.map(({ parent, sampled, links }, index) => ({
          parent,
          sampled,
          message: { role: 'assistant', content: `${index}` },
          semantic_parents: links.map(([node, type]) => ({ node, type })),
        })),
        calls: drawn.map(({ node, id: request, session }) => ({
          node,
          ...(request === null ? {} : { acp: { request_id: request } }),
          ...(session === null ? {} : { rlm: { session_id: session, parent_session_id: 'S' } }),
        })),
      })),
  );

  it('every finding has a place that is there, and no place has one code twice', () => {
    fc.assert(
      fc.property(traces, (raw) => {
        const value = parseJson(JSON.stringify(raw));
        const reading = readRecord(value, { line: 1, byte: 0, metadata: null });
        if (reading.kind !== 'episode') throw new Error(reading.kind);
        const [of] = reading.episode.traces;
        if (of === undefined) throw new Error('no trace');
        const list = traceFindings(of, graphOf(of), at);
        const places = list.map(({ code, path }) => `${code} ${path}`);
        for (const { code, path } of list) {
          let there: unknown = value;
          for (const segment of pointerSegments(path ?? '')) {
            there = (there as Record<string, unknown> | undefined)?.[segment];
          }
          expect(there, `${code} ${path}`).toBeDefined();
        }
        // Two disagreements can be about one call.
        const once = places.filter((place) => !/^(identity-disagreement|spawn-loop)/.test(place));
        expect(new Set(once).size).toBe(once.length);
      }),
      { numRuns: 500 },
    );
  });

  it('of 120,000 nodes with links back and forth ends', () => {
    const count = 120_000;
    const nodes = Array.from({ length: count }, (_, index) =>
      a('', index === 0 ? null : index - 1, [
        link((index * 7919) % count, index % 3 === 0 ? 'continuation' : 'v:x'),
        link(index + 1, 'subagent_call'),
      ]),
    );
    const of = trace({ nodes, calls: nodes.map((_, node) => ({ node, ...id(`r${node}`) })) });
    const list = traceFindings(of, graphOf(of), at);
    expect(list.map(({ code }) => code)).toContain('link-cycle');
  });
});
