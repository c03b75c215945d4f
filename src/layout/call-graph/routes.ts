/**
 * The way of each edge: level and upright stretches through the gaps between rows and the gutters between lanes, never
 * through words. It knows places, not what an edge means.
 */
import type { Lanes } from './lanes';
import type { Items } from './items';
import type { ItemEdges, Openings } from './rows';
import { Passages } from './passages';
import { COLUMN_GAP, HEAD_ROWS, LANE_GAP, MARK_HEIGHT, ROW } from './sizes';

export interface Routes {
  /** Points of edge `e`: pairs from `points[2 * offsets[e]]` on. */
  readonly points: Float32Array;
  readonly offsets: Int32Array;
  /** Highest and lowest, leftmost and rightmost: four for an edge. */
  readonly bounds: Float32Array;
}

/** The line that joins the marks of a column stands this far inside them. */
export const RAIL = 14;
const TRACKS = 5;

export function routesOf(
  items: Items,
  lanes: Lanes,
  openings: Openings,
  y: Float32Array,
  edges: ItemEdges,
): Routes {
  const points: number[] = [];
  const offsets = new Int32Array(edges.count + 1);
  const bounds = new Float32Array(4 * edges.count);
  const passages = new Passages(items, lanes, y);
  const place = (item: number): Place => {
    const x = lanes.x[item] ?? 0;
    const top = y[item] ?? 0;
    const lane = lanes.lane[items.group[item] ?? 0] ?? 0;
    return {
      left: x,
      right: x + (lanes.itemWidth[item] ?? 0),
      top,
      middle: top + MARK_HEIGHT / 2,
      bottom: top + MARK_HEIGHT,
      rail: x + RAIL,
      lane,
      column: lanes.column[item] ?? 0,
      group: items.group[item] ?? 0,
      laneLeft: lanes.laneLeft[lane] ?? 0,
      laneRight: lanes.laneRight[lane] ?? 0,
    };
  };
  for (let edge = 0; edge < edges.count; edge += 1) {
    const from = edges.from[edge] ?? 0;
    const to = edges.to[edge] ?? 0;
    const source = place(from);
    const target = place(to);
    const begin = points.length;
    if (source.group === target.group) {
      const follows = items.before[to] === from && edges.orders[edge] === 1;
      inside(points, source, target, follows, from + to);
    } else if (openings.group[to] === 1 && edges.orders[edge] === 1 && target.top > source.top) {
      intoHead(points, source, target, from, passages);
    } else {
      across(points, source, target, to, passages);
    }
    offsets[edge + 1] = points.length / 2;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = begin; at < points.length; at += 2) {
      const x = points[at] ?? 0;
      const py = points[at + 1] ?? 0;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, py);
      bottom = Math.max(bottom, py);
    }
    bounds.set([left, top, right, bottom], 4 * edge);
  }
  return { points: Float32Array.from(points), offsets, bounds };
}

interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly middle: number;
  readonly bottom: number;
  readonly rail: number;
  readonly lane: number;
  readonly column: number;
  readonly group: number;
  readonly laneLeft: number;
  readonly laneRight: number;
}

function inside(points: number[], from: Place, to: Place, follows: boolean, seed: number): void {
  if (from.column === to.column) {
    if (follows) {
      points.push(from.rail, from.bottom, to.rail, to.top);
    } else if (to.top > from.top) {
      const x = from.left - 4 - (seed % 2) * 2;
      points.push(from.left, from.middle, x, from.middle, x, to.middle, to.left, to.middle);
    } else {
      const x = from.right + 7 + (seed % 3) * 3;
      points.push(from.right, from.middle, x, from.middle, x, to.middle, to.right, to.middle);
    }
  } else if (to.column > from.column) {
    const x = to.left - COLUMN_GAP / 2;
    points.push(from.right, from.middle, x, from.middle, x, to.middle, to.left, to.middle);
  } else if (to.top > from.top) {
    // From a side matter back into the column: down beside it, and in from there.
    const x = from.left + Math.min(40, (from.right - from.left) / 2);
    points.push(x, from.bottom, x, to.middle, to.right, to.middle);
  } else {
    const x = to.right + COLUMN_GAP / 2;
    points.push(from.left, from.middle, x, from.middle, x, to.middle, to.right, to.middle);
  }
}

