/**
 * The model calls of one trace in columns, with their links, made from what analysis concluded. It adds no conclusion of
 * its own: turns are counted, words are cut, and what closes a cycle is marked.
 */
import type { Agents } from '../../analysis/agents/reconstruct';
import { branchesOf } from '../../analysis/branches';
import { traceFindings } from '../../analysis/findings';
import type { TraceGraph as NodeGraph } from '../../analysis/graph';
import { NONE, graphOf } from '../../analysis/graph';
import type { RecordAt } from '../../analysis/record-at';
import type { LinkOrigin, SemanticLink } from '../../analysis/semantic-types';
import type { TraceSemantics } from '../../analysis/semantics';
import { semanticsOf } from '../../analysis/semantics';
import type { CallColumns } from '../../layout/call-graph/columns';
import { CALL_FLAGS, LINK_FLAGS, SUMMARY_CODES } from '../../layout/call-graph/columns';
import { agentCallsOf } from '../../analysis/sessions/agent-calls';
import { agentEndings } from '../../analysis/sessions/endings';
import type { Call, Message, Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import { lineOf } from './bodies';
import { groupsOf } from './call-groups';
import type { LinkDraft } from './call-links';
import { linkColumns, outsideColumns, sessionLinks } from './call-links';
import type { Vertex } from './call-vertices';
import { verticesOf } from './call-vertices';
import type { TraceGraph } from './graph-shape';
import { shortened } from './texts';

const WORDS = 48;

/** A declared edge that was refused, with both its ends found. */
export interface RefusedLink {
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly type: string;
  readonly origin: Exclude<LinkOrigin, 'trace'>;
  readonly reason: string;
}

export function traceGraphOf(
  trace: Trace,
  semantics: TraceSemantics = semanticsOf(trace),
  refused: readonly RefusedLink[] = [],
  at: RecordAt = { line: 1, byte: 0 },
): TraceGraph {
  const { report: semantic, agents } = semantics;
  const graph = graphOf(trace);
  const branches = branchesOf(trace, graph);
  const vertices = verticesOf(trace, agents);
  const vertexOf = new Int32Array(graph.size).fill(NONE);
  vertices.forEach(({ node }, at) => {
    if (node !== NONE) vertexOf[node] = at;
  });
  const made = agentCallsOf(trace, agents, semantics.edges.ledger?.records?.sessionOf ?? null);
  const owners = new Map(made.map(({ call, agent }) => [call, agent]));
  const grouped = vertices.map(({ node, call, flags }) => ({
    node,
    owner: call === null ? null : (owners.get(call) ?? null),
    probe: (flags & CALL_FLAGS.probe) !== 0,
  }));
  const endings = agentEndings(agents, semantic.links, made);
  const { groups, of, groupOfAgent } = groupsOf(trace, graph, branches, agents, grouped, endings);
  const cycleOf = new Int32Array(graph.size).fill(NONE);
  semantic.cycles.forEach((cycle, number) => {
    for (const node of cycle) cycleOf[node] = number;
  });
  const calls = callColumns(trace, graph, agents, vertices, vertexOf, of, cycleOf);
  const outside: SemanticLink[] = [];
  const drafts: LinkDraft[] = [];
  for (const link of semantic.links) {
    const from = vertexOf[link.source] ?? NONE;
    const to = vertexOf[link.target] ?? NONE;
    if (from === NONE || to === NONE) {
      outside.push(link);
      continue;
    }
    const inCycle = cycleOf[link.source] !== NONE && cycleOf[link.source] === cycleOf[link.target];
    const flags = inCycle && from >= to ? LINK_FLAGS.feedback : 0;
    drafts.push({ from, to, type: link.type, origin: link.origin, flags, reason: null });
  }
  for (const { source, target, type, origin, reason } of refused) {
    const from = vertexOf[source] ?? NONE;
    const to = vertexOf[target] ?? NONE;
    if (from === NONE || to === NONE) continue;
    drafts.push({ from, to, type, origin, flags: LINK_FLAGS.refused, reason });
  }
  drafts.push(...sessionLinks(agents, calls, groupOfAgent, drafts));
  return {
    calls: { mode: agents.mode, calls, groups, links: linkColumns(drafts) },
    outside: outsideColumns(outside),
    findings: traceFindings(trace, graph, at, semantics),
    facts: {
      agents: groups.kind.filter((kind) => kind === 'agent').length,
      unusable: semantic.unusable.length,
      cycles: semantic.cycles.length,
      missingChildren: agents.missingChildren,
      linksIncomplete: agents.linksIncomplete,
      disagreements: agents.disagreements.length,
      branches: branches.length,
      branchesWithoutCall:
        agents.mode === 'physical'
          ? branches.length - groups.kind.filter((kind) => kind === 'branch').length
          : 0,
      probes: grouped.filter((call) => call.probe).length,
      roots: graph.roots.length,
    },
  };
}

/** The buffers of the columns, to be handed over instead of copied. */
export function graphBuffers({ calls, outside }: TraceGraph): ArrayBuffer[] {
  return [calls.calls, calls.groups, calls.links, outside].flatMap((columns) =>
    Object.values(columns).flatMap((column: unknown) =>
      ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
    ),
  );
}

function callColumns(
  trace: Trace,
  graph: NodeGraph,
  agents: Agents,
  vertices: readonly Vertex[],
  vertexOf: Int32Array,
  group: Int32Array<ArrayBuffer>,
  cycleOf: Int32Array,
): CallColumns {
  const { length: count } = vertices;
  const nearest = nearestCalls(graph, vertexOf);
  const tools: string[] = [];
  const toolIndex = new Map<string, number>();
  const columns: CallColumns & { words: string[] } = {
    count,
    node: Int32Array.from(vertices, (vertex) => vertex.node),
    call: Int32Array.from(vertices, (vertex) => vertex.call?.index ?? NONE),
    group,
    context: new Int32Array(count),
    turn: new Int32Array(count),
    start: Float64Array.from(vertices, ({ call }) => call?.time.start ?? Number.NaN),
    end: Float64Array.from(vertices, ({ call }) => call?.time.end ?? Number.NaN),
    tokensIn: Float64Array.from(vertices, ({ call }) =>
      call === null || call.usage === null
        ? Number.NaN
        : call.usage.promptTokens + (call.usage.cachedInputTokens ?? 0),
    ),
    tokensOut: Float64Array.from(vertices, ({ call }) => call?.usage?.completionTokens ?? Number.NaN),
    flags: Uint8Array.from(vertices, (vertex) => vertex.flags),
    summary: new Uint8Array(count),
    abandoned: new Int32Array(count).fill(NONE),
    prefix: new Int32Array(count).fill(NONE),
    attempts: Uint16Array.from(vertices, (vertex) => Math.min(vertex.attempts, 0xffff)),
    cycle: new Int32Array(count).fill(NONE),
    tool: new Int32Array(count).fill(NONE),
    tools,
    words: [],
  };
  for (const { node, state } of agents.summaries) {
    const at = vertexOf[node] ?? NONE;
    if (at !== NONE) columns.summary[at] = SUMMARY_CODES.indexOf(state);
  }
  agents.abandoned.forEach((nodes, number) => {
    for (const node of nodes) {
      const at = vertexOf[node] ?? NONE;
      if (at !== NONE) columns.abandoned[at] = number;
    }
  });
  const turns = new Map<string, number>();
  const contexts = new Map<number, number>();
  const physical = agents.mode === 'physical';
  vertices.forEach(({ node, call }, at) => {
    const message = node === NONE ? undefined : trace.nodes[node]?.message;
    columns.words.push(wordsOf(message, call));
    const tool = message?.toolCalls[0]?.name;
    if (tool !== undefined) {
      const known = toolIndex.get(tool) ?? tools.length;
      if (known === tools.length) {
        toolIndex.set(tool, known);
        tools.push(shortened(tool, WORDS));
      }
      columns.tool[at] = known;
    }
    if (node !== NONE) {
      const parent = graph.parents[node] ?? NONE;
      columns.prefix[at] = parent === NONE ? NONE : (nearest[parent] ?? NONE);
      columns.cycle[at] = cycleOf[node] ?? NONE;
      columns.context[at] = physical ? 0 : (agents.contextOf.get(nodeIndex(node)) ?? 0);
      contexts.set(group[at] ?? NONE, columns.context[at] ?? 0);
    } else {
      // What committed nothing was tried in the context in which its agent was.
      columns.context[at] = contexts.get(group[at] ?? NONE) ?? 0;
    }
    const counts = CALL_FLAGS.probe | CALL_FLAGS.stale | CALL_FLAGS.loose;
    if (((columns.flags[at] ?? 0) & counts) !== 0 || columns.summary[at] !== 0) return;
    const place = `${group[at]} ${columns.context[at]}`;
    const turn = (turns.get(place) ?? 0) + 1;
    turns.set(place, turn);
    columns.turn[at] = turn;
  });
  return columns;
}

/** For each node the nearest call at or above it, along physical parents. */
function nearestCalls(graph: NodeGraph, vertexOf: Int32Array): Int32Array {
  const nearest = new Int32Array(graph.size).fill(NONE);
  for (const node of graph.order) {
    const own = vertexOf[node] ?? NONE;
    const parent = graph.parents[node] ?? NONE;
    nearest[node] = own !== NONE ? own : parent === NONE ? NONE : (nearest[parent] ?? NONE);
  }
  return nearest;
}

/** What was called, by name and how often, or how the reply begins. */
function wordsOf(message: Message | undefined, call: Call | null): string {
  if (message === undefined)
    return call?.error === null || call === null ? '' : shortened(call.error.type, WORDS);
  if (message.toolCalls.length > 0) {
    const counts = new Map<string, number>();
    for (const { name } of message.toolCalls) counts.set(name, (counts.get(name) ?? 0) + 1);
    const named = [...counts].slice(0, 4).map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
    if (counts.size > named.length) named.push('…');
    return shortened(named.join(', '), WORDS);
  }
  return shortened(lineOf(message), WORDS);
}
