/** Which calls of the graph are marked for their verdict, and how often each sign stands in the picture. */
import type { CallPicture } from '../../../layout/call-graph/call-graph';
import type { RequestColumns } from '../../../store/continuity.svelte';
import type { VerdictKind } from '../../../store/continuity-rows';
import { kindOf } from '../../../store/continuity-rows';
import { reasonOf } from './request-words';

/** Gravest first: of a fold the first that holds stands for all. */
export const MARKED_KINDS = ['diverged', 'unknown', 'form', 'compacted', 'unavailable'] as const;
export type MarkedKind = (typeof MARKED_KINDS)[number];

/** Null for what has no tag, or one that is quiet. */
export function markedKindOf(requests: RequestColumns, call: number): MarkedKind | null {
  if (call < 0 || call >= requests.count) return null;
  const kind: VerdictKind = kindOf(requests, call);
  if (kind === 'unavailable') {
    const reason = reasonOf(requests, call);
    if (reason === 'context_start_unlinked' || reason === 'request_not_recorded') return null;
  }
  return MARKED_KINDS.find((marked) => marked === kind) ?? null;
}

export function markedKind(
  requests: RequestColumns,
  { items, graph }: CallPicture,
  item: number,
): MarkedKind | null {
  const start = items.start[item] ?? 0;
  let gravest: number = MARKED_KINDS.length;
  for (let at = start; at < start + (items.size[item] ?? 1); at += 1) {
    const kind = markedKindOf(requests, graph.calls.call[items.members[at] ?? -1] ?? -1);
    if (kind !== null) gravest = Math.min(gravest, MARKED_KINDS.indexOf(kind));
  }
  return MARKED_KINDS[gravest] ?? null;
}

export function markedCounts(
  requests: RequestColumns,
): readonly { readonly kind: MarkedKind; readonly count: number }[] {
  const counts = MARKED_KINDS.map(() => 0);
  for (let call = 0; call < requests.count; call += 1) {
    const kind = markedKindOf(requests, call);
    if (kind === null) continue;
    const at = MARKED_KINDS.indexOf(kind);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return MARKED_KINDS.map((kind, at) => ({ kind, count: counts[at] ?? 0 })).filter(({ count }) => count > 0);
}
