/**
 * What is known of each agent of a trace beyond its place in the tree: how it ended, what it did, what it cost alone and
 * with everything below it, how much of its parent's time it took, where it was sent off and where it came back. Every
 * figure is null where the trace says nothing. Linear in calls, links and agents, however deep the tree.
 */
import type { Trace } from '../../model/episode';
import type { NodeIndex, RequestId } from '../../model/ids';
import type { Agents } from '../agents/reconstruct';
import type { SummaryState } from '../agents/summaries';
import type { TraceGraph } from '../graph';
import type { AgentCall } from './agent-calls';
import { agentCallsOf } from './agent-calls';
import type { Cancellation, Ending } from './endings';
import { cancellationsOf, descendantsOf, endingsOf } from './endings';
import type { Extent } from './spans';
import { busySeconds, extentOf, hull, peakOf, shareOf } from './spans';
import type { Sum } from './sums';
import { NOTHING, added, sumOf } from './sums';
import { titlesOf } from './titles';
import type { Delivery, Spawn, TypedLink } from './travels';
import { deliveriesOf, spawnsOf } from './travels';

export interface AgentFacts {
  readonly id: number;
  readonly title: string;
  readonly ending: Ending;
  readonly cancellation: Cancellation | null;
  /** Its calls in start order. */
  readonly calls: readonly AgentCall[];
  /** Requests that led on: no summaries, no probes, rolled-back ones among them. */
  readonly turns: number;
  readonly abandonedTurns: number;
  /** Calls of one token, by which a harness asks whether a model answers. */
  readonly probes: number;
  readonly contexts: number;
  readonly summaries: Readonly<Record<SummaryState, number>>;
  /** Calls that committed nothing. */
  readonly failed: number;
  readonly own: Sum;
  readonly subtree: Sum;
  readonly extent: Extent | null;
  /** Of it and everything below it. */
  readonly subtreeExtent: Extent | null;
  /** Seconds in which one of its own calls ran. */
  readonly busy: number | null;
  /** Part of the time of its parent and all below that during which it, or something below it, was at work. */
  readonly share: number | null;
  readonly spawn: Spawn | null;
  readonly deliveries: readonly Delivery[];
  readonly children: number;
  readonly descendants: number;
  /** The most of its own children that were at work at once; null where no times are known. */
  readonly peakChildren: number | null;
}

export interface SessionFacts {
  readonly agents: readonly AgentFacts[];
  /** All calls in start order; `agents[…].calls` are the same objects. */
  readonly calls: readonly AgentCall[];
  /** The most agents below the root that were at work at once. */
  readonly peak: number | null;
  readonly deepest: number;
  /** Failed calls that nobody is known to have made. */
  readonly loose: number;
  readonly looseSum: Sum;
  /** What the harness itself counted; null where it did not. */
  readonly countedSessions: number | null;
}

