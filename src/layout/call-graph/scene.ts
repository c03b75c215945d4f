/** What of a picture lies inside a window, and what lies under a point. Linear in what there is, with nothing kept. */
import type { CallPicture } from './call-graph';
import { distanceTo } from './routes';
import { HEAD_HEIGHT, MARK_HEIGHT } from './sizes';

/** In the picture's own units. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Visible {
  readonly items: readonly number[];
  /** Positions in the item edges. */
  readonly edges: readonly number[];
  readonly groups: readonly number[];
}

export function visibleIn(picture: CallPicture, box: Box): Visible {
  const { lanes, y, items, itemEdges, routes, graph } = picture;
  const seen: number[] = [];
  for (let item = 0; item < items.count; item += 1) {
    const top = y[item] ?? 0;
    if (top > box.bottom || top + MARK_HEIGHT < box.top) continue;
    const x = lanes.x[item] ?? 0;
    if (x <= box.right && x + (lanes.itemWidth[item] ?? 0) >= box.left) seen.push(item);
  }
  const edges: number[] = [];
  for (let edge = 0; edge < itemEdges.count; edge += 1) {
    const at = 4 * edge;
    if (
      (routes.bounds[at] ?? 0) <= box.right &&
      (routes.bounds[at + 1] ?? 0) <= box.bottom &&
      (routes.bounds[at + 2] ?? 0) >= box.left &&
      (routes.bounds[at + 3] ?? 0) >= box.top
    )
      edges.push(edge);
  }
  const groups: number[] = [];
  for (let group = 0; group < graph.groups.count; group += 1) {
    const left = lanes.left[group] ?? 0;
    const top = lanes.top[group] ?? Number.NaN;
    if (top <= box.bottom && (lanes.bottom[group] ?? 0) >= box.top && left <= box.right) {
      if (left + (lanes.width[group] ?? 0) >= box.left) groups.push(group);
    }
  }
  return { items: seen, edges, groups };
}

export type Hit =
  | { readonly kind: 'item'; readonly item: number }
  | { readonly kind: 'edge'; readonly edge: number }
  | { readonly kind: 'group'; readonly group: number };

/** The mark under a point, else the nearest edge within reach, else the head of a group. */
export function hitAt(
  picture: CallPicture,
  x: number,
  y: number,
  reach: number,
  shown: (edge: number) => boolean,
): Hit | null {
  const { lanes, items, itemEdges, graph } = picture;
  for (let item = 0; item < items.count; item += 1) {
    const top = picture.y[item] ?? 0;
    const left = lanes.x[item] ?? 0;
    if (y < top || y > top + MARK_HEIGHT || x < left) continue;
    if (x <= left + (lanes.itemWidth[item] ?? 0)) return { kind: 'item', item };
  }
  let nearest = reach;
  let found = -1;
  for (let edge = 0; edge < itemEdges.count; edge += 1) {
    const distance = distanceTo(picture.routes, edge, x, y, nearest);
    if (distance <= nearest && shown(edge)) {
      nearest = distance;
      found = edge;
    }
  }
  if (found >= 0) return { kind: 'edge', edge: found };
  for (let group = 0; group < graph.groups.count; group += 1) {
    const left = lanes.left[group] ?? 0;
    const top = lanes.top[group] ?? Number.NaN;
    if (x < left || x > left + (lanes.width[group] ?? 0)) continue;
    if (y >= top && y <= top + HEAD_HEIGHT) return { kind: 'group', group };
  }
  return null;
}
