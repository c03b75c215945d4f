/**
 * One edge set onto the links of a trace: requests become nodes through the calls that committed them, and the set is
 * applied whole or not at all. It refuses to know where a set came from and which other sets there are.
 */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import type { Json } from '../model/json';
import type { RequestEdge } from '../model/ledger';
import type { Result } from '../model/result';
import { failed, ok } from '../model/result';
import { firstClosingEdge } from './closing-edge';
import { described, listedEdges, readEdgeSet } from './edge-set';
import { NONE, graphOf } from './graph';
import type {
  ApplicationRefusal,
  CyclePolicy,
  EdgeOutcome,
  EdgeSetRefusal,
  EdgeSetReport,
  LinkOrigin,
  Refusal,
  SemanticLink,
} from './semantic-types';
import type { DirectedEdge } from './strongly-connected';

/** A payload from beside the trace. */
export interface GivenEdgeSet {
  readonly name: string;
  readonly payload: Json;
}

export interface Application {
  readonly added: readonly SemanticLink[];
  readonly report: EdgeSetReport;
}

export function applyEdgeSet(
  trace: Trace,
  links: readonly SemanticLink[],
  { name, payload }: GivenEdgeSet,
  policy: CyclePolicy,
): Application {
  const size = listedEdges(payload).length;
  const read = readEdgeSet(payload, policy);
  if (read.kind === 'failed') return refused(name, size, read.failure, []);
  const requests = committedRequests(trace);
  if (requests.kind === 'failed') return refused(name, size, requests.failure, []);
  const resolved = resolve(read.value, requests.value, links);
  const cycle = policy === 'refuse_cycles' ? cycleWith(trace, links, read.value, resolved.additions) : null;
  // Edges are tested one after another, so a cycle among those that resolved comes before whatever ended the resolving.
  const failure = cycle ?? resolved.failure;
  if (failure !== null) return refused(name, size, failure, resolved.present);
  const added = linksOf(resolved.additions, 'edge_set');
  return {
    added,
    report: {
      name,
      origin: 'edge_set',
      edges: size,
      accepted: true,
      reason: null,
      detail: null,
      refused_edge: null,
      added: added.length,
      already_present: size - added.length,
      outcomes: resolved.present.map((present) => (present ? 'present' : 'added')),
    },
  };
}

/** `present` covers the edges that resolved: of each, whether its link was there already. */
function refused(
  name: string,
  edges: number,
  { reason, detail, edge }: Refusal<EdgeSetRefusal>,
  present: readonly boolean[],
): Application {
  const outcomes: EdgeOutcome[] = [];
  for (let index = 0; index < edges; index += 1) {
    if (index === edge) outcomes.push('refused');
    else if (edge === null || index > edge || index >= present.length) outcomes.push('not_reached');
    else outcomes.push(present[index] === true ? 'present' : 'refused');
  }
  const report: EdgeSetReport = {
    name,
    origin: 'edge_set',
    edges,
    accepted: false,
    reason,
    detail,
    refused_edge: edge,
    added: 0,
    already_present: outcomes.filter((outcome) => outcome === 'present').length,
    outcomes,
  };
  return { added: [], report };
}

/** The node that counts for each request id: of several that committed the last; failed attempts never count. */
function committedRequests(
  trace: Trace,
): Result<ReadonlyMap<string, NodeIndex>, Refusal<ApplicationRefusal>> {
  const nodes = new Map<string, NodeIndex>();
  for (const { index, acp, node, nodeAsWritten } of trace.calls) {
    if (acp === null || acp.requestId === null || nodeAsWritten === null) continue;
    const committed = node === null ? undefined : trace.nodes[node];
    if (node === null || committed === undefined) {
      const detail = `Call #${index} names a node that does not exist.`;
      return failed({ reason: 'bad_call_node', detail, edge: null });
    }
    if (!committed.sampled) {
      const detail = `Call #${index} names node #${node}, which no model call produced.`;
      return failed({ reason: 'unsampled_node', detail, edge: null });
    }
    nodes.set(acp.requestId, node);
  }
  return ok(nodes);
}

/** A link to be, and the position of its edge among those given. */
export interface Addition {
  readonly edge: number;
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly type: string;
}

interface Resolution {
  readonly additions: readonly Addition[];
  readonly present: readonly boolean[];
  /** Why it ended before the last edge, cycles apart. */
  readonly failure: Refusal<ApplicationRefusal> | null;
}

function resolve(
  edges: readonly RequestEdge[],
  requests: ReadonlyMap<string, NodeIndex>,
  links: readonly SemanticLink[],
): Resolution {
  const known = new Set(links.map(identityOf));
  const seen = new Set<string>();
  const additions: Addition[] = [];
  const present: boolean[] = [];
  const end = (edge: number, reason: ApplicationRefusal, why: string): Resolution => {
    const detail = `Edge #${edge} (${described(edges, edge)}): ${why}.`;
    return { additions, present, failure: { reason, detail, edge } };
  };
  for (const [edge, { source: from, target: to, type }] of edges.entries()) {
    const source = requests.get(from);
    if (source === undefined) return end(edge, 'uncommitted_request', `request "${from}" committed no node`);
    const target = requests.get(to);
    if (target === undefined) return end(edge, 'uncommitted_request', `request "${to}" committed no node`);
    if (source === target) return end(edge, 'same_node', `both requests committed node #${source}`);
    const identity = identityOf({ source, target, type });
    if (seen.has(identity)) {
      const why = `an earlier edge is the same link, node #${source} → node #${target}`;
      return end(edge, 'duplicate_resolved', why);
    }
    seen.add(identity);
    present.push(known.has(identity));
    if (!known.has(identity)) additions.push({ edge, source, target, type });
  }
  return { additions, present, failure: null };
}

/** Labels of usable links hold no blank. */
export function identityOf({ source, target, type }: Omit<SemanticLink, 'origin'>): string {
  return `${source} ${target} ${type}`;
}

/** The first addition that closes a cycle of its own; cycles that are recorded already refuse nothing. */
export function cycleWith(
  trace: Trace,
  links: readonly SemanticLink[],
  edges: readonly RequestEdge[],
  additions: readonly Addition[],
): Refusal<'cycle'> | null {
  if (additions.length === 0) return null;
  const directed = additions.map(({ source, target }) => ({ from: source, to: target }));
  const position = firstClosingEdge(trace.nodes.length, directedEdges(trace, links), directed);
  const closing = position === null ? undefined : additions[position];
  if (closing === undefined) return null;
  const { edge, source, target } = closing;
  const detail = `Edge #${edge} (${described(edges, edge)}): node #${target} already leads to node #${source}.`;
  return { reason: 'cycle', detail, edge };
}

export function linksOf(additions: readonly Addition[], origin: LinkOrigin): SemanticLink[] {
  return additions.map(({ source, target, type }) => ({ source, target, type, origin }));
}

/** From cause to effect: physical predecessors, then links. */
export function directedEdges(trace: Trace, links: readonly SemanticLink[]): DirectedEdge[] {
  const edges: DirectedEdge[] = [];
  for (const [to, from] of graphOf(trace).parents.entries()) {
    if (from !== NONE) edges.push({ from, to });
  }
  for (const { source, target } of links) edges.push({ from: source, to: target });
  return edges;
}
