/** The tree of agents as it is drawn: rows, bars, ways, cells and how many ran at once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentColumns, SessionTree } from '../../src/layout/session-tree/columns';
import { ENDING_CODES } from '../../src/layout/session-tree/columns';
import { concurrencyOf, rangeOf } from '../../src/layout/session-tree/concurrency';
import { MEASURES, icicleOf } from '../../src/layout/session-tree/icicle';
import { laneOf, waysIn } from '../../src/layout/session-tree/lanes';
import { SORT_KEYS, above, figureOf, treeRows } from '../../src/layout/session-tree/rows';
import { ticksOf } from '../../src/layout/session-tree/ticks';
import type { Trace } from '../../src/model/episode';
import type { Json } from '../../src/model/json';
import { readRecord } from '../../src/reading/record';
import { traceSessionsOf } from '../../src/worker/episode/session-tree';
import { twelveAgents } from '../samples/agent-run';
import { deepRun, threeLevels } from '../samples/session-run';
import { a, trace } from '../samples/trace-builder';

function traceFrom(value: Json): Trace {
  const reading = readRecord(value, { line: 1, byte: 0, metadata: null });
  const found = reading.kind === 'episode' ? reading.episode.traces[0] : undefined;
  if (found === undefined) throw new Error('no trace');
  return found;
}

function treeOf(value: Json): SessionTree {
  return traceSessionsOf(traceFrom(value)).tree;
}

function scaleOf(tree: SessionTree, width: number) {
  const range = rangeOf(tree);
  if (range === null) throw new Error('nothing has a place');
  return { ...range, width };
}

/** `sub 1 returned`: the made run in a line an agent. */
function drawn({ agents }: SessionTree): string[] {
  return agents.label.map((label, agent) => `${label} ${ENDING_CODES[agents.ending[agent] ?? 0]}`);
}

const THREE = treeOf(threeLevels());
const DEEP = treeOf(deepRun(500));

describe('the made run of three levels', () => {
  it('ends as it was made', () => {
    expect(drawn(THREE)).toEqual([
      'root root',
      'sub 1 returned',
      'sub 2 cancelled',
      'sub 2.1 returned',
      'sub 2.2 cancelled_above',
      'sub 2.2.1 cancelled_above',
      'sub 3 failed',
      'sub 4 returned',
    ]);
    const { agents, deliveries } = THREE;
    expect([agents.contexts[1], agents.accepted[1], agents.superseded[1]]).toEqual([2, 1, 1]);
    expect(deliveries.turnsBetween[agents.deliveries[1] ?? 0]).toBe(3);
    expect(agents.failed[6]).toBe(3);
    expect(agents.title[3]).toBe('Crew lists of the northern line.');
  });

  it('says less where the calls name no sessions: the failure is nobody’s', () => {
    const { tree, facts } = traceSessionsOf(traceFrom(threeLevels(false)));
    expect(drawn(tree)).toContain('sub 3 no_return');
    expect(facts.loose).toBe(3);
  });

  it('knows the limits and what left no call', () => {
    const { facts } = traceSessionsOf(traceFrom(threeLevels()));
    expect(facts).toMatchObject({
      limits: { depth: 3, concurrent: 6, calls: 64, started: 8 },
      missingChildren: 1,
      countedSessions: 8,
      deepest: 3,
      peak: 5,
    });
  });
});

it('lists every agent of a run whose links lead round in a circle', () => {
  const tree = treeOf(twelveAgents(true));
  const rows = treeRows(tree.agents, () => true, null);
  expect([...rows.agent].toSorted((x, y) => x - y)).toEqual(Array.from(tree.agents.parent, (_, at) => at));
  expect(waysIn(tree, rows, scaleOf(tree, 500), 0, rows.count).length).toBeGreaterThan(20);
});

