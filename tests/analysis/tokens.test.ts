/** Token counts against the format's vectors, a plain quadratic definition over any graph, and sizes that must stay linear. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchesOf, pathOf } from '../../src/analysis/branches';
import { branchTokens, traceTokens } from '../../src/analysis/tokens';
import { aggregateUsage, traceUsage } from '../../src/analysis/usage';
import type { Trace, Usage } from '../../src/model/episode';
import type { CallSketch } from './build';
import { a, shape, trace, u, usage } from './build';

const chain = [u('0'), a('1', 0), u('2', 1), a('3', 2)];
const fork = [...chain.slice(0, 4), u('4', 1), a('5', 4)];
const on = (node: number, ...counts: [number, number, number?]): CallSketch => ({ node, usage: counts });

describe('tokens of a trace', () => {
  const cases = [
    { name: 'two turns (21)', nodes: chain, calls: [on(1, 10, 5), on(3, 20, 3)], is: [15, 8, 23] },
    {
      name: 'a shorter second prompt (22)',
      nodes: chain,
      calls: [on(1, 10, 5), on(3, 12, 3)],
      is: [10, 8, 15],
    },
    {
      name: 'cached tokens are input (23)',
      nodes: chain,
      calls: [on(1, 10, 5), on(3, 4, 3, 15)],
      is: [14, 8, 22],
    },
    {
      name: 'a fork counts output and total twice (24)',
      nodes: fork,
      calls: [on(1, 10, 5), on(3, 20, 3), on(5, 18, 4)],
      is: [18, 17, 45],
    },
    {
      name: 'of two calls on a node the later',
      nodes: chain,
      calls: [on(1, 99, 99), on(1, 10, 5)],
      is: [10, 5, 15],
    },
    {
      name: 'the later also without usage',
      nodes: chain,
      calls: [on(1, 99, 99), { node: 1 }],
      is: [0, 0, 0],
    },
    {
      name: 'a call without a node is on no branch',
      nodes: chain,
      calls: [{ usage: [7, 7] as const }],
      is: [0, 0, 0],
    },
    { name: 'calls recorded, none there', nodes: [{ tokens: { ids: [1, 2] } }], calls: [], is: [0, 0, 0] },
    {
      name: 'no calls: token arrays, each node once',
      nodes: [
        { tokens: { ids: [1, 2], mask: [false, false] } },
        { parent: 0, tokens: { ids: [3, 4, 5], mask: [false, true, true] } },
        { parent: 0, tokens: { ids: [6], mask: [true] } },
      ],
      is: [3, 3, 6],
    },
    { name: 'neither calls nor arrays', nodes: chain, is: [0, 0, 0] },
  ];
  it.each(cases)('$name', ({ is, nodes, calls }) => {
    const [input, output, total] = is;
    expect(traceTokens(trace({ nodes, ...(calls === undefined ? {} : { calls }) }))).toEqual({
      input,
      output,
      total,
    });
  });

  it('usage made from nodes counts though the file has no calls', () => {
    const of = trace({ nodes: chain, calls: [on(1, 10, 5)], callsRecorded: false });
    expect(traceTokens(of)).toEqual({ input: 10, output: 5, total: 15 });
  });

  it('bills each call once, with or without a node (21, 23, 24)', () => {
    const calls = [on(1, 10, 5), on(3, 20, 3), on(5, 18, 4), { usage: [2, 0] as const }];
    expect(traceUsage(trace({ nodes: fork, calls }))).toEqual(usage(50, 12));
    expect(
      traceUsage(trace({ nodes: chain, calls: [on(1, 10, 5), on(3, 4, 3, 15)] }))?.cachedInputTokens,
    ).toBe(15);
  });

  it('aggregates (25)', () => {
    const both = [usage(1, 2), usage(3, 4, { cachedInputTokens: 0, cost: 0.5 })];
    expect(aggregateUsage(both)).toEqual(usage(4, 6, { cachedInputTokens: 0, cost: 0.5 }));
    expect(aggregateUsage([])).toBeNull();
  });
});

/** Branch by branch along the whole path, as the format words it. */
function plainly(of: Trace) {
  const counted = new Set<number>();
  const sum = { input: 0, output: 0, total: 0 };
  const branches = branchesOf(of).map(({ leaf }) => {
    const own = { input: 0, output: 0, total: 0 };
    let previous = 0;
    for (const node of pathOf(of, leaf)) {
      const call = of.calls.findLastIndex((candidate) => candidate.node === node);
      const used: Usage | null = of.calls[call]?.usage ?? null;
      if (used === null) continue;
      const input = used.promptTokens + (used.cachedInputTokens ?? 0);
      const grown = Math.max(0, input - previous);
      previous = input + used.completionTokens;
      own.input += grown;
      own.output += used.completionTokens;
      own.total = previous;
      if (!counted.has(call)) sum.input += grown;
      counted.add(call);
    }
    sum.output += own.output;
    sum.total += own.total;
    return own;
  });
  return { branches, sum };
}

describe('any graph and any calls', () => {
  const size = 12;
  const parents = fc.array(fc.option(fc.nat(size - 1)), { minLength: size, maxLength: size });
  const calls = fc.array(
    fc.record({
      node: fc.nat(size - 1),
      usage: fc.option(fc.tuple(fc.nat(50), fc.nat(20), fc.option(fc.nat(30), { nil: undefined })), {
        nil: undefined,
      }),
    }),
    { maxLength: 20 },
  );

  it('counts as the plain definition, cycles included', () => {
    fc.assert(
      fc.property(parents, calls, (given, made) => {
        const of = trace({
          nodes: given.map((parent, node) => a(String(node), parent)),
          calls: made.map(({ node, usage: used }) => ({
            node,
            ...(used === undefined
              ? {}
              : { usage: usage(used[0], used[1], { cachedInputTokens: used[2] ?? null }) }),
          })),
        });
        const wanted = plainly(of);
        expect(branchTokens(of)).toEqual(wanted.branches);
        expect(traceTokens(of)).toEqual(wanted.sum);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('large traces', () => {
  it('1,000 branches over a trunk of 100,000 nodes', () => {
    const trunk = 100_000;
    const parents = Array.from({ length: trunk + 1_000 }, (_, node) =>
      node === 0 ? null : node < trunk ? node - 1 : trunk - 1,
    );
    const of = trace({
      nodes: shape(parents).nodes.map(({ parent }, node) => a(String(node), parent)),
      calls: parents.map((_, node) => on(node, node * 2, 1)),
    });
    expect(traceTokens(of).output).toBe(1_000 * (trunk + 1));
    // Each call but the first sees one token more than the one above it left.
    expect(branchTokens(of)[0]?.input).toBe(trunk);
  });
});
