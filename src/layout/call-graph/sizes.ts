/** The measures of the picture in its own units, one a CSS pixel at full size, and how wide words are. */
import type { CallGraph, SummaryCode } from './columns';
import { NONE, SUMMARY_CODES } from './columns';
import type { Items } from './items';
import { textWidth } from './text';

export const MARK_HEIGHT = 24;
/** From one row to the next. */
export const ROW = 36;
/** Rows that the head of a group takes above its first call, and its height. */
export const HEAD_ROWS = 2;
export const HEAD_HEIGHT = 44;
/** Between the columns of one group, and between lanes: room for the edges. */
export const COLUMN_GAP = 18;
export const LANE_GAP = 30;
/** Inside a group's frame, left and right of its columns. */
export const LANE_PADDING = 8;
export const EDGE = 24;

const NARROWEST = 72;
const PADDING = 18;

/** The more lanes, the narrower each. */
export function widestMark(lanes: number): number {
  if (lanes <= 4) return 190;
  return lanes <= 7 ? 148 : 122;
}

/** Narrowest head of a group that can be read. */
export const NARROWEST_HEAD = 104;

export function wordsOfItem(graph: CallGraph, items: Items, item: number): string {
  const size = items.size[item] ?? 1;
  const call = items.first[item] ?? 0;
  if (size === 1) {
    const words = graph.calls.words[call] ?? '';
    const isSaid = words !== '' && graph.calls.tool[call] === NONE && graph.calls.node[call] !== NONE;
    return wordsOfSummary(graph.calls.summary[call] ?? 0) ?? (isSaid ? `“${words}` : words);
  }
  const isProbes = graph.groups.kind[items.group[item] ?? 0] === 'probes';
  if (isProbes) return `${size} probes`;
  return `${size} calls${toolsOf(graph, items, item, size)}`;
}

/** What became of a summary, as it stands on its mark. */
const SUMMARY_WORDS: Readonly<Record<SummaryCode, string | null>> = {
  none: null,
  accepted: '✓ summary',
  returned: '✓ returned',
  superseded: 'superseded',
  side: 'side summary',
  not_resumed: 'not resumed',
};

function wordsOfSummary(code: number): string | null {
  return SUMMARY_WORDS[SUMMARY_CODES[code] ?? 'none'];
}

/** The tools of a folded run that are called most. */
function toolsOf({ calls }: CallGraph, items: Items, item: number, size: number): string {
  const counts = new Map<number, number>();
  const start = items.start[item] ?? 0;
  for (let at = start; at < start + size; at += 1) {
    const tool = calls.tool[items.members[at] ?? 0] ?? -1;
    if (tool >= 0) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  const most = [...counts].sort(([a, m], [b, n]) => n - m || a - b).slice(0, 2);
  const named = most.map(([tool, count]) => `${calls.tools[tool] ?? ''} ×${count}`);
  return named.length === 0 ? '' : ` · ${named.join(', ')}`;
}

export function wishedWidth(graph: CallGraph, items: Items, item: number, widest: number): number {
  const call = items.first[item] ?? 0;
  const turn = graph.calls.turn[call] ?? 0;
  const number = items.size[item] === 1 && turn > 0 ? 10 + textWidth(String(turn)) : 0;
  const isSide = graph.calls.summary[call] !== 0;
  const tokens = isSide || Number.isNaN(graph.calls.tokensIn[call] ?? Number.NaN) ? 0 : 40;
  const wish = PADDING + number + textWidth(wordsOfItem(graph, items, item)) + tokens;
  return Math.round(Math.min(widest, Math.max(NARROWEST, wish)));
}

/** How a group ended, where its edges do not say so. */
export function endingDrawn({ groups }: CallGraph, group: number): string {
  const ending = groups.ending[group] ?? '';
  return ending === 'returned' ? '' : ending;
}
