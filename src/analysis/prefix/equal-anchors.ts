/**
 * Equal texts of two long lists paired in order without comparing all with all: texts that stand once on both sides are
 * anchors (patience diff), and equal runs grow from them. It may leave pairs out; it never pairs what differs.
 */
import type { Pair } from './alignment';
import type { Aligned } from './pairing-weights';

type Texts = readonly Pick<Aligned, 'form'>[];

export function equalAnchors(old: Texts, fresh: Texts): Pair[] {
  const pairs: Pair[] = [];
  let left = 0;
  let right = 0;
  for (const [anchorOld, anchorFresh] of [...anchorsOf(old, fresh), [old.length, fresh.length] as const]) {
    while (left < anchorOld && right < anchorFresh && old[left]?.form === fresh[right]?.form) {
      pairs.push([left, right]);
      left += 1;
      right += 1;
    }
    const backwards: Pair[] = [];
    let backOld = anchorOld;
    let backFresh = anchorFresh;
    while (backOld > left && backFresh > right && old[backOld - 1]?.form === fresh[backFresh - 1]?.form) {
      backOld -= 1;
      backFresh -= 1;
      backwards.push([backOld, backFresh]);
    }
    pairs.push(...backwards.reverse());
    left = anchorOld;
    right = anchorFresh;
  }
  return pairs;
}

/** The longest ascending choice of texts that are unique on both sides. */
function anchorsOf(old: Texts, fresh: Texts): Pair[] {
  const inOld = uniquePositions(old);
  const inFresh = uniquePositions(fresh);
  const candidates: Pair[] = [];
  for (const [position, { form }] of old.entries()) {
    const other = inFresh.get(form) ?? null;
    if (inOld.get(form) === position && other !== null) candidates.push([position, other]);
  }
  /** By length of the chain: the candidate that ends one with the lowest position on the new side. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, position]] of candidates.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((candidates[ends[middle] ?? 0]?.[1] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const chain: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const candidate = candidates[at];
    if (candidate !== undefined) chain.push(candidate);
  }
  return chain.reverse();
}

/** Null for a text that stands more than once. */
function uniquePositions(list: Texts): ReadonlyMap<number, number | null> {
  const positions = new Map<number, number | null>();
  for (const [position, { form }] of list.entries())
    positions.set(form, positions.has(form) ? null : position);
  return positions;
}
