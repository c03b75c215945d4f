/**
 * One agent's line in the drawing beside the tree: its calls as bars, where a new context begins, and the ways from and to
 * other agents' lines. Bars that would lie on one pixel become one, so that a line has no more marks than it has room for.
 */
import type { Range } from './concurrency';
import type { BarKind, SessionTree } from './columns';
import { BAR_KINDS, NONE } from './columns';
import type { TreeRows } from './rows';

export interface Scale extends Range {
  /** Pixels. */
  readonly width: number;
}

export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly kind: BarKind;
  /** How many calls it stands for. */
  readonly calls: number;
}

export interface Lane {
  readonly bars: readonly Bar[];
  /** Where contexts after the first begin. */
  readonly contexts: readonly number[];
  /** From the first mark to the last; null without one. */
  readonly span: { readonly x: number; readonly width: number } | null;
}

/** No bar is thinner. */
const THINNEST = 2;
/** Thinner ones of one kind that touch are drawn as one. */
const MERGED_BELOW = 4;

export function placeOn({ from, until, width }: Scale, at: number): number {
  return ((at - from) / (until - from)) * width;
}

export function laneOf({ agents, bars }: SessionTree, agent: number, scale: Scale): Lane {
  const drawn: { x: number; width: number; kind: BarKind; calls: number }[] = [];
  const contexts: number[] = [];
  let context = 0;
  let [least, most] = [Infinity, -Infinity];
  const end = agents.bars[agent + 1] ?? 0;
  for (let bar = agents.bars[agent] ?? 0; bar < end; bar += 1) {
    const x = placeOn(scale, bars.from[bar] ?? 0);
    const width = Math.max(THINNEST, placeOn(scale, bars.until[bar] ?? 0) - x);
    const kind = BAR_KINDS[bars.kind[bar] ?? 0] ?? 'turn';
    [least, most] = [Math.min(least, x), Math.max(most, x + width)];
    if ((bars.context[bar] ?? 0) > context) {
      context = bars.context[bar] ?? 0;
      contexts.push(x);
    }
    const last = drawn.at(-1);
    const touches = last !== undefined && last.kind === kind && x < last.x + last.width + 1;
    if (touches && (last.width < MERGED_BELOW || width < MERGED_BELOW)) {
      last.width = Math.max(last.width, x + width - last.x);
      last.calls += 1;
    } else drawn.push({ x, width, kind, calls: 1 });
  }
  return { bars: drawn, contexts, span: least <= most ? { x: least, width: most - least } : null };
}

/** A way from one row to another. */
export interface Way {
  readonly kind: 'spawn' | 'return' | 'cancel';
  readonly agent: number;
  /** Rows, and places in pixels: leaves `fromRow` at `x`, reaches `toRow` at `toX`. */
  readonly fromRow: number;
  readonly toRow: number;
  readonly x: number;
  readonly toX: number;
  /** Turns the receiver took before it took the result up; 0 for none or unknown. */
  readonly late: number;
  /** Only its end at the agent's own row is drawn: too many others would cross the rows between. */
  readonly stub: boolean;
}

/** Of more, far ones become stubs. */
const MOST_WHOLE = 24;
/** Rows that a way may cross all the same. */
const NEAR = 3;

/**
 * The ways of the agents in the rows `first` to `last` (exclusive), and of the selected one. What leads to a folded agent is
 * not among them.
 */
export function waysIn(
  { agents, deliveries, agentOfNode }: SessionTree,
  rows: TreeRows,
  scale: Scale,
  first: number,
  last: number,
  selected: number = NONE,
): Way[] {
  const ways: Omit<Way, 'stub'>[] = [];
  const add = (way: Omit<Way, 'stub'>): void => {
    const low = Math.min(way.fromRow, way.toRow);
    const high = Math.max(way.fromRow, way.toRow);
    if (high < first || low >= last) return;
    // What others have on the screen of it is the row they share: their ways would cover everybody's.
    const own = rows.rowOf[way.agent] ?? NONE;
    if ((own >= first && own < last) || way.agent === selected) ways.push(way);
  };
  for (let row = 0; row < rows.count; row += 1) {
    const agent = rows.agent[row] ?? 0;
    const parent = agents.parent[agent] ?? NONE;
    const from = agents.from[agent] ?? Number.NaN;
    if (Number.isNaN(from)) continue;
    const above = parent === NONE ? NONE : (rows.rowOf[parent] ?? NONE);
    const spawn = agents.spawnAt[agent] ?? Number.NaN;
    if (above !== NONE && !Number.isNaN(spawn)) {
      const x = placeOn(scale, spawn);
      const toX = placeOn(scale, from);
      add({ kind: 'spawn', agent, fromRow: above, toRow: row, x, toX, late: 0 });
    }
    const stopped = agents.cancelPlace[agent] ?? Number.NaN;
    const by = agentOfNode[agents.cancelledAt[agent] ?? NONE] ?? NONE;
    const byRow = by === NONE ? NONE : (rows.rowOf[by] ?? NONE);
    if (!Number.isNaN(stopped) && byRow !== NONE) {
      const x = placeOn(scale, stopped);
      const toX = placeOn(scale, agents.until[agent] ?? stopped);
      add({ kind: 'cancel', agent, fromRow: byRow, toRow: row, x, toX, late: 0 });
    }
    const end = agents.deliveries[agent + 1] ?? 0;
    for (let at = agents.deliveries[agent] ?? 0; at < end; at += 1) {
      const toRow = rows.rowOf[deliveries.to[at] ?? 0] ?? NONE;
      const given = deliveries.from[at] ?? Number.NaN;
      const taken = deliveries.until[at] ?? Number.NaN;
      if (toRow === NONE || Number.isNaN(given) || Number.isNaN(taken)) continue;
      add({
        kind: 'return',
        agent,
        fromRow: row,
        toRow,
        x: placeOn(scale, given),
        toX: placeOn(scale, taken),
        late: Math.max(0, deliveries.turnsBetween[at] ?? 0),
      });
    }
  }
  const isFull = ways.length > MOST_WHOLE;
  return ways.map((way) => {
    const isFar = Math.abs(way.fromRow - way.toRow) > NEAR;
    return { ...way, stub: isFull && isFar && way.agent !== selected };
  });
}
