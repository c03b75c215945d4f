/**
 * The tree as cells: each agent as wide as its part of all tokens, dollars or time, its children under it from the left,
 * what it used itself at the right. Positions are parts of the whole, 0 to 1. Linear and without recursion, so that a
 * tree of any depth is laid out; libraries for this walk up from every node.
 */
import type { AgentColumns } from './columns';
import { NONE } from './columns';

export const MEASURES = ['tokens', 'cost', 'time'] as const;
export type Measure = (typeof MEASURES)[number];

export interface Icicle {
  /** By agent. An agent that used nothing, or of which nothing is known, has no width. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly total: number;
  /** What each used itself; NaN where that is not known. */
  readonly own: Float64Array;
  readonly subtree: Float64Array;
  /** Agents without a figure of their own. */
  readonly unknown: number;
  readonly levels: number;
}

export function icicleOf(agents: AgentColumns, measure: Measure): Icicle {
  const { count } = agents;
  const own = Float64Array.from({ length: count }, (_, agent) => ownOf(agents, measure, agent));
  const subtree = own.map((value) => (Number.isNaN(value) ? 0 : Math.max(0, value)));
  let unknown = 0;
  let total = 0;
  let levels = 0;
  // Children come after their parents: backwards, every subtree is whole before it is added.
  for (let agent = count - 1; agent >= 0; agent -= 1) {
    const parent = agents.parent[agent] ?? NONE;
    if (Number.isNaN(own[agent])) unknown += 1;
    if (parent === NONE) total += subtree[agent] ?? 0;
    else subtree[parent] = (subtree[parent] ?? 0) + (subtree[agent] ?? 0);
  }
  const left = new Float64Array(count);
  const right = new Float64Array(count);
  /** Where the next child of each agent begins. */
  const next = new Float64Array(count);
  let head = 0;
  for (let agent = 0; agent < count; agent += 1) {
    const parent = agents.parent[agent] ?? NONE;
    const width = total === 0 ? 0 : (subtree[agent] ?? 0) / total;
    const start = parent === NONE ? head : (next[parent] ?? 0);
    const end = parent === NONE ? start + width : Math.min(start + width, right[parent] ?? 1);
    if (parent === NONE) head = end;
    else next[parent] = end;
    left[agent] = start;
    next[agent] = start;
    right[agent] = end;
    levels = Math.max(levels, (agents.depth[agent] ?? 0) + 1);
  }
  return { left, right, total, own, subtree, unknown, levels };
}

function ownOf(agents: AgentColumns, measure: Measure, agent: number): number {
  switch (measure) {
    case 'tokens':
      return (agents.own.input[agent] ?? Number.NaN) + (agents.own.output[agent] ?? Number.NaN);
    case 'cost':
      return agents.own.cost[agent] ?? Number.NaN;
    case 'time':
      return agents.busy[agent] ?? Number.NaN;
  }
}
