/** The report as one JSON document, an episode at a time. */
import { episodeFindings } from '../analysis/findings';
import { episodeReport } from '../analysis/report';
import { ReportText } from '../analysis/report-stream';
import { secretReports } from '../analysis/secrets/secrets';
import type { Printer } from './printer';

export function jsonPrinter(): Printer {
  const report = new ReportText();
  return {
    begin: () => report.head(),
    openFile: () => report.openFile(),
    async episode(episode, place, edgesOf, text) {
      const made = await episodeReport(episode, place, edgesOf, secretReports(text()));
      const findings = episodeFindings(episode, place);
      const all = [...findings, ...made.traces.flatMap(({ diagnostics }) => diagnostics)];
      const flags = all.filter(({ severity }) => severity !== 'info').length;
      const sets = made.traces.flatMap(({ semantic }) => semantic.edge_sets);
      const refused = sets.filter(({ accepted }) => !accepted).length;
      return { text: report.episodePiece(made, findings), flags: flags + refused };
    },
    closeFile: (facts) => report.closeFile(facts),
    end: (unmatched) => report.tail(unmatched),
  };
}
