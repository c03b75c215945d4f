/** The graph as an outline: agents, their contexts, their calls, and under each call its edges in words. */
import type { CallPicture } from '../../../layout/call-graph/call-graph';
import { adjacencyOf } from '../../../layout/call-graph/order';

export type TextRow =
  | { readonly kind: 'group'; readonly level: number; readonly group: number }
  | { readonly kind: 'context'; readonly level: number; readonly context: number; readonly group: number }
  | { readonly kind: 'call'; readonly level: number; readonly call: number }
  | {
      readonly kind: 'edge';
      readonly level: number;
      readonly edge: number;
      readonly into: boolean;
      readonly other: number;
    };

/** Edges that say no more than the order of the lines does are left out: the next turn of the same agent. */
export function textRows(picture: CallPicture): readonly TextRow[] {
  const { graph, edges } = picture;
  const { calls, groups } = graph;
  const members: number[][] = Array.from({ length: groups.count }, () => []);
  for (let call = 0; call < calls.count; call += 1) members[calls.group[call] ?? 0]?.push(call);
  const leaving = adjacencyOf(calls.count, edges.from);
  const arriving = adjacencyOf(calls.count, edges.to);
  const goesOn = graph.links.types.indexOf('continuation');
  const rows: TextRow[] = [];
  const tell = (call: number, into: boolean, level: number): void => {
    const { offsets, list } = into ? arriving : leaving;
    for (let at = offsets[call] ?? 0; at < (offsets[call + 1] ?? 0); at += 1) {
      const edge = list[at] ?? 0;
      const other = (into ? edges.from : edges.to)[edge] ?? 0;
      const link = edges.link[edge] ?? -1;
      const isStep = link < 0 || graph.links.type[link] === goesOn;
      if (isStep && calls.group[other] === calls.group[call] && calls.context[other] === calls.context[call])
        continue;
      rows.push({ kind: 'edge', level, edge, into, other });
    }
  };
  for (let group = 0; group < groups.count; group += 1) {
    const own = members[group] ?? [];
    if (own.length === 0) continue;
    const level = groups.depth[group] ?? 0;
    rows.push({ kind: 'group', level, group });
    const several = (groups.contexts[group] ?? 1) > 1;
    let context = -1;
    const inOrder = several
      ? [...own].sort((a, b) => (calls.context[a] ?? 0) - (calls.context[b] ?? 0) || a - b)
      : own;
    for (const call of inOrder) {
      if (several && calls.context[call] !== context) {
        context = calls.context[call] ?? 0;
        rows.push({ kind: 'context', level: level + 1, context, group });
      }
      const depth = level + (several ? 2 : 1);
      rows.push({ kind: 'call', level: depth, call });
      tell(call, true, depth + 1);
      tell(call, false, depth + 1);
    }
  }
  return rows;
}
