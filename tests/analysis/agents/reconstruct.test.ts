import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Agents } from '../../../src/analysis/agents/reconstruct';
import { agentsOf } from '../../../src/analysis/agents/reconstruct';
import type { Lineage } from '../../../src/model/episode';
import { requestId } from '../../../src/model/ids';
import type { DrawnLink, Drawing } from './traces';
import { callOn, linksOf, traceOf } from './traces';

function reconstruct(drawing: Drawing): Agents {
  return agentsOf(traceOf(drawing), linksOf(drawing));
}

/** `root{0,3}`, `sub 1{1,2} returned`: the tree in one line an agent. */
function drawn(agents: Agents): string[] {
  return agents.agents.map(({ label, nodes, basis, state, depth }) => {
    const ending = state === 'root' || state === 'unlinked' || state === null ? '' : ` ${state}`;
    return `${label}{${nodes.join(',')}} ${basis} d${depth}${ending}`;
  });
}

interface Case extends Drawing {
  readonly name: string;
  readonly agents: readonly string[];
  readonly contexts?: readonly number[];
  readonly summaries?: Readonly<Record<number, string>>;
  readonly returns?: readonly (readonly [agent: number, source: number, target: number])[];
  readonly abandoned?: readonly (readonly number[])[];
  readonly missing?: number | null | 'unsure';
}

