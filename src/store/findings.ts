/** What reading found odd in a run, put together for people: by code, the gravest first, counted beyond what is listed. */
import type { DiagnosticCode, Severity } from '../model/diagnostic';
import { CATALOGUE } from '../model/diagnostic';
import type { SourceIndex } from '../model/ids';
import type { RunDiagnostic, RunRow, RunSource } from './run.svelte';

export interface FindingGroup {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** What the code means, from the catalogue. */
  readonly meaning: string;
  /** All there are, also those beyond the cap. */
  readonly count: number;
  /** Those that are listed, in file order. */
  readonly entries: readonly RunDiagnostic[];
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

export function groupFindings(diagnostics: readonly RunDiagnostic[]): readonly FindingGroup[] {
  const groups = new Map<DiagnosticCode, { entries: RunDiagnostic[]; count: number }>();
  for (const entry of diagnostics) {
    const { code, count } = entry.diagnostic;
    const group = groups.get(code) ?? { entries: [], count: 0 };
    groups.set(code, group);
    if (count === undefined) {
      group.entries.push(entry);
      group.count += 1;
    } else {
      // The closing entry of a file says how many there were in all of it.
      const listed = group.entries.filter(({ source }) => source === entry.source).length;
      group.count += Math.max(0, count - listed);
    }
  }
  return [...groups]
    .map(([code, { entries, count }]) => {
      const [severity, meaning] = CATALOGUE[code];
      return { code, severity, meaning, count, entries };
    })
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || b.count - a.count);
}

/** The row of a line, where that record was read and holds an episode. Rows are in file order. */
export function rowOfLine(rows: readonly RunRow[], source: SourceIndex, line: number): RunRow | null {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row === undefined) return null;
    if (row.source < source || (row.source === source && row.row.line < line)) low = middle + 1;
    else high = middle;
  }
  const found = rows[low];
  return found !== undefined && found.source === source && found.row.line === line ? found : null;
}

export interface RunTotals {
  readonly total: number;
  readonly read: number;
  readonly repaired: number;
  readonly skipped: number;
  /** Files that were recognised or unknown, and not read. */
  readonly refused: number;
}

export function totalsOf(sources: readonly RunSource[]): RunTotals {
  const totals = { total: 0, read: 0, repaired: 0, skipped: 0, refused: 0 };
  for (const { records, role } of sources) {
    totals.total += records.total;
    totals.read += records.read;
    totals.repaired += records.repaired;
    totals.skipped += records.skipped;
    if (role === 'foreign' || role === 'unknown' || role === 'unreadable') totals.refused += 1;
  }
  return totals;
}
