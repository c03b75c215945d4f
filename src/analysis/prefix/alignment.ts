/**
 * Two lists of messages aligned: the common front, the pairs of greatest total weight behind it, and edits between them.
 * It refuses to say what a difference is called.
 */
import type { Aligned } from './pairing-weights';
import { matchesAny, weightOf } from './pairing-weights';
import { equalAnchors } from './equal-anchors';

/** Up to so many cells pairs are found in full; above only equal texts are. */
export const ALIGNED_CELLS = 4_000_000;

export type Pair = readonly [old: number, fresh: number];

export interface AlignmentRules {
  /** Whether messages between pairs may be edits of one another. */
  readonly edits: boolean;
  /** Of a message of the new side: it quotes a reply, so that nothing beside it counts as edited. */
  readonly quotesReply: (fresh: number) => boolean;
}

export interface Alignment {
  /** Ascending on both sides. */
  readonly pairs: readonly Pair[];
  readonly limited: boolean;
}

/** The last of `old` is the reply, which the new side need not repeat. */
export function align(
  old: readonly Aligned[],
  fresh: readonly Aligned[],
  rules: AlignmentRules,
  cells = ALIGNED_CELLS,
): Alignment {
  let front = 0;
  while (front < old.length && front < fresh.length && old[front]?.form === fresh[front]?.form) front += 1;
  const restOld = old.slice(front);
  const restFresh = fresh.slice(front);
  const limited = restOld.length * restFresh.length > cells;
  const found = limited ? equalAnchors(restOld, restFresh) : heaviest(restOld, restFresh);
  const pairs: Pair[] = [];
  for (let at = 0; at < front; at += 1) pairs.push([at, at]);
  for (const [left, right] of found) pairs.push([left + front, right + front]);
  return { pairs: rules.edits ? withEdits(pairs, old, fresh, rules.quotesReply) : pairs, limited };
}

/**
 * In order on both sides, of greatest total weight; on a tie a pair, else the old one is skipped, else the new one. Only
 * messages that match something take part in the sums, so that unlike lists cost little.
 */
function heaviest(old: readonly Aligned[], fresh: readonly Aligned[]): Pair[] {
  const rows = positionsOf(old, matchesAny(fresh));
  const columns = positionsOf(fresh, matchesAny(old));
  const width = columns.kept.length + 1;
  const best = new Int32Array((rows.kept.length + 1) * width);
  for (let row = rows.kept.length - 1; row >= 0; row -= 1) {
    const one = rows.kept[row];
    if (one === undefined) continue;
    for (let column = columns.kept.length - 1; column >= 0; column -= 1) {
      const other = columns.kept[column];
      const weight = other === undefined ? 0 : weightOf(one, other);
      const below = best[(row + 1) * width + column] ?? 0;
      const beside = best[row * width + column + 1] ?? 0;
      const both = weight === 0 ? 0 : weight + (best[(row + 1) * width + column + 1] ?? 0);
      best[row * width + column] = Math.max(below, beside, both);
    }
  }
  const from = (left: number, right: number) =>
    best[(rows.from[left] ?? 0) * width + (columns.from[right] ?? 0)] ?? 0;
  const pairs: Pair[] = [];
  let left = 0;
  let right = 0;
  for (let total = from(0, 0); total > 0; total = from(left, right)) {
    const one = old[left];
    const other = fresh[right];
    const weight = one === undefined || other === undefined ? 0 : weightOf(one, other);
    if (weight > 0 && total === weight + from(left + 1, right + 1)) {
      pairs.push([left, right]);
      left += 1;
      right += 1;
    } else if (from(left + 1, right) === total) left += 1;
    else right += 1;
  }
  return pairs;
}

interface Positions {
  readonly kept: readonly Aligned[];
  /** By position, the end included: the first of `kept` at or behind it. */
  readonly from: Int32Array;
}

function positionsOf(list: readonly Aligned[], isKept: (one: Aligned) => boolean): Positions {
  const kept: Aligned[] = [];
  const from = new Int32Array(list.length + 1);
  for (const [position, one] of list.entries()) {
    from[position] = kept.length;
    if (isKept(one)) kept.push(one);
  }
  from[list.length] = kept.length;
  return { kept, from };
}

function withEdits(
  pairs: readonly Pair[],
  old: readonly Aligned[],
  fresh: readonly Aligned[],
  quotesReply: (fresh: number) => boolean,
): Pair[] {
  const all: Pair[] = [];
  let left = 0;
  let right = 0;
  for (const pair of pairs) {
    all.push(...editsBetween(old, fresh, [left, pair[0]], [right, pair[1]], quotesReply), pair);
    left = pair[0] + 1;
    right = pair[1] + 1;
  }
  const reply = old.length - 1;
  if (left > reply || somewhere(right, fresh.length, quotesReply)) return all;
  all.push(...editsBehind(old, fresh, [left, reply], right));
  const [lastOld, lastFresh] = all.at(-1) ?? [-1, -1];
  if (lastOld < reply && fresh[lastFresh + 1]?.role === 'assistant') all.push([reply, lastFresh + 1]);
  return all;
}

type Range = readonly [start: number, end: number];

/** As many on both sides, with the same roles in order. */
function editsBetween(
  old: readonly Aligned[],
  fresh: readonly Aligned[],
  [left, leftEnd]: Range,
  [right, rightEnd]: Range,
  quotesReply: (fresh: number) => boolean,
): Pair[] {
  if (leftEnd - left !== rightEnd - right) return [];
  const edits: Pair[] = [];
  for (let step = 0; left + step < leftEnd; step += 1) {
    if (old[left + step]?.role !== fresh[right + step]?.role || quotesReply(right + step)) return [];
    edits.push([left + step, right + step]);
  }
  return edits;
}

/** Behind the last pair the new side may go on: every old message has to find its role, in order. */
function editsBehind(
  old: readonly Aligned[],
  fresh: readonly Aligned[],
  [left, leftEnd]: Range,
  right: number,
): Pair[] {
  const edits: Pair[] = [];
  let next = right;
  for (let at = left; at < leftEnd; at += 1) {
    while (next < fresh.length && fresh[next]?.role !== old[at]?.role) next += 1;
    if (next === fresh.length) return [];
    edits.push([at, next]);
    next += 1;
  }
  return edits;
}

function somewhere(start: number, end: number, holds: (position: number) => boolean): boolean {
  for (let position = start; position < end; position += 1) if (holds(position)) return true;
  return false;
}
