/**
 * Why each branch began, one by one. The agent or context that begins in a branch is its cause, and of no other branch of
 * the fork; where none begins, what is told of the fork holds for both sides. Roots that begin like no other have a cause
 * too. It refuses to say why the conversation of the root began.
 */
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import type { Agents } from '../agents/reconstruct';
import type { TraceGraph } from '../graph';
import { NONE } from '../graph';
import type { ForkReport } from './forks';

export interface Beginning {
  readonly node: NodeIndex;
  /** What it is told from; null for a root that begins like no other. */
  readonly sibling: NodeIndex | null;
  readonly cause: string;
}

/** In the order of the forks, then roots ascending. */
export function beginningsOf(
  graph: TraceGraph,
  agents: Agents,
  forks: readonly ForkReport[],
): readonly Beginning[] {
  const requests = earliestRequests(graph, agents);
  const declared = declaredBy(agents);
  const requestAt = (node: number) => requests[node] ?? NONE;
  const told = forks.flatMap((fork) => [fork, ...fork.others]);
  const found = new Map<NodeIndex, Beginning>();
  const tell = (node: NodeIndex, sibling: NodeIndex, cause: string): void => {
    if (found.has(node)) return;
    const own = declared.get(requestAt(node)) ?? null;
    const others = declared.get(requestAt(sibling)) ?? null;
    // What begins on the other side says nothing of this one; two answers to one request begin nothing.
    if (requestAt(node) === requestAt(sibling) && own !== null) {
      found.set(node, { node, sibling, cause: cause === own ? 'retry' : cause });
    } else if (own !== null || cause !== others) {
      found.set(node, { node, sibling, cause: own ?? cause });
    }
  };
  for (const { cause, evidence } of told) tell(evidence.right, evidence.left, cause);
  // The earlier side may be the one that is asked about: branches go by their leaves.
  for (const { cause, evidence } of told) tell(evidence.left, evidence.right, cause);
  for (const root of graph.roots) {
    const own = declared.get(requestAt(root));
    if (own !== undefined && !found.has(root)) found.set(root, { node: root, sibling: null, cause: own });
  }
  return [...found.values()];
}

/** For each node the first request at or below it; `NONE` where there is none. */
function earliestRequests(graph: TraceGraph, { requests }: Agents): Int32Array {
  const earliest = new Int32Array(graph.size).fill(NONE);
  for (const [node, { position }] of requests.ofNode) earliest[node] = position;
  for (const node of graph.order.toReversed()) {
    const parent = graph.parents[node] ?? NONE;
    const own = earliest[node] ?? NONE;
    if (parent === NONE || own === NONE) continue;
    const known = earliest[parent] ?? NONE;
    if (known === NONE || own < known) earliest[parent] = own;
  }
  return earliest;
}

/** By the request with which something begins that links or records name: an agent with a parent, a summary, or a later context. */
function declaredBy({ agents, requests, summaries }: Agents): ReadonlyMap<number, string> {
  const causes = new Map<number, string>();
  for (const { node } of summaries) {
    const summary = requests.ofNode.get(node);
    if (summary !== undefined) causes.set(summary.position, 'compaction_declared');
  }
  for (const { parent, contexts } of agents) {
    for (const [at, { nodes }] of contexts.entries()) {
      const first = requests.ofNode.get(nodes[0] ?? nodeIndex(0));
      if (first === undefined) continue;
      if (at > 0) causes.set(first.position, 'compaction_declared');
      else if (parent !== null) causes.set(first.position, 'subagent_start');
    }
  }
  return causes;
}
