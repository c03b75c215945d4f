/**
 * The messages around one call: up to the call before it, down to the calls after it along every fork, and the semantic
 * links that touch any of them, with their far ends as stubs beside. Places and paths; it refuses to know what messages say.
 */
import { linkVertical } from 'd3-shape';
import { headAt } from './call-graph/paths';

export interface MessageLink {
  readonly source: number;
  readonly target: number;
  /** Whatever the caller knows it by. */
  readonly id: number;
}

export interface PlacedMessage {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  /** `far`: the other end of a link, not a neighbour in the graph of messages. */
  readonly kind: 'centre' | 'near' | 'far';
}

export interface PlacedLink {
  /** Null for the physical parent. */
  readonly id: number | null;
  readonly line: string;
  readonly arrival: { readonly x: number; readonly y: number; readonly dx: number; readonly dy: number };
  readonly labelX: number;
  readonly labelY: number;
  /** Which point of the label that is: beside messages it ends where they begin. */
  readonly labelAnchor: 'middle' | 'end';
}

export interface MessageGraph {
  readonly width: number;
  readonly height: number;
  readonly messages: readonly PlacedMessage[];
  readonly links: readonly PlacedLink[];
  /** Messages beyond the limit, above and below. */
  readonly leftOut: number;
}

export const MESSAGE_WIDTH = 268;
export const MESSAGE_HEIGHT = 44;
const FAR_WIDTH = 196;
const GAP = 44;
const BESIDE = 132;
const MARGIN = 16;
const MOST_ABOVE = 40;
const MOST_BELOW = 60;
const MOST_FAR = 40;

export { headAt };

