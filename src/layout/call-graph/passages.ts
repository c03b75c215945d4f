/**
 * Where a level stretch can pass through the lanes between two others without running behind a mark: what a line runs into
 * it seems to belong to. It refuses to know which edge asks.
 */
import type { Items } from './items';
import type { Lanes } from './lanes';
import { MARK_HEIGHT } from './sizes';

/** Further away than this nobody would look for the line. */
const STEPS = 18;
const STEP = 4;
/** Between a line and a mark. */
const CLEAR = 3;
/** Through more lanes than that there is no free way, and looking for one costs. */
const MOST_LANES = 24;

export class Passages {
  /** Upper edges of the marks of a lane, ascending. */
  readonly #tops: readonly Float32Array[];

  constructor(items: Items, lanes: Lanes, y: Float32Array) {
    const tops: number[][] = Array.from({ length: lanes.count }, () => []);
    for (let item = 0; item < items.count; item += 1) {
      tops[lanes.lane[items.group[item] ?? 0] ?? -1]?.push(y[item] ?? 0);
    }
    this.#tops = tops.map((list) => Float32Array.from(list).sort());
  }

  /** The free place nearest to the one wished for, on the way to `limit`; the one wished for where none is. */
  level(wish: number, limit: number, fromLane: number, toLane: number): number {
    const first = Math.min(fromLane, toLane) + 1;
    const end = Math.max(fromLane, toLane);
    if (first >= end || end - first > MOST_LANES) return wish;
    const direction = Math.sign(limit - wish);
    for (let step = 0; step <= STEPS; step += 1) {
      const at = wish + direction * step * STEP;
      if (direction * (limit - at) < 0) break;
      if (this.#isFree(at, first, end)) return at;
    }
    return wish;
  }

  #isFree(at: number, first: number, end: number): boolean {
    for (let lane = first; lane < end; lane += 1) {
      const tops = this.#tops[lane] ?? [];
      let low = 0;
      let high = tops.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((tops[middle] ?? 0) <= at + CLEAR) low = middle + 1;
        else high = middle;
      }
      if (low > 0 && (tops[low - 1] ?? 0) + MARK_HEIGHT + CLEAR > at) return false;
    }
    return true;
  }
}
