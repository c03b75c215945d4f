/**
 * What the list asks of the counts of breaks: flags and columns, for rows whose counts may not be there yet. It refuses to
 * know how they are counted.
 */
import type { BreakCounts } from '../model/breaks';
import { unreachable } from '../model/unreachable';

/** Undefined: not counted yet. Null: the record could not be read again. */
export type RowBreaks = BreakCounts | null | undefined;

/** Known only once the breaks of a row have been counted. */
export const BREAK_FLAGS = ['breaks', 'unexplained-breaks', 'form-breaks', 'reprocessed'] as const;
export type BreakFlag = (typeof BREAK_FLAGS)[number];

const BREAK_COLUMNS = ['breaks', 'unexplained', 'form-breaks', 'reprocessed'] as const;
export type BreakColumn = (typeof BREAK_COLUMNS)[number];

export function isBreakFlag(flag: string): flag is BreakFlag {
  return BREAK_FLAGS.some((one) => one === flag);
}

export function hasBreakFlag(counts: RowBreaks, flag: BreakFlag): boolean {
  if (counts === undefined || counts === null) return false;
  switch (flag) {
    case 'breaks':
      return counts.breaks > 0;
    case 'unexplained-breaks':
      return counts.unexplained > 0;
    case 'form-breaks':
      return counts.formBreaks > 0;
    case 'reprocessed':
      return (counts.reprocessed ?? 0) > 0;
    default:
      return unreachable(flag);
  }
}

/** Whether the column shows what is counted in the background. */
export function isOfBreaks(column: string): column is BreakColumn {
  return BREAK_COLUMNS.some((one) => one === column);
}

/** Null where nothing is known. */
export function breakFigure(counts: RowBreaks, column: BreakColumn): number | null {
  if (counts === undefined || counts === null) return null;
  switch (column) {
    case 'breaks':
      return counts.breaks;
    case 'unexplained':
      return counts.unexplained;
    case 'form-breaks':
      return counts.formBreaks;
    case 'reprocessed':
      return counts.reprocessed;
    default:
      return unreachable(column);
  }
}
