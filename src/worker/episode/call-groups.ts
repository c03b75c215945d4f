/**
 * Which lane each call belongs to: its agent, or where links and sessions say nothing, its branch, which is a fact and no
 * claim. One-token probes and calls that committed nothing stand apart.
 */
import type { Agent, Agents } from '../../analysis/agents/reconstruct';
import type { Ending } from '../../analysis/sessions/endings';
import type { Branch } from '../../analysis/branches';
import type { TraceGraph } from '../../analysis/graph';
import { NONE } from '../../analysis/graph';
import type { GroupColumns, GroupKind } from '../../layout/call-graph/columns';
import type { Trace } from '../../model/episode';
import { nodeIndex } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { lineOf } from './bodies';
import { shortened } from './texts';

export interface GroupedCall {
  /** The node it committed; `NONE` for none. */
  readonly node: number;
  /** Whose it was, where it committed none; null where that is not known. */
  readonly owner: number | null;
  readonly probe: boolean;
}

export interface Grouping {
  readonly groups: GroupColumns;
  /** By call. */
  readonly of: Int32Array<ArrayBuffer>;
  /** The first call of each agent's lane, by agent id; `NONE` where it has none of its own. */
  readonly groupOfAgent: Int32Array;
}

interface Draft {
  readonly kind: GroupKind;
  readonly parent: number;
  readonly depth: number;
  readonly contexts: number;
  readonly label: string;
  readonly title: string;
  readonly basis: string;
  readonly ending: string;
}

const TITLE = 80;

export function groupsOf(
  trace: Trace,
  graph: TraceGraph,
  branches: readonly Branch[],
  agents: Agents,
  calls: readonly GroupedCall[],
  endings: readonly Ending[],
): Grouping {
  const drafts: Draft[] = [];
  const of = new Int32Array(calls.length).fill(NONE);
  const groupOfAgent = new Int32Array(agents.agents.length).fill(NONE);
  const { first, last } = userMessages(trace, graph);
  const titleOf = (node: number | undefined, above: string): string => {
    if (node === undefined) return '';
    const text = lineAt(trace, first[node] ?? NONE);
    // What the parent was asked too says nothing; then the nearest does.
    return shortened(text === above && text !== '' ? lineAt(trace, last[node] ?? NONE) : text, TITLE);
  };

  if (agents.mode === 'physical') {
    const owner = ownersOf(graph, branches);
    const groupOfBranch = new Map<number, number>();
    for (const [at, call] of calls.entries()) {
      if (call.node === NONE || call.probe) continue;
      const branch = owner.of[call.node] ?? NONE;
      const known = groupOfBranch.get(branch);
      if (known === undefined) groupOfBranch.set(branch, NONE);
      of[at] = branch;
    }
    for (const branch of [...groupOfBranch.keys()].sort((a, b) => a - b)) {
      let above = branch === NONE ? NONE : (owner.from[branch] ?? NONE);
      while (above !== NONE && !groupOfBranch.has(above)) above = owner.from[above] ?? NONE;
      const parent = above === NONE ? NONE : (groupOfBranch.get(above) ?? NONE);
      groupOfBranch.set(branch, drafts.length);
      drafts.push({
        kind: 'branch',
        parent,
        depth: parent === NONE ? 0 : (drafts[parent]?.depth ?? 0) + 1,
        contexts: 1,
        label: branch === NONE ? 'on no branch' : `branch #${branch}`,
        title: branch === NONE ? 'nodes that are their own ancestors' : '',
        basis: '',
        ending: '',
      });
    }
    of.forEach((branch, at) => {
      const call = calls[at];
      if (call !== undefined && call.node !== NONE && !call.probe) of[at] = groupOfBranch.get(branch) ?? NONE;
    });
  } else {
    const onlyProbes = agentsOfProbes(agents, calls);
    for (const agent of agents.agents) {
      if (onlyProbes[agent.id] === 1) continue;
      const parent = agent.parent === null ? NONE : (groupOfAgent[agent.parent] ?? NONE);
      groupOfAgent[agent.id] = drafts.length;
      const above = parent === NONE ? '' : (drafts[parent]?.title ?? '');
      drafts.push({
        kind: 'agent',
        parent,
        depth: agent.depth,
        contexts: agent.contexts.length,
        label: agentName(agent),
        title: titleOf(agent.nodes[0], above),
        basis: parent === NONE ? '' : agent.basis,
        ending: endingWords(endings[agent.id] ?? 'unknown'),
      });
    }
    for (const [at, call] of calls.entries()) {
      const agent = call.node === NONE ? call.owner : (agents.agentOf.get(nodeIndex(call.node)) ?? null);
      if (agent !== null) of[at] = groupOfAgent[agent] ?? NONE;
    }
  }
  apart(drafts, of, calls, (call) => call.node !== NONE, {
    kind: 'probes',
    label: 'probes',
    title: 'calls that asked for one token: no agents',
  });
  apart(drafts, of, calls, () => true, {
    kind: 'loose',
    label: 'uncommitted',
    title: 'calls without a reply; whose they were is not known',
  });
  return { groups: columnsOf(drafts), of, groupOfAgent };
}

