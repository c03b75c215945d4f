/** What is known of each agent: endings, sums, times, journeys; and that any graph gets an answer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentsOf } from '../../../src/analysis/agents/reconstruct';
import { graphOf } from '../../../src/analysis/graph';
import type { SessionFacts } from '../../../src/analysis/sessions/facts';
import { agentOfNodes, sessionFacts } from '../../../src/analysis/sessions/facts';
import { busySeconds, extentOf, peakOf, shareOf } from '../../../src/analysis/sessions/spans';
import { limitsOf } from '../../../src/analysis/sessions/limits';
import type { Call, Trace, Usage } from '../../../src/model/episode';
import { requestId } from '../../../src/model/ids';
import type { FoundPayload, PayloadReading, SessionPayload } from '../../../src/model/payload';
import type { Drawing } from '../agents/traces';
import { callOn, linksOf, traceOf } from '../agents/traces';

function usage(prompt: number, completion: number, cost: number | null = null): Usage {
  return {
    promptTokens: prompt,
    completionTokens: completion,
    cachedInputTokens: null,
    reasoningTokens: null,
    cost,
  };
}

function factsOf(drawing: Drawing, change: (trace: Trace) => Trace = (trace) => trace): SessionFacts {
  const trace = change(traceOf(drawing));
  const links = linksOf(drawing);
  return sessionFacts(trace, graphOf(trace), agentsOf(trace, links), links);
}

function withCalls(change: (call: Call) => Call, more: readonly Call[] = []): (trace: Trace) => Trace {
  return (trace) => ({ ...trace, calls: [...trace.calls.map(change), ...more] });
}

/** A parent, a child with a child, and a return each. */
const NESTED: Drawing = {
  links: [
    [],
    [[0, 'sc']],
    [[1, 'sc']],
    [
      [2, 'sr'],
      [1, 'co'],
    ],
    [
      [3, 'sr'],
      [0, 'co'],
    ],
  ],
  times: [
    [0, 10],
    [10, 20],
    [20, 60],
    [60, 70],
    [90, 100],
  ],
};

interface EndingCase extends Drawing {
  readonly name: string;
  readonly endings: readonly string[];
  readonly failedAfter?: string;
}

const ENDINGS: readonly EndingCase[] = [
  { name: 'returns', ...NESTED, endings: ['root', 'returned', 'returned'] },
  { name: 'no return', links: [[], [[0, 'sc']], [[0, 'co']]], endings: ['root', 'no_return'] },
  {
    name: 'works on after it returned',
    links: [
      [],
      [[0, 'sc']],
      [
        [1, 'sr'],
        [0, 'co'],
      ],
      [[1, 'co']],
    ],
    endings: ['root', 'continued'],
  },
  {
    name: 'cancelled by a link, and with it what is below',
    links: [
      [],
      [
        [0, 'sc'],
        [3, 'subagent_cancel'],
      ],
      [[1, 'sc']],
      [[0, 'co']],
    ],
    endings: ['root', 'cancelled', 'cancelled_above'],
  },
  {
    name: 'a message of that label from below stops nobody',
    links: [
      [],
      [[0, 'sc']],
      [[1, 'sc']],
      [
        [1, 'co'],
        [2, 'subagent_cancel'],
      ],
    ],
    endings: ['root', 'no_return', 'no_return'],
  },
  { name: 'no parent is known', links: [[], [], [[0, 'co']]], endings: ['root', 'unlinked'] },
  { name: 'no links: nothing is claimed', links: [[], []], endings: ['unknown'] },
  {
    name: 'no links, and the last call failed: still nothing is claimed',
    links: [[], []],
    ids: ['a', 'b'],
    failedAfter: 'b',
    endings: ['unknown'],
  },
  {
    name: 'the last attempt of its last request failed',
    links: [[], [[0, 'sc']], [[0, 'co']]],
    ids: ['a', 'b', 'c'],
    failedAfter: 'b',
    endings: ['root', 'failed'],
  },
];

describe('endings', () => {
  it.each(ENDINGS)('$name', (drawing) => {
    const { failedAfter } = drawing;
    const more = failedAfter === undefined ? [] : [callOn(9, null, 95, 96, failedAfter)];
    const facts = factsOf(
      drawing,
      withCalls((call) => call, more),
    );
    expect(facts.agents.map(({ ending }) => ending)).toEqual(drawing.endings);
  });
});

