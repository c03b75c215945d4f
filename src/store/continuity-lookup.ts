/** What is looked up in the answer of the worker: first differences by call, beginnings of branches and summaries by node. */
import type { SummaryCode } from '../layout/call-graph/columns';
import { SUMMARY_CODES } from '../layout/call-graph/columns';
import type { CallIndex, NodeIndex } from '../model/ids';
import { callIndex, nodeIndex } from '../model/ids';
import type { FirstDifference, TraceRequests } from '../worker/episode/protocol';

const NONE = -1;

export function differencesByCall(found: TraceRequests | null): ReadonlyMap<CallIndex, FirstDifference> {
  return new Map((found?.differences ?? []).map((difference) => [difference.call, difference]));
}

/** Why a branch began; the sibling that it is told from is null for a root that begins like no other. */
export interface Beginning {
  readonly cause: string;
  readonly sibling: NodeIndex | null;
}

export function beginningsByNode(found: TraceRequests | null): ReadonlyMap<NodeIndex, Beginning> {
  const beginnings = new Map<NodeIndex, Beginning>();
  if (found === null) return beginnings;
  const { node, sibling, cause, words } = found.beginnings;
  for (const [at, begun] of node.entries()) {
    const beside = sibling[at] ?? NONE;
    beginnings.set(nodeIndex(begun), {
      cause: words[cause[at] ?? NONE] ?? '',
      sibling: beside === NONE ? null : nodeIndex(beside),
    });
  }
  return beginnings;
}

export function summariesByNode(found: TraceRequests | null): ReadonlyMap<NodeIndex, SummaryCode> {
  const { node, state } = found?.summaries ?? { node: [], state: [] };
  return new Map([...node].map((one, at) => [nodeIndex(one), SUMMARY_CODES[state[at] ?? 0] ?? 'none']));
}

/** The call at a place of a column; null for none. */
export function callAt(column: Int32Array, at: number): CallIndex | null {
  const call = column[at] ?? NONE;
  return call < 0 ? null : callIndex(call);
}
