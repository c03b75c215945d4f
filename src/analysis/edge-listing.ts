/**
 * The edges that lie behind the outcomes of a report, one by one and in words: what each names, and the nodes its ends are in
 * the trace. For those who show outcomes; it refuses to judge any.
 */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import type { Json } from '../model/json';
import { isObject, member } from '../model/json';
import { listedEdges } from './edge-set';
import { committedNodes } from './ledger-application';
import type { EdgeSetRefusal, EdgeSetReport } from './semantic-types';
import type { TraceEdges, TraceSemantics } from './semantics';

/** As written, sound or not: `?` where there is no text. */
export interface NamedEdge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
}

export interface EndedEdge extends NamedEdge {
  /** The node that the request committed; null where it committed none in this trace. */
  readonly from: NodeIndex | null;
  readonly to: NodeIndex | null;
}

export interface RefusedEdge extends EndedEdge {
  readonly set: string;
  readonly origin: EdgeSetReport['origin'];
  readonly reason: EdgeSetRefusal;
}

/** Of each report in `edge_sets` the edges it counts. */
export function namedEdges({ sets, ledger }: TraceEdges): readonly (readonly NamedEdge[])[] {
  const listed = sets.map(({ payload }) => listedEdges(payload).map(namedEdge));
  return ledger === null ? listed : [...listed, ledger.edges];
}

/** The same with the nodes of their ends. */
export function endedEdges(trace: Trace, edges: TraceEdges): readonly (readonly EndedEdge[])[] {
  const nodes = committedNodes(trace);
  return namedEdges(edges).map((list) =>
    list.map(({ source, target, type }) => ({
      source,
      target,
      type,
      from: nodes.get(source) ?? null,
      to: nodes.get(target) ?? null,
    })),
  );
}

/** The edges that made sets and ledgers be refused; those refused along with them are not among them. */
export function refusedEdges(
  trace: Trace,
  { report, edges }: Pick<TraceSemantics, 'report' | 'edges'>,
): readonly RefusedEdge[] {
  if (report.edge_sets.every(({ refused_edge }) => refused_edge === null)) return [];
  const listed = endedEdges(trace, edges);
  return report.edge_sets.flatMap((set, index) => {
    const edge = culpritOf(set, listed[index] ?? []);
    return edge === undefined || set.reason === null
      ? []
      : [{ ...edge, set: set.name, origin: set.origin, reason: set.reason }];
  });
}

function culpritOf({ refused_edge }: EdgeSetReport, edges: readonly EndedEdge[]): EndedEdge | undefined {
  return refused_edge === null ? undefined : edges[refused_edge];
}

function namedEdge(edge: Json): NamedEdge {
  const text = (key: string) => {
    const value = isObject(edge) ? member(edge, key) : undefined;
    return typeof value === 'string' ? value : '?';
  };
  return { source: text('source_request_id'), target: text('target_request_id'), type: text('type') };
}
