/** What became of edge sets and ledgers, for people: counts, and edge by edge only what was refused. */
import type { NamedEdge } from '../analysis/edge-listing';
import { namedEdges } from '../analysis/edge-listing';
import type { EdgeSetReport } from '../analysis/semantic-types';
import type { TraceEdges } from '../analysis/semantics';
import { countText } from './figures';
import { fit, plain } from './plain-text';

const INDENT = '        ';
/** Refused edges shown of each set; the report has the rest. */
const EDGES_SHOWN = 10;
const EDGE_WIDTH = 160;

/** `base` says which trace, where an episode has several. */
export function edgesText(reports: readonly EdgeSetReport[], edges: TraceEdges, base: string): string {
  const listed = namedEdges(edges);
  const lines = reports.flatMap((report, index) => [
    verdict(report, base),
    ...refusedEdges(report, listed[index] ?? []),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** Of sets and ledgers that fit no trace. */
export function unmatchedText(reports: readonly EdgeSetReport[]): string {
  if (reports.length === 0) return '';
  const lines = reports.map((report) => `${verdict(report, '')}\n`);
  return `edges that were not applied\n${lines.join('')}`;
}

function verdict(report: EdgeSetReport, base: string): string {
  const { name, origin, edges, accepted, reason, detail, added, already_present: present } = report;
  const what = `${INDENT}${base}${origin === 'ledger' ? 'ledger' : 'edges'} ${name}: `;
  if (!accepted) {
    return plain(
      `${what}${countText(edges)} refused (${reason ?? 'unknown'}), nothing added. ${detail ?? ''}`,
    );
  }
  const skipped = report.outcomes.filter((outcome) => outcome === 'skipped').length;
  const parts = [
    `${countText(added)} added`,
    `${countText(present)} already there`,
    ...(skipped > 0 ? [`${countText(skipped)} not in this trace`] : []),
  ];
  return plain(`${what}${parts.join(', ')}`);
}

function refusedEdges({ outcomes, refused_edge }: EdgeSetReport, edges: readonly NamedEdge[]): string[] {
  const refused = [...outcomes.keys()].filter((index) => outcomes[index] === 'refused');
  const lines = refused.slice(0, EDGES_SHOWN).map((index) => {
    const { source = '?', target = '?', type = '?' } = edges[index] ?? {};
    const why = index === refused_edge ? 'refused' : 'would have been added';
    return fit(
      plain(`${INDENT}  edge #${index}: req ${source} → req ${target}, ${type}: ${why}`),
      EDGE_WIDTH,
    );
  });
  const rest = refused.length - lines.length;
  return rest > 0 ? [...lines, `${INDENT}  and ${countText(rest)} more; --json lists them`] : lines;
}
