/**
 * Order and choice of rows: which rows a filter keeps and in what order a column puts them. Pure and quick enough to run
 * on the page's thread for 30,000 rows; it refuses to know how a row is drawn or where it came from.
 */
import type { EpisodeRow, Outcome } from '../model/row';
import { unreachable } from '../model/unreachable';

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
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

/** What a row can be chosen by besides its outcome. */
export const FLAGS = ['errors', 'warnings', 'unscored', 'unknown-reward', 'several-traces'] as const;
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

export function hasFlag(row: EpisodeRow, flag: Flag): boolean {
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
      return unreachable(flag);
  }
}

/** Positions of the rows that the filter keeps, ascending. `paths` are the names of the files, by number. */
export function filterRows(
  rows: readonly Listed[],
  filter: RowFilter,
  paths: readonly string[] = [],
): Uint32Array<ArrayBuffer> {
  const terms = queryTerms(filter.query);
  const names = paths.map((path) => path.normalize('NFC').toLowerCase());
  const outcomes = filter.outcomes.length > 0 ? new Set<Outcome>(filter.outcomes) : null;
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (const [position, { row, source }] of rows.entries()) {
    if (outcomes !== null && !outcomes.has(row.outcome)) continue;
    if (!filter.flags.every((flag) => hasFlag(row, flag))) continue;
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
): Uint32Array<ArrayBuffer> {
  const sorted = positions.slice();
  if (sort === null) return sorted;
  if (sort.column === 'record') return sort.descending ? sorted.sort().reverse() : sorted.sort();
  const keys = sortKeys(rows, positions, sort.column);
  const sign = sort.descending ? -1 : 1;
  return sorted.sort((a, b) => {
    const left = keys[a] ?? NaN;
    const right = keys[b] ?? NaN;
    if (left === right) return a - b;
    const leftMissing = Number.isNaN(left);
    const rightMissing = Number.isNaN(right);
    if (leftMissing || rightMissing) return leftMissing && rightMissing ? a - b : leftMissing ? 1 : -1;
    return left < right ? -sign : sign;
  });
}

/** One number for each row, so that comparing is cheap; NaN is missing. Texts become their rank. */
function sortKeys(
  rows: readonly Listed[],
  positions: Uint32Array<ArrayBuffer>,
  column: ColumnId,
): Float64Array {
  const keys = new Float64Array(rows.length).fill(NaN);
  const ranks = new Map<string, number>();
  const texts: (string | null)[] = [];
  for (const position of positions) {
    const value = valueOf(rows[position]?.row, column);
    if (typeof value === 'number') keys[position] = value;
    else if (value !== null && value !== '') {
      texts[position] = value;
      ranks.set(value, 0);
    }
  }
  if (ranks.size === 0) return keys;
  const distinct = [...ranks.keys()].map((text) => ({ text, key: naturalKey(text) }));
  distinct.sort((a, b) => (a.key === b.key ? compareText(a.text, b.text) : compareText(a.key, b.key)));
  for (const [rank, { text }] of distinct.entries()) ranks.set(text, rank);
  for (const position of positions) {
    const text = texts[position];
    if (text !== undefined && text !== null) keys[position] = ranks.get(text) ?? NaN;
  }
  return keys;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** So that `task-9` comes before `task-10`: runs of digits are preceded by their length. Long runs keep the text order. */
function naturalKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, (digits) => String.fromCharCode(48 + Math.min(digits.length, 60)) + digits);
}

function valueOf(row: EpisodeRow | undefined, column: ColumnId): number | string | null {
  if (row === undefined) return null;
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
      return unreachable(column);
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
