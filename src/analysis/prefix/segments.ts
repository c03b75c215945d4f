/**
 * The segments of a request: the tools of its tree, its leading system messages, its other messages, in this order and each
 * counted within its kind. Segments are made one by one where they are asked for. It refuses to compare them.
 */
import type { Tool, Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import type { Digests } from './digests';
import type { Paths } from './paths';
import { lengthOf, nodeAtDepth } from './paths';

export type SegmentKind = 'tool_schema' | 'system_prompt' | 'message';

/** `messages_only`: tools are recorded, but not which request had which. */
export type Scope = 'request' | 'messages_only';

export interface SegmentRef {
  readonly kind: SegmentKind;
  /** Counts from 0 within its kind. */
  readonly index: number;
  readonly role: string | null;
  /** The name of a tool. */
  readonly label: string | null;
  /** The message; of a tool the root that carries the list. */
  readonly node: NodeIndex;
}

export interface Segment {
  readonly ref: SegmentRef;
  readonly opaque: boolean;
  /** Equal exactly when the digests are. */
  readonly content: number;
}

export interface Segments {
  readonly length: number;
  readonly at: (position: number) => Segment;
}

const NO_TOOLS: readonly Tool[] = [];

export interface RequestTools {
  readonly scope: Scope;
  /** Of the tree with this root; empty where the scope is messages only. */
  readonly of: (root: number) => readonly Tool[];
}

export function requestTools(trace: Trace): RequestTools {
  const isRoot = ({ parent, hasBadParent }: Trace['nodes'][number]) => parent === null && !hasBadParent;
  const perTree = trace.nodes.some((node) => isRoot(node) && node.tools.length > 0);
  if (perTree) return { scope: 'request', of: (root) => trace.nodes[root]?.tools ?? NO_TOOLS };
  return { scope: trace.tools.length === 0 ? 'request' : 'messages_only', of: () => NO_TOOLS };
}

export interface RequestOf {
  readonly trace: Trace;
  readonly paths: Paths;
  readonly digests: Digests;
  readonly tools: RequestTools;
}

/**
 * The request that `node` answered. `contents` are the numbers of the messages: `digests.messages`, or `digests.forms` where
 * forms are equal.
 */
export function segmentsOf(
  { trace, paths, digests, tools }: RequestOf,
  node: number,
  contents: Int32Array,
): Segments {
  const root = paths.roots[node] ?? node;
  const list = tools.of(root);
  const numbers = digests.tools.get(list) ?? [];
  const last = paths.parents[node] ?? -1;
  const systems = last === -1 ? 0 : (paths.systems[last] ?? 0);
  const toolAt = (index: number): Segment => {
    const name = list[index]?.name ?? '';
    const label = name === '' ? null : name;
    const ref = { kind: 'tool_schema', index, role: null, label, node: nodeIndex(root) } as const;
    return { ref, opaque: false, content: numbers[index] ?? 0 };
  };
  const messageAt = (depth: number): Segment => {
    const at = nodeAtDepth(paths, last, depth);
    const here = { label: null, node: nodeIndex(at) };
    const role = trace.nodes[at]?.message.role ?? '';
    const ref: SegmentRef =
      depth < systems
        ? { kind: 'system_prompt', index: depth, role: null, ...here }
        : { kind: 'message', index: depth - systems, role, ...here };
    return { ref, opaque: digests.opaque[at] === 1, content: contents[at] ?? 0 };
  };
  return {
    length: list.length + lengthOf(paths, last),
    at: (position) => (position < list.length ? toolAt(position) : messageAt(position - list.length)),
  };
}
