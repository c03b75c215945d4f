/** What is looked up in the answer of the worker: first differences by call, beginnings of branches by node. */
import type { CallIndex, NodeIndex } from '../model/ids';
import { callIndex, nodeIndex } from '../model/ids';
import type { FirstDifference, TraceRequests } from '../worker/episode/protocol';

const NONE = -1;

export function differencesByCall(found: TraceRequests | null): ReadonlyMap<CallIndex, FirstDifference> {
  return new Map((found?.differences ?? []).map((difference) => [difference.call, difference]));
}

/** Why something began, and beside what. */
export interface Beginning {
  readonly cause: string;
  readonly sibling: NodeIndex;
}

export function beginningsByNode(found: TraceRequests | null): ReadonlyMap<NodeIndex, Beginning> {
  const beginnings = new Map<NodeIndex, Beginning>();
  if (found === null) return beginnings;
  const { node, sibling, cause, words } = found.forks;
  const note = (at: number, beside: number, why: string) => {
    const key = nodeIndex(at);
    if (!beginnings.has(key)) beginnings.set(key, { cause: why, sibling: nodeIndex(beside) });
  };
  for (const [at, right] of node.entries()) note(right, sibling[at] ?? 0, words[cause[at] ?? NONE] ?? '');
  // The earlier side may be the one that is told of: branches go by their leaves.
  for (const [at, right] of node.entries()) note(sibling[at] ?? 0, right, words[cause[at] ?? NONE] ?? '');
  return beginnings;
}

/** The call at a place of a column; null for none. */
export function callAt(column: Int32Array, at: number): CallIndex | null {
  const call = column[at] ?? NONE;
  return call < 0 ? null : callIndex(call);
}