/** Calls without a group that fit go into one of their own. */
function apart(
  drafts: Draft[],
  of: Int32Array,
  calls: readonly GroupedCall[],
  fits: (call: GroupedCall) => boolean,
  about: Pick<Draft, 'kind' | 'label' | 'title'>,
): void {
  const group = drafts.length;
  let any = false;
  for (const [at, call] of calls.entries()) {
    if (of[at] !== NONE || !fits(call)) continue;
    of[at] = group;
    any = true;
  }
  if (any) drafts.push({ ...about, parent: NONE, depth: 0, contexts: 1, basis: '', ending: '' });
}

function columnsOf(drafts: readonly Draft[]): GroupColumns {
  return {
    count: drafts.length,
    kind: drafts.map((draft) => draft.kind),
    parent: Int32Array.from(drafts, (draft) => draft.parent),
    depth: Int32Array.from(drafts, (draft) => draft.depth),
    contexts: Int32Array.from(drafts, (draft) => draft.contexts),
    label: drafts.map((draft) => draft.label),
    title: drafts.map((draft) => draft.title),
    basis: drafts.map((draft) => draft.basis),
    ending: drafts.map((draft) => draft.ending),
  };
}

function endingWords(ending: Ending): string {
  switch (ending) {
    case 'returned':
    case 'failed':
    case 'cancelled':
    case 'running':
    case 'done':
      return ending;
    case 'continued':
      return 'returned, went on';
    case 'no_return':
      return 'no return';
    case 'cancelled_above':
      return 'cancelled above';
    case 'root':
    case 'unlinked':
    case 'unknown':
      return '';
    default:
      return unreachable(ending);
  }
}

/** As it heads its lane and stands beside its calls. */
export function agentName({ label, name }: Agent): string {
  return name === null ? label : `${label} · ${name}`;
}

/** Unlinked agents all of whose calls are probes: roots are not agents. */
function agentsOfProbes(agents: Agents, calls: readonly GroupedCall[]): Uint8Array {
  const only = new Uint8Array(agents.agents.length);
  for (const agent of agents.agents) if (agent.basis === 'unlinked') only[agent.id] = 1;
  for (const call of calls) {
    if (call.node === NONE || call.probe) continue;
    const agent = agents.agentOf.get(nodeIndex(call.node));
    if (agent !== undefined) only[agent] = 0;
  }
  // A parent stays where a child does.
  for (const agent of agents.agents.toReversed())
    if (agent.parent !== null && only[agent.id] === 0) only[agent.parent] = 0;
  return only;
}

/** For each node the first and the last user message from the root down to it. */
function userMessages(trace: Trace, graph: TraceGraph) {
  const first = new Int32Array(graph.size).fill(NONE);
  const last = new Int32Array(graph.size).fill(NONE);
  for (const node of graph.order) {
    const parent = graph.parents[node] ?? NONE;
    const isUser = trace.nodes[node]?.message.role === 'user';
    const above = parent === NONE ? NONE : (first[parent] ?? NONE);
    first[node] = above !== NONE ? above : isUser ? node : NONE;
    last[node] = isUser ? node : parent === NONE ? NONE : (last[parent] ?? NONE);
  }
  return { first, last };
}

function lineAt(trace: Trace, node: number): string {
  const found = node === NONE ? undefined : trace.nodes[node];
  return found === undefined ? '' : lineOf(found.message);
}

/** For a node the first branch that holds it; for a branch the earlier one that it leaves. */
function ownersOf(graph: TraceGraph, branches: readonly Branch[]) {
  const of = new Int32Array(graph.size).fill(NONE);
  const from = new Int32Array(branches.length).fill(NONE);
  for (const { index, leaf } of branches) {
    let at: number = leaf;
    while (at !== NONE && of[at] === NONE) {
      of[at] = index;
      at = graph.parents[at] ?? NONE;
    }
    const met = at === NONE ? NONE : (of[at] ?? NONE);
    from[index] = met === index ? NONE : met;
  }
  return { of, from };
}
