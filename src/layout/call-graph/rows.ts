/**
 * How far down each mark stands. Causal: one row below everything that leads to it. By time: in the order of starts, the
 * further the longer it took, with stretches in which nothing happened cut short.
 */
import { median } from 'd3-array';
import type { CallGraph } from './columns';
import { NONE } from './columns';
import type { Items, Strands } from './items';
import type { EdgeList } from './order';
import { adjacencyOf } from './order';
import { EDGE, HEAD_ROWS, MARK_HEIGHT, ROW } from './sizes';

export type GraphOrder = 'causal' | 'time';

/** Edges between marks: both ends as items, in the order of the edge list; inner ones are left out. */
export interface ItemEdges {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Into the edge list. */
  readonly edge: Int32Array;
  readonly orders: Uint8Array;
}

export function itemEdgesOf(items: Items, edges: EdgeList): ItemEdges {
  const from: number[] = [];
  const to: number[] = [];
  const edge: number[] = [];
  const orders: number[] = [];
  for (let at = 0; at < edges.count; at += 1) {
    const source = items.ofCall[edges.from[at] ?? 0] ?? NONE;
    const target = items.ofCall[edges.to[at] ?? 0] ?? NONE;
    if (source === NONE || target === NONE || source === target) continue;
    from.push(source);
    to.push(target);
    edge.push(at);
    orders.push(edges.orders[at] ?? 0);
  }
  return {
    count: from.length,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    edge: Int32Array.from(edge),
    orders: Uint8Array.from(orders),
  };
}

/** What stands above the first mark of a group or of a new context, in rows. */
export interface Openings {
  /** By item: 1 where a group begins. */
  readonly group: Uint8Array;
  /** By item: 1 where a later context begins in the group's own column. */
  readonly context: Uint8Array;
}

export function openingsOf(graph: CallGraph, items: Items, strands: Strands): Openings {
  const group = new Uint8Array(items.count);
  const context = new Uint8Array(items.count);
  const begun = new Uint8Array(graph.groups.count);
  for (let item = 0; item < items.count; item += 1) {
    const own = items.group[item] ?? 0;
    if (begun[own] === 0) {
      begun[own] = 1;
      group[item] = 1;
      continue;
    }
    if (strands.main[items.strand[item] ?? 0] === 0) continue;
    const before = items.before[item] ?? NONE;
    const here = graph.calls.context[items.first[item] ?? 0] ?? 0;
    const there = before === NONE ? 0 : (graph.calls.context[items.first[before] ?? 0] ?? 0);
    if (here !== there) context[item] = 1;
  }
  return { group, context };
}

/** Rows above an item that belong to it. */
export function rowsAbove(openings: Openings, item: number): number {
  if (openings.group[item] === 1) return HEAD_ROWS;
  return openings.context[item] === 1 ? 1 : 0;
}

/** Upper edges by item. */
export function causalRows(
  { groups }: CallGraph,
  items: Items,
  edges: ItemEdges,
  openings: Openings,
): Float32Array {
  const row = new Int32Array(items.count);
  const { offsets, list } = adjacencyOf(items.count, edges.to);
  for (let item = 0; item < items.count; item += 1) {
    const above = rowsAbove(openings, item);
    let at = above;
    const before = items.before[item] ?? NONE;
    if (before !== NONE && before < item) at = Math.max(at, (row[before] ?? 0) + 1 + above);
    const call = items.first[item] ?? 0;
    // A call of nobody that committed nothing has no causes: its time alone says where it stands.
    const isNobodys = groups.kind[items.group[item] ?? 0] === 'loose';
    const earlier = isNobodys && call > 0 ? (items.ofCall[call - 1] ?? NONE) : NONE;
    if (earlier !== NONE && earlier < item) at = Math.max(at, (row[earlier] ?? 0) + 1 + above);
    const end = offsets[item + 1] ?? 0;
    for (let index = offsets[item] ?? 0; index < end; index += 1) {
      const edge = list[index] ?? 0;
      const source = edges.from[edge] ?? 0;
      if (edges.orders[edge] === 1 && source < item) at = Math.max(at, (row[source] ?? 0) + 1 + above);
    }
    row[item] = at;
  }
  return Float32Array.from(row, (at) => EDGE + at * ROW);
}

/** A stretch of time that is drawn shorter than it was. */
export interface TimeGap {
  readonly y: number;
  readonly seconds: number;
  /** No call ran; otherwise some did all the time, and none began. */
  readonly idle: boolean;
}

export interface TimeRows {
  readonly y: Float32Array;
  /** Where the call ended; NaN where that is not known. */
  readonly until: Float32Array;
  readonly gaps: readonly TimeGap[];
  /** Moments and their places, ascending, for an axis. */
  readonly moments: readonly { readonly time: number; readonly y: number }[];
}

