/**
 * Rows of the list in columns, the form in which they lie in the database: typed arrays are copied as bytes, and an
 * episode costs no object. It knows the fields of a row and nothing of what they mean.
 */
import { recordIndex, type RecordIndex, sourceIndex, type SourceIndex } from '../model/ids';
import type { EpisodeRow, Outcome } from '../model/row';

/** A row with its address inside the run. */
export interface PlacedRow {
  readonly source: SourceIndex;
  readonly record: RecordIndex;
  readonly row: EpisodeRow;
}

/** As many rows as one page holds: a page is one read of the database and one task of the page's thread. */
export const ROWS_OF_A_PAGE = 512;

type Column<Value> = [Value] extends [number | null] ? Float64Array : readonly Value[];

type EpisodeColumns = {
  readonly [Field in keyof Omit<EpisodeRow, 'outcome' | 'scored'>]: Column<EpisodeRow[Field]>;
};

export interface RowPage extends EpisodeColumns {
  readonly source: Uint32Array;
  readonly record: Float64Array;
  readonly outcome: Uint8Array;
  readonly scored: Uint8Array;
}

const OUTCOMES: readonly Outcome[] = ['ok', 'error', 'truncated', 'unscored'];

export function pageOfRows(rows: readonly PlacedRow[]): RowPage {
  // Loops, because every row of an import passes here: `from` with a function takes ten times as long.
  const numbers = (field: (row: EpisodeRow) => number | null): Float64Array => {
    const column = new Float64Array(rows.length);
    rows.forEach(({ row }, i) => (column[i] = field(row) ?? NaN));
    return column;
  };
  const texts = <Text extends string | null>(field: (row: EpisodeRow) => Text): Text[] =>
    rows.map(({ row }) => field(row));
  return {
    source: Uint32Array.from(rows, (row) => row.source),
    record: Float64Array.from(rows, (row) => row.record),
    line: numbers((row) => row.line),
    byte: numbers((row) => row.byte),
    length: numbers((row) => row.length),
    id: texts((row) => row.id),
    env: texts((row) => row.env),
    task: texts((row) => row.task),
    group: texts((row) => row.group),
    agents: texts((row) => row.agents),
    models: texts((row) => row.models),
    reward: numbers((row) => row.reward),
    scored: Uint8Array.from(rows, ({ row }) => (row.scored ? 1 : 0)),
    outcome: Uint8Array.from(rows, ({ row }) => OUTCOMES.indexOf(row.outcome)),
    stop: texts((row) => row.stop),
    traces: numbers((row) => row.traces),
    turns: numbers((row) => row.turns),
    branches: numbers((row) => row.branches),
    nodes: numbers((row) => row.nodes),
    tokensIn: numbers((row) => row.tokensIn),
    tokensOut: numbers((row) => row.tokensOut),
    cost: numbers((row) => row.cost),
    duration: numbers((row) => row.duration),
    errors: numbers((row) => row.errors),
    warnings: numbers((row) => row.warnings),
    errorType: texts((row) => row.errorType),
  };
}

export function rowsOfPage(page: RowPage): PlacedRow[] {
  const rows: PlacedRow[] = [];
  for (let i = 0; i < page.record.length; i += 1) {
    rows.push({
      source: sourceIndex(page.source[i] ?? 0),
      record: recordIndex(page.record[i] ?? 0),
      row: {
        line: page.line[i] ?? 0,
        byte: page.byte[i] ?? 0,
        length: page.length[i] ?? 0,
        id: page.id[i] ?? '',
        env: page.env[i] ?? '',
        task: page.task[i] ?? '',
        group: page.group[i] ?? null,
        agents: page.agents[i] ?? '',
        models: page.models[i] ?? '',
        reward: numberOrNull(page.reward[i]),
        scored: page.scored[i] === 1,
        outcome: OUTCOMES[page.outcome[i] ?? 0] ?? 'ok',
        stop: page.stop[i] ?? '',
        traces: page.traces[i] ?? 0,
        turns: page.turns[i] ?? 0,
        branches: page.branches[i] ?? 0,
        nodes: page.nodes[i] ?? 0,
        tokensIn: page.tokensIn[i] ?? 0,
        tokensOut: page.tokensOut[i] ?? 0,
        cost: numberOrNull(page.cost[i]),
        duration: numberOrNull(page.duration[i]),
        errors: page.errors[i] ?? 0,
        warnings: page.warnings[i] ?? 0,
        errorType: page.errorType[i] ?? null,
      },
    });
  }
  return rows;
}

/** NaN stands for null in a column; a row itself never holds one. */
function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
