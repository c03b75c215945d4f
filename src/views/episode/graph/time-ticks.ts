/** The moments and the cuts of a picture by time that have room beside it, and how wide their words are at most. */
import type { TimeRows } from '../../../layout/call-graph/rows';
import { MARK_HEIGHT } from '../../../layout/call-graph/sizes';
import { textWidth } from '../../../layout/call-graph/text';
import { formatDuration } from '../../shared/format';
import type { View } from '../../shared/panzoom';

export interface Tick {
  /** On the screen. */
  readonly y: number;
  readonly text: string;
  readonly isGap: boolean;
}

/** Between two words, so that none covers another. */
const APART = 24;
const PADDING = 8;

const wordsOfGap = ({ seconds, idle }: TimeRows['gaps'][number]): string =>
  `⁝ ${formatDuration(seconds)}${idle ? ' idle' : ''}`;

const wordsOfMoment = (time: number, start: number): string => `+${formatDuration(time - start)}`;

/** Room for any of the words, so that the picture stays where it is while it is moved. */
export function axisWidth({ moments, gaps }: TimeRows): number {
  const start = moments[0]?.time ?? 0;
  let width = 0;
  for (const { time } of moments) width = Math.max(width, textWidth(wordsOfMoment(time, start)));
  for (const gap of gaps) width = Math.max(width, textWidth(wordsOfGap(gap)));
  return Math.ceil(width) + 2 * PADDING;
}

export function ticksOf({ moments, gaps }: TimeRows, view: View, height: number): readonly Tick[] {
  const start = moments[0]?.time ?? 0;
  const found: Tick[] = [];
  // Cuts come first: a reader must know of them before the times mean anything.
  let before = -Infinity;
  for (const gap of gaps) {
    const y = gap.y * view.k + view.y;
    if (y < 8 || y > height || y - before < APART) continue;
    found.push({ y, text: wordsOfGap(gap), isGap: true });
    before = y;
  }
  const taken = found.map((tick) => tick.y);
  let cut = 0;
  before = -Infinity;
  for (const moment of moments) {
    const y = (moment.y + MARK_HEIGHT / 2) * view.k + view.y;
    if (y < 8 || y > height || y - before < APART) continue;
    while (cut < taken.length && (taken[cut] ?? 0) < y - APART) cut += 1;
    if (Math.abs((taken[cut] ?? Infinity) - y) < APART * 0.8) continue;
    found.push({ y, text: wordsOfMoment(moment.time, start), isGap: false });
    before = y;
  }
  return found;
}
