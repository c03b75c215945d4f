/**
 * The rule of comparison: is every segment of the earlier request still there, in the same place, unchanged, at the front of
 * the later one? It refuses to know where requests come from.
 */
import type { Segment, SegmentRef, Segments } from './segments';

export interface Compared {
  readonly status: 'preserved' | 'diverged' | 'unknown';
  /** Segments before the first that is not known to be kept; all where the status is `preserved`. */
  readonly preserved: number;
  /** At a divergence only: the earlier request's segment, and what stands in its place; null where nothing does. */
  readonly expected: SegmentRef | null;
  readonly found: SegmentRef | null;
}

/** `from`: everything before this position is known to be the same. */
export function compareSegments(previous: Segments, current: Segments, from = 0): Compared {
  for (let position = from; position < previous.length; position += 1) {
    const expected = previous.at(position);
    const found = position < current.length ? current.at(position) : null;
    // Structure comes before opacity, opacity before content: a redacted message may still be seen to be another one.
    if (found === null || !hasSameStructure(expected, found)) {
      return { status: 'diverged', preserved: position, expected: expected.ref, found: found?.ref ?? null };
    }
    if (expected.opaque || found.opaque) {
      return { status: 'unknown', preserved: position, expected: null, found: null };
    }
    if (expected.content !== found.content) {
      return { status: 'diverged', preserved: position, expected: expected.ref, found: found.ref };
    }
  }
  return { status: 'preserved', preserved: previous.length, expected: null, found: null };
}

function hasSameStructure({ ref: left }: Segment, { ref: right }: Segment): boolean {
  return (
    left.kind === right.kind &&
    left.index === right.index &&
    left.role === right.role &&
    left.label === right.label
  );
}
