/**
 * What each agent was asked, in a line: the first user message above its first call. Where an agent shares the beginning of
 * its parent's prompt, that line would be the parent's: then the nearest user message says more.
 */
import type { Trace } from '../../model/episode';
import type { Agents } from '../agents/reconstruct';
import type { TraceGraph } from '../graph';
import { NONE } from '../graph';
import { contentText } from '../last-reply';

const LOOKED_AT = 600;
const LONGEST = 160;

/** By agent id; empty where nothing was asked, or what was asked holds no text. */
export function titlesOf(trace: Trace, graph: TraceGraph, { agents }: Agents): string[] {
  const { first, last } = userMessages(trace, graph);
  const titles: string[] = [];
  for (const { nodes, parent } of agents) {
    const head = nodes[0];
    const asked = head === undefined ? NONE : (first[head] ?? NONE);
    const title = lineAt(trace, asked);
    const same = title !== '' && parent !== null && title === titles[parent];
    titles.push(same && head !== undefined ? lineAt(trace, last[head] ?? NONE) : title);
  }
  return titles;
}

/** For each node the first and the last user message from the root down to it. */
function userMessages(trace: Trace, graph: TraceGraph): { first: Int32Array; last: Int32Array } {
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
  if (found === undefined) return '';
  const line = contentText(found.message.content).slice(0, LOOKED_AT).replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
