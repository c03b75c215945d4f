/**
 * Branches: one path from root to leaf for each leaf, in ascending order of the leaves, with what tells them apart. Paths
 * are walked on demand and never listed for all branches, which would be quadratic.
 */
import type { Trace } from '../model/episode';
import type { BranchIndex, NodeIndex } from '../model/ids';
import { branchIndex, nodeIndex } from '../model/ids';
import type { TraceGraph } from './graph';
import { NONE, childrenOf, graphOf, hasSeveralChildren } from './graph';
import { recordedLinks } from './recorded-links';

export interface Branch {
  readonly index: BranchIndex;
  readonly leaf: NodeIndex;
  /** The first node of the path; where the walk up ended in a cycle, no root of the graph. */
  readonly root: NodeIndex;
  /** Nodes of the path. */
  readonly length: number;
  /** False only for a compaction attempt that was not accepted; the agent's own `trainable` is another matter. */
  readonly trainable: boolean;
  /** Null for a branch that is no compaction attempt. */
  readonly attempt: 'accepted' | 'rejected' | null;
  /** The last node that another branch shares; null when none does. */
  readonly forkedAt: NodeIndex | null;
}

export function branchesOf(trace: Trace, graph: TraceGraph = graphOf(trace)): Branch[] {
  const { lengths, heads, forks } = pathFacts(graph);
  const { attempts, accepted } = compactionOf(trace);
  return graph.leaves.map((leaf, index) => {
    const attempt = attempts.has(leaf) ? (accepted.has(leaf) ? 'accepted' : 'rejected') : null;
    const fork = forks[leaf] ?? NONE;
    return {
      index: branchIndex(index),
      leaf,
      root: nodeIndex(heads[leaf] ?? leaf),
      length: lengths[leaf] ?? 1,
      trainable: attempt !== 'rejected',
      attempt,
      forkedAt: fork === NONE ? null : nodeIndex(fork),
    };
  });
}

/** From the root down to `node`. A walk that meets a node again stops there. */
export function pathOf(trace: Trace, node: NodeIndex): NodeIndex[] {
  const size = trace.nodes.length;
  const seen = new Uint8Array(size);
  const path: NodeIndex[] = [];
  let at: NodeIndex | null = node;
  while (at !== null && at < size && seen[at] === 0) {
    seen[at] = 1;
    path.push(at);
    at = trace.nodes[at]?.parent ?? null;
  }
  return path.reverse();
}

interface PathFacts {
  /** Of the path that ends at a node: how many nodes, the first node, the last fork before the node itself. */
  readonly lengths: Int32Array;
  readonly heads: Int32Array;
  readonly forks: Int32Array;
}

function pathFacts(graph: TraceGraph): PathFacts {
  const lengths = new Int32Array(graph.size);
  const heads = new Int32Array(graph.size);
  const forks = new Int32Array(graph.size).fill(NONE);
  const lonely = new Set<number>();
  for (const cycle of graph.cycles) {
    cycle.forEach((node, at) => {
      // The walk up from `node` ends at the node below it, whose parent it has already met.
      lengths[node] = cycle.length;
      heads[node] = cycle[(at + 1) % cycle.length] ?? node;
    });
    let leaving = -cycle.length;
    for (const node of cycle) leaving += childrenOf(graph, node).length;
    if (leaving === 1) for (const node of cycle) lonely.add(node);
  }
  for (const node of graph.order) {
    if (lengths[node] !== 0) continue;
    const parent = graph.parents[node] ?? NONE;
    lengths[node] = parent === NONE ? 1 : (lengths[parent] ?? 0) + 1;
    heads[node] = parent === NONE ? node : (heads[parent] ?? node);
    if (parent === NONE) continue;
    const shared = hasSeveralChildren(graph, parent) && !lonely.has(parent);
    forks[node] = shared ? parent : (forks[parent] ?? NONE);
  }
  return { lengths, heads, forks };
}

interface Compaction {
  /** Leaves that summarise a context which was too long. */
  readonly attempts: ReadonlySet<NodeIndex>;
  /** The summaries from which a resumed context says it was made. */
  readonly accepted: ReadonlySet<NodeIndex>;
}

/** Only usable links decide. */
function compactionOf(trace: Trace): Compaction {
  const attempts = new Set<NodeIndex>();
  const accepted = new Set<NodeIndex>();
  for (const { source, target, type } of recordedLinks(trace).links) {
    if (type === 'compaction_attempt') attempts.add(target);
    if (type === 'compaction') accepted.add(source);
  }
  return { attempts, accepted };
}
