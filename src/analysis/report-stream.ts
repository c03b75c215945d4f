/** Writes a report as pieces of JSON text, one record at a time: head, files, episodes, tail. Nothing is kept in memory. */
import type { EpisodeReport, FileTotals } from './report-types';
import { REPORT_FORMAT, REPORT_VERSION } from './report-types';

/** The text of a report is: `reportHead`, for each file its pieces joined by `separator(index)`, then `reportTail`. */
export function reportHead(): string {
  return `{"format":${JSON.stringify(REPORT_FORMAT)},"version":${REPORT_VERSION},"files":[`;
}

export function reportTail(): string {
  return ']\n,"edge_sets":[]}\n';
}

/** Opens the file number `index` of the report. */
export function fileHead(index: number): string {
  return `${index === 0 ? '' : ','}\n{"episodes":[`;
}

/** The episode number `index` of its file. */
export function episodePiece(index: number, episode: EpisodeReport): string {
  return `${index === 0 ? '' : ','}\n${JSON.stringify(episode)}`;
}

export function fileTail({
  name,
  bytes,
  digest,
  container,
  dialect,
  records,
  diagnostics,
}: FileTotals): string {
  const totals = { name, bytes, digest, container, dialect, records, diagnostics };
  return `]\n,${JSON.stringify(totals).slice(1)}`;
}
