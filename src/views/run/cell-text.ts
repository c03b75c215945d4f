/** What a plain cell says; null is missing, and never written as a number. */
import type { EpisodeRow } from '../../model/row';
import { unreachable } from '../../model/unreachable';
import type { BreakColumn, ColumnId, RowBreaks } from '../../store/columns';
import { breakFigure } from '../../store/columns';
import { formatCompact, formatCost, formatCount, formatDuration, formatReward } from '../shared/format';

/** Longer texts are cut: no cell shows more. */
const LONGEST = 200;

/** Columns of breaks have texts of their own: `breakText`. */
export function cellText(row: EpisodeRow, column: Exclude<ColumnId, BreakColumn>): string | null {
  switch (column) {
    case 'record':
      return formatCount(row.line);
    case 'env':
      return worded(row.env);
    case 'task':
      return worded(row.task);
    case 'agents':
      return worded(row.agents);
    case 'models':
      return worded(row.models);
    case 'reward':
      return row.reward === null ? (row.scored ? 'unknown' : 'unscored') : formatReward(row.reward);
    case 'outcome':
      return row.outcome;
    case 'stop':
      return worded(row.stop);
    case 'turns':
      return formatCount(row.turns);
    case 'branches':
      return formatCount(row.branches);
    case 'tokens-in':
      return tokens(row.tokensIn);
    case 'tokens-out':
      return tokens(row.tokensOut);
    case 'cost':
      return row.cost === null ? null : formatCost(row.cost);
    case 'duration':
      return row.duration === null ? null : formatDuration(row.duration);
    case 'flags':
      return [
        row.errors > 0 ? `${row.errors} errors` : '',
        row.warnings > 0 ? `${row.warnings} warnings` : '',
      ]
        .filter((flag) => flag !== '')
        .join(', ');
    case 'nodes':
      return formatCount(row.nodes);
    case 'traces':
      return formatCount(row.traces);
    case 'group':
      return worded(row.group ?? '');
    case 'id':
      return worded(row.id);
    default:
      return unreachable(column);
  }
}

export function breakText(counts: RowBreaks, column: BreakColumn): string | null {
  const figure = breakFigure(counts, column);
  return figure === null ? null : tokens(figure);
}

function worded(text: string): string | null {
  if (text === '') return null;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function tokens(count: number): string {
  return Math.abs(count) < 10_000_000 ? formatCount(count) : formatCompact(count);
}