const CASES: readonly Case[] = [
  {
    name: 'two children side by side',
    links: [
      [],
      [[0, 'sc']],
      [[0, 'sc']],
      [
        [1, 'sr'],
        [2, 'sr'],
        [0, 'co'],
      ],
    ],
    times: [
      [1, 2],
      [3, 4],
      [3.1, 5],
      [6, 7],
    ],
    agents: ['root{0,3} root d0', 'sub 1{1} declared d1 returned', 'sub 2{2} declared d1 returned'],
    returns: [
      [1, 1, 3],
      [2, 2, 3],
    ],
  },
  {
    name: 'a child of a child',
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
    agents: ['root{0,4} root d0', 'sub 1{1,3} declared d1 returned', 'sub 1.1{2} declared d2 returned'],
    returns: [
      [2, 2, 3],
      [1, 3, 4],
    ],
  },
  {
    name: 'a cancelled child and one that left no call',
    links: [[], [[0, 'sc']], [[1, 'co']], [[0, 'co']]],
    subSessions: 2,
    agents: ['root{0,3} root d0', 'sub 1{1,2} declared d1 no_return'],
    missing: 1,
  },
  {
    name: 'a compaction inside a child, attempts as leaves',
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
    agents: ['root{0,5} root d0', 'sub 1{1,2,3,4} declared d1 returned'],
    contexts: [0, 0, 0, 0, 1, 0],
    summaries: { 2: 'superseded', 3: 'accepted' },
    returns: [[1, 4, 5]],
  },
  {
    name: 'a compaction inside a child, the summary in the chain',
    links: [
      [],
      [[0, 'sc']],
      [[1, 'co']],
      [[2, 'cp']],
      [
        [3, 'sr'],
        [0, 'co'],
      ],
    ],
    agents: ['root{0,4} root d0', 'sub 1{1,2,3} declared d1 returned'],
    contexts: [0, 0, 0, 1, 0],
    summaries: { 2: 'accepted' },
  },
  {
    name: 'a prompt rolled back',
    links: [[], [[0, 'co']], [[1, 'co']], [[0, 'co']]],
    agents: ['root{0,1,2,3} root d0'],
    abandoned: [[1, 2]],
  },
  {
    name: 'a child known by its return alone',
    links: [
      [],
      [],
      [[1, 'co']],
      [
        [2, 'sr'],
        [0, 'co'],
      ],
    ],
    agents: ['root{0,3} root d0', 'sub 1{1,2} returned d1 returned'],
  },
  {
    name: 'an agent that nothing links',
    links: [[], [], [[0, 'co']]],
    agents: ['root{0,2} root d0', 'unlinked 1{1} unlinked d0'],
  },
  {
    name: 'a child that begins with a summary',
    links: [
      [],
      [],
      [
        [1, 'cp'],
        [0, 'sc'],
      ],
    ],
    agents: ['root{0} root d0', 'sub 1{1,2} declared d1 no_return'],
    contexts: [0, 0, 1],
    summaries: { 1: 'accepted' },
  },
  {
    name: 'a child that ends right after compacting',
    links: [
      [],
      [[0, 'sc']],
      [[1, 'ca']],
      [
        [2, 'sr'],
        [0, 'co'],
      ],
    ],
    agents: ['root{0,3} root d0', 'sub 1{1,2} declared d1 returned'],
    summaries: { 2: 'returned' },
  },
  {
    name: 'a persistent child',
    links: [
      [],
      [[0, 'sc']],
      [
        [1, 'sr'],
        [0, 'co'],
      ],
      [
        [2, 'agent_message'],
        [1, 'co'],
      ],
      [
        [3, 'sr'],
        [2, 'co'],
      ],
    ],
    agents: ['root{0,2,4} root d0', 'sub 1{1,3} declared d1 returned'],
    returns: [
      [1, 1, 2],
      [1, 3, 4],
    ],
  },
  {
    name: 'a later message under the spawn label',
    links: [
      [],
      [[0, 'sc']],
      [[0, 'co']],
      [
        [2, 'sc'],
        [1, 'co'],
      ],
      [
        [3, 'sr'],
        [2, 'co'],
      ],
    ],
    agents: ['root{0,2,4} root d0', 'sub 1{1,3} declared d1 returned'],
  },
  {
    name: 'slices of a split turn',
    links: [[], [[0, 'co']], [[0, 'co']], [[1, 'cp']]],
    times: [
      [1, 2],
      [3, 5],
      [3.1, 4],
      [6, 7],
    ],
    agents: ['root{0,1,2,3} root d0'],
    contexts: [0, 0, 0, 1],
    summaries: { 1: 'accepted' },
  },
  { name: 'no links at all', links: [[], []], agents: ['root{0,1} physical d0'], missing: null },
  {
    name: 'a loop of cancel and message',
    links: [
      [],
      [
        [0, 'sc'],
        [2, 'subagent_cancel'],
      ],
      [
        [1, 'agent_message'],
        [0, 'co'],
      ],
    ],
    agents: ['root{0,2} root d0', 'sub 1{1} declared d1 no_return'],
  },
  {
    name: 'a child that works on after its return',
    links: [
      [],
      [[0, 'sc']],
      [
        [1, 'sr'],
        [0, 'co'],
      ],
      [[1, 'co']],
    ],
    agents: ['root{0,2} root d0', 'sub 1{1,3} declared d1 continued'],
  },
  {
    name: 'a refinement',
    links: [
      [],
      [[0, 'refinement_attempt']],
      [[0, 'refinement_attempt']],
      [
        [2, 'refinement'],
        [0, 'co'],
      ],
    ],
    agents: ['root{0,1,2,3} root d0'],
    contexts: [0, 0, 0, 0],
  },
  {
    name: 'two compactions and a side summary',
    links: [[], [[0, 'ca']], [[1, 'cp']], [[2, 'ca']], [[2, 'ca']], [[3, 'cp']]],
    agents: ['root{0,1,2,3,4,5} root d0'],
    contexts: [0, 0, 1, 1, 1, 2],
    summaries: { 1: 'accepted', 3: 'accepted', 4: 'side' },
  },
  {
    name: 'a return past the parent',
    links: [
      [],
      [[0, 'sc']],
      [[1, 'sc']],
      [
        [2, 'sr'],
        [0, 'co'],
      ],
    ],
    agents: ['root{0,3} root d0', 'sub 1{1} declared d1 no_return', 'sub 1.1{2} declared d2 returned'],
    returns: [[2, 2, 3]],
  },
  {
    name: 'one return to two attempts of a compaction',
    links: [
      [],
      [[0, 'sc']],
      [
        [0, 'ca'],
        [1, 'sr'],
      ],
      [
        [0, 'ca'],
        [1, 'sr'],
      ],
      [[3, 'cp']],
    ],
    agents: ['root{0,2,3,4} root d0', 'sub 1{1} declared d1 returned'],
    summaries: { 2: 'superseded', 3: 'accepted' },
    returns: [[1, 1, 3]],
  },
  {
    name: 'an unknown label only',
    links: [[], [[0, 'vendor:x']]],
    agents: ['root{0} root d0', 'unlinked 1{1} unlinked d0'],
  },
  {
    name: 'the root known by its reply',
    links: [[], [], [[0, 'vendor:x']]],
    rootReply: 'ok',
    texts: { 1: ' ok ' },
    agents: ['root{1} root d0', 'unlinked 1{0} unlinked d0', 'unlinked 2{2} unlinked d0'],
  },
  {
    name: 'an empty reply names nobody',
    links: [[], [], [[0, 'vendor:x']]],
    rootReply: '',
    texts: { 1: '' },
    agents: ['root{0} root d0', 'unlinked 1{1} unlinked d0', 'unlinked 2{2} unlinked d0'],
  },
  {
    name: 'an overflow detour abandons nothing',
    links: [
      [],
      [[0, 'co']],
      [
        [0, 'co'],
        [1, 'co'],
      ],
    ],
    agents: ['root{0,1,2} root d0'],
    abandoned: [],
  },
  {
    name: 'a rollback across a compaction',
    links: [[], [[0, 'ca']], [[1, 'cp']], [[0, 'co']]],
    agents: ['root{0,1,2,3} root d0'],
    abandoned: [[1, 2]],
  },
  {
    name: 'slices of a compaction that failed',
    links: [[], [[0, 'co']], [[0, 'co']], [[2, 'co']]],
    times: [
      [1, 2],
      [3, 5],
      [3.1, 4],
      [6, 7],
    ],
    agents: ['root{0,1,2,3} root d0'],
    abandoned: [],
  },
  {
    name: 'a compaction inside a loop opens no context',
    links: [[[1, 'co']], [[0, 'cp']], [[1, 'co']]],
    agents: ['root{0,1,2} root d0'],
    contexts: [0, 0, 0],
  },
  {
    name: 'an attempt after the resumption is not resumed',
    links: [[], [[0, 'ca']], [[1, 'cp']], [[0, 'ca']]],
    agents: ['root{0,1,2,3} root d0'],
    summaries: { 1: 'accepted', 3: 'not_resumed' },
  },
  {
    name: 'agents that spawn each other',
    links: [[[1, 'sc']], [[0, 'sc']]],
    agents: ['root{0} root d0', 'sub 1{1} declared d1 no_return'],
  },
  {
    name: 'two commits under one request id',
    links: [[], [], [[1, 'co']]],
    ids: ['a', 'a', 'b'],
    agents: ['root{0,1,2} root d0'],
  },
  {
    name: 'calls out of order of their numbers',
    links: [[[1, 'sc']], []],
    times: [
      [5, 6],
      [1, 2],
    ],
    agents: ['root{1} root d0', 'sub 1{0} declared d1 no_return'],
  },
];