/** More than this many rows between two starts are cut. */
const LONGEST_STEP = 4;
const IDLE_STEP = 1.25;

/** Null where not even two calls have a time. */
export function timeRows(
  graph: CallGraph,
  items: Items,
  edges: ItemEdges,
  openings: Openings,
): TimeRows | null {
  const { start, end } = graph.calls;
  const ascending = Int32Array.from({ length: items.count }, (_, item) => item);
  ascending.sort((a, b) => (items.first[a] ?? 0) - (items.first[b] ?? 0));
  const times = new Float64Array(items.count);
  let known = 0;
  let last = Number.NaN;
  const steps: number[] = [];
  for (const item of ascending) {
    const own = start[items.first[item] ?? 0] ?? Number.NaN;
    if (!Number.isNaN(own)) {
      known += 1;
      if (own > last) steps.push(own - last);
      last = Number.isNaN(last) ? own : Math.max(last, own);
    }
    times[item] = last;
  }
  if (known < 2) return null;
  const perSecond = ROW / Math.max(1e-6, median(steps) ?? 1);

  const { offsets, list } = adjacencyOf(items.count, edges.to);
  const y = new Float32Array(items.count).fill(-1);
  const moments: { time: number; y: number }[] = [];
  const gaps: TimeGap[] = [];
  let level = EDGE + HEAD_ROWS * ROW;
  let busy = Number.NEGATIVE_INFINITY;
  let before = Number.NaN;
  for (const item of ascending) {
    const time = times[item] ?? Number.NaN;
    const passed = Number.isNaN(before) || Number.isNaN(time) ? 0 : time - before;
    // First the time in which what had begun still ran, then the time in which nothing did.
    const running = Math.min(passed, Math.max(0, busy - before) || 0);
    const run = stretch(running * perSecond, LONGEST_STEP);
    const rest = stretch((passed - running) * perSecond, IDLE_STEP);
    const from = level + MARK_HEIGHT;
    if (run.isCut) gaps.push({ y: from + run.height / 2, seconds: running, idle: false });
    if (rest.isCut) {
      gaps.push({ y: from + run.height + rest.height / 2, seconds: passed - running, idle: true });
      if (running > 0) moments.push({ time: busy, y: level + run.height });
    }
    let at = level + run.height + rest.height;
    const above = rowsAbove(openings, item);
    const previous = items.before[item] ?? NONE;
    if (previous !== NONE && (y[previous] ?? -1) >= 0)
      at = Math.max(at, (y[previous] ?? 0) + (1 + above) * ROW);
    if (openings.group[item] === 1) {
      // A group begins below the call that brought it about, so that the way there leads down.
      for (let index = offsets[item] ?? 0; index < (offsets[item + 1] ?? 0); index += 1) {
        const edge = list[index] ?? 0;
        const source = y[edges.from[edge] ?? 0] ?? -1;
        if (edges.orders[edge] === 1 && source >= 0) at = Math.max(at, source + (1 + above) * ROW);
      }
    }
    y[item] = at;
    level = at;
    if (!Number.isNaN(time)) {
      if (time !== before) moments.push({ time, y: at });
      before = time;
    }
    const ended = endOf(end, items, item);
    if (ended > busy) busy = ended;
  }
  return { y, until: ends(end, items, y, moments, perSecond), gaps, moments };
}

/** How high so much time stands, and whether that is less than it was. */
function stretch(height: number, rows: number): { readonly height: number; readonly isCut: boolean } {
  const most = rows * ROW;
  return { height: Math.min(most, height), isCut: height > 1.5 * most };
}

function endOf(end: Float64Array, items: Items, item: number): number {
  const from = items.start[item] ?? 0;
  const member = items.members[from + (items.size[item] ?? 1) - 1] ?? 0;
  return end[member] ?? Number.NaN;
}

function ends(
  end: Float64Array,
  items: Items,
  y: Float32Array,
  moments: readonly { readonly time: number; readonly y: number }[],
  perSecond: number,
): Float32Array {
  const until = new Float32Array(items.count).fill(Number.NaN);
  for (let item = 0; item < items.count; item += 1) {
    const time = endOf(end, items, item);
    if (Number.isNaN(time)) continue;
    const place = placeOf(moments, time, perSecond);
    until[item] = Math.max((y[item] ?? 0) + 2, place);
  }
  return until;
}

/** Between two moments in proportion; after the last at the usual pace, within reason. */
export function placeOf(
  moments: readonly { readonly time: number; readonly y: number }[],
  time: number,
  perSecond: number,
): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const left = moments[low - 1];
  const right = moments[low];
  if (left === undefined) return right?.y ?? 0;
  if (right === undefined) return left.y + Math.min(LONGEST_STEP * ROW, (time - left.time) * perSecond);
  const share = (time - left.time) / (right.time - left.time);
  return left.y + share * (right.y - left.y);
}
