/** What of a picture a reader should be led to: compactions, edges that lead back, edges that were refused. */
import type { CallPicture } from '../../../layout/call-graph/call-graph';
import { LINK_FLAGS, SUMMARY_CODES } from '../../../layout/call-graph/columns';
import { drawnText, edgeName } from './graph-words';

/** A place in the picture: positions in its calls or in its list of edges. */
export type Spot =
  | { readonly kind: 'call'; readonly call: number; readonly name: string }
  | { readonly kind: 'edge'; readonly edge: number; readonly name: string };

/** Agents on how many levels; 0 where nothing is known of agents. */
export function levelsOf({ graph: { groups } }: CallPicture): number {
  let levels = 0;
  for (let group = 0; group < groups.count; group += 1) {
    if (groups.kind[group] === 'agent') levels = Math.max(levels, (groups.depth[group] ?? 0) + 1);
  }
  return levels;
}

/** Where a context was compacted: the summary that was taken up, else the first call of the context after it. */
export function compactions({ graph: { calls, groups } }: CallPicture): readonly Spot[] {
  const accepted = SUMMARY_CODES.indexOf('accepted');
  const summaryOf = new Map<string, number>();
  const firstOf = new Map<string, number>();
  for (let call = 0; call < calls.count; call += 1) {
    const [group, context] = [calls.group[call] ?? 0, calls.context[call] ?? 0];
    if (calls.summary[call] === accepted) summaryOf.set(`${group} ${context}`, call);
    else if (context > 0 && !firstOf.has(`${group} ${context}`)) firstOf.set(`${group} ${context}`, call);
  }
  return [...firstOf.values()].map((first) => {
    const [group, context] = [calls.group[first] ?? 0, calls.context[first] ?? 0];
    const call = summaryOf.get(`${group} ${context - 1}`) ?? first;
    return { kind: 'call', call, name: drawnText(groups.label[group] ?? '') };
  });
}

/** Edges with a bit of `LINK_FLAGS`. */
export function edgesWith(picture: CallPicture, flag: keyof typeof LINK_FLAGS): readonly Spot[] {
  const { edges, graph } = picture;
  const found: Spot[] = [];
  for (let edge = 0; edge < edges.count; edge += 1) {
    const link = edges.link[edge] ?? -1;
    if (link < 0 || ((graph.links.flags[link] ?? 0) & LINK_FLAGS[flag]) === 0) continue;
    found.push({ kind: 'edge', edge, name: edgeName(picture, edge) });
  }
  return found;
}
