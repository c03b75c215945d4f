/**
 * What is concluded about the semantic links of one trace, in the words of the report's `semantic` and `edge_sets`. Only
 * shapes: how links are judged and sets applied is said in `semantics.ts` and `edge-set.ts`.
 */
import type { NodeIndex } from '../model/ids';
import type { Json } from '../model/json';

/** `refuse_cycles`: the written rule, physical links included. `allow_loops`: the newest writers' rule. */
export type CyclePolicy = 'refuse_cycles' | 'allow_loops';

export type LinkOrigin = 'trace' | 'edge_set' | 'ledger';

/** A usable link from cause to effect. */
export interface SemanticLink {
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly type: string;
  readonly origin: LinkOrigin;
}

/** Reasons in the order in which they are tested; the first that holds is given. */
export type UnusableReason = 'not_an_object' | 'out_of_range' | 'self' | 'bad_label' | 'duplicate';

/** A recorded link that is no link between two nodes, as written; null where it is no object. */
export interface UnusableLink {
  readonly source: Json;
  readonly target: NodeIndex;
  readonly type: Json;
  readonly reason: UnusableReason;
}

/** Reasons of the payload itself, then those of its application, each in the order in which they are tested. */
export type PayloadRefusal =
  'invalid_schema' | 'bad_request_id' | 'bad_label' | 'self_edge' | 'duplicate_edge' | 'cycle';
export type ApplicationRefusal =
  'bad_call_node' | 'unsampled_node' | 'uncommitted_request' | 'same_node' | 'duplicate_resolved' | 'cycle';
/** A set belongs to the one trace whose calls carry all its request ids. */
export type MatchRefusal = 'no_trace' | 'several_traces';
export type EdgeSetRefusal = PayloadRefusal | ApplicationRefusal | MatchRefusal;

/**
 * Of a set that was accepted every edge is `added` or `present`. A set is applied whole or not at all, so of a refused
 * one none is `added`: `refused` is the edge that the reason is about, and every edge before it that would have been
 * added; `present` was a link already; `not_reached` was never resolved. Of a ledger, `skipped` is an edge that is not in
 * the trace: a ledger tells of everything its session did, also of what the trace does not hold.
 */
export type EdgeOutcome = 'added' | 'present' | 'refused' | 'not_reached' | 'skipped';

/** What became of one set, or of the ledgers that were folded together for one trace. */
export interface EdgeSetReport {
  readonly name: string;
  readonly origin: Exclude<LinkOrigin, 'trace'>;
  /** How many the payload lists; 0 where it lists none. */
  readonly edges: number;
  readonly accepted: boolean;
  readonly reason: EdgeSetRefusal | null;
  readonly detail: string | null;
  /** Position of the edge that the reason is about; null where it is about the payload or the trace. */
  readonly refused_edge: number | null;
  readonly added: number;
  readonly already_present: number;
  readonly outcomes: readonly EdgeOutcome[];
}

export interface SemanticReport {
  /** Recorded ones in node order, then list order; then those added, in the order of adding. */
  readonly links: readonly SemanticLink[];
  readonly unusable: readonly UnusableLink[];
  /** Strongly connected components of more than one node, each ascending, in the order of their first members. */
  readonly cycles: readonly (readonly NodeIndex[])[];
  readonly edge_sets: readonly EdgeSetReport[];
}

/** Why a set is refused: shared by the two steps that can refuse one. */
export interface Refusal<Reason extends EdgeSetRefusal> {
  readonly reason: Reason;
  readonly detail: string;
  readonly edge: number | null;
}
