/**
 * Writes a report as pieces of JSON text, one record at a time, for the command line's stream and for the parts of the
 * page's Blob. It keeps counts and the few findings about records, never an episode.
 */
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import { DIAGNOSTICS_OF_ONE_CODE, compareDiagnostics, cutDiagnostics } from '../model/diagnostic';
import type { Dialect } from '../model/dialect';
import type { Episode } from '../model/episode';
import { episodeFindings } from './findings';
import type { RecordAt } from './record-at';
import type { EpisodeEdges } from './report';
import { diagnosticReport, episodeReport } from './report';
import type { EpisodeReport, FileTotals, RecordCounts } from './report-types';
import { REPORT_FORMAT, REPORT_VERSION } from './report-types';
import type { EdgeSetReport } from './semantic-types';

/** What reading says of a file once it is through; the report's `diagnostics` add what the figures say of its records. */
export interface FileFacts {
  readonly name: string;
  readonly bytes: number;
  readonly digest: string;
  readonly container: string;
  readonly dialect: Dialect;
  readonly records: RecordCounts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Call in order: `head`, for each file `openFile`, `episode`…, `closeFile`, then `tail`. The pieces joined are the report. */
export class ReportText {
  #files = 0;
  #episodes = 0;
  #findings = new RecordFindings();

  head(): string {
    return `{"format":${JSON.stringify(REPORT_FORMAT)},"version":${REPORT_VERSION},"files":[`;
  }

  openFile(): string {
    const separator = this.#files === 0 ? '\n' : ',\n';
    this.#files += 1;
    this.#episodes = 0;
    this.#findings = new RecordFindings();
    return `${separator}{"episodes":[`;
  }

  async episode(
    episode: Episode,
    at: RecordAt,
    edgesOf?: EpisodeEdges,
    secrets: EpisodeReport['secrets'] = null,
  ): Promise<string> {
    return this.episodePiece(
      await episodeReport(episode, at, edgesOf, secrets),
      episodeFindings(episode, at),
    );
  }

  /** Where report and findings were made elsewhere. */
  episodePiece(report: EpisodeReport, findings: readonly Diagnostic[]): string {
    const separator = this.#episodes === 0 ? '\n' : ',\n';
    this.#episodes += 1;
    this.#findings.add(findings);
    return separator + JSON.stringify(report);
  }

  closeFile(facts: FileFacts): string {
    const { name, bytes, digest, container, dialect, records } = facts;
    const { total, read, repaired, skipped } = records;
    const totals: FileTotals = {
      name,
      bytes,
      digest,
      container,
      dialect,
      records: { total, read, repaired, skipped },
      diagnostics: this.#findings.mergedInto(facts.diagnostics).map(diagnosticReport),
    };
    return `${this.#episodes === 0 ? '' : '\n'}],${JSON.stringify(totals).slice(1)}`;
  }

  /** `unmatched`: sets and ledgers that fit no trace of the run. */
  tail(unmatched: readonly EdgeSetReport[] = []): string {
    return `${this.#files === 0 ? '' : '\n'}],"edge_sets":${JSON.stringify(unmatched)}}\n`;
  }
}

/** Findings of analysis about the records of one file: the first of each code, and how many there are. */
export class RecordFindings {
  readonly #kept: Diagnostic[] = [];
  readonly #counts = new Map<DiagnosticCode, number>();

  add(findings: readonly Diagnostic[]): void {
    for (const finding of findings) {
      const count = (this.#counts.get(finding.code) ?? 0) + 1;
      this.#counts.set(finding.code, count);
      if (count <= DIAGNOSTICS_OF_ONE_CODE + 1) this.#kept.push(finding);
    }
  }

  /** Reading's are cut already, and share no code with these. */
  mergedInto(read: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.#kept.length === 0) return read;
    return [...read, ...cutDiagnostics(this.#kept, this.#counts)].sort(compareDiagnostics);
  }
}
