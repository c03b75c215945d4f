/** What the rules find in one text, and which of them stand where several match the same stretch. */
import type { FindingKind } from './rules';
import { rankOf } from './rules';

export interface Hit {
  readonly kind: FindingKind;
  /** Of the credential itself, in UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
  /** Where the name begins that tells of it, if one does: it may stand in another part of a message. */
  readonly named?: number;
}

/** A hit that stands, with the stretch that a redaction takes: also what weaker rules saw around it. */
export interface Settled extends Hit {
  readonly from: number;
  readonly to: number;
}

/** Of hits that overlap, the earlier rule's stands; of one rule the longer. In the order of the text. */
export function settle(hits: readonly Hit[]): readonly Settled[] {
  if (hits.length === 0) return [];
  const byRule = new Map<number, Hit[]>();
  for (const hit of hits) {
    const rank = rankOf(hit.kind);
    const same = byRule.get(rank);
    if (same === undefined) byRule.set(rank, [hit]);
    else same.push(hit);
  }
  let standing: Settled[] = [];
  for (const rank of [...byRule.keys()].sort((a, b) => a - b)) {
    const next = byRule.get(rank) ?? [];
    next.sort((a, b) => a.start - b.start || b.end - a.end);
    standing = merged(standing, next);
  }
  return standing;
}

/** Both are in order; those that stand do not overlap. */
function merged(standing: readonly Settled[], next: readonly Hit[]): Settled[] {
  const out: Settled[] = [];
  let at = 0;
  let free = 0;
  const push = (settled: Settled): void => {
    out.push(settled);
    free = Math.max(free, settled.end);
  };
  for (const hit of next) {
    for (let other = standing[at]; other !== undefined && other.end <= hit.start; other = standing[at]) {
      push(other);
      at += 1;
    }
    const over = standing[at];
    if (over !== undefined && over.start < hit.end) {
      // Of all that it overlaps, the first takes its stretch: a redaction leaves nothing of it behind.
      push({ ...over, from: Math.min(over.from, hit.start), to: Math.max(over.to, hit.end) });
      at += 1;
      continue;
    }
    const last = out.at(-1);
    if (last !== undefined && hit.start < free) {
      out[out.length - 1] = { ...last, from: Math.min(last.from, hit.start), to: Math.max(last.to, hit.end) };
      continue;
    }
    push({ ...hit, from: hit.start, to: hit.end });
  }
  for (let other = standing[at]; other !== undefined; other = standing[at]) {
    push(other);
    at += 1;
  }
  return out;
}
