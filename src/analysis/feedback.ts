/**
 * Which links of a cycle lead back: against the order in which nodes were committed, which is the order of their indexes
 * wherever parents come first. Without them no cycle of links is left, so what remains can be laid out from cause to effect;
 * a parent is never taken for a step back, except where parents themselves are circular. It refuses to know what links mean.
 */
import type { NodeIndex } from '../model/ids';
import type { TraceGraph } from './graph';
import type { SemanticLink } from './semantic-types';

export interface CycleLinks {
  readonly nodes: readonly NodeIndex[];
  /** Positions among the links, both of whose ends are on the cycle; ascending. */
  readonly links: readonly number[];
  /** Of those the ones that lead back; ascending. Empty where parents alone are circular. */
  readonly feedback: readonly number[];
}

/** In the order of `cycles`, which are components over parents and links. */
export function cycleLinks(
  graph: TraceGraph,
  links: readonly SemanticLink[],
  cycles: readonly (readonly NodeIndex[])[],
): readonly CycleLinks[] {
  if (cycles.length === 0) return [];
  const rank = new Int32Array(graph.size);
  for (const [place, node] of graph.order.entries()) rank[node] = place;
  const cycleOf = new Int32Array(graph.size).fill(-1);
  for (const [number, nodes] of cycles.entries()) for (const node of nodes) cycleOf[node] = number;
  const found = cycles.map((nodes) => emptyCycle(nodes));
  for (const [position, { source, target }] of links.entries()) {
    const cycle = cycleOf[source] ?? -1;
    if (cycle === -1 || cycle !== cycleOf[target]) continue;
    found[cycle]?.links.push(position);
    if ((rank[source] ?? 0) > (rank[target] ?? 0)) found[cycle]?.feedback.push(position);
  }
  return found;
}

function emptyCycle(nodes: readonly NodeIndex[]) {
  const links: number[] = [];
  const feedback: number[] = [];
  return { nodes, links, feedback };
}

/** Whether a component is one physical cycle and nothing more: reading has told of these. */
export function physicalCycles(graph: TraceGraph): (nodes: readonly NodeIndex[]) => boolean {
  const lengths = new Map(graph.cycles.map((cycle) => [cycle[0], cycle.length]));
  return (nodes) => lengths.get(nodes[0]) === nodes.length;
}