describe('endings by the harness’s own record', () => {
  const returning: Drawing = {
    links: [
      [],
      [[0, 'sc']],
      [
        [1, 'sr'],
        [0, 'co'],
      ],
    ],
  };
  const silent: Drawing = { links: [[], [[0, 'sc']], [[0, 'co']]] };
  const unlinked: Drawing = { links: [[], [], []], ids: ['r0', 'r1', null] };
  it.each([
    {
      name: 'cancelled, though its result was fetched',
      drawing: returning,
      status: 'cancelled',
      ending: 'cancelled',
    },
    { name: 'failed, though its result was fetched', drawing: returning, status: 'failed', ending: 'failed' },
    { name: 'completed, and returned', drawing: returning, status: 'completed', ending: 'returned' },
    { name: 'done, no return', drawing: silent, status: 'done', ending: 'done' },
    { name: 'running, no return', drawing: silent, status: 'running', ending: 'running' },
    { name: 'a status nobody knows', drawing: silent, status: 'pensive', ending: 'no_return' },
    { name: 'no links at all', drawing: unlinked, status: 'idle', ending: 'running' },
    { name: 'no links and no status', drawing: unlinked, status: null, ending: 'unknown' },
  ])('$name', ({ drawing, status, ending }) => {
    const trace = traceOf(drawing);
    const links = linksOf(drawing);
    const session = (id: string, parent: string | null) =>
      [
        id,
        {
          id,
          source: 'directory',
          parent,
          depth: null,
          name: null,
          status: parent === null ? null : status,
          task: null,
          error: null,
        },
      ] as const;
    const records = {
      sessions: new Map([session('s', null), session('k', 's')]),
      sessionOf: new Map([
        [requestId('r0'), 's'],
        [requestId('r1'), 'k'],
      ]),
      sessionOfNode: new Map(),
      conflicts: [],
    };
    const { agents } = sessionFacts(trace, graphOf(trace), agentsOf(trace, links, records), links);
    expect(agents[1]?.ending).toBe(ending);
  });
});

describe('figures', () => {
  it('adds up each agent alone and with everything below it', () => {
    const { agents } = factsOf(
      NESTED,
      withCalls((call) => ({ ...call, usage: usage(100 * (call.index + 1), 10, 0.5) })),
    );
    expect(agents.map(({ own }) => own.input)).toEqual([600, 600, 300]);
    expect(agents.map(({ subtree }) => [subtree.input, subtree.output, subtree.cost])).toEqual([
      [1500, 50, 2.5],
      [900, 30, 1.5],
      [300, 10, 0.5],
    ]);
  });

  it('says null where no call says, and counts the calls that are silent', () => {
    const { agents } = factsOf(
      NESTED,
      withCalls((call) => ({ ...call, usage: call.index === 4 ? usage(7, 3) : null })),
    );
    expect(agents.map(({ own }) => own.input)).toEqual([7, null, null]);
    expect(agents.map(({ own }) => own.silent)).toEqual([1, 2, 1]);
    expect(agents.map(({ subtree }) => subtree.input)).toEqual([7, null, null]);
    expect(agents[0]?.own.cost).toBeNull();
  });

  it('measures a child against its parent, with what is below the child', () => {
    const { agents, peak } = factsOf(NESTED);
    expect(agents.map(({ share }) => share)).toEqual([null, 0.6, 40 / 60]);
    expect(agents.map(({ busy }) => busy)).toEqual([20, 20, 40]);
    expect(agents[1]?.subtreeExtent).toEqual({ start: 10, end: 70 });
    expect(peak).toBe(2);
    expect(agents.map(({ peakChildren }) => peakChildren)).toEqual([1, 1, 0]);
  });

  it('knows no time where no call has one', () => {
    const { agents, peak } = factsOf(
      NESTED,
      withCalls((call) => ({ ...call, time: { start: null, end: null } })),
    );
    expect(
      agents.every(({ extent, busy, share }) => extent === null && busy === null && share === null),
    ).toBe(true);
    expect(peak).toBeNull();
  });

  it('gives a failed attempt to the agent whose request it was, and a nameless failure to nobody', () => {
    const more = [callOn(5, null, 21, 22, 'r2'), callOn(6, null, 23, 24, 'x'), callOn(7, null, 25, 26, null)];
    const { agents, loose } = factsOf(
      NESTED,
      withCalls((call) => call, more),
    );
    expect(agents.map(({ failed }) => failed)).toEqual([0, 0, 1]);
    expect(loose).toBe(2);
  });

  it('gives a request that failed for good to the session it names', () => {
    const lineage = (session: string, parent: string | null) => ({
      sessionId: session,
      depth: parent === null ? 0 : 1,
      turn: 0,
      parentSessionId: parent,
      parentTurn: null,
      parentToolCallId: null,
      raw: {},
    });
    const drawing: Drawing = { links: [[], []], ids: ['a', 'b'] };
    const { agents, loose } = factsOf(
      drawing,
      withCalls(
        (call) => ({ ...call, lineage: call.index === 0 ? lineage('s', null) : lineage('k', 's') }),
        [{ ...callOn(2, null, 40, 41, 'z'), lineage: lineage('k', 's') }],
      ),
    );
    expect(agents.map(({ failed, ending }) => [failed, ending])).toEqual([
      [0, 'root'],
      [1, 'failed'],
    ]);
    expect(agents[1]?.spawn).toEqual({ node: 0, basis: 'order' });
    expect(loose).toBe(0);
  });

  it('counts what a parent did between sending off and taking up', () => {
    const late: Drawing = {
      links: [
        [],
        [[0, 'sc']],
        [[0, 'co']],
        [[2, 'co']],
        [
          [1, 'sr'],
          [3, 'co'],
        ],
      ],
    };
    const [, child] = factsOf(late).agents;
    expect(child?.spawn).toEqual({ node: 0, basis: 'link' });
    expect(child?.deliveries).toEqual([{ source: 1, target: 4, agent: 0, turnsBetween: 2 }]);
  });

  it('counts summaries by what became of them', () => {
    const { agents } = factsOf({
      links: [
        [],
        [[0, 'sc']],
        [[1, 'ca']],
        [[1, 'ca']],
        [[3, 'cp']],
        [
          [4, 'sr'],
          [0, 'co'],
        ],
      ],
    });
    expect(agents[1]).toMatchObject({
      contexts: 2,
      turns: 2,
      summaries: { accepted: 1, superseded: 1, not_resumed: 0 },
    });
  });
});

