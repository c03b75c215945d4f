/**
 * What is known of the path from a root to each node: its depth, its leading system messages, its last assistant message,
 * and numbers that are equal exactly when two paths hold the same messages. Any ancestor is found in logarithmic time, so
 * that no path is ever listed for a call. It refuses to know calls and links.
 */
import type { Trace } from '../../model/episode';
import type { TraceGraph } from '../graph';
import { NONE } from '../graph';
import type { Digests } from './digests';
import { SequenceNumbering } from './numbering';

/** Deeper than any path. */
export const NOWHERE = 0x7fffffff;

export interface Paths {
  readonly parents: Int32Array;
  /** 0 where the walk up reaches no root: it ends in a cycle or at a parent that the file does not have. */
  readonly sound: Uint8Array;
  /** How many nodes lie above. */
  readonly depths: Int32Array;
  readonly roots: Int32Array;
  /** How many system messages the path begins with. */
  readonly systems: Int32Array;
  /** The last assistant message, the node itself included; `NONE` where there is none. */
  readonly lastAssistant: Int32Array;
  /** Depth of the first opaque message, the node itself included; `NOWHERE` where there is none. */
  readonly firstOpaque: Int32Array;
  readonly messages: Int32Array;
  readonly forms: Int32Array;
  /** An ancestor far above; leads to any depth in logarithmically many steps. */
  readonly jumps: Int32Array;
}

export function pathsOf(trace: Trace, graph: TraceGraph, digests: Digests): Paths {
  const size = graph.size;
  const paths = {
    parents: graph.parents,
    sound: new Uint8Array(size),
    depths: new Int32Array(size),
    roots: new Int32Array(size),
    systems: new Int32Array(size),
    lastAssistant: new Int32Array(size).fill(NONE),
    firstOpaque: new Int32Array(size).fill(NOWHERE),
    messages: new Int32Array(size),
    forms: new Int32Array(size),
    jumps: new Int32Array(size),
  };
  const messages = new SequenceNumbering(2 * size + 2);
  const forms = new SequenceNumbering(2 * size + 2);
  const cyclic = new Set<number>(graph.cycles.flat());
  // Parents come first, so that each node only looks at the one above.
  for (const node of graph.order) {
    const parent = graph.parents[node] ?? NONE;
    const { hasBadParent, message } = trace.nodes[node] ?? {};
    paths.jumps[node] = node;
    if (hasBadParent !== false || message === undefined || cyclic.has(node)) continue;
    if (parent !== NONE && paths.sound[parent] !== 1) continue;
    const depth = parent === NONE ? 0 : (paths.depths[parent] ?? 0) + 1;
    const systems = parent === NONE ? 0 : (paths.systems[parent] ?? 0);
    const opaqueAbove = parent === NONE ? NOWHERE : (paths.firstOpaque[parent] ?? NOWHERE);
    paths.sound[node] = 1;
    paths.depths[node] = depth;
    paths.roots[node] = parent === NONE ? node : (paths.roots[parent] ?? node);
    paths.systems[node] = systems === depth && message.role === 'system' ? systems + 1 : systems;
    paths.lastAssistant[node] =
      message.role === 'assistant' ? node : parent === NONE ? NONE : (paths.lastAssistant[parent] ?? NONE);
    paths.firstOpaque[node] = digests.opaque[node] === 1 ? Math.min(opaqueAbove, depth) : opaqueAbove;
    paths.messages[node] = messages.after(paths.messages[parent] ?? 0, digests.messages[node] ?? 0);
    paths.forms[node] = forms.after(paths.forms[parent] ?? 0, digests.forms[node] ?? 0);
    if (parent !== NONE) paths.jumps[node] = jumpAbove(paths, parent);
  }
  return paths;
}

/** Jumps of the lengths that a skew binary number of the depth has (Myers 1983): equal depths, equal lengths. */
function jumpAbove({ depths, jumps }: Pick<Paths, 'depths' | 'jumps'>, parent: number): number {
  const first = jumps[parent] ?? parent;
  const second = jumps[first] ?? first;
  const firstLength = (depths[parent] ?? 0) - (depths[first] ?? 0);
  const secondLength = (depths[first] ?? 0) - (depths[second] ?? 0);
  return firstLength === secondLength ? second : parent;
}

/** How many messages the request has whose last message is `node`, which may be `NONE`. */
export function lengthOf({ depths }: Paths, node: number): number {
  return node === NONE ? 0 : (depths[node] ?? 0) + 1;
}

/** The node at this depth on the path that ends at `node`; the depth must be on it. */
export function nodeAtDepth({ depths, jumps, parents }: Paths, node: number, depth: number): number {
  let at = node;
  while (at !== NONE && (depths[at] ?? 0) > depth) {
    const jump = jumps[at] ?? NONE;
    at = jump !== NONE && (depths[jump] ?? 0) >= depth ? jump : (parents[at] ?? NONE);
  }
  return at;
}

/**
 * How many messages two sound paths share from the front, by numbers that tell whole paths apart: `paths.messages`, or
 * `null` for the nodes themselves.
 */
export function sharedLength(paths: Paths, left: number, right: number, numbers: Int32Array | null): number {
  const { depths, jumps, parents } = paths;
  const shared = Math.min(lengthOf(paths, left), lengthOf(paths, right));
  if (shared === 0) return 0;
  const numberOf = (node: number) => (numbers === null ? node : (numbers[node] ?? 0));
  let a = nodeAtDepth(paths, left, shared - 1);
  let b = nodeAtDepth(paths, right, shared - 1);
  while (numberOf(a) !== numberOf(b)) {
    const depth = depths[a] ?? 0;
    if (depth === 0) return 0;
    const jumpA = jumps[a] ?? a;
    const jumpB = jumps[b] ?? b;
    const far = numberOf(jumpA) !== numberOf(jumpB);
    a = far ? jumpA : (parents[a] ?? a);
    b = far ? jumpB : (parents[b] ?? b);
  }
  return (depths[a] ?? 0) + 1;
}

/** Whether `above` lies on the path that ends at `node`, the node itself included. Both must be sound. */
export function isOnPath(paths: Paths, above: number, node: number): boolean {
  const depth = paths.depths[above] ?? 0;
  return (paths.depths[node] ?? 0) >= depth && nodeAtDepth(paths, node, depth) === above;
}

/** The nodes from this depth down to `node`. */
export function nodesFrom({ depths, parents }: Paths, node: number, depth: number): number[] {
  const nodes: number[] = [];
  for (let at = node; at !== NONE && (depths[at] ?? 0) >= depth; at = parents[at] ?? NONE) nodes.push(at);
  return nodes.reverse();
}

/** The same one after another: who stops early has not walked the whole path. */
export function* nodesDown(paths: Paths, node: number, depth: number): Generator<number, undefined> {
  const end = (paths.depths[node] ?? 0) + 1;
  let length = 4;
  for (let from = depth; from < end; length *= 2) {
    yield* nodesFrom(paths, nodeAtDepth(paths, node, Math.min(from + length, end) - 1), from);
    from += length;
  }
}
