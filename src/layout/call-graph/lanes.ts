/**
 * Where each group stands across: a lane to the right of its parent's, the nearest that is free while it lasts; and inside
 * the group a column for its own calls and columns for side matters. Widths come last, by what has to be read.
 */
import type { CallGraph } from './columns';
import { NONE } from './columns';
import { Columns } from './intervals';
import type { Items, Strands } from './items';
import type { Openings } from './rows';
import {
  COLUMN_GAP,
  endingDrawn,
  EDGE,
  HEAD_ROWS,
  LANE_GAP,
  LANE_PADDING,
  MARK_HEIGHT,
  NARROWEST_HEAD,
  ROW,
  widestMark,
  wishedWidth,
} from './sizes';

export interface Lanes {
  readonly count: number;
  /** By group; -1 where nothing of it is drawn. */
  readonly lane: Int32Array;
  /** By group: its frame, head included. */
  readonly left: Float32Array;
  readonly width: Float32Array;
  readonly top: Float32Array;
  readonly bottom: Float32Array;
  /** By item. */
  readonly x: Float32Array;
  readonly itemWidth: Float32Array;
  /** By item: 0 is the group's own column. */
  readonly column: Int32Array;
  /** By lane. */
  readonly laneLeft: Float32Array;
  readonly laneRight: Float32Array;
  /** Of the whole picture. */
  readonly total: number;
}

/** Room below the last call for a word about how it ended. */
const FOOT = 26;

export function lanesOf(
  graph: CallGraph,
  items: Items,
  strands: Strands,
  openings: Openings,
  y: Float32Array,
): Lanes {
  const { groups } = graph;
  const { top, bottom } = extents(graph, items, openings, y);
  const column = columnsOf(items, strands, y);
  const lane = new Int32Array(groups.count).fill(NONE);
  const space = new Columns();
  for (let group = 0; group < groups.count; group += 1) {
    if (Number.isNaN(top[group] ?? Number.NaN)) continue;
    const parent = groups.parent[group] ?? NONE;
    const from = parent >= 0 && parent < group ? (lane[parent] ?? NONE) + 1 : 0;
    lane[group] = space.place((top[group] ?? 0) - ROW / 3, (bottom[group] ?? 0) + ROW / 3, from);
  }
  const across = acrossOf(graph, items, column, lane, space.count);
  return { count: space.count, lane, top, bottom, column, ...across };
}

function extents(graph: CallGraph, items: Items, openings: Openings, y: Float32Array) {
  const top = new Float32Array(graph.groups.count).fill(Number.NaN);
  const bottom = new Float32Array(graph.groups.count).fill(Number.NaN);
  for (let item = 0; item < items.count; item += 1) {
    const group = items.group[item] ?? 0;
    const at = y[item] ?? 0;
    const upper = openings.group[item] === 1 ? at - HEAD_ROWS * ROW + (ROW - MARK_HEIGHT) : at;
    const known = top[group] ?? Number.NaN;
    top[group] = Number.isNaN(known) ? upper : Math.min(known, upper);
    const lower = bottom[group] ?? Number.NaN;
    bottom[group] = Number.isNaN(lower) ? at + MARK_HEIGHT : Math.max(lower, at + MARK_HEIGHT);
  }
  for (let group = 0; group < graph.groups.count; group += 1) {
    const lower = bottom[group] ?? 0;
    bottom[group] = lower + (endingDrawn(graph, group) === '' ? 6 : FOOT);
  }
  return { top, bottom };
}

/** Column by item; strands of one group never stand in each other's way. */
function columnsOf(items: Items, strands: Strands, y: Float32Array): Int32Array {
  const from = new Float32Array(strands.count).fill(Number.POSITIVE_INFINITY);
  const to = new Float32Array(strands.count).fill(Number.NEGATIVE_INFINITY);
  for (let item = 0; item < items.count; item += 1) {
    const strand = items.strand[item] ?? 0;
    from[strand] = Math.min(from[strand] ?? 0, y[item] ?? 0);
    to[strand] = Math.max(to[strand] ?? 0, (y[item] ?? 0) + MARK_HEIGHT);
  }
  const spaces = new Map<number, Columns>();
  const columnOfStrand = new Int32Array(strands.count);
  for (let strand = 0; strand < strands.count; strand += 1) {
    if (strands.main[strand] === 1) continue;
    const group = strands.group[strand] ?? 0;
    const space = spaces.get(group) ?? new Columns();
    spaces.set(group, space);
    columnOfStrand[strand] = space.place(from[strand] ?? 0, to[strand] ?? 0, 0) + 1;
  }
  return Int32Array.from(items.strand, (strand) => columnOfStrand[strand] ?? 0);
}

function acrossOf(graph: CallGraph, items: Items, column: Int32Array, lane: Int32Array, lanes: number) {
  const widest = widestMark(lanes);
  const widths: number[][] = Array.from({ length: lanes }, () => []);
  for (let item = 0; item < items.count; item += 1) {
    const own = widths[lane[items.group[item] ?? 0] ?? NONE];
    if (own === undefined) continue;
    const at = column[item] ?? 0;
    while (own.length <= at) own.push(0);
    own[at] = Math.max(own[at] ?? 0, wishedWidth(graph, items, item, widest));
  }
  const lefts: number[] = [];
  const rights: number[] = [];
  const starts: number[][] = [];
  let right = EDGE;
  for (const own of widths) {
    own[0] = Math.max(own[0] ?? 0, NARROWEST_HEAD);
    lefts.push(right);
    const columns: number[] = [];
    let at = right + LANE_PADDING;
    for (const width of own) {
      columns.push(at);
      at += width + COLUMN_GAP;
    }
    starts.push(columns);
    rights.push(at - COLUMN_GAP + LANE_PADDING);
    right = at - COLUMN_GAP + LANE_PADDING + LANE_GAP;
  }
  const x = new Float32Array(items.count);
  const itemWidth = new Float32Array(items.count);
  const left = new Float32Array(graph.groups.count);
  const width = new Float32Array(graph.groups.count);
  for (let item = 0; item < items.count; item += 1) {
    const group = items.group[item] ?? 0;
    const own = lane[group] ?? 0;
    const columns = widths[own] ?? [];
    const at = starts[own]?.[column[item] ?? 0] ?? 0;
    x[item] = at;
    itemWidth[item] = columns[column[item] ?? 0] ?? 0;
    left[group] = lefts[own] ?? 0;
    width[group] = Math.max(
      width[group] ?? 0,
      at + (itemWidth[item] ?? 0) + LANE_PADDING - (lefts[own] ?? 0),
    );
  }
  return {
    left,
    width,
    x,
    itemWidth,
    laneLeft: Float32Array.from(lefts),
    laneRight: Float32Array.from(rights),
    total: Math.max(2 * EDGE, right - LANE_GAP + EDGE),
  };
}