describe('limits', () => {
  const payload = (reading: PayloadReading): FoundPayload => ({
    contract: 'c',
    path: '/info',
    isInText: false,
    reading,
  });
  const snapshot = (limits: SessionPayload['limits'], calls: number): FoundPayload =>
    payload({
      kind: 'session',
      generation: 'G3',
      session: {
        sessionId: 's',
        model: 'm',
        stopReason: null,
        turns: 1,
        usage: { prompt: 1, completion: 1, total: 2 },
        metrics: [],
        programmatic: { python: 0, bash: 0, byToolPython: [], byToolBash: [] },
        supervisor: { calls, active: 0 },
        limits,
        harness: null,
        extras: [],
      },
    });
  const policy = payload({
    kind: 'runtime',
    generation: 'G1',
    runtime: { sessionId: 's', model: 'm', policy: [['max_depth', 7]], skills: [], withheld: [] },
  });
  const early = snapshot([['max_depth', 1]], 1);
  const late = snapshot(
    [
      ['max_depth', 2],
      ['max_concurrent_subagents', 4],
      ['max_subagent_calls', null],
    ],
    9,
  );
  it.each([
    { name: 'nothing says', inside: [], beside: [], limits: null },
    {
      name: 'the last snapshot wins; null is not known',
      inside: [early, late, policy],
      beside: [],
      limits: { depth: 2, concurrent: 4, calls: null, started: 9 },
    },
    {
      name: 'one beside the trace wins over one inside',
      inside: [late],
      beside: [early],
      limits: { depth: 1, concurrent: null, calls: null, started: 1 },
    },
    {
      name: 'a policy where there is no snapshot',
      inside: [policy],
      beside: [],
      limits: { depth: 7, concurrent: null, calls: null, started: null },
    },
  ])('$name', ({ inside, beside, limits }) => {
    expect(limitsOf({ ...traceOf({ links: [[]] }), payloads: inside }, beside)).toEqual(limits);
  });
});

