/** The calls of a trace that stand in the picture, in start order: those that committed a message, and failed ones that no other attempt made good. */
import type { Agents } from '../../analysis/agents/reconstruct';
import { NONE } from '../../analysis/graph';
import { CALL_FLAGS } from '../../layout/call-graph/columns';
import type { Call, Trace } from '../../model/episode';
import { member } from '../../model/json';

/** A call as the picture knows it: committed or not. */
export interface Vertex {
  readonly node: number;
  readonly call: Call | null;
  readonly attempts: number;
  readonly flags: number;
  readonly key: number;
}

export function verticesOf(trace: Trace, agents: Agents): Vertex[] {
  const vertices: Vertex[] = [];
  const attempts = new Map<string, number>();
  for (const call of trace.calls) {
    const id = call.acp?.requestId ?? null;
    if (id !== null) attempts.set(id, (attempts.get(id) ?? 0) + 1);
  }
  const committed = new Set<string>();
  let key = Number.NEGATIVE_INFINITY;
  for (const { id, commits, commit } of agents.requests.list) {
    if (id !== null) committed.add(id);
    const count = id === null ? 1 : (attempts.get(id) ?? 1);
    for (const { node, call, start } of commits) {
      key = Math.max(key, start ?? key);
      let flags = call === null ? 0 : flagsOf(call);
      if (node !== commit.node) flags |= CALL_FLAGS.stale;
      else if (count > 1) flags |= CALL_FLAGS.retried;
      vertices.push({ node, call, attempts: count, flags, key });
    }
  }
  const loose: Vertex[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const call of trace.calls) {
    before = call.time.start ?? before;
    const id = call.acp?.requestId ?? null;
    if (call.node !== null || (id !== null && committed.has(id))) continue;
    loose.push({
      node: NONE,
      call,
      attempts: id === null ? 1 : (attempts.get(id) ?? 1),
      flags: flagsOf(call) | CALL_FLAGS.loose,
      key: before,
    });
  }
  if (loose.length === 0) return vertices;
  // A stable sort: what starts together keeps its order, committed calls first.
  return [...vertices, ...loose].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function flagsOf({ error, sampling }: Call): number {
  return (error === null ? 0 : CALL_FLAGS.error) | (isProbe(sampling) ? CALL_FLAGS.probe : 0);
}

function isProbe(sampling: Call['sampling']): boolean {
  if (sampling === null) return false;
  return ['max_tokens', 'max_completion_tokens'].some((name) => member(sampling, name) === 1);
}
