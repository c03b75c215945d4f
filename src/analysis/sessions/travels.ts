/**
 * Where an agent was sent off and where what it found came back, with how much its parent did in the meantime. A return
 * means that an outcome was consumed, not that it was a success.
 */
import type { NodeIndex } from '../../model/ids';
import type { Agents } from '../agents/reconstruct';
import { roleOf } from '../agents/links';
import type { AgentCall } from './agent-calls';

/** A usable link of the trace, or one that was added. */
export interface TypedLink {
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly type: string;
}

export interface Spawn {
  /** The parent's call. */
  readonly node: NodeIndex;
  /** `link`: declared. `order`: only the session is recorded, and this is the parent's latest call before it. */
  readonly basis: 'link' | 'order';
}

export interface Delivery {
  /** The call that gave the result, and the one that took it up. */
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  /** Whose call took it up: not always the parent's. */
  readonly agent: number;
  /** Turns that the receiver took between sending the agent off and taking this up; null where the start is not known. */
  readonly turnsBetween: number | null;
}

export function spawnsOf(agents: Agents, links: readonly TypedLink[]): (Spawn | null)[] {
  const { agentOf } = agents;
  const position = positionsOf(agents);
  const best = new Map<number, { readonly node: NodeIndex; readonly target: number }>();
  for (const { source, target, type } of links) {
    if (roleOf(type) !== 'spawn') continue;
    const child = agentOf.get(target);
    const at = position(target);
    if (child === undefined || at === null || agentOf.get(source) !== agents.agents[child]?.parent) continue;
    const known = best.get(child);
    if (known === undefined || at < known.target) best.set(child, { node: source, target: at });
  }
  return agents.agents.map(({ id, parent, nodes, basis }): Spawn | null => {
    const declared = best.get(id);
    if (declared !== undefined) return { node: declared.node, basis: 'link' };
    if (parent === null || (basis !== 'lineage' && basis !== 'ledger')) return null;
    const above = agents.agents[parent]?.nodes ?? [];
    const first = nodes[0] === undefined ? null : position(nodes[0]);
    const before = first === null ? undefined : above[countBelow(above, first, position) - 1];
    return before === undefined ? null : { node: before, basis: 'order' };
  });
}

export function deliveriesOf(
  agents: Agents,
  made: readonly (readonly AgentCall[])[],
  spawns: readonly (Spawn | null)[],
): Delivery[][] {
  const position = positionsOf(agents);
  const turns = new Map<number, NodeIndex[]>();
  const turnsOf = (agent: number): NodeIndex[] => {
    const known = turns.get(agent);
    if (known !== undefined) return known;
    const list = (made[agent] ?? []).flatMap(({ kind, node }) =>
      kind === 'turn' && node !== null ? [node] : [],
    );
    list.sort((a, b) => (position(a) ?? 0) - (position(b) ?? 0));
    turns.set(agent, list);
    return list;
  };
  const deliveries: Delivery[][] = agents.agents.map(() => []);
  for (const { agent: from, source, target } of agents.returns) {
    const agent = agents.agentOf.get(target);
    if (agent === undefined) continue;
    const spawn = spawns[from] ?? null;
    const after = spawn === null ? null : position(spawn.node);
    const until = position(target);
    let turnsBetween: number | null = null;
    if (after !== null && until !== null && agents.agents[from]?.parent === agent) {
      const list = turnsOf(agent);
      turnsBetween = Math.max(0, countBelow(list, until, position) - countBelow(list, after + 1, position));
    }
    deliveries[from]?.push({ source, target, agent, turnsBetween });
  }
  return deliveries;
}

function positionsOf({ requests }: Agents): (node: NodeIndex) => number | null {
  return (node) => requests.ofNode.get(node)?.position ?? null;
}

/** How many of the nodes, in start order, lie before a position. */
function countBelow(
  nodes: readonly NodeIndex[],
  limit: number,
  position: (node: NodeIndex) => number | null,
): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const node = nodes[middle];
    if (node !== undefined && (position(node) ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
