/** Guesses of row heights before a row has been drawn: near enough that the scrollbar does not lie much. */
import type { TranscriptRows } from '../../layout/transcript-rows';
import type { NodeColumns } from '../../store/episode.svelte';
import { NODE_FLAGS, ROLE_CODES } from '../../store/episode.svelte';

export function estimateRow(nodes: NodeColumns, rows: TranscriptRows, row: number): number {
  const node = rows.node[row] ?? 0;
  if (rows.call[row] !== -1) {
    const result = rows.result[row] ?? -1;
    return 28 + 28 + 12 + (result < 0 ? 28 : 36 + linesOf(nodes, result, 16) * 20);
  }
  const role = ROLE_CODES[nodes.role[node] ?? 4] ?? 'other';
  const flags = nodes.flags[node] ?? 0;
  const most = role === 'system' ? 4 : role === 'tool' ? 20 : 60;
  const reasoning = (flags & NODE_FLAGS.reasoning) === 0 ? 0 : 32;
  const images = (flags & NODE_FLAGS.images) === 0 ? 0 : 340;
  const saysNothing = (nodes.toolCalls[node] ?? 0) > 0 && nodes.lines[node] === 0;
  const text = saysNothing ? 0 : linesOf(nodes, node, most) * (role === 'tool' ? 20 : 24);
  const isLong = (nodes.size[node] ?? 0) > most * 100;
  return 48 + reasoning + images + text + (isLong ? 32 : 0);
}

function linesOf(nodes: NodeColumns, node: number, most: number): number {
  const breaks = nodes.lines[node] ?? 0;
  const wrapped = (nodes.size[node] ?? 0) / 84;
  return Math.min(most, Math.max(1, Math.ceil(Math.max(breaks + 1, wrapped))));
}