/** A group is entered at its head. Edges that leave one call share their way as long as they can. */
function intoHead(points: number[], from: Place, to: Place, seed: number, passages: Passages): void {
  const rightwards = to.lane > from.lane;
  const gutter = rightwards ? from.laneRight + track(seed) : from.laneLeft - track(seed);
  const top = to.top - HEAD_ROWS * ROW + (ROW - MARK_HEIGHT);
  const level = passages.level(top - 6, from.bottom + 4, from.lane, to.lane);
  const side = rightwards ? from.right : from.left;
  const entry = to.rail;
  if (from.lane === to.lane) {
    points.push(from.rail, from.bottom, from.rail, level, entry, level, entry, top);
    return;
  }
  points.push(side, from.middle, gutter, from.middle, gutter, level, entry, level, entry, top);
}

function across(points: number[], from: Place, to: Place, seed: number, passages: Passages): void {
  if (from.lane === to.lane) {
    const x = from.laneRight + track(seed);
    points.push(from.right, from.middle, x, from.middle, x, to.middle, to.right, to.middle);
    return;
  }
  const rightwards = to.lane > from.lane;
  const start = rightwards ? from.right : from.left;
  const end = rightwards ? to.left : to.right;
  const leaving = rightwards ? from.laneRight + track(seed) : from.laneLeft - track(seed);
  if (Math.abs(to.lane - from.lane) === 1) {
    points.push(start, from.middle, leaving, from.middle, leaving, to.middle, end, to.middle);
    return;
  }
  const arriving = rightwards ? to.laneLeft - track(seed) : to.laneRight + track(seed);
  const [wish, limit] =
    to.top > from.top
      ? [to.top - 4 - (seed % 3) * 2, from.bottom + 4]
      : [to.bottom + 4 + (seed % 3) * 2, from.top - 4];
  const level = passages.level(wish, limit, from.lane, to.lane);
  points.push(start, from.middle, leaving, from.middle, leaving, level);
  points.push(arriving, level, arriving, to.middle, end, to.middle);
}

function track(seed: number): number {
  const step = (LANE_GAP - 14) / (TRACKS - 1);
  return 7 + ((seed * 3) % TRACKS) * step;
}

/** How far a point lies from an edge's way; infinite where it is further than `reach`. */
export function distanceTo(routes: Routes, edge: number, x: number, y: number, reach: number): number {
  const { bounds } = routes;
  const at = 4 * edge;
  if (
    x < (bounds[at] ?? 0) - reach ||
    y < (bounds[at + 1] ?? 0) - reach ||
    x > (bounds[at + 2] ?? 0) + reach ||
    y > (bounds[at + 3] ?? 0) + reach
  )
    return Infinity;
  let nearest = Infinity;
  const end = routes.offsets[edge + 1] ?? 0;
  for (let point = (routes.offsets[edge] ?? 0) + 1; point < end; point += 1) {
    const ax = routes.points[2 * point - 2] ?? 0;
    const ay = routes.points[2 * point - 1] ?? 0;
    const bx = routes.points[2 * point] ?? 0;
    const by = routes.points[2 * point + 1] ?? 0;
    // Stretches are level or upright, so the nearest point of one is a clamped coordinate.
    const dx = x - Math.min(Math.max(x, Math.min(ax, bx)), Math.max(ax, bx));
    const dy = y - Math.min(Math.max(y, Math.min(ay, by)), Math.max(ay, by));
    nearest = Math.min(nearest, Math.hypot(dx, dy));
  }
  return nearest > reach ? Infinity : nearest;
}
