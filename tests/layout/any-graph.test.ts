/** The picture of calls comes to an end on any graph that a file can hold, and every call is in it once. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layoutCalls, orderCalls } from '../../src/layout/call-graph/call-graph';
import type { OpenFolds } from '../../src/layout/call-graph/items';
import type { Trace } from '../../src/model/episode';
import type { Json, JsonObject } from '../../src/model/json';
import { readRecord } from '../../src/reading/record';
import { traceGraphOf } from '../../src/worker/episode/call-graph';
import { a, link, request, trace, u } from '../samples/trace-builder';

function read(value: Json): Trace {
  const reading = readRecord(value, { line: 1, byte: 0, metadata: null });
  const found = reading.kind === 'episode' ? reading.episode.traces[0] : undefined;
  if (found === undefined) throw new Error('no trace');
  return found;
}

function expectWhole(value: Json, orders: readonly ('causal' | 'time')[], folds: readonly OpenFolds[]): void {
  const { calls } = traceGraphOf(read(value));
  const ordered = orderCalls(calls);
  expect(new Set(ordered.order).size).toBe(calls.calls.count);
  for (const order of orders) {
    for (const open of folds) {
      const { items, y, lanes, routes } = layoutCalls(ordered, order, open);
      expect(items.members.length).toBe(calls.calls.count);
      for (const numbers of [y, lanes.x, routes.points]) expect(numbers.every(Number.isFinite)).toBe(true);
    }
  }
}

const index = fc.integer({ min: -2, max: 14 });
/** Sound and unsound: itself, forward, in circles, out of range, no number at all. */
const anyParent: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: index },
  { weight: 1, arbitrary: fc.constantFrom(null, 1.5, '3', {}, 2 ** 53) },
);
const NO_LINKS: readonly Json[] = [null, 7, [], { node: '1', type: 'x' }, { node: 0, type: 'no label' }];
const anyLink: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        index,
        fc.constantFrom('continuation', 'subagent_call', 'subagent_return', 'compaction', 'vendor:review'),
      )
      .map(([source, type]) => link(source, type)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...NO_LINKS),
  },
);
const anyNode = fc.record({
  parent: anyParent,
  links: fc.array(anyLink, { maxLength: 3 }),
  sampled: fc.boolean(),
  start: fc.option(fc.integer({ min: 0, max: 50 })),
  request: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5', 'r6'),
});

it('whatever parents, links, calls and times say', () => {
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 12 }), (drawn) => {
      const nodes = drawn.map(({ parent, links, sampled }) =>
        sampled ? a('x', { parent, semantic_parents: links }) : u('x', { parent, semantic_parents: links }),
      );
      const calls = drawn.flatMap(({ request: id, start }, at) =>
        at % 5 === 4 ? [] : [request(at, id, start === null ? {} : { time: { start, end: start + 2 } })],
      );
      expectWhole(trace({ nodes, calls }), ['causal', 'time'], [new Set(), 'all']);
    }),
    { numRuns: 400 },
  );
});

const SIZE = 120_000;

/** Every node a call; `links` by node. */
function large(
  linksOf: (node: number) => readonly Json[],
  parentOf: (node: number) => number | null,
): JsonObject {
  const nodes = Array.from({ length: SIZE }, (_, node) =>
    a('x', { parent: parentOf(node), semantic_parents: linksOf(node) }),
  );
  return trace({ nodes, calls: nodes.map((_, node) => request(node, `r${node}`)) });
}

const shapes: readonly { readonly name: string; readonly value: () => JsonObject }[] = [
  {
    name: 'one chain',
    value: () =>
      large(
        (node) => (node === 0 ? [] : [link(node - 1, 'continuation')]),
        (node) => (node === 0 ? null : node - 1),
      ),
  },
  {
    name: 'one circle of links among roots',
    value: () =>
      large(
        (node) => [link((node + SIZE - 1) % SIZE, 'agent_message')],
        () => null,
      ),
  },
  {
    name: 'one call that sent off all others, each of which returned',
    value: () =>
      large(
        (node) =>
          node === 0
            ? []
            : node === SIZE - 1
              ? Array.from({ length: 1000 }, (_, from) => link(from + 1, 'subagent_return'))
              : [link(0, 'subagent_call')],
        () => null,
      ),
  },
];

it.each(shapes)('of 120,000 calls: $name', { timeout: 120_000 }, ({ value }) => {
  expectWhole(value(), ['causal'], [new Set()]);
});
