/**
 * The agents of one trace in columns, made from what analysis concluded. It adds no conclusion of its own: it decides
 * whether places are times or positions, and what is cut short.
 */
import type { Agent } from '../../analysis/agents/reconstruct';
import type { AgentCall } from '../../analysis/sessions/agent-calls';
import type { AgentFacts, SessionFacts } from '../../analysis/sessions/facts';
import { agentOfNodes, sessionFacts } from '../../analysis/sessions/facts';
import { limitsOf } from '../../analysis/sessions/limits';
import type { Extent } from '../../analysis/sessions/spans';
import type { Sum } from '../../analysis/sessions/sums';
import { graphOf } from '../../analysis/graph';
import type { TraceSemantics } from '../../analysis/semantics';
import { semanticsOf } from '../../analysis/semantics';
import type {
  AgentColumns,
  BarColumns,
  DeliveryColumns,
  SumColumns,
} from '../../layout/session-tree/columns';
import {
  BAR_KINDS,
  BASES,
  CANCELLATIONS,
  ENDING_CODES,
  NONE,
  SPAWN_BASES,
} from '../../layout/session-tree/columns';
import type { Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import type { SessionTreeFacts, TraceSessions } from './session-shape';
import { shortened } from './texts';

/** More are counted only. */
const DISAGREEMENTS = 100;
const ABSENT = 50;
/** Of what a record says in words. */
const LONGEST = 300;

export function traceSessionsOf(trace: Trace, semantics: TraceSemantics = semanticsOf(trace)): TraceSessions {
  const { agents, report } = semantics;
  const graph = graphOf(trace);
  const sessionOf = semantics.edges.ledger?.records?.sessionOf ?? null;
  const facts = sessionFacts(trace, graph, agents, report.links, sessionOf);
  const places = placesOf(facts);
  const drawn = barsOf(facts, places, (node) => agents.contextOf.get(node) ?? 0);
  const deliveries = deliveriesOf(facts, places);
  return {
    tree: {
      mode: agents.mode,
      axis: places.axis,
      agents: agentColumns(semantics, facts, places, drawn.starts, deliveries.starts),
      bars: drawn.bars,
      deliveries: deliveries.columns,
      agentOfNode: agentOfNodes(graph, agents.agentOf),
      rootReply: replyOf(trace),
    },
    facts: treeFacts(trace, semantics, facts, drawn.untimed),
  };
}

/** The buffers of the columns, to be handed over instead of copied. */
export function sessionBuffers({ tree }: TraceSessions): ArrayBuffer[] {
  const { agents, bars, deliveries, agentOfNode } = tree;
  return [agents, agents.own, agents.subtree, bars, deliveries, { agentOfNode }].flatMap((columns) =>
    Object.values(columns).flatMap((column: unknown) =>
      ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
    ),
  );
}

interface Places {
  readonly axis: 'time' | 'order';
  readonly ofCall: (call: AgentCall) => Extent | null;
  readonly ofNode: (node: NodeIndex) => Extent | null;
}

/** Times where at least two moments are known, else the order of calls. */
function placesOf({ calls }: SessionFacts): Places {
  const moments = new Set<number>();
  for (const { call } of calls) {
    if (call?.time.start !== null && call?.time.start !== undefined) moments.add(call.time.start);
    if (call?.time.end !== null && call?.time.end !== undefined) moments.add(call.time.end);
    if (moments.size > 1) break;
  }
  const axis = moments.size > 1 ? 'time' : 'order';
  const order = new Map(calls.map((call, at) => [call, at]));
  const ofCall = (made: AgentCall): Extent | null => {
    if (axis === 'order') {
      const at = order.get(made) ?? 0;
      return { start: at, end: at + 1 };
    }
    const start = made.call?.time.start ?? null;
    return start === null ? null : { start, end: Math.max(start, made.call?.time.end ?? start) };
  };
  const ofNode = new Map<NodeIndex, Extent | null>();
  for (const call of calls) if (call.node !== null) ofNode.set(call.node, ofCall(call));
  return { axis, ofCall, ofNode: (node) => ofNode.get(node) ?? null };
}

function barsOf({ agents }: SessionFacts, places: Places, contextOf: (node: NodeIndex) => number) {
  const starts = new Int32Array(agents.length + 1);
  const placed: { readonly made: AgentCall; readonly place: Extent }[] = [];
  let untimed = 0;
  for (const { id, calls } of agents) {
    for (const made of calls) {
      const place = places.ofCall(made);
      if (place === null) untimed += 1;
      else placed.push({ made, place });
    }
    starts[id + 1] = placed.length;
  }
  const bars: BarColumns = {
    count: placed.length,
    from: Float64Array.from(placed, ({ place }) => place.start),
    until: Float64Array.from(placed, ({ place }) => place.end),
    kind: Uint8Array.from(placed, ({ made }) =>
      BAR_KINDS.indexOf(made.abandoned ? 'rolled_back' : made.kind),
    ),
    context: Int32Array.from(placed, ({ made }) => (made.node === null ? 0 : contextOf(made.node))),
    node: Int32Array.from(placed, ({ made }) => made.node ?? NONE),
  };
  return { bars, starts, untimed };
}

function deliveriesOf({ agents }: SessionFacts, places: Places) {
  const starts = new Int32Array(agents.length + 1);
  const all = agents.flatMap(({ deliveries }) => deliveries);
  let count = 0;
  for (const { id, deliveries } of agents) {
    count += deliveries.length;
    starts[id + 1] = count;
  }
  const columns: DeliveryColumns = {
    count,
    source: Int32Array.from(all, ({ source }) => source),
    target: Int32Array.from(all, ({ target }) => target),
    to: Int32Array.from(all, ({ agent }) => agent),
    turnsBetween: Int32Array.from(all, ({ turnsBetween }) => turnsBetween ?? NONE),
    from: Float64Array.from(all, ({ source }) => places.ofNode(source)?.end ?? Number.NaN),
    until: Float64Array.from(all, ({ target }) => places.ofNode(target)?.start ?? Number.NaN),
  };
  return { columns, starts };
}

function agentColumns(
  { agents: { agents } }: TraceSemantics,
  { agents: facts }: SessionFacts,
  places: Places,
  bars: Int32Array<ArrayBuffer>,
  deliveries: Int32Array<ArrayBuffer>,
): AgentColumns {
  const ints = (of: (facts: AgentFacts) => number | null): Int32Array<ArrayBuffer> =>
    Int32Array.from(facts, (one) => of(one) ?? NONE);
  const figures = (of: (facts: AgentFacts) => number | null): Float64Array<ArrayBuffer> =>
    Float64Array.from(facts, (one) => of(one) ?? Number.NaN);
  const extents = facts.map(({ calls }): Extent | null => {
    let extent: Extent | null = null;
    for (const call of calls) {
      const place = places.ofCall(call);
      if (place === null) continue;
      extent =
        extent === null
          ? place
          : { start: Math.min(extent.start, place.start), end: Math.max(extent.end, place.end) };
    }
    return extent;
  });
  return {
    count: facts.length,
    parent: Int32Array.from(agents, ({ parent }) => parent ?? NONE),
    depth: Int32Array.from(agents, ({ depth }) => depth),
    label: agents.map(({ label }) => label),
    name: agents.map(({ name }) => name ?? ''),
    session: agents.map(({ sessionId }) => sessionId ?? ''),
    status: agents.map(({ status }) => status ?? ''),
    error: agents.map(({ error }) => shortened(error ?? '', LONGEST)),
    title: facts.map(({ title }, id) => (title === '' ? shortened(agents[id]?.task ?? '', LONGEST) : title)),
    basis: Uint8Array.from(agents, (agent) => BASES.indexOf(basisOf(agent))),
    ending: Uint8Array.from(facts, ({ ending }) => ENDING_CODES.indexOf(ending)),
    cancelledBy: Uint8Array.from(facts, ({ cancellation }) =>
      CANCELLATIONS.indexOf(cancellation?.by ?? 'none'),
    ),
    cancelledAt: ints(({ cancellation }) =>
      cancellation?.by === 'link'
        ? cancellation.node
        : cancellation?.by === 'ancestor'
          ? cancellation.agent
          : null,
    ),
    cancelPlace: figures(({ cancellation }) =>
      cancellation?.by === 'link' ? (places.ofNode(cancellation.node)?.end ?? null) : null,
    ),
    node: Int32Array.from(agents, ({ nodes }) => nodes[0] ?? NONE),
    turns: ints(({ turns }) => turns),
    rolledBack: ints(({ abandonedTurns }) => abandonedTurns),
    probes: ints(({ probes }) => probes),
    failed: ints(({ failed }) => failed),
    contexts: ints(({ contexts }) => contexts),
    accepted: ints(({ summaries }) => summaries.accepted),
    superseded: ints(({ summaries }) => summaries.superseded),
    aside: ints(({ summaries }) => summaries.side),
    handedBack: ints(({ summaries }) => summaries.returned),
    notResumed: ints(({ summaries }) => summaries.not_resumed),
    children: ints(({ children }) => children),
    descendants: ints(({ descendants }) => descendants),
    peakChildren: ints(({ peakChildren }) => peakChildren),
    own: sumColumns(facts.map(({ own }) => own)),
    subtree: sumColumns(facts.map(({ subtree }) => subtree)),
    duration: figures(({ extent }) => lengthOf(extent)),
    busy: figures(({ busy }) => busy),
    subtreeDuration: figures(({ subtreeExtent }) => lengthOf(subtreeExtent)),
    share: figures(({ share }) => share),
    spawnBasis: Uint8Array.from(facts, ({ spawn }) => SPAWN_BASES.indexOf(spawn?.basis ?? 'none')),
    spawnNode: ints(({ spawn }) => spawn?.node ?? null),
    spawnAt: figures(({ spawn }) => (spawn === null ? null : (places.ofNode(spawn.node)?.end ?? null))),
    from: Float64Array.from(extents, (extent) => extent?.start ?? Number.NaN),
    until: Float64Array.from(extents, (extent) => extent?.end ?? Number.NaN),
    bars,
    deliveries,
  };
}

function sumColumns(sums: readonly Sum[]): SumColumns {
  return {
    input: Float64Array.from(sums, ({ input }) => input ?? Number.NaN),
    output: Float64Array.from(sums, ({ output }) => output ?? Number.NaN),
    cost: Float64Array.from(sums, ({ cost }) => cost ?? Number.NaN),
    silent: Int32Array.from(sums, ({ silent }) => silent),
    uncosted: Int32Array.from(sums, ({ uncosted }) => uncosted),
  };
}

function lengthOf(extent: Extent | null): number | null {
  return extent === null ? null : extent.end - extent.start;
}

function treeFacts(
  trace: Trace,
  { agents, report, absent, edges }: TraceSemantics,
  facts: SessionFacts,
  untimed: number,
): SessionTreeFacts {
  const { input, output } = facts.looseSum;
  return {
    limits: limitsOf(trace, edges.payloads ?? []),
    deepest: facts.deepest,
    peak: facts.peak,
    loose: facts.loose,
    looseTokens: input === null ? null : input + (output ?? 0),
    missingChildren: agents.missingChildren,
    countedSessions: facts.countedSessions,
    absent: absent.slice(0, ABSENT).map(({ id, name, task, status }) => ({
      name: shortened(name ?? id, LONGEST),
      task: shortened(task ?? '', LONGEST),
      status: shortened(status ?? '', LONGEST),
    })),
    absentLeftOut: Math.max(0, absent.length - ABSENT),
    linksIncomplete: agents.linksIncomplete,
    disagreements: agents.disagreements.slice(0, DISAGREEMENTS).map(({ about, position, kept, dropped }) => ({
      about,
      node: agents.requests.list[position]?.commit.node ?? NONE,
      kept,
      dropped,
    })),
    disagreementsLeftOut: Math.max(0, agents.disagreements.length - DISAGREEMENTS),
    cutLoops: agents.cutLoops.slice(0, DISAGREEMENTS),
    unusableLinks: report.unusable.length,
    untimed,
  };
}

/** A session of a directory rests on that, not on what is written on the calls. */
function basisOf({ basis, source }: Agent): (typeof BASES)[number] {
  return basis === 'lineage' && source === 'directory' ? 'directory' : basis;
}

function replyOf({ rootReply }: Trace): 'none' | 'empty' | 'text' {
  if (rootReply === null) return 'none';
  return rootReply.trim() === '' ? 'empty' : 'text';
}
