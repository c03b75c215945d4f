/** The table for people: a line an episode with what was applied to it, the totals of each file, what was found odd, by code. */
import { countFlags, episodeFindings, traceFindings } from '../analysis/findings';
import { graphOf } from '../analysis/graph';
import { breakCounts, countedRequests } from '../analysis/prefix/break-counts';
import type { RequestReport } from '../analysis/prefix/requests-report';
import type { FileFacts } from '../analysis/report-stream';
import { secretReports } from '../analysis/secrets/secrets';
import { semanticsOf } from '../analysis/semantics';
import { summarise } from '../analysis/summary';
import type { BreakCounts } from '../model/breaks';
import type { EpisodeRow } from '../model/row';
import { edgesText, unmatchedText } from './edge-text';
import { FindingsByCode } from './findings-by-code';
import { MISSING, bytesText, countText, durationText, rewardText } from './figures';
import { fit, padEnd, padStart, plain } from './plain-text';
import type { Printer } from './printer';
import { SecretCounts } from './secret-text';

interface TableRow extends EpisodeRow {
  readonly counts: BreakCounts;
}

interface Column {
  readonly title: string;
  readonly width: number;
  readonly side: 'left' | 'right';
  readonly of: (row: TableRow) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'record', width: 6, side: 'right', of: ({ line }) => String(line) },
  { title: 'outcome', width: 9, side: 'left', of: ({ outcome }) => outcome },
  { title: 'reward', width: 8, side: 'right', of: ({ reward, scored }) => rewardText(reward, scored) },
  { title: 'turns', width: 6, side: 'right', of: ({ turns }) => countText(turns) },
  { title: 'branches', width: 8, side: 'right', of: ({ branches }) => countText(branches) },
  { title: 'breaks', width: 6, side: 'right', of: ({ counts }) => countText(counts.breaks) },
  { title: 'unexplained', width: 11, side: 'right', of: ({ counts }) => countText(counts.unexplained) },
  { title: 'tokens in', width: 11, side: 'right', of: ({ tokensIn }) => countText(tokensIn) },
  { title: 'out', width: 10, side: 'right', of: ({ tokensOut }) => countText(tokensOut) },
  { title: 'time', width: 8, side: 'right', of: ({ duration }) => durationText(duration) },
  { title: 'cost', width: 9, side: 'right', of: ({ cost }) => (cost === null ? MISSING : cost.toFixed(4)) },
  { title: 'env', width: 20, side: 'left', of: ({ env }) => env },
  { title: 'task', width: 32, side: 'left', of: ({ task }) => task },
  { title: 'ended by', width: 40, side: 'left', of: ({ errorType, stop }) => errorType ?? stop },
];

export function tablePrinter(): Printer {
  let rows = 0;
  let found = new FindingsByCode();
  let secrets = new SecretCounts();
  return {
    begin: () => '',
    openFile(input) {
      rows = 0;
      found = new FindingsByCode();
      secrets = new SecretCounts();
      return `${plain(input.shown)}\n`;
    },
    async episode(episode, place, edgesOf, written) {
      secrets.add(secretReports(written()));
      const own = episodeFindings(episode, place);
      let flags = countFlags(own);
      let applied = '';
      const requests: (readonly RequestReport[])[] = [];
      found.add(own, '');
      for (const [index, trace] of episode.traces.entries()) {
        const edges = edgesOf(index);
        const semantics = semanticsOf(trace, edges ?? undefined);
        const findings = traceFindings(trace, graphOf(trace), place, semantics);
        flags += countFlags(findings);
        found.add(findings, trace.path);
        requests.push(await countedRequests(trace, semantics.report));
        if (edges === null) continue;
        const reports = semantics.report.edge_sets;
        flags += reports.filter(({ accepted }) => !accepted).length;
        applied += edgesText(reports, edges, episode.traces.length > 1 ? `trace #${index}, ` : '');
      }
      rows += 1;
      const row = { ...summarise(episode, place, 0), counts: breakCounts(requests) };
      const text = line((column) => column.of(row));
      return { text: `${rows === 1 ? header() : ''}${text}${applied}`, flags };
    },
    closeFile(facts) {
      found.add(facts.diagnostics, '');
      return `${totals(facts)}\n${secrets.text(facts.records.skipped)}${found.text()}\n`;
    },
    end: unmatchedText,
  };
}

function header(): string {
  return line(({ title }) => title);
}

/** A number that is wider than its column moves the rest rather than lose a digit. */
function line(cell: (column: Column) => string): string {
  const cells = COLUMNS.map((column) => {
    const text = plain(cell(column));
    return column.side === 'right'
      ? padStart(text, column.width)
      : padEnd(fit(text, column.width), column.width);
  });
  return `${cells.join('  ').trimEnd()}\n`;
}

function totals({ records, dialect, container, bytes }: FileFacts): string {
  const { total, read, repaired, skipped } = records;
  const counts = `${countText(total)} ${total === 1 ? 'record' : 'records'}: ${countText(read)} read, `;
  return `${counts}${countText(repaired)} repaired, ${countText(skipped)} skipped · ${dialect} · ${container} · ${bytesText(bytes)}`;
}
