/**
 * The semantic side of one trace: its recorded links, what edge sets add to them, and which nodes lie on cycles. The trace
 * is never changed; every answer is a new value, so that what was applied can be taken back.
 */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';
import type { GivenEdgeSet } from './edge-application';
import { applyEdgeSet, directedEdges } from './edge-application';
import { recordedLinks } from './recorded-links';
import type { CyclePolicy, EdgeSetReport, SemanticLink, SemanticReport } from './semantic-types';
import { stronglyConnected } from './strongly-connected';

/** Sets are applied one after another, each whole or not at all. */
export function semanticReport(
  trace: Trace,
  sets: readonly GivenEdgeSet[],
  policy: CyclePolicy,
): SemanticReport {
  const recorded = recordedLinks(trace);
  const links = [...recorded.links];
  const reports: EdgeSetReport[] = [];
  for (const set of sets) {
    const { added, report } = applyEdgeSet(trace, links, set, policy);
    for (const link of added) links.push(link);
    reports.push(report);
  }
  return { links, unusable: recorded.unusable, cycles: cyclesOf(trace, links), edge_sets: reports };
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
