/**
 * The edges of folded ledgers onto the links of a trace. A ledger is a record of all that its sessions did, and the trace
 * holds a part of it: an edge that is not in the trace is skipped and said, not a reason to refuse the others. Cycles are:
 * the edges that remain are added together or not at all, as those of a set. It refuses to know events.
 */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import type { RequestEdge } from '../model/ledger';
import type { SessionRecords } from './agents/lineage';
import type { Addition } from './edge-application';
import { cycleWith, identityOf, linksOf } from './edge-application';
import { described } from './edge-set';
import type { CyclePolicy, EdgeOutcome, EdgeSetReport, SemanticLink } from './semantic-types';

/** What folded ledgers say about one trace. */
export interface GivenLedger {
  /** Of the files that were folded together. */
  readonly name: string;
  readonly edges: readonly RequestEdge[];
  readonly records: SessionRecords;
  /** What was odd about events of its sessions, in words. */
  readonly oddities: readonly string[];
}

export interface SkippedEdge {
  /** Position among the edges given. */
  readonly edge: number;
  readonly why: string;
  /** The end that is in the trace, if one is. */
  readonly node: NodeIndex | null;
}

export interface LedgerApplication {
  readonly added: readonly SemanticLink[];
  readonly skipped: readonly SkippedEdge[];
  readonly report: EdgeSetReport;
}

export function applyLedger(
  trace: Trace,
  links: readonly SemanticLink[],
  { name, edges }: GivenLedger,
  policy: CyclePolicy,
): LedgerApplication {
  const { additions, skipped, outcomes } = resolve(edges, committedNodes(trace), links);
  const cycle = policy === 'refuse_cycles' ? cycleWith(trace, links, edges, additions) : null;
  if (cycle !== null && cycle.edge !== null) refuseFrom(outcomes, cycle.edge);
  const added = cycle === null ? linksOf(additions, 'ledger') : [];
  const report: EdgeSetReport = {
    name,
    origin: 'ledger',
    edges: edges.length,
    accepted: cycle === null,
    reason: cycle?.reason ?? null,
    detail: cycle?.detail ?? null,
    refused_edge: cycle?.edge ?? null,
    added: added.length,
    already_present: outcomes.filter((outcome) => outcome === 'present').length,
    outcomes,
  };
  return { added, skipped, report };
}

/** The node that counts for each request. What is wrong with other calls says nothing about these. */
export function committedNodes(trace: Trace): ReadonlyMap<string, NodeIndex> {
  const nodes = new Map<string, NodeIndex>();
  for (const { acp, node } of trace.calls) {
    if (acp === null || acp.requestId === null || node === null) continue;
    if (trace.nodes[node]?.sampled === true) nodes.set(acp.requestId, node);
  }
  return nodes;
}

interface Resolution {
  readonly additions: readonly Addition[];
  readonly skipped: readonly SkippedEdge[];
  readonly outcomes: EdgeOutcome[];
}

function resolve(
  edges: readonly RequestEdge[],
  nodes: ReadonlyMap<string, NodeIndex>,
  links: readonly SemanticLink[],
): Resolution {
  const known = new Set(links.map(identityOf));
  const additions: Addition[] = [];
  const skipped: SkippedEdge[] = [];
  const outcomes: EdgeOutcome[] = [];
  for (const [edge, { source: from, target: to, type }] of edges.entries()) {
    const source = nodes.get(from);
    const target = nodes.get(to);
    if (source === undefined || target === undefined || source === target) {
      const missing = source === undefined ? from : to;
      const why =
        source !== undefined && source === target
          ? `both requests committed node #${source}`
          : `request "${missing}" committed no node of this trace`;
      skipped.push({ edge, why: `${described(edges, edge)}: ${why}`, node: target ?? source ?? null });
      outcomes.push('skipped');
      continue;
    }
    const identity = identityOf({ source, target, type });
    outcomes.push(known.has(identity) ? 'present' : 'added');
    if (!known.has(identity)) additions.push({ edge, source, target, type });
    // Two attempts of one request are one node: the second edge says nothing new.
    known.add(identity);
  }
  return { additions, skipped, outcomes };
}

/** Nothing is added: what would have been is refused up to the edge that closes the cycle, and not reached behind it. */
function refuseFrom(outcomes: EdgeOutcome[], closing: number): void {
  for (const [edge, outcome] of outcomes.entries()) {
    if (edge > closing && outcome !== 'skipped') outcomes[edge] = 'not_reached';
    else if (outcome === 'added') outcomes[edge] = 'refused';
  }
}
