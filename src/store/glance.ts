/** The figures of a whole run for its first glance: spread and middle of what the tally has gathered. */
import type { RunTally } from './tally';

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const BINS = 20;

/** Twenty equal bins from 0 to 1, or further where rewards go further. */
export function rewardBins({ rewards, rewardRange: [low, high] }: RunTally): readonly Bin[] {
  const width = (high - low) / BINS;
  const counts = new Uint32Array(BINS);
  for (const reward of rewards) {
    const bin = Math.min(BINS - 1, Math.floor((reward - low) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return Array.from(counts, (count, bin) => ({
    from: low + bin * width,
    to: bin === BINS - 1 ? high : low + (bin + 1) * width,
    count,
  }));
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;
  const lower = sorted[middle - 1] ?? upper;
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}
