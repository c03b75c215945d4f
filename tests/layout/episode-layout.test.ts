/** The shapes behind the transcript: branches as a tree, rows with calls and results, the map of the forks, phases. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchTree, pathTo } from '../../src/layout/branch-tree';
import { forkMap } from '../../src/layout/fork-map';
import { phaseLine } from '../../src/layout/phases';
import { ScrollSpace, PHYSICAL_LIMIT } from '../../src/layout/scroll-space';
import { transcriptRows } from '../../src/layout/transcript-rows';

function leavesOf(parent: readonly number[]): Int32Array {
  const inner = new Set(parent);
  return Int32Array.from(parent.keys()).filter((node) => !inner.has(node));
}

/** Parents of any kind: forests, forward links, cycles. */
const anyParents = fc
  .integer({ min: 1, max: 30 })
  .chain((count) =>
    fc.array(fc.integer({ min: -1, max: count - 1 }), { minLength: count, maxLength: count }),
  );

describe('branchTree', () => {
  it('gives every node of a branch to the first branch that holds it', () => {
    fc.assert(
      fc.property(anyParents, (parents) => {
        const parent = Int32Array.from(parents);
        const leaves = leavesOf(parents);
        const { owner, fork, from, depth } = branchTree(parent, leaves);
        const paths = [...leaves].map((leaf) => pathTo(parent, leaf));
        parents.forEach((_, node) => {
          expect(owner[node]).toBe(paths.findIndex((path) => path.includes(node)));
        });
        paths.forEach((path, branch) => {
          const shared = [...path].filter((node) => owner[node] !== branch);
          expect(fork[branch]).toBe(shared.at(-1) ?? -1);
          expect(from[branch]).toBe(shared.length === 0 ? -1 : owner[shared.at(-1) ?? 0]);
          for (const [at, node] of path.entries()) {
            if (owner[node] === branch && at > 0 && owner[path[at - 1] ?? 0] === branch) {
              expect(depth[node]).toBe((depth[path[at - 1] ?? 0] ?? 0) + 1);
            }
          }
        });
      }),
    );
  });

  it('walks 50,000 nodes in a row', () => {
    const parent = Int32Array.from({ length: 50_000 }, (_, node) => node - 1);
    expect(pathTo(parent, 49_999)).toHaveLength(50_000);
    expect(branchTree(parent, Int32Array.of(49_999)).depth[49_999]).toBe(49_999);
  });
});

interface Drawn {
  readonly calls?: number;
  readonly answers?: readonly [node: number, call: number];
}

function rowsFor(nodes: readonly Drawn[], sequence: readonly number[] = nodes.map((_, node) => node)) {
  const rows = transcriptRows(
    {
      toolCalls: Uint16Array.from(nodes, ({ calls = 0 }) => calls),
      answersNode: Int32Array.from(nodes, ({ answers }) => answers?.[0] ?? -1),
      answersCall: Int32Array.from(nodes, ({ answers }) => answers?.[1] ?? -1),
    },
    Int32Array.from(sequence),
  );
  return {
    rows,
    words: Array.from({ length: rows.count }, (_, row) => {
      const node = String(rows.node[row]);
      if (rows.call[row] === -1) return node;
      const result = rows.result[row] === -1 ? '?' : String(rows.result[row]);
      return `${node}.${rows.call[row]}→${result}${rows.later[row] === -1 ? '' : ` later ${rows.later[row]}`}`;
    }),
  };
}

describe('transcriptRows', () => {
  it.each([
    { name: 'plain messages', nodes: [{}, {}, {}], words: ['0', '1', '2'] },
    {
      name: 'a call and its result',
      nodes: [{ calls: 1 }, { answers: [0, 0] }, {}],
      words: ['0', '0.0→1', '2'],
    },
    {
      name: 'results in another order',
      nodes: [{ calls: 2 }, { answers: [0, 1] }, { answers: [0, 0] }],
      words: ['0', '0.0→2', '0.1→1'],
    },
    {
      name: 'a call without a result',
      nodes: [{ calls: 2 }, { answers: [0, 0] }],
      words: ['0', '0.0→1', '0.1→?'],
    },
    {
      name: 'a result that comes later',
      nodes: [{ calls: 1 }, {}, { answers: [0, 0] }],
      words: ['0', '0.0→? later 2', '1', '2'],
    },
    {
      name: 'two results of one call',
      nodes: [{ calls: 1 }, { answers: [0, 0] }, { answers: [0, 0] }],
      words: ['0', '0.0→1', '2'],
    },
    { name: 'a result that answers nothing', nodes: [{}, {}], words: ['0', '1'] },
    {
      name: 'only what is on the branch',
      nodes: [{ calls: 1 }, { answers: [0, 0] }, { answers: [0, 0] }, {}],
      sequence: [0, 2, 3],
      words: ['0', '0.0→2', '3'],
    },
  ] as const)('draws $name', ({ nodes, words, ...rest }) => {
    expect(rowsFor(nodes, 'sequence' in rest ? rest.sequence : undefined).words).toEqual(words);
  });

  it('gives every node one row, and finds it', () => {
    const drawn = fc.record({ calls: fc.nat(3), back: fc.nat(3), call: fc.nat(3), isResult: fc.boolean() });
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 25 }), (made) => {
        const nodes = made.map(({ calls, back, call, isResult }, at): Drawn => {
          const asked = at - 1 - back;
          const open = made[asked];
          return isResult && open !== undefined && call < open.calls && !open.isResult
            ? { answers: [asked, call] }
            : { calls: isResult ? 0 : calls };
        });
        const { rows } = rowsFor(nodes);
        const shown = [
          ...rows.node.filter((_, row) => rows.call[row] === -1),
          ...rows.result.filter((node) => node >= 0),
        ];
        expect([...shown].sort((a, b) => a - b)).toEqual(nodes.map((_, node) => node));
        nodes.forEach((_, node) => {
          const row = rows.rowOf(node);
          expect(rows.call[row] === -1 ? rows.node[row] : rows.result[row]).toBe(node);
        });
      }),
    );
  });
});

