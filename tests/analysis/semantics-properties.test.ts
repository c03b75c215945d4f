/**
 * Edge sets on any graph: whole or not at all, idempotent, and for every edge what a plain walk over the ancestors says.
 * The walk is the rule as the format words it; ours decides the same without walking for each edge.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstClosingEdge } from '../../src/analysis/closing-edge';
import { applyEdgeSet } from '../../src/analysis/edge-application';
import { recordedLinks } from '../../src/analysis/recorded-links';
import { semanticReport } from '../../src/analysis/semantics';
import type { CyclePolicy, SemanticLink } from '../../src/analysis/semantic-types';
import type { DirectedEdge } from '../../src/analysis/strongly-connected';
import type { Trace } from '../../src/model/episode';
import { requestId } from '../../src/model/ids';
import type { Json } from '../../src/model/json';
import { a, link, trace } from './build';

const policies = fc.constantFrom<CyclePolicy>('refuse_cycles', 'allow_loops');

/** Whether following edges from `start` meets `goal`. */
function reaches(edges: readonly DirectedEdge[], start: number, goal: number): boolean {
  const seen = new Set<number>();
  const pending = [start];
  for (let vertex = pending.pop(); vertex !== undefined; vertex = pending.pop()) {
    if (vertex === goal) return true;
    if (seen.has(vertex)) continue;
    seen.add(vertex);
    for (const { from, to } of edges) if (from === vertex) pending.push(to);
  }
  return false;
}

function closingByWalking(graph: readonly DirectedEdge[], added: readonly DirectedEdge[]): number | null {
  const edges = [...graph];
  for (const [index, edge] of added.entries()) {
    if (reaches(edges, edge.to, edge.from)) return index;
    edges.push(edge);
  }
  return null;
}

const size = 8;
const vertex = fc.nat(size - 1);
const edge = fc.record({ from: vertex, to: vertex }).filter(({ from, to }) => from !== to);

describe('the first closing edge', () => {
  it('is the one that a walk for each edge finds', () => {
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 8 }), fc.array(edge, { maxLength: 12 }), (graph, added) => {
        expect(firstClosingEdge(size, graph, added)).toBe(closingByWalking(graph, added));
      }),
      { numRuns: 1000 },
    );
  });

  it('is found on 120,000 nodes among thousands of edges', () => {
    const nodes = 120_000;
    const graph = Array.from({ length: nodes - 1 }, (_, index) => ({ from: index >> 1, to: index + 1 }));
    const added = Array.from({ length: 5000 }, (_, index) => ({ from: index, to: nodes - 1 - index }));
    added.push({ from: nodes - 1, to: 0 }, { from: 0, to: 1 });
    const started = performance.now();
    expect(firstClosingEdge(nodes, graph, added)).toBe(5000);
    expect(firstClosingEdge(nodes, graph, added.slice(0, 5000))).toBeNull();
    // About 0.4 s; a walk for each edge takes minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

/** Any graph, cyclic parents and odd links included; request ids of one to three nodes, some committed twice. */
const traces = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat(7)),
      links: fc.array(fc.tuple(fc.integer({ min: -1, max: 8 }), fc.constantFrom('x', 'y', '_')), {
        maxLength: 2,
      }),
      id: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')),
    }),
    { maxLength: 8 },
  )
  .map((sketches) =>
    trace({
      nodes: sketches.map(({ parent, links }, index) => ({
        ...a(
          String(index),
          null,
          links.map(([source, label]) => link(source, label)),
        ),
        parent: parent !== null && parent < sketches.length && parent !== index ? parent : null,
      })),
      calls: sketches.flatMap(({ id }, node) =>
        id === null ? [] : [{ node, acp: { requestId: requestId(id), asWritten: id } }],
      ),
    }),
  );

interface Declared {
  readonly source_request_id: string;
  readonly target_request_id: string;
  readonly type: string;
}
const declared = fc.record<Declared>({
  source_request_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'nobody'),
  target_request_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  type: fc.constantFrom('x', 'y', 'vendor:z'),
});
const sets = fc.uniqueArray(declared, {
  maxLength: 8,
  selector: (one) => `${one.source_request_id} ${one.target_request_id} ${one.type}`,
});

function apply(of: Trace, links: readonly SemanticLink[], payload: Json, policy: CyclePolicy) {
  return applyEdgeSet(of, links, { name: 'set', payload }, policy);
}

function key({ source, target, type }: Omit<SemanticLink, 'origin'>): string {
  return `${source}>${target} ${type}`;
}

