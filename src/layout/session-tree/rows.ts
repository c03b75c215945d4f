/**
 * Which agents are listed, in which order: depth first, siblings sorted among themselves, what is folded left out. Missing
 * values come last both ways, and what is equal keeps the order in which it was sent off.
 */
import type { AgentColumns } from './columns';
import { NONE } from './columns';

export const SORT_KEYS = [
  'title',
  'state',
  'turns',
  'tokens',
  'subtree',
  'cost',
  'duration',
  'share',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface TreeSort {
  readonly key: SortKey;
  readonly descending: boolean;
}

export interface TreeRows {
  readonly count: number;
  readonly agent: Int32Array;
  /** Row of each agent; -1 where it is folded away. */
  readonly rowOf: Int32Array;
  /** Among its siblings, from 1, and how many there are. */
  readonly place: Int32Array;
  readonly siblings: Int32Array;
}

export function treeRows(
  agents: AgentColumns,
  isOpen: (agent: number) => boolean,
  sort: TreeSort | null,
): TreeRows {
  const { count } = agents;
  const children: number[][] = Array.from({ length: count }, () => []);
  const heads: number[] = [];
  for (let agent = 0; agent < count; agent += 1) {
    const parent = agents.parent[agent] ?? NONE;
    if (parent === NONE) heads.push(agent);
    else children[parent]?.push(agent);
  }
  const compare = sort === null ? null : comparison(agents, sort);
  const listed = new Int32Array(count);
  const rowOf = new Int32Array(count).fill(NONE);
  const place = new Int32Array(count);
  const siblings = new Int32Array(count);
  let rows = 0;
  const stack: number[] = [];
  const push = (list: number[]): void => {
    if (compare !== null) list.sort(compare);
    for (const [at, agent] of list.entries()) {
      place[agent] = at + 1;
      siblings[agent] = list.length;
    }
    for (let at = list.length - 1; at >= 0; at -= 1) stack.push(list[at] ?? 0);
  };
  push(heads);
  for (let agent = stack.pop(); agent !== undefined; agent = stack.pop()) {
    rowOf[agent] = rows;
    listed[rows] = agent;
    rows += 1;
    const below = children[agent] ?? [];
    if (below.length > 0 && isOpen(agent)) push(below);
  }
  return { count: rows, agent: listed.slice(0, rows), rowOf, place, siblings };
}

/** The figure that a column shows, by which it sorts; NaN where there is none. */
export function figureOf(agents: AgentColumns, key: Exclude<SortKey, 'title'>, agent: number): number {
  const at = (column: ArrayLike<number>): number => column[agent] ?? Number.NaN;
  switch (key) {
    case 'state':
      return at(agents.ending);
    case 'turns':
      return at(agents.turns);
    case 'tokens':
      return at(agents.own.input) + at(agents.own.output);
    case 'subtree':
      return at(agents.subtree.input) + at(agents.subtree.output);
    case 'cost':
      return at(agents.subtree.cost);
    case 'duration':
      return at(agents.subtreeDuration);
    case 'share':
      return at(agents.share);
  }
}

function comparison(agents: AgentColumns, { key, descending }: TreeSort): (a: number, b: number) => number {
  const turn = descending ? -1 : 1;
  if (key === 'title') {
    const words = (agent: number): string => agents.title[agent] ?? '';
    return (a, b) => {
      const [left, right] = [words(a), words(b)];
      if (left === right) return a - b;
      if (left === '' || right === '') return left === '' ? 1 : -1;
      return left < right ? -turn : turn;
    };
  }
  return (a, b) => {
    const left = figureOf(agents, key, a);
    const right = figureOf(agents, key, b);
    const missing = Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    if (missing !== 0) return missing;
    if (left === right || Number.isNaN(left)) return a - b;
    return left < right ? -turn : turn;
  };
}

/** The agents above one, nearest first. */
export function above({ parent }: AgentColumns, agent: number): number[] {
  const found: number[] = [];
  for (let at = parent[agent] ?? NONE; at !== NONE; at = parent[at] ?? NONE) found.push(at);
  return found;
}
