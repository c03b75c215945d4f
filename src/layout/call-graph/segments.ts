/** The stretches of a lane that belong to one context, where an agent has had several. */
import type { CallGraph } from './columns';
import type { Items, Strands } from './items';
import { MARK_HEIGHT, ROW } from './sizes';

export interface Segment {
  readonly group: number;
  /** Counts from 0. */
  readonly context: number;
  readonly top: number;
  readonly bottom: number;
}

export function segmentsOf(
  graph: CallGraph,
  items: Items,
  strands: Strands,
  y: Float32Array,
): readonly Segment[] {
  const found = new Map<string, { group: number; context: number; top: number; bottom: number }>();
  for (let item = 0; item < items.count; item += 1) {
    const group = items.group[item] ?? 0;
    if ((graph.groups.contexts[group] ?? 1) < 2 || strands.main[items.strand[item] ?? 0] === 0) continue;
    const context = graph.calls.context[items.first[item] ?? 0] ?? 0;
    const key = `${group} ${context}`;
    const top = y[item] ?? 0;
    const known = found.get(key);
    if (known === undefined) found.set(key, { group, context, top, bottom: top + MARK_HEIGHT });
    else {
      known.top = Math.min(known.top, top);
      known.bottom = Math.max(known.bottom, top + MARK_HEIGHT);
    }
  }
  return [...found.values()].map((segment) => ({
    ...segment,
    // The first context begins under the head; the others have a row with their name.
    top: segment.context === 0 ? segment.top - 4 : segment.top - ROW + 2,
    bottom: segment.bottom + 4,
  }));
}
