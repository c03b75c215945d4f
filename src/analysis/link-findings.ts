/**
 * What is wrong with the semantic links of a trace: those that cannot be used, those that no model call stands behind, and
 * cycles. It refuses to judge sets that were refused: their own reports say why.
 */
import type { DiagnosticCode } from '../model/diagnostic';
import type { Trace } from '../model/episode';
import type { Json, JsonPointer } from '../model/json';
import { pointerTo } from '../model/json';
import { roleOf } from './agents/links';
import { directedEdges } from './edge-application';
import { cycleLinks, physicalCycles } from './feedback';
import { linkPath, namedNodes, nodePath } from './finding-places';
import type { TraceGraph } from './graph';
import { recordedLinks } from './recorded-links';
import type { TraceSemantics } from './semantics';
import type { SemanticLink, UnusableReason } from './semantic-types';
import { stronglyConnected } from './strongly-connected';

export type Find = (code: DiagnosticCode, path: JsonPointer, message: string) => void;

const CODES = {
  not_an_object: 'malformed-link',
  out_of_range: 'bad-link-node',
  self: 'self-link',
  bad_label: 'bad-link-label',
  duplicate: 'duplicate-link',
} as const satisfies Record<UnusableReason, DiagnosticCode>;

export function findInLinks(
  trace: Trace,
  graph: TraceGraph,
  { report, agents }: TraceSemantics,
  find: Find,
): void {
  const { links } = report;
  if (links.length === 0 && report.unusable.length === 0) return;
  const recorded = recordedLinks(trace);
  for (const [index, { source, target, type, reason }] of report.unusable.entries()) {
    const path = pointerTo(nodePath(trace, target), 'semantic_parents', recorded.unusableAt[index] ?? 0);
    find(CODES[reason], path, `${shown(source)} → node #${target}, ${shown(type)}.`);
  }
  const placeOf = (position: number) => linkPath(trace, links, recorded, position);
  if (agents.outside.length > 0) {
    for (const [position, link] of links.entries()) {
      const without = [link.source, link.target].filter((node) => !agents.requests.ofNode.has(node));
      if (without.length === 0) continue;
      find(
        'link-without-call',
        placeOf(position),
        `${words(link)}: no call committed ${namedNodes(without)}.`,
      );
    }
  }
  findCycles(trace, graph, links, report.cycles, placeOf, find);
}

/** One finding a cycle: a contradiction where it also closes without annotations, else a loop that newer writers allow. */
function findCycles(
  trace: Trace,
  graph: TraceGraph,
  links: readonly SemanticLink[],
  cycles: TraceSemantics['report']['cycles'],
  placeOf: (position: number) => JsonPointer,
  find: Find,
): void {
  if (cycles.length === 0) return;
  const binding = links.filter(({ type }) => roleOf(type) !== 'annotation');
  const hard = stronglyConnected(graph.size, directedEdges(trace, binding));
  const sizes = new Int32Array(hard.count);
  for (const component of hard.of) sizes[component] = (sizes[component] ?? 0) + 1;
  const physical = new Set<number>();
  for (const cycle of graph.cycles) {
    const component = hard.of[cycle[0] ?? 0] ?? 0;
    if (sizes[component] === cycle.length) physical.add(component);
  }
  const isPhysical = physicalCycles(graph);
  for (const { nodes, links: inside, feedback } of cycleLinks(graph, links, cycles)) {
    if (isPhysical(nodes)) continue;
    const contradicts = nodes.some((node) => {
      const component = hard.of[node] ?? 0;
      return (sizes[component] ?? 0) > 1 && !physical.has(component);
    });
    const closing = feedback[0] ?? inside[0] ?? 0;
    const link = links[closing];
    const closed = link === undefined ? '' : `; ${words(link)} leads back`;
    find(contradicts ? 'link-cycle' : 'link-loop', placeOf(closing), `Nodes ${namedNodes(nodes)}${closed}.`);
  }
}

function words({ source, target, type }: SemanticLink): string {
  return `node #${source} → node #${target}, ${type}`;
}

/** Sources and labels as they are written, whatever they are. */
function shown(value: Json): string {
  if (typeof value === 'number' && Number.isInteger(value)) return `node #${value}`;
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value);
}
