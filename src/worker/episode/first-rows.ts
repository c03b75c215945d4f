/**
 * What a page draws first of an episode goes with the outline, so that nothing is asked for twice before anything is seen.
 * It guesses: what it leaves out is asked for as always.
 */
import type { Trace } from '../../model/episode';
import type { BranchIndex, CallIndex, NodeIndex, TraceIndex } from '../../model/ids';
import { callIndex, nodeIndex } from '../../model/ids';
import { callBody, messageBody, messagePointer } from './bodies';
import type { CallBody } from './call-shape';
import type { MessageBody } from './message-shape';
import type { Outline } from './protocol';

/** Messages of one screen, about. */
const ROWS = 20;
const ABOVE = 8;

/** Where the page will stand. */
export interface FirstPlace {
  readonly trace: TraceIndex;
  readonly branch: BranchIndex | 'all' | null;
  readonly node: NodeIndex | null;
}

export interface FirstRows {
  readonly trace: TraceIndex;
  readonly messages: readonly MessageBody[];
  readonly calls: readonly CallBody[];
}

export function firstRows(trace: Trace | undefined, outline: Outline, place: FirstPlace): FirstRows | null {
  const shape = outline.traces[place.trace];
  if (trace === undefined || shape === undefined) return null;
  const { nodes, branches } = shape;
  const branch = place.branch ?? shape.mainBranch;
  const wanted: number[] = [];
  if (place.node !== null && place.node < nodes.count) {
    // Around a node: what lies above it on its path, and the nodes stored after it, which nearly always follow it.
    const above = pathUp(nodes.parent, place.node, nodes.count);
    wanted.push(...above.slice(-ABOVE));
    for (let node = place.node + 1; node < nodes.count && wanted.length < ROWS; node += 1) wanted.push(node);
  } else if (branch === null || branch === 'all') {
    for (let node = 0; node < Math.min(ROWS, nodes.count); node += 1) wanted.push(node);
  } else {
    wanted.push(...pathUp(nodes.parent, branches.leaf[branch] ?? -1, nodes.count).slice(0, ROWS));
  }
  const calls: CallIndex[] = [];
  for (const node of wanted) {
    const call = nodes.call[node] ?? -1;
    if (call >= 0) calls.push(callIndex(call));
  }
  return {
    trace: place.trace,
    messages: wanted.flatMap((index) => {
      const node = trace.nodes[index];
      if (node === undefined) return [];
      const ref = { kind: 'node', trace: place.trace, node: nodeIndex(index) } as const;
      return [messageBody(node.message, ref, messagePointer(node.path))];
    }),
    calls: calls.flatMap((index) => {
      const call = trace.calls[index];
      return call === undefined ? [] : [callBody(call, place.trace)];
    }),
  };
}

/** From the root down to a node; as long as there are nodes, in a cycle. */
function pathUp(parent: Int32Array, node: number, count: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0 && path.length < count; at = parent[at] ?? -1) path.push(at);
  return path.reverse();
}
