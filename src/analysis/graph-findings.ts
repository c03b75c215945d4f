/**
 * What is odd about the graph of a trace beyond what reading found: roots, request ids, semantic links, agents. Each fact
 * once, with a place to go to; on any graph, linear in its nodes and links. It refuses to repeat parents and calls, which
 * reading has judged.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import { pointerTo } from '../model/json';
import { findInAgents } from './agent-findings';
import { callPath, namedNodes, nodePath } from './finding-places';
import type { TraceGraph } from './graph';
import { NONE } from './graph';
import type { Find } from './link-findings';
import { findInLinks } from './link-findings';
import { isProbe } from './probes';
import type { RecordAt } from './record-at';
import { findingAt } from './record-at';
import type { TraceSemantics } from './semantics';

export function graphFindings(
  trace: Trace,
  graph: TraceGraph,
  semantics: TraceSemantics,
  at: RecordAt,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const find: Find = (code, path, message) => found.push(findingAt(at, code, path, message));
  findRoots(trace, graph, semantics, find);
  findInRequests(trace, semantics, find);
  findInLinks(trace, graph, semantics, find);
  findInAgents(trace, semantics, find);
  return found;
}

/** Several roots are no fault: agents and contexts begin anew, and so do probes. What each begins is told. */
function findRoots(trace: Trace, graph: TraceGraph, { agents }: TraceSemantics, find: Find): void {
  const { roots } = graph;
  if (roots.length < 2) return;
  const heads = headsOf(graph);
  const probing = new Set<number>();
  const working = new Set<number>();
  for (const call of trace.calls) {
    if (call.node !== null) (isProbe(call) ? probing : working).add(heads[call.node] ?? NONE);
  }
  const begun = new Set<number>();
  if (agents.mode !== 'physical') {
    for (const { contexts } of agents.agents) {
      for (const { nodes } of contexts) begun.add(heads[nodes[0] ?? 0] ?? NONE);
    }
  }
  const onlyProbes = (root: NodeIndex) => probing.has(root) && !working.has(root);
  const probes = roots.filter(onlyProbes);
  const others = roots.filter((root) => !onlyProbes(root));
  const known = others.filter((root) => begun.has(root));
  const parts = [
    ...(probes.length > 0 ? [`with one-token probes alone: ${probes.length}`] : []),
    ...(known.length > 0 ? [`beginning an agent or a context: ${known.length}`] : []),
  ];
  const told = parts.length > 0 ? `; ${parts.join('; ')}` : '';
  const [second = roots[1]] = others.slice(1);
  if (second === undefined) return;
  find('several-roots', nodePath(trace, second), `${roots.length} roots: ${namedNodes(roots)}${told}.`);
}

/** Of each node the one that the walk up from it ends at. */
function headsOf({ size, order, parents }: TraceGraph): Int32Array {
  const heads = new Int32Array(size).fill(NONE);
  for (const node of order) {
    const parent = parents[node] ?? NONE;
    const above = parent === NONE ? NONE : (heads[parent] ?? NONE);
    heads[node] = above === NONE ? node : above;
  }
  return heads;
}

function findInRequests(trace: Trace, { report, agents }: TraceSemantics, find: Find): void {
  const { list, ofNode } = agents.requests;
  for (const { id, commits, commit } of list) {
    const second = commits[1]?.call;
    if (commits.length < 2 || second === null || second === undefined) continue;
    const path = pointerTo(callPath(trace, second.index), 'acp', 'request_id');
    const nodes = namedNodes(commits.map(({ node }) => node));
    find('request-id-repeated', path, `Request "${id}" committed nodes ${nodes}; #${commit.node} counts.`);
  }
  findCallsWithoutId(trace, find);
  if (!agents.linksIncomplete) return;
  const touched = new Set<number>();
  for (const { source, target } of report.links) {
    const [from, to] = [ofNode.get(source), ofNode.get(target)];
    if (from === undefined || to === undefined || from === to) continue;
    touched.add(from.position).add(to.position);
  }
  const named = list.filter(({ id }) => id !== null);
  const loose = named.filter(({ position }) => !touched.has(position));
  const [first] = loose;
  const call = first?.commit.call ?? null;
  if (first === undefined || call === null) return;
  const path = pointerTo(callPath(trace, call.index), 'acp', 'request_id');
  if (touched.size === 0) find('ids-without-links', path, `${named.length} requests with an id, no link.`);
  else {
    const message = `${loose.length} of ${named.length} requests with an id touch no link, the first "${first.id}".`;
    find('links-incomplete', path, message);
  }
}

/** Amid calls with an id: a harness that cannot write its ledger sends none from then on, and some calls are none of its. */
function findCallsWithoutId(trace: Trace, find: Find): void {
  const made = trace.calls.filter((call) => call.origin === 'recorded' && !isProbe(call));
  const without = made.filter(({ acp }) => acp === null);
  const [first] = without;
  if (first === undefined || without.length === made.length) return;
  const last = made.findLastIndex(({ acp }) => acp !== null);
  const isCutOff = without.length > 1 && made.length - 1 - last === without.length;
  const meaning = isCutOff
    ? `none from call #${first.index} on carries one, as where a ledger could not be written any more`
    : `the first is call #${first.index}; such calls are outside the history, or came while no ledger could be written`;
  const message = `${without.length} of ${made.length} calls carry no request id; ${meaning}.`;
  find('call-without-id', callPath(trace, first.index), message);
}