export function messageGraph(
  parent: Int32Array,
  isCall: (node: number) => boolean,
  links: readonly MessageLink[],
  centre: number,
): MessageGraph {
  const children = childrenOf(parent);
  let leftOut = 0;
  const above: number[] = [];
  for (let at = parent[centre] ?? -1; at >= 0 && at !== centre; at = parent[at] ?? -1) {
    if (above.length >= MOST_ABOVE) {
      leftOut += 1;
      break;
    }
    above.push(at);
    if (isCall(at) || above.indexOf(at) !== above.length - 1) break;
  }
  above.reverse();

  const row = new Map<number, number>();
  const column = new Map<number, number>();
  const near: number[] = [];
  const put = (node: number, at: number, across: number): void => {
    row.set(node, at);
    column.set(node, across);
    near.push(node);
  };
  above.forEach((node, at) => put(node, at, 0));
  put(centre, above.length, 0);
  let columns = 1;
  const pending: (readonly [node: number, row: number, column: number])[] = [];
  const push = (node: number, at: number, across: number): void => {
    const below = children(node).filter((child) => !row.has(child));
    for (const [index, child] of below.entries()) {
      if (near.length + pending.length >= MOST_BELOW + above.length) {
        leftOut += below.length - index;
        return;
      }
      pending.push([child, at + 1, index === 0 ? across : columns]);
      if (index > 0) columns += 1;
    }
  };
  push(centre, above.length, 0);
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const [node, at, across] = next;
    if (row.has(node)) continue;
    put(node, at, across);
    if (!isCall(node)) push(node, at, across);
  }

  const touching = links.filter(({ source, target }) => row.has(source) || row.has(target));
  const causes = touching.filter(({ source }) => !row.has(source)).slice(0, MOST_FAR);
  const effects = touching.filter(({ target }) => !row.has(target)).slice(0, MOST_FAR);
  leftOut += touching.filter(({ source, target }) => !row.has(source) || !row.has(target)).length;
  leftOut -= causes.length + effects.length;

  const left = MARGIN + (causes.length > 0 ? FAR_WIDTH + BESIDE : touching.length > 0 ? 40 : 0);
  const pitch = MESSAGE_HEIGHT + GAP;
  const place = (node: number) => ({
    x: left + (column.get(node) ?? 0) * (MESSAGE_WIDTH + GAP),
    y: MARGIN + (row.get(node) ?? 0) * pitch,
  });
  const messages: PlacedMessage[] = near.map((node) => ({
    node,
    ...place(node),
    kind: node === centre ? 'centre' : 'near',
  }));
  const drawn: PlacedLink[] = [];
  const vertical = linkVertical();
  for (const node of near) {
    const over = parent[node] ?? -1;
    if (over < 0 || !row.has(over) || (row.get(over) ?? 0) >= (row.get(node) ?? 0)) continue;
    const a = place(over);
    const b = place(node);
    const source: [number, number] = [a.x + 24, a.y + MESSAGE_HEIGHT];
    const target: [number, number] = [b.x + 24, b.y];
    drawn.push({
      id: null,
      line: vertical({ source, target }) ?? '',
      arrival: { x: target[0], y: target[1], dx: 0, dy: 1 },
      labelX: target[0],
      labelY: target[1],
      labelAnchor: 'middle',
    });
  }
  const right = left + columns * (MESSAGE_WIDTH + GAP) - GAP;
  const beside = (list: readonly MessageLink[], side: 'cause' | 'effect'): void => {
    const taken: number[] = [];
    for (const link of list) {
      const inner = place(side === 'cause' ? link.target : link.source);
      let y = inner.y;
      while (taken.some((other) => Math.abs(other - y) < MESSAGE_HEIGHT + 8)) y += MESSAGE_HEIGHT + 8;
      taken.push(y);
      const x = side === 'cause' ? MARGIN : right + BESIDE;
      messages.push({ node: side === 'cause' ? link.source : link.target, x, y, kind: 'far' });
      const from = side === 'cause' ? { x: x + FAR_WIDTH, y } : { x: inner.x + MESSAGE_WIDTH, y: inner.y };
      const to = side === 'cause' ? inner : { x, y };
      const [ay, by] = [from.y + MESSAGE_HEIGHT / 2, to.y + MESSAGE_HEIGHT / 2];
      const bend = (from.x + to.x) / 2;
      drawn.push({
        id: link.id,
        line: `M${from.x} ${ay}C${bend} ${ay} ${bend} ${by} ${to.x} ${by}`,
        arrival: { x: to.x, y: by, dx: 1, dy: 0 },
        labelX: bend,
        labelY: (ay + by) / 2 - 5,
        labelAnchor: 'middle',
      });
    }
  };
  beside(causes, 'cause');
  beside(effects, 'effect');
  for (const link of touching) {
    if (!row.has(link.source) || !row.has(link.target)) continue;
    const a = place(link.source);
    const b = place(link.target);
    const [ay, by] = [a.y + MESSAGE_HEIGHT / 2, b.y + MESSAGE_HEIGHT / 2];
    const bulge = Math.min(a.x, b.x) - 30;
    drawn.push({
      id: link.id,
      line: `M${a.x} ${ay}C${bulge} ${ay} ${bulge} ${by} ${b.x} ${by}`,
      arrival: { x: b.x, y: by, dx: 1, dy: 0 },
      labelX: bulge + 4,
      labelY: (ay + by) / 2,
      labelAnchor: 'end',
    });
  }
  let lowest = 0;
  for (const { y } of messages) lowest = Math.max(lowest, y);
  return {
    width: (effects.length > 0 ? right + BESIDE + FAR_WIDTH : right) + MARGIN,
    height: lowest + MESSAGE_HEIGHT + MARGIN,
    messages,
    links: drawn,
    leftOut,
  };
}

function childrenOf(parent: Int32Array): (node: number) => number[] {
  const first = new Int32Array(parent.length).fill(-1);
  const next = new Int32Array(parent.length).fill(-1);
  for (let node = parent.length - 1; node >= 0; node -= 1) {
    const above = parent[node] ?? -1;
    if (above < 0) continue;
    next[node] = first[above] ?? -1;
    first[above] = node;
  }
  return (node) => {
    const found: number[] = [];
    for (let child = first[node] ?? -1; child >= 0; child = next[child] ?? -1) found.push(child);
    return found;
  };
}
