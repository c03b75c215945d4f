/** What became of edge sets and ledgers, for people: counts, and edge by edge only what was refused. */
import { listedEdges } from '../analysis/edge-set';
import type { EdgeSetReport } from '../analysis/semantic-types';
import type { TraceEdges } from '../analysis/semantics';
import type { Json } from '../model/json';
import { isObject, member } from '../model/json';
import { countText } from './figures';
import { fit, plain } from './plain-text';

const INDENT = '        ';
/** Refused edges shown of each set; the report has the rest. */
const EDGES_SHOWN = 10;
const EDGE_WIDTH = 160;

/** `base` says which trace, where an episode has several. */
export function edgesText(
  reports: readonly EdgeSetReport[],
  { sets, ledger }: TraceEdges,
  base: string,
): string {
  const lines = reports.flatMap((report, index) => {
    const set = sets[index];
    const edges = set === undefined ? (ledger?.edges ?? []) : listedEdges(set.payload).map(edgeOf);
    return [verdict(report, base), ...refusedEdges(report, edges)];
  });
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

function refusedEdges({ outcomes, refused_edge }: EdgeSetReport, edges: readonly Edge[]): string[] {
  const refused = [...outcomes.keys()].filter((index) => outcomes[index] === 'refused');
  const lines = refused.slice(0, EDGES_SHOWN).map((index) => {
    const { source = '?', target = '?', type = '?' } = edges[index] ?? {};
    const why = index === refused_edge ? 'refused' : 'would have been added';
    return fit(plain(`${INDENT}  edge ${index}: req ${source} → req ${target}, ${type}: ${why}`), EDGE_WIDTH);
  });
  const rest = refused.length - lines.length;
  return rest > 0 ? [...lines, `${INDENT}  and ${countText(rest)} more; --json lists them`] : lines;
}

/** As written, sound or not. */
type Edge = Readonly<Partial<Record<'source' | 'target' | 'type', string>>>;

function edgeOf(edge: Json): Edge {
  const text = (key: string) => {
    const value = isObject(edge) ? member(edge, key) : undefined;
    return typeof value === 'string' ? value : '?';
  };
  return { source: text('source_request_id'), target: text('target_request_id'), type: text('type') };
}