/** Section by section as the format words it: resolve, test, walk, add. */
function applyByWalking(of: Trace, links: readonly SemanticLink[], edges: readonly Declared[]) {
  const nodes = new Map(of.calls.map(({ acp, node }) => [String(acp?.requestId), node]));
  const known = new Set(links.map(key));
  const graph = of.nodes.flatMap(({ parent, index }) =>
    parent === null ? [] : [{ from: parent, to: index }],
  );
  const walked: DirectedEdge[] = [
    ...graph,
    ...links.map(({ source, target }) => ({ from: source, to: target })),
  ];
  const added: string[] = [];
  const seen = new Set<string>();
  for (const [index, { source_request_id, target_request_id, type }] of edges.entries()) {
    const [source, target] = [nodes.get(source_request_id), nodes.get(target_request_id)];
    if (source === undefined || target === undefined) return { reason: 'uncommitted_request', index };
    if (source === null || target === null || source === target) return { reason: 'same_node', index };
    const identity = key({ source, target, type });
    if (seen.has(identity)) return { reason: 'duplicate_resolved', index };
    seen.add(identity);
    if (known.has(identity)) continue;
    if (reaches(walked, target, source)) return { reason: 'cycle', index };
    walked.push({ from: source, to: target });
    added.push(identity);
  }
  return { reason: null, added };
}

describe('an edge set on any trace', () => {
  it('is decided, edge for edge, as the format words it', () => {
    fc.assert(
      fc.property(traces, sets, (of, set) => {
        const edges = set.filter((one) => one.source_request_id !== one.target_request_id);
        const { links } = recordedLinks(of);
        const { added, report } = apply(of, links, { edges }, 'refuse_cycles');
        const among = edges.map((one) => ({
          from: 'abcdef'.indexOf(one.source_request_id.slice(0, 1)) + 1,
          to: 'abcdef'.indexOf(one.target_request_id) + 1,
        }));
        const own = closingByWalking([], among);
        if (own !== null) {
          expect(report).toMatchObject({ reason: 'cycle', refused_edge: own });
          return;
        }
        const expected = applyByWalking(of, links, edges);
        expect(report.reason).toBe(expected.reason);
        if ('added' in expected) expect(added.map(key)).toEqual(expected.added);
        else expect(report.refused_edge).toBe(expected.index);
      }),
      { numRuns: 1000 },
    );
  });

  it('is applied whole or not at all, and a second time adds nothing', () => {
    fc.assert(
      fc.property(traces, sets, policies, (of, edges, policy) => {
        const before = recordedLinks(of).links;
        const first = apply(of, before, { edges }, policy);
        const count = (outcome: string) => first.report.outcomes.filter((one) => one === outcome).length;
        expect(first.report.outcomes).toHaveLength(edges.length);
        expect([first.report.added, first.report.already_present]).toEqual([
          count('added'),
          count('present'),
        ]);
        expect(first.added).toHaveLength(count('added'));
        expect(first.report.accepted).toBe(
          count('added') + count('present') === edges.length && first.report.reason === null,
        );
        if (!first.report.accepted) {
          expect(first.added).toEqual([]);
          return;
        }
        const again = apply(of, [...before, ...first.added], { edges }, policy);
        expect(again.added).toEqual([]);
        expect(again.report).toMatchObject({ accepted: true, already_present: edges.length });
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same links in any order, where loops are allowed', () => {
    fc.assert(
      fc.property(traces, sets, fc.infiniteStream(fc.nat()), (of, edges, keys) => {
        const order = new Map(edges.map((one) => [one, keys.next().value]));
        const shuffled = edges.toSorted((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
        const [one, other] = [edges, shuffled].map((list) => apply(of, [], { edges: list }, 'allow_loops'));
        expect(one?.report.accepted).toBe(other?.report.accepted);
        expect(one?.added.map(key).sort()).toEqual(other?.added.map(key).sort());
      }),
    );
  });

  it('of any JSON is answered, and changes no trace', () => {
    fc.assert(
      fc.property(traces, fc.array(fc.jsonValue()), policies, (of, payloads, policy) => {
        const before = JSON.stringify(of);
        const given = payloads.flatMap((value) => {
          // fast-check's JSON and ours are the same thing under two names.
          const json: Json = JSON.parse(JSON.stringify(value));
          return [json, { edges: json }, { edges: [json] }].map((payload) => ({
            name: 's',
            payload,
          }));
        });
        const { edge_sets } = semanticReport(of, given, policy);
        expect(edge_sets).toHaveLength(given.length);
        expect(JSON.stringify(of)).toBe(before);
      }),
    );
  });
});
