/**
 * Which edge, added in order to a graph, is the first to close a cycle that was not there before. The graph may hold
 * cycles already; an edge that only runs beside or out of them closes none. It refuses to know what vertices are.
 */
import type { DirectedEdge } from './strongly-connected';
import { stronglyConnected } from './strongly-connected';

/**
 * Null when none does. One pass over the graph when nothing closes; otherwise a search by halves, since what is cyclic
 * stays so: a walk for each edge would be quadratic on the large cumulative sets that harnesses publish.
 */
export function firstClosingEdge(
  size: number,
  graph: readonly DirectedEdge[],
  added: readonly DirectedEdge[],
): number | null {
  const before = stronglyConnected(size, graph);
  const inside = added.findIndex(({ from, to }) => before.of[from] === before.of[to]);
  const candidates = inside === -1 ? added : added.slice(0, inside);
  // Components stand for their members, so that cycles already there are single vertices.
  const base = contracted(graph, before.of);
  const extra = contracted(candidates, before.of);
  const closes = (length: number) =>
    stronglyConnected(before.count, [...base, ...extra.slice(0, length)]).count < before.count;
  if (!closes(extra.length)) return inside === -1 ? null : inside;
  let harmless = 0;
  let closing = extra.length;
  while (closing - harmless > 1) {
    const middle = (harmless + closing) >> 1;
    if (closes(middle)) closing = middle;
    else harmless = middle;
  }
  return closing - 1;
}

function contracted(edges: readonly DirectedEdge[], of: Int32Array): DirectedEdge[] {
  const kept: DirectedEdge[] = [];
  for (const edge of edges) {
    const [from, to] = [of[edge.from], of[edge.to]];
    if (from !== undefined && to !== undefined && from !== to) kept.push({ from, to });
  }
  return kept;
}