describe('agents', () => {
  it.each(CASES)('reads $name', (drawing) => {
    const found = reconstruct(drawing);
    expect(drawn(found)).toEqual(drawing.agents);
    if (drawing.contexts !== undefined) {
      expect(drawing.links.map((_, node) => [...found.contextOf].find(([n]) => n === node)?.[1])).toEqual(
        drawing.contexts,
      );
    }
    if (drawing.summaries !== undefined) {
      expect(Object.fromEntries(found.summaries.map(({ node, state }) => [node, state]))).toEqual(
        drawing.summaries,
      );
    }
    if (drawing.returns !== undefined) {
      expect(found.returns.map(({ agent, source, target }) => [agent, source, target])).toEqual(
        drawing.returns,
      );
    }
    expect(found.abandoned).toEqual(drawing.abandoned ?? []);
    if (drawing.missing !== undefined) expect(found.missingChildren).toBe(drawing.missing);
  });

  it('takes a retry for one request with two attempts', () => {
    const drawing = { links: [[], [[0, 'co']]] } as const;
    const trace = traceOf(drawing);
    const calls = [callOn(0, 0, 1, 2, 'r0'), callOn(1, null, 3, 4, 'r1'), callOn(2, 1, 5, 6, 'r1')];
    const found = agentsOf({ ...trace, calls }, linksOf(drawing));
    expect(drawn(found)).toEqual(['root{0,1} root d0']);
    expect(found.requests.list).toHaveLength(2);
  });

  it('lets sampled nodes stand in where no call is recorded', () => {
    const drawing = { links: [[], [[0, 'co']]] } as const;
    expect(drawn(agentsOf({ ...traceOf(drawing), calls: [] }, linksOf(drawing)))).toEqual([
      'root{0,1} root d0',
    ]);
  });

  it('says that links are incomplete when a committed request touches none', () => {
    expect(reconstruct({ links: [[], [[0, 'co']], []] }).linksIncomplete).toBe(true);
    expect(reconstruct({ links: [[], [[0, 'co']], []], subSessions: 3 }).missingChildren).toBe('unsure');
    expect(reconstruct({ links: [[], [[0, 'co']]] }).linksIncomplete).toBe(false);
    expect(reconstruct({ links: [[]] }).linksIncomplete).toBe(false);
  });

  it('reports a surplus of children', () => {
    expect(reconstruct({ links: [[], [[0, 'sc']], [[0, 'sc']]], subSessions: 1 }).missingChildren).toBe(-1);
  });

  it('reads lineage written on the calls, and gives no state where there are no links', () => {
    const trace = traceOf({ links: [[], [], [], []] });
    const sessions = ['r', 'a', 'b', 'r'];
    const calls = trace.calls.map((call, i) => ({
      ...call,
      lineage: lineage(sessions[i] ?? '', sessions[i] === 'r' ? null : 'r'),
    }));
    const found = agentsOf({ ...trace, calls }, []);
    expect(drawn(found)).toEqual(['root{0,3} root d0', 'sub 1{1} lineage d1', 'sub 2{2} lineage d1']);
    expect(found.agents.map((agent) => agent.state)).toEqual([null, null, null]);
    expect(found.agents.map((agent) => agent.sessionId)).toEqual(['r', 'a', 'b']);
  });

  it('lets a recorded session win over links and keeps the disagreement', () => {
    const drawing = { links: [[], [[0, 'co']], [[1, 'co']]] } as const;
    const trace = traceOf(drawing);
    const calls = trace.calls.map((call, i) => ({
      ...call,
      lineage: i === 2 ? null : lineage(`s${i}`, i === 0 ? null : 's0'),
    }));
    const found = agentsOf({ ...trace, calls }, linksOf(drawing));
    expect(drawn(found)).toEqual(['root{0} root d0', 'sub 1{1,2} lineage d1 no_return']);
    expect(found.disagreements).toEqual([{ about: 'identity', position: 1, kept: 's1', dropped: 's0' }]);
  });

  it('lets a ledger win over lineage', () => {
    const trace = traceOf({ links: [[], []] });
    const calls = trace.calls.map((call) => ({ ...call, lineage: lineage('x', null) }));
    const session = {
      source: 'ledger',
      depth: null,
      name: null,
      status: 'failed',
      task: null,
      error: null,
    } as const;
    const found = agentsOf({ ...trace, calls }, [], {
      sessions: new Map([
        ['P', { ...session, id: 'P', parent: null }],
        ['K', { ...session, id: 'K', parent: 'P' }],
      ]),
      sessionOf: new Map([
        [requestId('r0'), 'P'],
        [requestId('r1'), 'K'],
      ]),
      sessionOfNode: new Map(),
      conflicts: [],
    });
    expect(drawn(found)).toEqual(['root{0} root d0', 'sub 1{1} ledger d1']);
    expect(found.agents.map((agent) => agent.status)).toEqual(['failed', 'failed']);
    expect(found.disagreements.map((entry) => entry.about)).toEqual(['session', 'session']);
  });

  it('ends on any graph, puts every call in one agent, and never makes an agent its own ancestor', () => {
    const label = fc.constantFrom('co', 'cp', 'ca', 'sc', 'sr', 'agent_message', 'x', 'refinement');
    const graphs = fc.integer({ min: 1, max: 12 }).chain((size) =>
      fc.array(fc.array(fc.tuple(fc.nat(size - 1), label), { maxLength: 3 }), {
        minLength: size,
        maxLength: size,
      }),
    );
    fc.assert(
      fc.property(graphs, (links) => {
        const found = reconstruct({ links });
        const nodes = found.agents.flatMap((agent) => agent.nodes).sort((a, b) => a - b);
        expect(nodes).toEqual(links.map((_, index) => index));
        for (const agent of found.agents) {
          if (agent.parent !== null) expect(agent.parent).toBeLessThan(agent.id);
          expect(agent.contexts.flatMap((context) => context.nodes)).toHaveLength(agent.nodes.length);
        }
        expect(new Set(found.abandoned.flat()).size).toBe(found.abandoned.flat().length);
      }),
      { numRuns: 500 },
    );
  });

  it('ends on 20,000 calls that fork, loop and spawn at every step', () => {
    const size = 20_000;
    const links = Array.from({ length: size }, (_, i): [number, string][] => [
      [Math.max(0, i - 1), 'co'],
      [Math.max(0, i - 2), i % 7 === 0 ? 'cp' : 'co'],
      [(i * 31) % size, i % 11 === 0 ? 'sc' : 'agent_message'],
    ]);
    const found = reconstruct({ links: links.map((list, i) => list.filter(([source]) => source !== i)) });
    expect(found.agents.flatMap((agent) => agent.nodes)).toHaveLength(size);
  });

  const size = 120_000;
  const each = (of: (i: number) => DrawnLink[]) => Array.from({ length: size }, (_, i) => of(i));
  it.each([
    { name: 'spawned in a ring', links: each((i) => [[(i + size - 1) % size, 'sc']]), agents: size },
    { name: 'returned in a chain', links: each((i) => (i + 1 < size ? [[i + 1, 'sr']] : [])), agents: size },
    { name: 'attempts of one compaction', links: each((i) => (i > 0 ? [[0, 'ca']] : [])), agents: 1 },
    {
      name: 'attempts that were half of them resumed',
      links: each((i) => (i === 0 ? [] : i < size / 2 ? [[0, 'ca']] : [[i - size / 2, 'cp']])),
      agents: 1,
    },
    {
      name: 'one agent that returned to every attempt',
      links: each((i) =>
        i === 0
          ? []
          : i === 1
            ? [[0, 'sc']]
            : [
                [0, 'ca'],
                [1, 'sr'],
              ],
      ),
      agents: 2,
    },
  ])('ends on 120,000 calls: $name', { timeout: 120_000 }, ({ links, agents }) => {
    const times = Array.from({ length: size }, (_, i) => [i, i + 1] as const);
    const found = reconstruct({ links, times });
    expect(found.agents).toHaveLength(agents);
    const labels = new Set(found.agents.map(({ label }) => label));
    expect(labels.size).toBe(agents);
    expect([...labels].filter((label) => label.length > 200)).toEqual([]);
  });
});

function lineage(sessionId: string, parentSessionId: string | null): Lineage {
  return {
    sessionId,
    depth: null,
    turn: null,
    parentSessionId,
    parentTurn: null,
    parentToolCallId: null,
    raw: {},
  };
}
