/**
 * The physical graph of one trace in typed arrays: parents, children, roots, leaves, an order in which parents come first,
 * and the cycles that hostile files hold. It refuses to know messages, calls and links. Linear in the nodes.
 */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';

/** No node: the parent of a root, the child of a leaf. */
export const NONE = -1;

export interface TraceGraph {
  readonly size: number;
  /** As read, cycles included; `NONE` for a root. */
  readonly parents: Int32Array;
  /** Children of a node in ascending order: the first, then along `nextSibling`. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** Ascending. A node in a cycle is neither root nor leaf. */
  readonly roots: readonly NodeIndex[];
  readonly leaves: readonly NodeIndex[];
  /** Every node once, parents before children; the nodes of a cycle come together, before what hangs on them. */
  readonly order: Int32Array;
  /** Each downwards from its lowest node: the parent of an entry is the entry before it, of the first the last. */
  readonly cycles: readonly (readonly NodeIndex[])[];
}

export function graphOf(trace: Trace): TraceGraph {
  const size = trace.nodes.length;
  const parents = new Int32Array(size);
  let ascending = true;
  for (let node = 0; node < size; node += 1) {
    const parent = trace.nodes[node]?.parent ?? NONE;
    parents[node] = parent >= 0 && parent < size ? parent : NONE;
    if (parent >= node) ascending = false;
  }
  const firstChild = new Int32Array(size).fill(NONE);
  const nextSibling = new Int32Array(size).fill(NONE);
  for (let node = size - 1; node >= 0; node -= 1) {
    const parent = parents[node] ?? NONE;
    if (parent === NONE) continue;
    nextSibling[node] = firstChild[parent] ?? NONE;
    firstChild[parent] = node;
  }
  const roots: NodeIndex[] = [];
  const leaves: NodeIndex[] = [];
  for (let node = 0; node < size; node += 1) {
    if (parents[node] === NONE) roots.push(nodeIndex(node));
    if (firstChild[node] === NONE) leaves.push(nodeIndex(node));
  }
  const links = { parents, firstChild, nextSibling };
  const { order, cycles } = ascending ? { order: counting(size), cycles: [] } : ordered(links, roots);
  return { size, ...links, roots, leaves, order, cycles };
}

/** Ascending. */
export function childrenOf(graph: TraceGraph, node: NodeIndex): NodeIndex[] {
  const children: NodeIndex[] = [];
  for (let child = graph.firstChild[node] ?? NONE; child !== NONE; child = graph.nextSibling[child] ?? NONE) {
    children.push(nodeIndex(child));
  }
  return children;
}

export function hasSeveralChildren(graph: TraceGraph, node: number): boolean {
  const first = graph.firstChild[node] ?? NONE;
  return first !== NONE && graph.nextSibling[first] !== NONE;
}

function counting(size: number): Int32Array {
  const order = new Int32Array(size);
  for (let node = 0; node < size; node += 1) order[node] = node;
  return order;
}

type Links = Pick<TraceGraph, 'parents' | 'firstChild' | 'nextSibling'>;

/** The general case: a breadth-first walk from the roots, then from each cycle among what the roots do not reach. */
function ordered(links: Links, roots: readonly number[]): Pick<TraceGraph, 'order' | 'cycles'> {
  const size = links.parents.length;
  const order = new Int32Array(size);
  const placed = new Uint8Array(size);
  let filled = 0;
  let next = 0;
  const place = (node: number) => {
    placed[node] = 1;
    order[filled] = node;
    filled += 1;
  };
  const descend = () => {
    for (; next < filled; next += 1) {
      const node = order[next] ?? NONE;
      for (
        let child = links.firstChild[node] ?? NONE;
        child !== NONE;
        child = links.nextSibling[child] ?? NONE
      ) {
        if (placed[child] === 0) place(child);
      }
    }
  };
  for (const root of roots) place(root);
  descend();
  const cycles: NodeIndex[][] = [];
  for (let node = 0; filled < size && node < size; node += 1) {
    if (placed[node] === 1) continue;
    const cycle = cycleAbove(links.parents, node);
    cycles.push(cycle);
    for (const member of cycle) place(member);
    descend();
  }
  cycles.sort((left, right) => (left[0] ?? 0) - (right[0] ?? 0));
  return { order, cycles };
}

/** The cycle that the walk up from a node without a root ends in. What hangs on it is placed at once, so each is walked once. */
function cycleAbove(parents: Int32Array, start: number): NodeIndex[] {
  const seen = new Set<number>();
  let node = start;
  while (!seen.has(node)) {
    seen.add(node);
    node = parents[node] ?? NONE;
  }
  const upwards: NodeIndex[] = [];
  let lowest = node;
  for (let member = node; upwards.length === 0 || member !== node; member = parents[member] ?? NONE) {
    upwards.push(nodeIndex(member));
    lowest = Math.min(lowest, member);
  }
  const downwards = upwards.reverse();
  const at = downwards.findIndex((member) => member === lowest);
  return [...downwards.slice(at), ...downwards.slice(0, at)];
}
