/** Stretches of time and what they share. Unknown is null; nothing is made up for a call without a time. */
import type { Span } from '../../model/episode';

/** Unix seconds, in order. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** From the first start to the last end; a span without an end, or with one before its start, lasts no time. */
export function extentOf(spans: Iterable<Span>): Extent | null {
  let start = Infinity;
  let end = -Infinity;
  for (const span of spans) {
    if (span.start === null) continue;
    start = Math.min(start, span.start);
    end = Math.max(end, span.start, span.end ?? span.start);
  }
  return start <= end ? { start, end } : null;
}

export function hull(left: Extent | null, right: Extent | null): Extent | null {
  if (left === null || right === null) return left ?? right;
  return { start: Math.min(left.start, right.start), end: Math.max(left.end, right.end) };
}

/** Seconds in which at least one of the spans ran; null where none is known. Calls side by side count once. */
export function busySeconds(spans: readonly Span[]): number | null {
  const known = spans.flatMap(({ start, end }) =>
    start === null || end === null || end < start ? [] : [{ start, end }],
  );
  if (known.length === 0) return null;
  known.sort((a, b) => a.start - b.start);
  let total = 0;
  let until = -Infinity;
  for (const { start, end } of known) {
    if (end <= until) continue;
    total += end - Math.max(start, until);
    until = end;
  }
  return total;
}

/** Which part of `whole` lies within `part`, 0 to 1; null where either is unknown or the whole lasts no time. */
export function shareOf(part: Extent | null, whole: Extent | null): number | null {
  if (part === null || whole === null || whole.end <= whole.start) return null;
  const common = Math.min(part.end, whole.end) - Math.max(part.start, whole.start);
  return Math.max(0, common) / (whole.end - whole.start);
}

/** The most extents that ran at once; one that ends where another starts does not meet it. */
export function peakOf(extents: readonly Extent[]): number {
  const starts = extents.map(({ start }) => start).sort((a, b) => a - b);
  const ends = extents.map(({ end }) => end).sort((a, b) => a - b);
  let peak = 0;
  let ended = 0;
  for (const [begun, start] of starts.entries()) {
    while ((ends[ended] ?? Infinity) <= start) ended += 1;
    peak = Math.max(peak, begun + 1 - ended);
  }
  return peak;
}
