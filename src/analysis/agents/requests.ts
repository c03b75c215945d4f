/**
 * The model requests of a trace in start order: the vertices over which agents are reconstructed. It knows calls, nodes
 * and request ids; it refuses to know what any link means.
 *
 * Rule: a call that names a node is a vertex (of two calls on one node the last counts); where no call is recorded at all,
 * sampled nodes stand in; commits under one request id are attempts of one request; a call without a time sorts with the
 * call before it.
 */
import type { Call, Trace } from '../../model/episode';
import type { NodeIndex, RequestId } from '../../model/ids';

/** One committed attempt. */
export interface Commit {
  readonly node: NodeIndex;
  readonly call: Call | null;
  /** Unix seconds; null where the call has no time of its own. */
  readonly start: number | null;
  readonly end: number | null;
}

/** One logical request with its committed attempts, oldest first. */
export interface Request {
  /** Position in start order among all requests: the order in which "earlier" is decided. */
  readonly position: number;
  readonly id: RequestId | null;
  readonly commits: readonly Commit[];
  /** The attempt that counts: the last one committed, to which links resolve. */
  readonly commit: Commit;
}

export interface Requests {
  readonly list: readonly Request[];
  readonly ofNode: ReadonlyMap<NodeIndex, Request>;
}

interface Sortable {
  readonly commit: Commit;
  readonly id: RequestId | null;
  readonly key: number;
  readonly rank: number;
}

export function requestsOf(trace: Trace): Requests {
  const sorted = commitsOf(trace).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.rank - b.rank));
  const byId = new Map<RequestId, Sortable[]>();
  const grouped: Sortable[][] = [];
  for (const entry of sorted) {
    const known = entry.id === null ? undefined : byId.get(entry.id);
    if (known !== undefined) {
      known.push(entry);
      continue;
    }
    const group = [entry];
    grouped.push(group);
    if (entry.id !== null) byId.set(entry.id, group);
  }
  const list: Request[] = [];
  const ofNode = new Map<NodeIndex, Request>();
  for (const [position, group] of grouped.entries()) {
    const counting = group.reduce((last, entry) => (entry.rank > last.rank ? entry : last));
    const commits = group.map((entry) => entry.commit);
    const request: Request = { position, id: counting.id, commits, commit: counting.commit };
    list.push(request);
    for (const commit of commits) ofNode.set(commit.node, request);
  }
  return { list, ofNode };
}

function commitsOf(trace: Trace): Sortable[] {
  if (trace.calls.length === 0) {
    return trace.nodes
      .filter((node) => node.sampled)
      .map((node, rank) => ({
        commit: { node: node.index, call: null, start: null, end: null },
        id: null,
        key: 0,
        rank,
      }));
  }
  const ofNode = new Map<NodeIndex, Sortable>();
  let previous = Number.NEGATIVE_INFINITY;
  for (const call of trace.calls) {
    const { start, end } = call.time;
    previous = start ?? previous;
    if (call.node === null) continue;
    ofNode.set(call.node, {
      commit: { node: call.node, call, start, end },
      id: call.acp?.requestId ?? null,
      key: previous,
      rank: call.index,
    });
  }
  return [...ofNode.values()];
}

/** Whether `later` started once `earlier` had ended; by position where a time is missing. */
export function startedAfterEnd(later: Request, earlier: Request): boolean {
  const start = later.commit.start;
  const end = earlier.commit.end;
  if (start === null || end === null) return later.position > earlier.position;
  return start >= end;
}

/** Whether the two ran at the same time; unknown times do not overlap. */
export function overlap(left: Request, right: Request): boolean {
  const a = left.commit;
  const b = right.commit;
  if (a.start === null || a.end === null || b.start === null || b.end === null) return false;
  return a.start < b.end && b.start < a.end;
}
