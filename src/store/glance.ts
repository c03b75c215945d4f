/** The figures of a whole run, from its rows: sums, spread, shares. Missing values are left out and counted, never 0. */
import type { Outcome } from '../model/row';
import type { RunRow } from './run.svelte';

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface Glance {
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Mean over the episodes that carry a reward; null when none does. */
  readonly mean: number | null;
  readonly rewarded: number;
  readonly histogram: readonly Bin[];
  readonly turns: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cost: number | null;
  /** Episodes that report a cost. */
  readonly priced: number;
  readonly medianDuration: number | null;
}

const BINS = 20;

export function glance(rows: readonly RunRow[]): Glance {
  const outcomes = { error: 0, truncated: 0, unscored: 0, ok: 0 };
  const rewards: number[] = [];
  const durations: number[] = [];
  let [turns, tokensIn, tokensOut, cost, priced] = [0, 0, 0, 0, 0];
  for (const { row } of rows) {
    outcomes[row.outcome] += 1;
    if (row.reward !== null && Number.isFinite(row.reward)) rewards.push(row.reward);
    if (row.duration !== null && Number.isFinite(row.duration)) durations.push(row.duration);
    turns += row.turns;
    tokensIn += row.tokensIn;
    tokensOut += row.tokensOut;
    if (row.cost !== null) {
      cost += row.cost;
      priced += 1;
    }
  }
  const sum = rewards.reduce((total, reward) => total + reward, 0);
  return {
    outcomes,
    mean: rewards.length === 0 ? null : sum / rewards.length,
    rewarded: rewards.length,
    histogram: histogram(rewards),
    turns,
    tokensIn,
    tokensOut,
    cost: priced === 0 ? null : cost,
    priced,
    medianDuration: median(durations),
  };
}

/** Twenty equal bins from 0 to 1, or further where rewards go further. */
function histogram(values: readonly number[]): readonly Bin[] {
  let low = 0;
  let high = 1;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const width = (high - low) / BINS;
  const counts = new Uint32Array(BINS);
  for (const value of values) {
    const bin = Math.min(BINS - 1, Math.floor((value - low) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return [...counts].map((count, bin) => ({
    from: low + bin * width,
    to: bin === BINS - 1 ? high : low + (bin + 1) * width,
    count,
  }));
}

function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;
  const lower = sorted[middle - 1] ?? upper;
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}
