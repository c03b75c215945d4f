/** Tool calls and results: ids that repeat, forks, lost ids, orphans, and sizes that must stay linear. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairTools } from '../../src/analysis/pairing';
import { nodeIndex } from '../../src/model/ids';
import type { NodeSketch } from './build';
import { tool, trace, u } from './build';

const asks = (parent: number | null, ...ids: string[]): NodeSketch => ({
  role: 'assistant',
  sampled: true,
  parent,
  calls: ids.map((id, position) => tool(id, `f${position}`)),
});
const answers = (parent: number, id?: string, name?: string): NodeSketch => ({
  role: 'tool',
  parent,
  ...(id === undefined ? {} : { answers: id }),
  ...(name === undefined ? {} : { name }),
});

describe('pairing', () => {
  const cases: { name: string; nodes: NodeSketch[]; is: Record<number, unknown> }[] = [
    {
      name: 'two calls of one message, answered in another order',
      nodes: [u('q'), asks(0, 'a', 'b'), answers(1, 'b'), answers(2, 'a')],
      is: { 2: [1, 1, 'id'], 3: [1, 0, 'id'] },
    },
    {
      name: 'an id used again in a later turn',
      nodes: [asks(null, 'call_0'), answers(0, 'call_0'), asks(1, 'call_0'), answers(2, 'call_0')],
      is: { 1: [0, 0, 'id'], 3: [2, 0, 'id'] },
    },
    {
      name: 'an unanswered call keeps no later result of its id',
      nodes: [asks(null, 'x'), asks(0, 'x'), answers(1, 'x')],
      is: { 2: [1, 0, 'id'] },
    },
    {
      name: 'a result on each branch of a fork',
      nodes: [asks(null, 'x'), answers(0, 'x'), answers(0, 'x')],
      is: { 1: [0, 0, 'id'], 2: [0, 0, 'id'] },
    },
    {
      name: 'calls of one branch are nothing to another',
      nodes: [u('q'), asks(0, 'x'), answers(1, 'x'), asks(0, 'y'), answers(3, 'x')],
      is: { 2: [1, 0, 'id'], 4: null },
    },
    {
      name: 'one id twice in a message',
      nodes: [asks(null, 'x', 'x'), answers(0, 'x'), answers(1, 'x'), answers(2, 'x')],
      is: { 1: [0, 0, 'id'], 2: [0, 1, 'id'], 3: [0, 1, 'id', 'repeated'] },
    },
    { name: 'an orphan', nodes: [u('q'), answers(0, 'x')], is: { 1: null } },
    { name: 'an orphan after a call', nodes: [asks(null, 'a'), answers(0, 'x')], is: { 1: null } },
    {
      name: 'results without ids, in order',
      nodes: [asks(null, 'a', 'b'), answers(0), answers(1), answers(2)],
      is: { 1: [0, 0, 'order'], 2: [0, 1, 'order'], 3: null },
    },
    {
      name: 'results without ids, by name first',
      nodes: [asks(null, 'a', 'b'), answers(0, '', 'f1'), answers(1, '', 'none')],
      is: { 1: [0, 1, 'order'], 2: [0, 0, 'order'] },
    },
    {
      name: 'calls without ids',
      nodes: [asks(null, '', ''), answers(0, 'a'), answers(1, 'b')],
      is: { 1: [0, 0, 'order'], 2: [0, 1, 'order'] },
    },
    {
      name: 'in a cycle, cut at its lowest node',
      nodes: [asks(1, 'x'), answers(0, 'x'), answers(1, 'x')],
      is: { 1: [0, 0, 'id'], 2: [0, 0, 'id', 'repeated'] },
    },
    {
      name: 'a call that comes later in the list',
      nodes: [answers(1, 'x'), asks(null, 'x')],
      is: { 0: [1, 0, 'id'] },
    },
  ];
  it.each(cases)('$name', ({ nodes, is }) => {
    const pairs = pairTools(trace({ nodes }));
    for (const [node, wanted] of Object.entries(is)) {
      const answer = pairs.callOf(nodeIndex(Number(node)));
      const { node: call, position, basis, repeated } = answer ?? {};
      expect(
        answer === null ? null : [call, position, basis, ...(repeated === true ? ['repeated'] : [])],
      ).toEqual(wanted);
    }
    expect(pairs.orphans).toEqual(
      Object.keys(is)
        .map(Number)
        .filter((node) => is[node] === null),
    );
  });

  it('lists the results of a call on all branches', () => {
    const pairs = pairTools(
      trace({ nodes: [asks(null, 'x', 'y'), answers(0, 'x'), answers(0, 'x'), answers(0, 'y')] }),
    );
    expect(pairs.resultsOf(nodeIndex(0), 0)).toEqual([1, 2]);
    expect(pairs.resultsOf(nodeIndex(0), 1)).toEqual([3]);
    expect(pairs.resultsOf(nodeIndex(1), 0)).toEqual([]);
  });

  it('answers as a walk up each path does', () => {
    const size = 14;
    const node = fc.record({
      parent: fc.option(fc.nat(size - 1)),
      asks: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
      answers: fc.option(fc.constantFrom('a', 'b', 'c')),
    });
    fc.assert(
      fc.property(fc.array(node, { minLength: size, maxLength: size }), (made) => {
        // Parents before children: what a cycle answers is a matter of where it is cut.
        const parents = made.map(({ parent }, index) => (parent !== null && parent < index ? parent : null));
        const pairs = pairTools(
          trace({
            nodes: made.map((one, index) =>
              one.answers === null
                ? asks(parents[index] ?? null, ...one.asks)
                : { role: 'tool', parent: parents[index] ?? null, answers: one.answers },
            ),
          }),
        );
        made.forEach((one, index) => {
          if (one.answers === null) return;
          const above: number[] = [];
          for (let at = parents[index] ?? null; at !== null; at = parents[at] ?? null) above.push(at);
          const { answers: id } = one;
          const nearest = above.find((at) => made[at]?.answers === null && made[at].asks.includes(id));
          expect(pairs.callOf(nodeIndex(index))?.node ?? null).toBe(nearest ?? null);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('is linear: 60,000 calls and answers in a chain, orphans, and a message of 50,000 calls', () => {
    const size = 60_000;
    const chain = Array.from({ length: size }, (_, at) =>
      at % 2 === 0 ? asks(at === 0 ? null : at - 1, 'call_0') : answers(at - 1, 'call_0'),
    );
    expect(pairTools(trace({ nodes: chain })).orphans).toEqual([]);
    const lost = Array.from({ length: size }, (_, at) => (at === 0 ? u('q') : answers(at - 1, `x${at}`)));
    expect(pairTools(trace({ nodes: lost })).orphans).toHaveLength(size - 1);
    const ids = Array.from({ length: 50_000 }, (_, at) => `c${at}`);
    const wide = [asks(null, ...ids), ...ids.map((_, at) => answers(at))];
    expect(pairTools(trace({ nodes: wide })).orphans).toEqual([]);
  });
});