export function sessionFacts(
  trace: Trace,
  graph: TraceGraph,
  agents: Agents,
  links: readonly TypedLink[],
  sessionOf: ReadonlyMap<RequestId, string> | null = null,
): SessionFacts {
  const calls = agentCallsOf(trace, agents, sessionOf);
  const made: AgentCall[][] = agents.agents.map(() => []);
  const loose = calls.filter((call) => call.agent === null);
  for (const call of calls) if (call.agent !== null) made[call.agent]?.push(call);
  const titles = titlesOf(trace, graph, agents);
  const spawns = spawnsOf(agents, links);
  const deliveries = deliveriesOf(agents, made, spawns);
  const descendants = descendantsOf(agents);
  const cancellations = cancellationsOf(agents, links, descendants);
  const endings = endingsOf(agents, cancellations, made);
  const summaries = summariesOf(agents);
  const own = made.map((list) => list.map(costOf).reduce(added, NOTHING));
  const extents = made.map((list) => extentOf(list.map(({ call }) => call?.time ?? UNKNOWN)));
  const subtree = own.slice();
  const whole = extents.slice();
  const childrenOf: number[][] = agents.agents.map(() => []);
  // Children come after their parents, so that backwards every subtree is whole before it is added.
  for (const { id, parent } of agents.agents.toReversed()) {
    if (parent === null) continue;
    subtree[parent] = added(subtree[parent] ?? NOTHING, subtree[id] ?? NOTHING);
    whole[parent] = hull(whole[parent] ?? null, whole[id] ?? null);
    childrenOf[parent]?.push(id);
  }
  const known = (list: readonly number[]): Extent[] => list.flatMap((id) => extents[id] ?? []);
  const below = agents.agents.filter(({ parent }) => parent !== null).map(({ id }) => id);
  const peak = (list: readonly number[]): number | null => {
    const timed = known(list);
    return timed.length === 0 && list.length > 0 ? null : peakOf(timed);
  };
  return {
    agents: agents.agents.map(({ id, parent, contexts }): AgentFacts => {
      const list = made[id] ?? [];
      const turns = list.filter(({ kind }) => kind === 'turn');
      const children = childrenOf[id] ?? [];
      return {
        id,
        title: titles[id] ?? '',
        ending: endings[id] ?? 'unknown',
        cancellation: cancellations[id] ?? null,
        calls: list,
        turns: turns.length,
        abandonedTurns: turns.filter(({ abandoned }) => abandoned).length,
        probes: list.filter(({ kind }) => kind === 'probe').length,
        contexts: contexts.length,
        summaries: summaries[id] ?? noSummaries(),
        failed: list.filter(({ kind }) => kind === 'failed').length,
        own: own[id] ?? NOTHING,
        subtree: subtree[id] ?? NOTHING,
        extent: extents[id] ?? null,
        subtreeExtent: whole[id] ?? null,
        busy: busySeconds(list.map(({ call }) => call?.time ?? UNKNOWN)),
        share: parent === null ? null : shareOf(whole[id] ?? null, whole[parent] ?? null),
        spawn: spawns[id] ?? null,
        deliveries: deliveries[id] ?? [],
        children: children.length,
        descendants: descendants[id] ?? 0,
        peakChildren: peak(children),
      };
    }),
    calls,
    peak: peak(below),
    deepest: agents.agents.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    loose: loose.length,
    looseSum: loose.map(costOf).reduce(added, NOTHING),
    countedSessions: countedSessions(trace),
  };
}

const UNKNOWN = { start: null, end: null };

function costOf({ call, kind }: AgentCall): Sum {
  return sumOf(call?.usage ?? null, kind === 'failed');
}

function noSummaries(): Record<SummaryState, number> {
  return { accepted: 0, returned: 0, superseded: 0, side: 0, not_resumed: 0 };
}

function summariesOf(agents: Agents): Record<SummaryState, number>[] {
  const counts = agents.agents.map(noSummaries);
  for (const { node, state } of agents.summaries) {
    const count = counts[agents.agentOf.get(node) ?? -1];
    if (count !== undefined) count[state] += 1;
  }
  return counts;
}

/** Sub-sessions as the harness counted them, children that never made a call among them. */
function countedSessions(trace: Trace): number | null {
  const value = trace.metrics.find(({ name }) => name === 'sub_rlm_num_calls')?.value ?? null;
  return value !== null && Number.isSafeInteger(value) ? value : null;
}

/** The agent that each message belongs to: that of the nearest call at or above it, else of a call below it. */
export function agentOfNodes(
  graph: TraceGraph,
  agentOf: ReadonlyMap<NodeIndex, number>,
): Int32Array<ArrayBuffer> {
  const of = new Int32Array(graph.size).fill(-1);
  for (const [node, agent] of agentOf) if (node < graph.size) of[node] = agent;
  for (const node of graph.order) {
    const parent = graph.parents[node] ?? -1;
    if (of[node] === -1 && parent >= 0) of[node] = of[parent] ?? -1;
  }
  for (const node of graph.order.toReversed()) {
    const parent = graph.parents[node] ?? -1;
    if (parent >= 0 && of[parent] === -1) of[parent] = of[node] ?? -1;
  }
  return of;
}
