/**
 * The picture of a trace's model calls: where everything stands, in numbers. Pure and deterministic; equal input gives an
 * equal picture. It refuses to know how it is drawn, and how much of it is on the screen.
 */
import type { CallGraph } from './columns';
import type { Items, OpenFolds, Strands } from './items';
import { itemsOf, strandsOf } from './items';
import type { Lanes } from './lanes';
import { lanesOf } from './lanes';
import type { EdgeList } from './order';
import { causalOrder, edgesOf } from './order';
import type { Routes } from './routes';
import { routesOf } from './routes';
import type { GraphOrder, ItemEdges, Openings, TimeRows } from './rows';
import { causalRows, itemEdgesOf, openingsOf, timeRows } from './rows';
import type { Segment } from './segments';
import { segmentsOf } from './segments';
import { EDGE, MARK_HEIGHT, ROW } from './sizes';

export interface CallPicture {
  readonly graph: CallGraph;
  /** By time only where at least two calls have one. */
  readonly order: GraphOrder;
  readonly width: number;
  readonly height: number;
  readonly edges: EdgeList;
  readonly items: Items;
  readonly strands: Strands;
  readonly itemEdges: ItemEdges;
  readonly openings: Openings;
  readonly lanes: Lanes;
  /** Upper edges by item. */
  readonly y: Float32Array;
  readonly routes: Routes;
  readonly segments: readonly Segment[];
  readonly time: TimeRows | null;
  /** Where the trace ends: below everything. */
  readonly endY: number;
}

/** What does not depend on the reader: made once for a graph. */
export interface CallOrder {
  readonly graph: CallGraph;
  readonly edges: EdgeList;
  readonly order: Int32Array;
  readonly strands: Strands;
}

export function orderCalls(graph: CallGraph): CallOrder {
  const edges = edgesOf(graph);
  const order = causalOrder(graph.calls.count, edges);
  return { graph, edges, order, strands: strandsOf(graph, order) };
}

export function layoutCalls(ordered: CallOrder, wanted: GraphOrder, open: OpenFolds): CallPicture {
  const { graph, edges, order, strands } = ordered;
  const items = itemsOf(graph, order, edges, strands, open);
  const itemEdges = itemEdgesOf(items, edges);
  const openings = openingsOf(graph, items, strands);
  const time = wanted === 'time' ? timeRows(graph, items, itemEdges, openings) : null;
  const y = time?.y ?? causalRows(graph, items, itemEdges, openings);
  const lanes = lanesOf(graph, items, strands, openings, y);
  const routes = routesOf(items, lanes, openings, y, itemEdges);
  let lowest = 0;
  for (const at of y) lowest = Math.max(lowest, at + MARK_HEIGHT);
  for (const at of time?.until ?? []) if (at > lowest) lowest = at;
  for (const at of lanes.bottom) if (at > lowest) lowest = at;
  const endY = lowest + ROW / 2;
  return {
    graph,
    order: time === null ? 'causal' : 'time',
    width: lanes.total,
    height: endY + ROW + EDGE,
    edges,
    items,
    strands,
    itemEdges,
    openings,
    lanes,
    y,
    routes,
    segments: segmentsOf(graph, items, strands, y),
    time,
    endY,
  };
}