describe('rows', () => {
  it('hold every agent once, parents before children, in spawn order', () => {
    const rows = treeRows(DEEP.agents, () => true, null);
    expect(rows.count).toBe(500);
    expect(Math.max(...DEEP.agents.depth)).toBe(8);
    expect([...rows.agent]).toEqual(Array.from({ length: 500 }, (_, agent) => agent));
  });

  it('leave out what is folded', () => {
    const rows = treeRows(THREE.agents, (agent) => agent !== 2, null);
    expect(Array.from(rows.agent, (agent) => THREE.agents.label[agent])).toEqual([
      'root',
      'sub 1',
      'sub 2',
      'sub 3',
      'sub 4',
    ]);
    expect(rows.rowOf[4]).toBe(-1);
    expect([...rows.siblings].slice(0, 3)).toEqual([1, 4, 4]);
  });

  it.each(SORT_KEYS)('sort siblings by %s, missing ones last both ways', (key) => {
    const { agents } = treeOf(twelveAgents());
    for (const descending of [false, true]) {
      const rows = treeRows(agents, () => true, { key, descending });
      expect([...rows.agent].toSorted((x, y) => x - y)).toEqual(
        Array.from(agents.parent, (_, agent) => agent),
      );
      const children = [...rows.agent].filter((agent) => agents.parent[agent] === 0);
      if (key === 'title') continue;
      const figures = children.map((agent) => figureOf(agents, key, agent));
      const known = figures.filter((figure) => !Number.isNaN(figure));
      expect(figures.slice(0, known.length)).toEqual(known);
      expect(known).toEqual(known.toSorted((x, y) => (descending ? y - x : x - y)));
    }
  });

  it('name the agents above one, nearest first', () => {
    expect(above(THREE.agents, 5)).toEqual([4, 2, 0]);
  });
});

describe('lanes', () => {
  it('draw no more bars than there is room for, and lose no call', () => {
    for (const width of [60, 240, 900]) {
      const scale = scaleOf(DEEP, width);
      for (let agent = 0; agent < DEEP.agents.count; agent += 1) {
        const { bars, span } = laneOf(DEEP, agent, scale);
        const calls = (DEEP.agents.bars[agent + 1] ?? 0) - (DEEP.agents.bars[agent] ?? 0);
        expect(bars.reduce((sum, bar) => sum + bar.calls, 0)).toBe(calls);
        expect(span?.x ?? 0).toBeGreaterThanOrEqual(0);
        for (const { x, width: wide } of bars) expect(x + wide).toBeLessThanOrEqual(width + 2);
      }
    }
  });

  it('mark where a context begins', () => {
    expect(laneOf(THREE, 1, scaleOf(THREE, 600)).contexts).toHaveLength(1);
    expect(laneOf(THREE, 2, scaleOf(THREE, 600)).contexts).toHaveLength(0);
  });

  it('lead from where an agent was sent off to where its result was taken up', () => {
    const rows = treeRows(THREE.agents, () => true, null);
    const ways = waysIn(THREE, rows, scaleOf(THREE, 600), 0, rows.count);
    const drawnWays = ways.map(({ kind, fromRow, toRow, late }) => `${kind} ${fromRow}→${toRow} ${late}`);
    expect(drawnWays).toEqual([
      'spawn 0→1 0',
      'return 1→0 3',
      'spawn 0→2 0',
      'cancel 0→2 0',
      'spawn 2→3 0',
      'return 3→2 0',
      'spawn 2→4 0',
      'spawn 4→5 0',
      'spawn 0→6 0',
      'spawn 0→7 0',
      'return 7→0 0',
    ]);
  });

  it('are bounded, whatever passes by', () => {
    const rows = treeRows(DEEP.agents, () => true, null);
    const ways = waysIn(DEEP, rows, scaleOf(DEEP, 600), 240, 260);
    expect(ways.length).toBeLessThan(60);
    expect(ways.filter(({ stub, fromRow, toRow }) => !stub && Math.abs(fromRow - toRow) > 3)).toEqual([]);
    for (const { fromRow, toRow } of ways) {
      expect(Math.min(fromRow, toRow)).toBeLessThan(260);
      expect(Math.max(fromRow, toRow)).toBeGreaterThanOrEqual(240);
    }
  });

  it('are those of the agents on the screen, and of the selected one whole', () => {
    const rows = treeRows(DEEP.agents, () => true, null);
    const agent = rows.agent[250] ?? -1;
    const ways = waysIn(DEEP, rows, scaleOf(DEEP, 600), 240, 260, agent);
    for (const way of ways) {
      const row = rows.rowOf[way.agent] ?? -1;
      expect(row >= 240 && row < 260).toBe(true);
    }
    const own = ways.filter((way) => way.agent === agent);
    expect(own.map(({ kind, stub }) => `${kind} ${stub}`)).toEqual(['spawn false', 'return false']);
  });

  it('are in the order of calls where there are no times', () => {
    const untimed = treeOf(trace({ nodes: [a('one'), a('two')] }));
    expect(untimed.axis).toBe('order');
    expect(laneOf(untimed, 0, scaleOf(untimed, 100)).bars.map(({ x, width }) => [x, width])).toEqual([
      [0, 50],
      [50, 50],
    ]);
  });

  it('have round moments far enough apart', () => {
    for (const seconds of [0.2, 3, 59, 700, 9000, 400_000]) {
      const ticks = ticksOf({ from: 100, until: 100 + seconds, width: 400 }, 60);
      expect(ticks[0]).toEqual({ x: 0, seconds: 0 });
      for (const [at, { x }] of ticks.entries()) {
        if (at > 0) expect(x - (ticks[at - 1]?.x ?? 0)).toBeGreaterThanOrEqual(59);
        expect(x).toBeLessThanOrEqual(401);
      }
    }
  });
});

