/** Graph and branches: the format's vectors, hostile shapes, and properties over any graph. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchesOf, pathOf } from '../../src/analysis/branches';
import { childrenOf, graphOf } from '../../src/analysis/graph';
import type { Trace } from '../../src/model/episode';
import { nodeIndex } from '../../src/model/ids';
import { a, link, shape, trace, u } from './build';

const paths = (given: Trace) => branchesOf(given).map(({ leaf }) => pathOf(given, leaf));

describe('branches', () => {
  const few = { role: 'assistant', text: 'few-shot', parent: 0 };
  const cases = [
    {
      name: 'a fork (12)',
      of: trace({ nodes: [u('q'), a('a1', 0), a('a2', 0)] }),
      is: [
        [0, 1],
        [0, 2],
      ],
    },
    {
      name: 'a root beside a chain (13)',
      of: trace({ nodes: [u('0'), a('1', 0), u('root'), u('3', 1), a('4', 3)] }),
      is: [[2], [0, 1, 3, 4]],
    },
    {
      name: 'a supplied reply (14)',
      of: trace({ nodes: [u('q'), few, u('2', 1), a('3', 2)] }),
      is: [[0, 1, 2, 3]],
    },
    { name: 'no nodes (15)', of: trace(), is: [] },
    { name: 'a pair of parents of each other (20)', of: shape([1, 0]), is: [] },
    { name: 'its own parent', of: shape([0]), is: [] },
    { name: 'a cycle beside a chain', of: shape([2, 0, 1, null, 3]), is: [[3, 4]] },
    {
      name: 'leaves hanging on a cycle',
      of: shape([2, 0, 1, 0, 1]),
      is: [
        [1, 2, 0, 3],
        [2, 0, 1, 4],
      ],
    },
    { name: 'a parent that comes later', of: shape([2, 0, null]), is: [[2, 0, 1]] },
    { name: 'three roots', of: shape([null, null, null]), is: [[0], [1], [2]] },
  ];
  it.each(cases)('$name', ({ of, is }) => {
    expect(paths(of)).toEqual(is);
    expect(branchesOf(of).map(({ length, root }) => ({ length, root }))).toEqual(
      is.map((path) => ({ length: path.length, root: path[0] })),
    );
  });

  it('say where they leave the others', () => {
    const forks = (of: Trace) => branchesOf(of).map(({ forkedAt }) => forkedAt);
    expect(forks(shape([null, 0, 0, 1, 1, 4]))).toEqual([0, 1, 1]);
    expect(forks(shape([null, null, 1]))).toEqual([null, null]);
    expect(forks(shape([1, 0, 0]))).toEqual([null]);
    expect(forks(shape([1, 0, 0, 1]))).toEqual([0, 1]);
  });

  it('count roots and cycles', () => {
    expect(graphOf(shape([1, 0])).roots).toEqual([]);
    expect(graphOf(shape([2, 0, 1, null, 5, 4])).cycles).toEqual([
      [0, 1, 2],
      [4, 5],
    ]);
    expect(childrenOf(graphOf(shape([null, 0, 0])), nodeIndex(0))).toEqual([1, 2]);
  });
});

describe('compaction attempts (48)', () => {
  const tried = [link(1, 'compaction_attempt')];
  const nodes = (resumed: ReturnType<typeof link>[]) =>
    trace({
      nodes: [
        u('0'),
        a('1', 0),
        u('2', 1),
        a('bad', 2, tried),
        a('ok', 2, tried),
        u('5', 0),
        a('6', 5, resumed),
      ],
    });
  const facts = (of: Trace) => branchesOf(of).map(({ trainable, attempt }) => [trainable, attempt]);
  const cases = [
    { name: 'none accepted', resumed: [], second: [false, 'rejected'] },
    { name: 'one accepted', resumed: [link(4, 'compaction')], second: [true, 'accepted'] },
    {
      name: 'accepted by a link out of range',
      resumed: [link(44, 'compaction')],
      second: [false, 'rejected'],
    },
    { name: 'accepted by text', resumed: [link('4', 'compaction')], second: [false, 'rejected'] },
    {
      name: 'accepted twice',
      resumed: [link(4, 'compaction'), link(4, 'compaction')],
      second: [true, 'accepted'],
    },
    { name: 'another label', resumed: [link(4, 'compaction ')], second: [false, 'rejected'] },
  ];
  it.each(cases)('$name', ({ resumed, second }) => {
    expect(facts(nodes(resumed))).toEqual([[false, 'rejected'], second, [true, null]]);
  });
  it('a link to itself accepts nothing', () => {
    const own = trace({ nodes: [u('0'), a('1', 0, [link(0, 'compaction_attempt'), link(1, 'compaction')])] });
    expect(facts(own)).toEqual([[false, 'rejected']]);
  });
});

describe('any graph', () => {
  const parents = fc
    .integer({ min: 0, max: 40 })
    .chain((size) =>
      fc.array(fc.option(fc.nat(Math.max(0, size - 1))), { minLength: size, maxLength: size }),
    );

  /** As the format words it: walk up from each node that is nobody's parent, stop at a node seen before. */
  function naive(given: readonly (number | null)[]): number[][] {
    const having = new Set(given.filter((parent) => parent !== null));
    return given.flatMap((_, leaf) => {
      if (having.has(leaf)) return [];
      const path: number[] = [];
      for (let at: number | null = leaf; at !== null && !path.includes(at); at = given[at] ?? null)
        path.unshift(at);
      return [path];
    });
  }

  it('has the branches of the plain definition', () => {
    fc.assert(
      fc.property(parents, (given) => {
        const of = shape(given);
        const branches = branchesOf(of);
        const wanted = naive(given);
        expect(paths(of)).toEqual(wanted);
        expect(branches.map(({ length }) => length)).toEqual(wanted.map((path) => path.length));
        expect(branches.map(({ root }) => root)).toEqual(wanted.map((path) => path[0]));
        expect(branches.map(({ index }) => index)).toEqual(wanted.map((_, index) => index));
        expect(branches.map(({ forkedAt }) => forkedAt)).toEqual(
          wanted.map((path, own) => {
            const others = new Set(wanted.filter((_, other) => other !== own).flat());
            return path.findLast((node) => others.has(node)) ?? null;
          }),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('orders every node once, parents first outside cycles', () => {
    fc.assert(
      fc.property(parents, (given) => {
        const { order, cycles } = graphOf(shape(given));
        expect([...order].sort((left, right) => left - right)).toEqual(given.map((_, node) => node));
        const cyclic = new Set<number>(cycles.flat());
        const at = new Map([...order].map((node, position) => [node, position]));
        given.forEach((parent, node) => {
          if (parent !== null && !cyclic.has(node)) expect(at.get(parent)).toBeLessThan(at.get(node) ?? -1);
        });
        for (const cycle of cycles) {
          cycle.forEach((node, position) => {
            expect(given[node]).toBe(cycle.at(position - 1));
          });
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('large graphs', () => {
  const chain = (size: number) =>
    shape(Array.from({ length: size }, (_, node) => (node === 0 ? null : node - 1)));
  it('one chain of 120,000 nodes', () => {
    expect(branchesOf(chain(120_000))).toMatchObject([
      { leaf: 119_999, length: 120_000, root: 0, forkedAt: null },
    ]);
  });
  it('one root with 100,000 children', () => {
    const star = shape(Array.from({ length: 100_001 }, (_, node) => (node === 0 ? null : 0)));
    expect(branchesOf(star).length).toBe(100_000);
    expect(branchesOf(star).at(-1)).toMatchObject({ index: 99_999, length: 2, forkedAt: 0 });
  });
  it('one cycle of 60,000 nodes with as many leaves, backwards', () => {
    const size = 60_000;
    const of = shape(
      Array.from({ length: 2 * size }, (_, node) => (node < size ? (node + 1) % size : node - size)),
    );
    const branches = branchesOf(of);
    expect(branches.length).toBe(size);
    expect(branches[0]).toMatchObject({ leaf: size, root: size - 1, length: size + 1 });
  });
});
