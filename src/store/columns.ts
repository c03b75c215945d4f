/** The columns of the list of episodes: what each is called, what it means, how wide it likes to be. Not how it is drawn. */
import type { ColumnId, Sort } from '../analysis/rows';
import { COLUMN_IDS } from '../analysis/rows';

export type { BreakColumn, RowBreaks } from '../analysis/row-breaks';
export { breakFigure, isOfBreaks } from '../analysis/row-breaks';
export type { ColumnId, Flag, Sort } from '../analysis/rows';
export { FLAGS, OUTCOMES } from '../analysis/rows';

export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** One sentence for the chooser and the header's description. */
  readonly meaning: string;
  /** Right-aligned in tabular figures; the first click puts the largest first. */
  readonly numeric: boolean;
  /** Least width in pixels. */
  readonly width: number;
  /** Share of the width left over; 0 keeps the column at `width`. */
  readonly grow: number;
}

type Description = Omit<Column, 'id'>;

function text(title: string, width: number, grow: number, meaning: string): Description {
  return { title, meaning, numeric: false, width, grow };
}

function figure(title: string, width: number, meaning: string): Description {
  return { title, meaning, numeric: true, width, grow: 0 };
}

const DESCRIPTIONS: Readonly<Record<ColumnId, Description>> = {
  record: { ...figure('Record', 68, 'Line of the file, or element of the array.'), numeric: true },
  env: text('Env', 92, 1, 'The environment’s id.'),
  task: text('Task', 140, 2, 'The task’s name, else its key, else its type.'),
  agents: text('Agents', 66, 1, 'Seats in the order of the traces.'),
  models: text('Model', 104, 1.5, 'Models in the order of the traces.'),
  reward: figure('Reward', 92, 'Mean over the traces that count; unscored is not 0.'),
  outcome: text('Outcome', 100, 0, 'The first that holds of error, truncated, unscored, ok.'),
  stop: text('Stop reason', 112, 1, 'The recorded stop conditions.'),
  turns: figure('Turns', 54, 'Messages that a model call produced, over all traces.'),
  branches: figure('Branches', 72, 'Leaves of the message graphs, over all traces.'),
  breaks: figure('Breaks', 60, 'Requests that did not keep the history of the request before them.'),
  unexplained: figure(
    'Unexplained',
    96,
    'Breaks that neither a declared compaction nor a change of form explains.',
  ),
  'form-breaks': figure(
    'Form only',
    78,
    'Breaks where a message changed between text and parts, and nothing else.',
  ),
  reprocessed: figure(
    'Reprocessed',
    104,
    'Prompt tokens that had to be processed again; known with token ids.',
  ),
  'tokens-in': figure('Tokens in', 76, 'Prompt tokens, each new one once.'),
  'tokens-out': figure('Tokens out', 82, 'Completion tokens, over all branches.'),
  cost: figure('Cost', 76, 'Sum over the calls that report one.'),
  duration: figure('Duration', 78, 'Latest end − earliest start over all recorded spans.'),
  flags: text('Flags', 64, 0, 'Errors, warnings, and more traces than one.'),
  nodes: figure('Nodes', 60, 'Messages in the graphs of all traces.'),
  traces: figure('Traces', 60, 'Agents’ rollouts in this episode.'),
  group: text('Group', 104, 1, 'Rollouts of one task that are compared together.'),
  id: text('Id', 104, 1, 'The episode’s own id; it may be empty or repeated.'),
};

export const COLUMNS: readonly Column[] = COLUMN_IDS.map((id) => ({ id, ...DESCRIPTIONS[id] }));

export function column(id: ColumnId): Column {
  return { id, ...DESCRIPTIONS[id] };
}

/** What a reader misses least, first: all of it is in the preview. */
const LEAST_MISSED: readonly ColumnId[] = [
  'flags',
  'agents',
  'branches',
  'tokens-in',
  'cost',
  'duration',
  'tokens-out',
  'stop',
  'models',
  'env',
];

/** The columns that fit into a width, as long as there are some to spare. */
export function fittingColumns(
  columns: readonly Column[],
  widthOf: (column: Column) => number,
  available: number,
): readonly Column[] {
  let left = columns;
  let width = columns.reduce((sum, one) => sum + widthOf(one), 0);
  for (const id of LEAST_MISSED) {
    if (width <= available) break;
    const dropped = left.find((one) => one.id === id);
    if (dropped === undefined) continue;
    left = left.filter((one) => one !== dropped);
    width -= widthOf(dropped);
  }
  return left;
}

/** What one more click on a header does: the natural order, the other way round, then file order again. */
export function nextSort(present: Sort | null, { id, numeric }: Column): Sort | null {
  const first = numeric && id !== 'record';
  if (present?.column !== id) return { column: id, descending: first };
  return present.descending === first ? { column: id, descending: !first } : null;
}
