/**
 * The graph of one trace as it crosses to the page: model calls, the groups they belong to and their links in columns, and
 * what cannot be drawn among calls as counts and lists. It refuses to hold messages.
 */
import type { CallGraph } from '../../layout/call-graph/columns';
import type { Diagnostic } from '../../model/diagnostic';

/** Links with an end that no model call committed: they stand in the graph of messages alone. */
export interface OutsideLinks {
  readonly count: number;
  /** Indexes of nodes. */
  readonly source: Int32Array<ArrayBuffer>;
  readonly target: Int32Array<ArrayBuffer>;
  readonly type: Uint16Array<ArrayBuffer>;
  readonly types: readonly string[];
}

export interface TraceGraph {
  readonly calls: CallGraph;
  readonly outside: OutsideLinks;
  readonly facts: GraphFacts;
  /** Of analysis, edges from beside the trace included; cut at so many of a code. */
  readonly findings: readonly Diagnostic[];
}

/** What a reader must know to judge the picture. */
export interface GraphFacts {
  readonly agents: number;
  /** Recorded links that are no link between two nodes. */
  readonly unusable: number;
  readonly cycles: number;
  /** Sub-sessions that left no committed call; null where nothing is claimed. */
  readonly missingChildren: number | null | 'unsure';
  readonly linksIncomplete: boolean;
  /** Sources that name different things. */
  readonly disagreements: number;
  readonly branches: number;
  /** Branches on which no call of their own lies. */
  readonly branchesWithoutCall: number;
  readonly probes: number;
  readonly roots: number;
}