describe('forkMap', () => {
  it('draws each branch from its fork, inside its frame', () => {
    const parents = [-1, 0, 1, 1, 3, 0];
    const leaves = leavesOf(parents);
    const tree = branchTree(Int32Array.from(parents), leaves);
    const map = forkMap(tree, { leaf: leaves }, { width: 200, tallest: 100 });
    expect(map.lines).toHaveLength(3);
    expect(map.leftOut).toBe(0);
    for (const line of map.lines) {
      expect(line.from).toBeGreaterThanOrEqual(0);
      expect(line.to).toBeLessThanOrEqual(200);
      expect(line.y).toBeLessThanOrEqual(map.height);
      expect(line.path).toMatch(/^M[\d.]+,[\d.]+L/);
    }
    // Branch #1 leaves branch #0 at node #1, one step down.
    expect(map.lines[1]?.from).toBe(map.x(1));
  });

  it('draws as many as there is room for and says how many it left out', () => {
    const parent = new Int32Array(1001).fill(0);
    parent[0] = -1;
    const leaf = Int32Array.from({ length: 1000 }, (_, index) => index + 1);
    const map = forkMap(branchTree(parent, leaf), { leaf }, { width: 200, tallest: 220 });
    expect(map.lines.length + map.leftOut).toBe(1000);
    expect(map.height).toBeLessThanOrEqual(220);
  });
});

describe('phaseLine', () => {
  it('keeps gaps, and says what has no usable time', () => {
    const line = phaseLine([
      { name: 'boot', start: 10, end: 20 },
      { name: 'setup', start: 30, end: 25 },
      { name: 'agent', start: 40, end: 60 },
      { name: 'finalize', start: 60, end: null },
      { name: 'scoring', start: null, end: null },
    ]);
    expect(line.seconds).toBe(50);
    expect(line.bars).toEqual([
      { name: 'boot', seconds: 10, from: 0, width: 0.2 },
      { name: 'agent', seconds: 20, from: 0.6, width: 0.4 },
    ]);
    expect(line.without.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'setup backwards',
      'finalize open',
      'scoring unset',
    ]);
  });

  it('draws nothing for nothing', () => {
    expect(phaseLine([])).toEqual({ bars: [], seconds: 0, without: [] });
  });
});

describe('ScrollSpace', () => {
  it('is the plain position while all of it fits', () => {
    const space = new ScrollSpace();
    space.resize(10_000, 500);
    expect(space.scrolledTo(1234)).toBe(false);
    expect(space.top).toBe(1234);
    space.grownAbove(100);
    expect([space.top, space.shift]).toEqual([1334, 100]);
    expect(space.resting).toBe(1334);
  });

  it('reaches both ends of a space no element could have, in small steps and in one', () => {
    const space = new ScrollSpace();
    space.resize(60_000_000, 800);
    expect(space.physicalHeight).toBe(PHYSICAL_LIMIT);
    space.scrolledTo(PHYSICAL_LIMIT - 800);
    expect(space.top).toBe(60_000_000 - 800);
    space.moveTo(0);
    space.restedAt(space.resting);
    expect([space.top, space.shift]).toEqual([0, 0]);
    // Small movements are one to one, and the edge asks to be moved away from.
    space.moveTo(30_000_000);
    space.restedAt(space.resting);
    const before = space.top;
    space.scrolledTo(space.resting + 100);
    expect(space.top).toBeCloseTo(before + 100, 3);
  });

  it('asks for rest when the physical end comes before the virtual one', () => {
    const space = new ScrollSpace();
    space.resize(10_000, 500);
    space.moveTo(3000);
    space.restedAt(0);
    expect(space.scrolledTo(0)).toBe(true);
  });
});
