/**
 * What is applied to the traces of an open episode from beside it, and what follows from that: worked out once for each
 * trace and forgotten when something else is applied. The traces stay as they were read.
 */
import { refusedEdges } from '../../analysis/edge-listing';
import type { EdgeSetRefusal, SemanticReport } from '../../analysis/semantic-types';
import type { TraceEdges, TraceSemantics } from '../../analysis/semantics';
import { semanticsOf } from '../../analysis/semantics';
import type { Episode, Trace } from '../../model/episode';
import type { TraceIndex } from '../../model/ids';
import { traceIndex } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import type { RefusedLink } from './call-graph';

/** By trace; null, or nothing, where nothing is applied. */
export type EdgesByTrace = readonly (TraceEdges | null)[];

export class AppliedEdges {
  readonly #episode: Episode;
  #edges: EdgesByTrace;
  readonly #semantics = new Map<TraceIndex, TraceSemantics>();

  constructor(episode: Episode, edges: EdgesByTrace) {
    this.#episode = episode;
    this.#edges = edges;
  }

  apply(edges: EdgesByTrace): void {
    this.#edges = edges;
    this.#semantics.clear();
  }

  /** Null where there is no such trace. The same value until something else is applied. */
  semantics(index: TraceIndex): TraceSemantics | null {
    const known = this.#semantics.get(index);
    const trace = this.#episode.traces[index];
    if (known !== undefined || trace === undefined) return known ?? null;
    const made = semanticsOf(trace, this.#edges[index] ?? undefined);
    this.#semantics.set(index, made);
    return made;
  }

  /** With what is applied; null where nothing is. */
  linksOf(trace: Trace): SemanticReport | null {
    const index = this.#edges.findIndex((edges, at) => edges !== null && this.#episode.traces[at] === trace);
    return index < 0 ? null : (this.semantics(traceIndex(index))?.report ?? null);
  }

  /** Edges that were refused and have both their ends: they are drawn as what they would have been. */
  refused(index: TraceIndex): readonly RefusedLink[] {
    const trace = this.#episode.traces[index];
    const semantics = this.semantics(index);
    if (trace === undefined || semantics === null) return [];
    return refusedEdges(trace, semantics).flatMap(({ from, to, type, reason, set, origin }) =>
      from === null || to === null
        ? []
        : [{ source: from, target: to, type, origin, reason: `${refusalWords(reason)} (“${set}”)` }],
    );
  }
}

function refusalWords(reason: EdgeSetRefusal): string {
  switch (reason) {
    case 'cycle':
      return 'it would close a cycle';
    case 'self_edge':
      return 'it links a request to itself';
    case 'same_node':
      return 'both its requests committed the same node';
    case 'duplicate_edge':
      return 'it is listed twice';
    case 'duplicate_resolved':
      return 'an earlier edge is the same link';
    case 'uncommitted_request':
      return 'one of its requests committed nothing';
    case 'bad_request_id':
      return 'an end is no request id';
    case 'bad_label':
      return 'its type is no label';
    case 'invalid_schema':
      return 'it is not written as an edge is';
    case 'bad_call_node':
    case 'unsampled_node':
      return 'the calls of the trace name no node that could be meant';
    case 'no_trace':
    case 'several_traces':
      return 'its trace could not be told';
    default:
      return unreachable(reason);
  }
}
