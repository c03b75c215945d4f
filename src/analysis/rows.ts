/**
 * Order and choice of rows: which rows a filter keeps and in what order a column puts them. Pure and quick enough to run
 * on the page's thread for 30,000 rows; it refuses to know how a row is drawn or where it came from.
 */
import type { EpisodeRow, Outcome } from '../model/row';
import { ranksOf } from './natural-order';
import { MISSING, orderedByRank, ranksOfNumbers } from './ranks';
import type { RowBreaks } from './row-breaks';
import { BREAK_FLAGS, breakFigure, hasBreakFlag, isOfBreaks } from './row-breaks';

/** Every column of the list, in its usual order. */
export const COLUMN_IDS = [
  'record',
  'env',
  'task',
  'agents',
  'models',
  'reward',
  'outcome',
  'stop',
  'breaks',
  'unexplained',
  'turns',
  'branches',
  'tokens-in',
  'tokens-out',
  'cost',
  'duration',
  'flags',
  'nodes',
  'traces',
  'group',
  'id',
  'form-breaks',
  'reprocessed',
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

/** What a row can be chosen by besides its outcome. */
export const ROW_FLAGS = ['errors', 'warnings', 'unscored', 'unknown-reward', 'several-traces'] as const;
export const FLAGS = [...ROW_FLAGS, ...BREAK_FLAGS] as const;
export type Flag = (typeof FLAGS)[number];

export interface RowFilter {
  /** Words, all of which must occur; a "quoted phrase" is one word. */
  readonly query: string;
  /** Empty keeps every outcome. */
  readonly outcomes: readonly Outcome[];
  /** All must hold. */
  readonly flags: readonly Flag[];
}

/** Anything that carries a row and the number of its file; its position in the given array is its place in file order. */
export interface Listed {
  readonly source: number;
  readonly row: EpisodeRow;
}

export const OUTCOMES = ['error', 'truncated', 'unscored', 'ok'] as const satisfies readonly Outcome[];

export function hasFlag(row: EpisodeRow, flag: Flag, counts?: RowBreaks): boolean {
  switch (flag) {
    case 'errors':
      return row.errors > 0;
    case 'warnings':
      return row.warnings > 0;
    case 'unscored':
      return !row.scored;
    case 'unknown-reward':
      return row.scored && row.reward === null;
    case 'several-traces':
      return row.traces > 1;
    default:
      return hasBreakFlag(counts, flag);
  }
}

/**
 * Positions of the rows that the filter keeps, ascending. `paths` are the names of the files, by number; `breaks` has the
 * counts of each row, as far as they are known.
 */
export function filterRows(
  rows: readonly Listed[],
  filter: RowFilter,
  paths: readonly string[] = [],
  breaks: readonly RowBreaks[] = [],
): Uint32Array<ArrayBuffer> {
  const terms = queryTerms(filter.query);
  if (terms.length === 0 && filter.outcomes.length === 0 && filter.flags.length === 0) {
    return Uint32Array.from(rows.keys());
  }
  const names = paths.map((path) => path.normalize('NFC').toLowerCase());
  const outcomes = filter.outcomes.length > 0 ? new Set<Outcome>(filter.outcomes) : null;
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (const [position, { row, source }] of rows.entries()) {
    if (outcomes !== null && !outcomes.has(row.outcome)) continue;
    if (!filter.flags.every((flag) => hasFlag(row, flag, breaks[position]))) continue;
    if (terms.length > 0) {
      const text = haystack(row);
      const name = names[source] ?? '';
      if (!terms.every((term) => text.includes(term) || name.includes(term))) continue;
    }
    kept[count] = position;
    count += 1;
  }
  return kept.slice(0, count);
}

/** The given positions in the order of the sort: missing values last both ways, equal ones in file order. */
export function sortRows(
  rows: readonly Listed[],
  positions: Uint32Array<ArrayBuffer>,
  sort: Sort | null,
  breaks: readonly RowBreaks[] = [],
): Uint32Array<ArrayBuffer> {
  if (sort === null) return positions.slice();
  return orderedByRank(positions, sortRanks(rows, sort.column, breaks), sort.descending);
}

/** By array, which is never changed in place: turning an order round does not rank the rows again. */
const ranksOfRows = new WeakMap<readonly unknown[], { column: ColumnId; ranks: Uint32Array }>();

/** The place of each row's value among all of them. */
function sortRanks(rows: readonly Listed[], column: ColumnId, breaks: readonly RowBreaks[]): Uint32Array {
  const from = isOfBreaks(column) ? breaks : rows;
  const known = ranksOfRows.get(from);
  if (known?.column === column) return known.ranks;
  const ranks = rankedBy(rows, column, breaks);
  ranksOfRows.set(from, { column, ranks });
  return ranks;
}

function rankedBy(rows: readonly Listed[], column: ColumnId, breaks: readonly RowBreaks[]): Uint32Array {
  const values = new Float64Array(rows.length).fill(NaN);
  /** Distinct texts by number: what stands for a text until they are ranked. */
  const numbers = new Map<string, number>();
  rows.forEach(({ row }, position) => {
    const value = valueOf(row, column, breaks[position]);
    // 0 and -0 are equal.
    if (typeof value === 'number') values[position] = value + 0;
    else if (value !== null && value !== '') {
      const number = numbers.get(value) ?? numbers.size;
      if (number === numbers.size) numbers.set(value, number);
      values[position] = number;
    }
  });
  if (numbers.size === 0) return ranksOfNumbers(values);
  const ranks = ranksOf([...numbers.keys()]);
  const found = new Uint32Array(values.length);
  for (let at = 0; at < values.length; at += 1) found[at] = ranks[values[at] ?? NaN] ?? MISSING;
  return found;
}

function valueOf(row: EpisodeRow, column: ColumnId, counts: RowBreaks): number | string | null {
  switch (column) {
    case 'record':
      return row.line;
    case 'env':
      return row.env;
    case 'task':
      return row.task;
    case 'agents':
      return row.agents;
    case 'models':
      return row.models;
    case 'reward':
      return row.reward;
    case 'outcome':
      return OUTCOMES.indexOf(row.outcome);
    case 'stop':
      return row.stop;
    case 'turns':
      return row.turns;
    case 'branches':
      return row.branches;
    case 'tokens-in':
      return row.tokensIn;
    case 'tokens-out':
      return row.tokensOut;
    case 'cost':
      return row.cost;
    case 'duration':
      return row.duration;
    case 'flags':
      // Any error weighs more than all warnings.
      return row.errors * 2 ** 20 + Math.min(row.warnings, 2 ** 20 - 1);
    case 'nodes':
      return row.nodes;
    case 'traces':
      return row.traces;
    case 'group':
      return row.group;
    case 'id':
      return row.id;
    default:
      return breakFigure(counts, column);
  }
}

/**
 * Makes the texts that the filter searches, for some of the rows: before the first key is typed, a slice at a time, because
 * for all rows at once it would take longer than a person notices.
 */
export function prepareFilter(rows: readonly Listed[], from: number, to: number): void {
  for (let position = from; position < Math.min(to, rows.length); position += 1) {
    const listed = rows[position];
    if (listed !== undefined) haystack(listed.row);
  }
}

/** Kept by row object, so that typing into the filter does not build them again. */
const haystacks = new WeakMap<EpisodeRow, string>();

function haystack(row: EpisodeRow): string {
  const known = haystacks.get(row);
  if (known !== undefined) return known;
  // U+0000 between the fields: no term can match across two of them.
  const text = [
    row.env,
    row.task,
    row.agents,
    row.models,
    row.outcome,
    row.stop,
    row.errorType ?? '',
    row.group ?? '',
    row.id,
    `line ${row.line}`,
  ]
    .join('\0')
    .normalize('NFC')
    .toLowerCase();
  haystacks.set(row, text);
  return text;
}

export function queryTerms(query: string): readonly string[] {
  const terms: string[] = [];
  for (const match of query
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/"([^"]*)"?|[^\s"]+/g)) {
    const term = match[1] ?? match[0];
    if (term !== '') terms.push(term);
  }
  return terms;
}
