/**
 * An order of calls in which causes come before effects, and otherwise the earlier start first. Links that close a cycle
 * take no part; where a cycle is left all the same, it is entered at its earliest call. Linear but for a heap.
 */
import type { CallGraph } from './columns';
import { LINK_FLAGS, NONE } from './columns';
import { IntHeap } from './int-heap';

/** Edges in one list: the links, then one entry for each call that has a physical prefix. */
export interface EdgeList {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** The link; -1 for a physical prefix. */
  readonly link: Int32Array;
  /** Takes part in the order. */
  readonly orders: Uint8Array;
}

export function edgesOf({ calls, links }: CallGraph): EdgeList {
  const from: number[] = [];
  const to: number[] = [];
  const link: number[] = [];
  const orders: number[] = [];
  const joined = new Set<number>();
  for (let at = 0; at < links.count; at += 1) {
    const source = links.from[at] ?? NONE;
    const target = links.to[at] ?? NONE;
    if (source < 0 || target < 0 || source >= calls.count || target >= calls.count) continue;
    from.push(source);
    to.push(target);
    link.push(at);
    const flags = links.flags[at] ?? 0;
    const isOut = source === target || (flags & (LINK_FLAGS.feedback | LINK_FLAGS.refused)) !== 0;
    orders.push(isOut || !bringsAbout(links.types[links.type[at] ?? 0] ?? '', source, target) ? 0 : 1);
    if ((flags & LINK_FLAGS.refused) === 0) joined.add(source * calls.count + target);
  }
  for (let target = 0; target < calls.count; target += 1) {
    const source = calls.prefix[target] ?? NONE;
    // What a link says already is not said twice.
    if (source === NONE || source === target || joined.has(source * calls.count + target)) continue;
    from.push(source);
    to.push(target);
    link.push(NONE);
    orders.push(1);
  }
  return {
    count: from.length,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    link: Int32Array.from(link),
    orders: Uint8Array.from(orders),
  };
}

/** What stops an agent, or reaches it while it is at work, is no cause of what it began before. */
function bringsAbout(type: string, source: number, target: number): boolean {
  if (type === 'subagent_cancel') return false;
  return type !== 'agent_message' || source < target;
}

export interface Adjacency {
  /** Edges of vertex `v`: `list[offsets[v]]` to before `list[offsets[v + 1]]`. */
  readonly offsets: Int32Array;
  readonly list: Int32Array;
}

/** Edges by one of their ends, in list order. */
export function adjacencyOf(size: number, end: Int32Array): Adjacency {
  const offsets = new Int32Array(size + 1);
  for (const vertex of end) offsets[vertex + 1] = (offsets[vertex + 1] ?? 0) + 1;
  for (let vertex = 0; vertex < size; vertex += 1) {
    offsets[vertex + 1] = (offsets[vertex + 1] ?? 0) + (offsets[vertex] ?? 0);
  }
  const cursor = offsets.slice(0, size);
  const list = new Int32Array(end.length);
  end.forEach((vertex, edge) => {
    const at = cursor[vertex] ?? 0;
    list[at] = edge;
    cursor[vertex] = at + 1;
  });
  return { offsets, list };
}

/** Calls in causal order. */
export function causalOrder(size: number, edges: EdgeList): Int32Array {
  const leaving = adjacencyOf(size, edges.from);
  const waits = new Int32Array(size);
  for (let edge = 0; edge < edges.count; edge += 1) {
    if (edges.orders[edge] === 1) {
      const target = edges.to[edge] ?? 0;
      waits[target] = (waits[target] ?? 0) + 1;
    }
  }
  const ready = new IntHeap();
  for (let call = 0; call < size; call += 1) if (waits[call] === 0) ready.push(call);
  const order = new Int32Array(size);
  const placed = new Uint8Array(size);
  let filled = 0;
  let stuck = 0;
  while (filled < size) {
    let call = ready.pop();
    while (call === undefined) {
      if (placed[stuck] === 0) call = stuck;
      else stuck += 1;
    }
    if (placed[call] === 1) continue;
    placed[call] = 1;
    order[filled] = call;
    filled += 1;
    const end = leaving.offsets[call + 1] ?? 0;
    for (let at = leaving.offsets[call] ?? 0; at < end; at += 1) {
      const edge = leaving.list[at] ?? 0;
      if (edges.orders[edge] !== 1) continue;
      const target = edges.to[edge] ?? 0;
      const left = (waits[target] ?? 0) - 1;
      waits[target] = left;
      if (left === 0) ready.push(target);
    }
  }
  return order;
}