describe('how many at once', () => {
  it('is a staircase without gaps, with the peak that was counted', () => {
    for (const tree of [THREE, DEEP]) {
      const range = rangeOf(tree);
      if (range === null) throw new Error('no range');
      const found = concurrencyOf(tree, range);
      expect(found?.steps[0]?.from).toBe(range.from);
      expect(found?.steps.at(-1)?.until).toBe(range.until);
      found?.steps.forEach(({ from }, at) => {
        if (at > 0) expect(from).toBe(found.steps[at - 1]?.until);
      });
      expect(Math.max(...(found?.steps.map(({ count }) => count) ?? []))).toBe(found?.peak);
    }
  });

  it('is nothing to say about one agent', () => {
    const alone = treeOf(trace({ nodes: [a('one')], calls: [{ node: 0, time: { start: 1, end: 3 } }] }));
    expect(concurrencyOf(alone, { from: 1, until: 3 })).toBeNull();
  });
});

function agentsWith(parents: readonly number[], tokens: readonly number[]): AgentColumns {
  const base = THREE.agents;
  const zero = new Float64Array(parents.length);
  const depth = new Int32Array(parents.length);
  parents.forEach((parent, agent) => (depth[agent] = parent < 0 ? 0 : (depth[parent] ?? 0) + 1));
  return {
    ...base,
    count: parents.length,
    parent: Int32Array.from(parents),
    depth,
    own: { ...base.own, input: Float64Array.from(tokens), output: zero },
  };
}

describe('cells', () => {
  const trees = fc.integer({ min: 1, max: 30 }).chain((size) =>
    fc.record({
      parents: fc.tuple(...Array.from({ length: size }, (_, at) => fc.integer({ min: -1, max: at - 1 }))),
      tokens: fc.array(fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constant(Number.NaN)), {
        minLength: size,
        maxLength: size,
      }),
    }),
  );

  it('lie inside their parent, beside their siblings, each as wide as its part', () => {
    fc.assert(
      fc.property(trees, ({ parents, tokens }) => {
        const agents = agentsWith(parents, tokens);
        const { left, right, total, subtree } = icicleOf(agents, 'tokens');
        expect(total).toBe(tokens.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0));
        const ends = new Map<number, number>();
        for (let agent = 0; agent < agents.count; agent += 1) {
          const parent = parents[agent] ?? -1;
          const width = (right[agent] ?? 0) - (left[agent] ?? 0);
          expect(width).toBeCloseTo(total === 0 ? 0 : (subtree[agent] ?? 0) / total, 9);
          expect(left[agent]).toBeGreaterThanOrEqual(ends.get(parent) ?? 0);
          if (parent >= 0) {
            expect(left[agent]).toBeGreaterThanOrEqual(left[parent] ?? 0);
            expect(right[agent]).toBeLessThanOrEqual((right[parent] ?? 0) + 1e-12);
          }
          ends.set(parent, right[agent] ?? 0);
        }
      }),
    );
  });

  it.each(MEASURES)('of 500 agents add up, by %s', (measure) => {
    const cells = icicleOf(DEEP.agents, measure);
    expect(cells.levels).toBe(9);
    expect(cells.right[0]).toBeCloseTo(1, 9);
    expect(cells.subtree[0]).toBeCloseTo(cells.total, 6);
  });

  it('of a chain of 100,000 agents', () => {
    const parents = Array.from({ length: 100_000 }, (_, at) => at - 1);
    const { levels, right } = icicleOf(
      agentsWith(
        parents,
        parents.map(() => 1),
      ),
      'tokens',
    );
    expect([levels, right[0]]).toEqual([100_000, 1]);
  });
});
