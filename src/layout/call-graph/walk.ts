/** Steps from mark to mark: inside a lane, and along edges. Every answer is an item, an edge or nothing. */
import type { CallPicture } from './call-graph';
import { NONE } from './columns';

/** The next or previous mark of the same lane by place: side matters come in between, where they stand. */
export function inLane(picture: CallPicture, item: number, steps: 1 | -1): number {
  const { items, y, lanes } = picture;
  const group = items.group[item];
  const here = y[item] ?? 0;
  const column = lanes.column[item] ?? 0;
  let best = NONE;
  for (let other = 0; other < items.count; other += 1) {
    if (items.group[other] !== group || other === item) continue;
    const at = y[other] ?? 0;
    const aside = (lanes.column[other] ?? 0) - column;
    const ahead = steps * (at - here) > 0 || (at === here && steps * aside > 0);
    if (!ahead) continue;
    if (best === NONE) {
      best = other;
      continue;
    }
    const known = y[best] ?? 0;
    const nearer = steps * (known - at);
    const knownAside = (lanes.column[best] ?? 0) - column;
    if (nearer > 0 || (nearer === 0 && steps * (knownAside - aside) > 0)) best = other;
  }
  return best;
}

/** Edges of an item, those that lead elsewhere first, in the order of the list. */
export function edgesAt(
  { itemEdges, items }: CallPicture,
  item: number,
  side: 'in' | 'out' | 'both',
  shown: (edge: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let edge = 0; edge < itemEdges.count; edge += 1) {
    const leaves = itemEdges.from[edge] === item && side !== 'in';
    const arrives = itemEdges.to[edge] === item && side !== 'out';
    if ((leaves || arrives) && shown(edge)) found.push(edge);
  }
  const isInner = (edge: number): number => {
    const from = items.group[itemEdges.from[edge] ?? 0];
    return from === items.group[itemEdges.to[edge] ?? 0] ? 1 : 0;
  };
  return found.sort((a, b) => isInner(a) - isInner(b) || a - b);
}

/** The item whose mark stands nearest to a point. */
export function nearestItem(picture: CallPicture, x: number, y: number): number {
  const { items, lanes } = picture;
  let best = NONE;
  let distance = Infinity;
  for (let item = 0; item < items.count; item += 1) {
    const dx = (lanes.x[item] ?? 0) + (lanes.itemWidth[item] ?? 0) / 2 - x;
    const dy = (picture.y[item] ?? 0) - y;
    const away = dx * dx + dy * dy;
    if (away < distance) {
      distance = away;
      best = item;
    }
  }
  return best;
}
