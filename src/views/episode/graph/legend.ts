/** What of the picture's vocabulary is present, how often, and what it means. */
import type { CallPicture } from '../../../layout/call-graph/call-graph';
import { CALL_FLAGS, LINK_FLAGS } from '../../../layout/call-graph/columns';
import type { EdgeLayer, MarkClass } from '../../../layout/call-graph/drawing';
import { edgeShapeOf } from '../../../layout/call-graph/drawing';
import { kindOfEdge } from '../../../store/call-graph.svelte';
import { edgeMeaning, edgeName } from './graph-words';

export interface EdgeEntry {
  /** By which it is hidden. */
  readonly kind: string;
  readonly name: string;
  readonly meaning: string;
  readonly shape: EdgeLayer['shape'];
  readonly count: number;
  readonly feedback: number;
  readonly refused: number;
}

/** Links in the order of their first, the physical prefix last. */
export function edgeEntries(picture: CallPicture): readonly EdgeEntry[] {
  const { graph, edges } = picture;
  const entries = new Map<string, { -readonly [Key in keyof EdgeEntry]: EdgeEntry[Key] }>();
  for (let edge = 0; edge < edges.count; edge += 1) {
    const kind = kindOfEdge(picture, edge);
    let entry = entries.get(kind);
    if (entry === undefined) {
      entry = {
        kind,
        name: edgeName(picture, edge),
        meaning: edgeMeaning(picture, edge),
        shape: edgeShapeOf(picture, edge),
        count: 0,
        feedback: 0,
        refused: 0,
      };
      entries.set(kind, entry);
    }
    const link = edges.link[edge] ?? -1;
    const flags = link < 0 ? 0 : (graph.links.flags[link] ?? 0);
    if ((flags & LINK_FLAGS.refused) !== 0) entry.refused += 1;
    else entry.count += 1;
    if ((flags & LINK_FLAGS.feedback) !== 0) entry.feedback += 1;
  }
  return [...entries.values()];
}

export interface MarkEntry {
  readonly kind: MarkClass | 'tokens' | 'retried' | 'cycle' | 'compaction' | 'duration';
  readonly name: string;
  readonly count: number | null;
}

export function markEntries(picture: CallPicture): readonly MarkEntry[] {
  const { calls } = picture.graph;
  const counts = { error: 0, accepted: 0, summary: 0, aside: 0, probe: 0, retried: 0, cycle: 0, tokens: 0 };
  for (let call = 0; call < calls.count; call += 1) {
    const flags = calls.flags[call] ?? 0;
    const summary = calls.summary[call] ?? 0;
    if ((flags & CALL_FLAGS.error) !== 0) counts.error += 1;
    if (summary === 1) counts.accepted += 1;
    else if (summary !== 0) counts.summary += 1;
    if ((flags & CALL_FLAGS.probe) !== 0) counts.probe += 1;
    if ((calls.abandoned[call] ?? -1) >= 0 || (flags & CALL_FLAGS.stale) !== 0) counts.aside += 1;
    if ((flags & CALL_FLAGS.retried) !== 0) counts.retried += 1;
    if ((calls.cycle[call] ?? -1) >= 0) counts.cycle += 1;
    if ((calls.tokensIn[call] ?? 0) > 0) counts.tokens += 1;
  }
  const folds = picture.items.size.reduce((sum, size) => sum + (size > 1 ? 1 : 0), 0);
  const compactions = picture.segments.filter((segment) => segment.context > 0).length;
  const all: readonly (MarkEntry & { readonly count: number })[] = [
    { kind: 'plain', name: 'a call: turn, what it called or said, tokens read', count: calls.count },
    { kind: 'tokens', name: 'tokens read, against the fullest call', count: counts.tokens },
    { kind: 'fold', name: 'plain calls folded into one; press to open', count: folds },
    { kind: 'error', name: 'failed', count: counts.error },
    { kind: 'retried', name: 'attempts under one request id', count: counts.retried },
    { kind: 'compaction', name: 'a context compacted, the next begins', count: compactions },
    { kind: 'accepted', name: 'summary that was taken up', count: counts.accepted },
    { kind: 'summary', name: 'summary that was not', count: counts.summary },
    { kind: 'aside', name: 'rolled back, or an attempt that does not count', count: counts.aside },
    { kind: 'probe', name: 'probe: one token was asked for', count: counts.probe },
    { kind: 'cycle', name: 'on a cycle', count: counts.cycle },
    { kind: 'duration', name: 'how long a call ran', count: picture.time === null ? 0 : 1 },
  ];
  return all
    .filter((entry) => entry.count > 0)
    .map((entry) =>
      entry.kind === 'tokens' || entry.kind === 'duration' ? { ...entry, count: null } : entry,
    );
}