describe('spans', () => {
  const span = (start: number | null, end: number | null) => ({ start, end });
  it.each([
    { name: 'none', spans: [], extent: null, busy: null },
    { name: 'no start', spans: [span(null, 5)], extent: null, busy: null },
    { name: 'no end', spans: [span(5, null)], extent: { start: 5, end: 5 }, busy: null },
    { name: 'end before start', spans: [span(5, 2)], extent: { start: 5, end: 5 }, busy: null },
    {
      name: 'side by side',
      spans: [span(0, 4), span(2, 6), span(8, 9)],
      extent: { start: 0, end: 9 },
      busy: 7,
    },
  ])('$name', ({ spans, extent, busy }) => {
    expect(extentOf(spans)).toEqual(extent);
    expect(busySeconds(spans)).toBe(busy);
  });

  it('shares nothing with what lasted no time', () => {
    expect(shareOf({ start: 0, end: 1 }, { start: 3, end: 3 })).toBeNull();
    expect(shareOf({ start: 0, end: 1 }, { start: 2, end: 3 })).toBe(0);
  });

  it('does not count two that meet as running at once', () => {
    const extent = (start: number, end: number) => ({ start, end });
    expect(peakOf([extent(0, 2), extent(2, 4)])).toBe(1);
    expect(peakOf([extent(0, 3), extent(2, 4), extent(2.5, 9)])).toBe(3);
    expect(peakOf([])).toBe(0);
  });
});

describe('any graph', () => {
  const labels = ['sc', 'sr', 'co', 'cp', 'ca', 'subagent_cancel', 'agent_message', 'vendor:x'];
  const drawings = fc.integer({ min: 1, max: 24 }).chain((size) =>
    fc.record({
      links: fc.array(fc.array(fc.tuple(fc.nat(size - 1), fc.constantFrom(...labels)), { maxLength: 3 }), {
        minLength: size,
        maxLength: size,
      }),
      times: fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })), {
        minLength: size,
        maxLength: size,
      }),
    }),
  );

  it('has every call with one agent, and subtrees that add up to the whole', () => {
    fc.assert(
      fc.property(drawings, (drawing) => {
        const trace = withCalls((call) => ({ ...call, usage: usage(call.index + 1, 1) }))(traceOf(drawing));
        const links = linksOf(drawing).filter(({ source, target }) => source !== target);
        const agents = agentsOf(trace, links);
        const facts = sessionFacts(trace, graphOf(trace), agents, links);
        const nodes = facts.agents.flatMap(({ calls }) => calls.map(({ node }) => node));
        expect(nodes.toSorted((a, b) => Number(a) - Number(b))).toEqual(
          trace.nodes.map(({ index }) => index),
        );
        const heads = facts.agents.filter(({ id }) => agents.agents[id]?.parent === null);
        const total = heads.reduce((sum, { subtree }) => sum + (subtree.input ?? 0), 0);
        expect(total).toBe((trace.nodes.length * (trace.nodes.length + 1)) / 2);
        for (const { id, share, subtree, descendants } of facts.agents) {
          expect(share ?? 0).toBeGreaterThanOrEqual(0);
          expect(share ?? 0).toBeLessThanOrEqual(1);
          const below = agents.agents.filter(({ parent }) => parent === id);
          const sum = below.reduce((all, child) => all + (facts.agents[child.id]?.subtree.input ?? 0), 0);
          expect(subtree.input).toBe((facts.agents[id]?.own.input ?? 0) + sum);
          expect(descendants).toBe(
            below.reduce((all, child) => all + 1 + (facts.agents[child.id]?.descendants ?? 0), 0),
          );
        }
        expect(agentOfNodes(graphOf(trace), agents.agentOf).every((agent) => agent >= 0)).toBe(true);
      }),
    );
  });

  it('of 20,000 calls, each the child of the one before', () => {
    const size = 20_000;
    const { agents, deepest } = factsOf({
      links: Array.from({ length: size }, (_, at) => (at === 0 ? [] : [[at - 1, 'sc'] as const])),
    });
    expect(agents).toHaveLength(size);
    expect(deepest).toBe(size - 1);
    expect(agents[0]?.descendants).toBe(size - 1);
  });
});

it('gives messages around a call to its agent', () => {
  const drawing: Drawing = { links: [[], [], []] };
  const trace = traceOf(drawing);
  const [prompt, reply, after] = trace.nodes;
  if (prompt === undefined || reply === undefined || after === undefined) throw new Error('no nodes');
  const nodes = [
    { ...prompt, sampled: false },
    { ...reply, parent: prompt.index },
    { ...after, parent: reply.index, sampled: false },
  ];
  const only: Trace = {
    ...trace,
    nodes,
    calls: [{ ...callOn(0, 1, 0, 1, 'a'), acp: { requestId: requestId('a'), asWritten: 'a' } }],
  };
  expect([...agentOfNodes(graphOf(only), agentsOf(only, []).agentOf)]).toEqual([0, 0, 0]);
});
