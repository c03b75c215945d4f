/**
 * Which branch a reader expects to see first: the one on which the root agent came to its reply. Not simply the longest:
 * a summary of a full context lies on the longest path and is still no part of what was done, and the context that goes on
 * from it is short. It refuses to know how branches are shown.
 */
import type { Trace } from '../model/episode';
import type { BranchIndex } from '../model/ids';
import type { Branch } from './branches';
import type { TraceGraph } from './graph';
import { NONE } from './graph';
import { contentText, stripped } from './last-reply';
import { recordedLinks } from './recorded-links';
import type { SemanticLink } from './semantic-types';

/** Links along which one agent goes on in another context. All others lead to another agent, or are not known. */
const GOES_ON = /^(?:continuation|compaction|compaction_attempt|refinement.*)$/;

export function mainBranch(trace: Trace, graph: TraceGraph, branches: readonly Branch[]): BranchIndex | null {
  const lines = branches.filter((branch) => branch.attempt === null);
  const candidates = lines.length > 0 ? lines : branches;
  const reply = replyNode(trace, graph, branches);
  const below = reply === NONE ? null : subtreeOf(graph, reply);
  const replied = below === null ? [] : candidates.filter((branch) => below[branch.leaf] === 1);
  let best: Branch | null = null;
  // The longest tells most; of equals the last, which is where the rollout went on.
  for (const branch of replied.length > 0 ? replied : candidates) {
    if (best === null || branch.length >= best.length) best = branch;
  }
  return best?.index ?? null;
}

/**
 * The last node with the words of the recorded reply, else the last message that the root agent's model produced. Without
 * links nothing tells agents apart: a last message may be that of a small helper, and `NONE` is the honest answer.
 */
function replyNode(trace: Trace, graph: TraceGraph, branches: readonly Branch[]): number {
  const { links } = recordedLinks(trace);
  const said = trace.rootReply === null ? '' : stripped(trace.rootReply);
  if (said === '' && links.length === 0) return NONE;
  const isMain = links.length === 0 ? null : rootAgent(graph, links);
  const summaries = new Set<number>();
  for (const { leaf, attempt } of branches) if (attempt !== null) summaries.add(leaf);
  let last = NONE;
  for (let at = trace.nodes.length - 1; at >= 0; at -= 1) {
    const node = trace.nodes[at];
    if (node === undefined || !node.sampled || node.message.role !== 'assistant') continue;
    if (summaries.has(at) || isMain?.[at] === 0) continue;
    if (said === '') return at;
    if (last === NONE && links.length > 0) last = at;
    const text = contentText(node.message.content);
    if (text.length >= said.length && stripped(text) === said) return at;
  }
  return last;
}

/** The nodes of the agent that began: along parents and along links by which it goes on. */
function rootAgent(graph: TraceGraph, links: readonly SemanticLink[]): Uint8Array {
  const isMain = new Uint8Array(graph.size);
  const onward = new Map<number, number[]>();
  const others = new Set<number>();
  for (const { source, target, type } of links) {
    if (type === 'subagent_call') others.add(target);
    if (!GOES_ON.test(type)) continue;
    const targets = onward.get(source);
    if (targets === undefined) onward.set(source, [target]);
    else targets.push(target);
  }
  const open: number[] = graph.roots.slice(0, 1);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isMain[node] === 1 || others.has(node)) continue;
    isMain[node] = 1;
    for (const target of onward.get(node) ?? []) open.push(target);
    pushChildren(graph, node, open);
  }
  return isMain;
}

function subtreeOf(graph: TraceGraph, top: number): Uint8Array {
  const below = new Uint8Array(graph.size);
  const open = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (below[node] === 1) continue;
    below[node] = 1;
    pushChildren(graph, node, open);
  }
  return below;
}

function pushChildren(graph: TraceGraph, node: number, open: number[]): void {
  for (let child = graph.firstChild[node] ?? NONE; child !== NONE; child = graph.nextSibling[child] ?? NONE) {
    open.push(child);
  }
}
