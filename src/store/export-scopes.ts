/**
 * What can be exported from where the person stands: rows of the list, an episode, one of its traces, one of its branches;
 * in which formats, and under which file name. It reads no record.
 */
import type { Cell } from '../analysis/export/csv';
import { isOfBreaks, breakFigure } from '../analysis/row-breaks';
import type { ColumnId } from '../analysis/rows';
import type { RowBreaks } from '../analysis/row-breaks';
import type { EpisodeRow } from '../model/row';
import { unreachable } from '../model/unreachable';
import type { TraceOutline } from '../worker/episode/protocol';
import type { ExportFormat, ExportPart, ExportSubject, RecordsSubject } from '../worker/export/protocol';
import { column } from './columns';
import type { EpisodeCursor } from './episode-cursor.svelte';
import type { RunList } from './list.svelte';
import type { OpenRun, RunRow } from './run.svelte';
import { nodeIndex } from '../model/ids';

export interface ExportScope {
  readonly id: string;
  /** "This branch": what is chosen, on its switch. */
  readonly title: string;
  readonly formats: readonly ExportFormat[];
  /** Of the file, without its ending. */
  readonly name: string;
  readonly subject: (format: ExportFormat) => ExportSubject;
}

const OF_RECORDS: readonly ExportFormat[] = ['jsonl', 'markdown', 'text', 'report'];

export function listScopes(list: RunList, columns: readonly ColumnId[]): readonly ExportScope[] {
  const scopes: ExportScope[] = [];
  const { run, selectedRow, length } = list;
  if (length > 0) {
    scopes.push({
      id: 'rows',
      title: titleOfRows(length, run.rows.length),
      formats: [...OF_RECORDS, 'csv'],
      name: nameOf(run),
      subject: (format) => (format === 'csv' ? tableOf(list, columns) : recordsOf(run, rowsOf(list), null)),
    });
  }
  if (selectedRow !== null) {
    scopes.push({
      id: 'row',
      title: `The selected episode (record ${selectedRow.row.line})`,
      formats: OF_RECORDS,
      name: `${nameOf(run)} record ${selectedRow.row.line}`,
      subject: () => recordsOf(run, [selectedRow], null),
    });
  }
  return scopes;
}

/** From the smallest part to the whole. */
export function episodeScopes(run: OpenRun, row: RunRow, cursor: EpisodeCursor): readonly ExportScope[] {
  const scopes: ExportScope[] = [];
  const { trace, branch } = cursor;
  const name = `${nameOf(run)} record ${row.row.line}`;
  const traces = row.row.traces;
  if (trace !== null && branch !== null && branch !== 'all' && trace.branches.count > 1) {
    const nodes = [...cursor.sequence].map(nodeIndex);
    scopes.push({
      id: 'branch',
      title: `Branch #${branch} (${nodes.length} of ${trace.nodes.count} messages)`,
      formats: OF_RECORDS,
      name: `${name} branch ${branch}`,
      subject: () => recordsOf(run, [row], partOf(trace, nodes)),
    });
  }
  if (trace !== null && traces > 1) {
    scopes.push({
      id: 'trace',
      title: `Trace #${trace.index}${trace.agent === null ? '' : ` (${trace.agent})`} of ${traces}`,
      formats: OF_RECORDS,
      name: `${name} trace ${trace.index}`,
      subject: () => recordsOf(run, [row], partOf(trace, null)),
    });
  }
  scopes.push({
    id: 'episode',
    title: 'The whole episode',
    formats: OF_RECORDS,
    name,
    subject: () => recordOf(run, row),
  });
  return scopes;
}

/** Of a report that has been made over all of a run. */
export function reportScope(run: OpenRun, content: Blob): ExportScope {
  return {
    id: 'report',
    title: 'The report of all that was read',
    formats: ['report'],
    name: run.name,
    subject: () => ({ kind: 'report', content, of: recordsOf(run, run.rows, null) }),
  };
}

export function recordOf(run: OpenRun, row: RunRow): ExportSubject {
  return recordsOf(run, [row], null);
}

/** A run of one file is called like the file; its ending would stand twice. */
function nameOf(run: OpenRun): string {
  return (
    run.name.replace(/(?:\.traces|\.results)?\.(?:jsonl|json|ndjson|txt)(?:\.gz|\.zst)?$/i, '') || 'export'
  );
}

function partOf(trace: TraceOutline, nodes: ExportPart['nodes']): ExportPart {
  return { trace: trace.index, path: trace.path, nodes };
}

function rowsOf(list: RunList): readonly RunRow[] {
  return Array.from({ length: list.length }, (_, index) => list.at(index)).filter((row) => row !== null);
}

export function recordsOf(run: OpenRun, rows: readonly RunRow[], part: ExportPart | null): RecordsSubject {
  const sources = run.sources.map(({ path, index }) => ({
    path,
    content: run.blob(index),
    metadata: run.metadata(index),
  }));
  return {
    kind: 'records',
    sources,
    records: {
      source: Uint32Array.from(rows, ({ source }) => source),
      line: Float64Array.from(rows, ({ row }) => row.line),
      byte: Float64Array.from(rows, ({ row }) => row.byte),
      length: Float64Array.from(rows, ({ row }) => row.length),
    },
    part,
  };
}

function tableOf(list: RunList, columns: readonly ColumnId[]): ExportSubject {
  const files = list.run.sources.length > 1;
  const header = columns.map((id) => column(id).title);
  const rows = rowsOf(list).map(({ source, row }, index) => {
    const cells = columns.map((id) => cellOf(row, id, list.breaksAt(index)));
    return files ? [list.run.sources[source]?.path ?? '', ...cells] : cells;
  });
  const of = recordsOf(list.run, rowsOf(list), null);
  return { kind: 'table', header: files ? ['File', ...header] : header, rows, of };
}

/** As it is, not as it is shown: a number with all its digits, an unknown one as nothing. */
function cellOf(row: EpisodeRow, id: ColumnId, breaks: RowBreaks): Cell {
  if (isOfBreaks(id)) return breakFigure(breaks, id);
  switch (id) {
    case 'record':
      return row.line;
    case 'tokens-in':
      return row.tokensIn;
    case 'tokens-out':
      return row.tokensOut;
    case 'flags':
      return [counted(row.errors, 'error'), counted(row.warnings, 'warning')]
        .filter((flag) => flag !== '')
        .join(', ');
    case 'env':
    case 'task':
    case 'agents':
    case 'models':
    case 'reward':
    case 'outcome':
    case 'stop':
    case 'turns':
    case 'branches':
    case 'cost':
    case 'duration':
    case 'nodes':
    case 'traces':
    case 'group':
    case 'id':
      return row[id];
    default:
      return unreachable(id);
  }
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function titleOfRows(listed: number, all: number): string {
  if (listed === 1) return all === 1 ? 'The one episode' : 'The one episode that is listed';
  return listed === all ? `All ${listed} episodes` : `The ${listed} episodes that are listed`;
}
