/**
 * The semantic side of one trace: its recorded links, what edge sets and ledgers add to them, which nodes lie on cycles, and
 * the agents that follow. The trace is never changed; every answer is a new value, so that what was applied can be taken
 * back.
 */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';
import type { FoundPayload } from '../model/payload';
import type { RecordedSession, SessionTree } from '../model/session-tree';
import type { Agents } from './agents/reconstruct';
import { agentsOf } from './agents/reconstruct';
import type { GivenEdgeSet } from './edge-application';
import { applyEdgeSet, directedEdges } from './edge-application';
import type { GivenLedger, SkippedEdge } from './ledger-application';
import { applyLedger } from './ledger-application';
import { recordedLinks } from './recorded-links';
import type { CyclePolicy, EdgeSetReport, SemanticLink, SemanticReport } from './semantic-types';
import { directoryRecords } from './sessions/directory-records';
import { stronglyConnected } from './strongly-connected';

/** What is applied to one trace from beside it. */
export interface TraceEdges {
  /** In the order of application, each whole or not at all. */
  readonly sets: readonly GivenEdgeSet[];
  /** After the sets. */
  readonly ledger: GivenLedger | null;
  /** What the harness's own directories say of the sessions; nothing where there are none. */
  readonly directories?: readonly SessionTree[];
  /** What the harness said of the session in payloads beside the trace; nothing where there are none. */
  readonly payloads?: readonly FoundPayload[];
  readonly policy: CyclePolicy;
}

export const NO_EDGES: TraceEdges = { sets: [], ledger: null, policy: 'refuse_cycles' };

export interface TraceSemantics {
  readonly report: SemanticReport;
  readonly agents: Agents;
  /** Edges of the ledger that are not in the trace. */
  readonly skipped: readonly SkippedEdge[];
  readonly edges: TraceEdges;
  /** Sessions that a directory tells of and of which the trace holds no call. */
  readonly absent: readonly RecordedSession[];
}

/** What is applied and the agents that follow. */
export function semanticsOf(trace: Trace, edges: TraceEdges = NO_EDGES): TraceSemantics {
  const { report, skipped } = applied(trace, edges);
  const { links } = report;
  const ledger = edges.ledger?.records ?? null;
  const known = directoryRecords(trace, edges.directories ?? [], ledger, () =>
    agentsOf(trace, links, ledger),
  );
  const agents = agentsOf(trace, links, known?.records ?? ledger);
  return { report, skipped, edges, agents, absent: known?.absent ?? [] };
}

/** The links alone, with sets applied one after another. */
export function semanticReport(
  trace: Trace,
  sets: readonly GivenEdgeSet[],
  policy: CyclePolicy,
): SemanticReport {
  return applied(trace, { sets, ledger: null, policy }).report;
}

function applied(
  trace: Trace,
  { sets, ledger, policy }: TraceEdges,
): Pick<TraceSemantics, 'report' | 'skipped'> {
  const recorded = recordedLinks(trace);
  const links = [...recorded.links];
  const reports: EdgeSetReport[] = [];
  for (const set of sets) {
    const { added, report } = applyEdgeSet(trace, links, set, policy);
    for (const link of added) links.push(link);
    reports.push(report);
  }
  let skipped: readonly SkippedEdge[] = [];
  if (ledger !== null) {
    const laid = applyLedger(trace, links, ledger, policy);
    for (const link of laid.added) links.push(link);
    reports.push(laid.report);
    skipped = laid.skipped;
  }
  const cycles = cyclesOf(trace, links);
  return { report: { links, unusable: recorded.unusable, cycles, edge_sets: reports }, skipped };
}

/** Components of physical and semantic links together. Recorded cycles are shown, never cut. */
function cyclesOf(trace: Trace, links: readonly SemanticLink[]): readonly (readonly NodeIndex[])[] {
  const size = trace.nodes.length;
  const { of, count } = stronglyConnected(size, directedEdges(trace, links));
  if (count === size) return [];
  const members = new Map<number, NodeIndex[]>();
  for (const [node, component] of of.entries()) {
    const found = members.get(component);
    if (found === undefined) members.set(component, [nodeIndex(node)]);
    else found.push(nodeIndex(node));
  }
  return [...members.values()].filter((cycle) => cycle.length > 1);
}
