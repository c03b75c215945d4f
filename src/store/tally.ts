/**
 * Counts over the rows of a run, kept while rows come in: each row is looked at once, because an import brings them in
 * hundreds of batches. Missing values are left out and counted, never taken for 0.
 */
import { ROW_FLAGS, hasFlag } from '../analysis/rows';
import type { Outcome } from '../model/row';
import type { RunRow } from './run.svelte';

type RowFlag = (typeof ROW_FLAGS)[number];

export interface RunTally {
  readonly rows: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly flags: Readonly<Record<RowFlag, number>>;
  /** Always holds 0 and 1, and goes further where rewards do. */
  readonly rewardRange: readonly [number, number];
  /** As many as one reward needs, at most 3. */
  readonly rewardDecimals: number;
  readonly rewards: readonly number[];
  readonly durations: readonly number[];
  readonly turns: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cost: number;
  /** Rows that report a cost. */
  readonly priced: number;
}

const MOST_DECIMALS = 3;

export class TallyOfRows {
  #seen = 0;
  #first: RunRow | undefined;
  #outcomes: Record<Outcome, number> = { error: 0, truncated: 0, unscored: 0, ok: 0 };
  #flags = noFlags();
  #low = 0;
  #high = 1;
  #decimals = 0;
  #rewards: number[] = [];
  #durations: number[] = [];
  #sums = { turns: 0, tokensIn: 0, tokensOut: 0, cost: 0, priced: 0 };

  /** The tally of these rows: those it has seen, and others after them. Other rows altogether begin it anew. */
  of(rows: readonly RunRow[]): RunTally {
    if (rows.length < this.#seen || rows[0] !== this.#first) this.#begin();
    this.#first = rows[0];
    for (let position = this.#seen; position < rows.length; position += 1) {
      const row = rows[position];
      if (row !== undefined) this.#add(row);
    }
    this.#seen = rows.length;
    return {
      rows: this.#seen,
      outcomes: { ...this.#outcomes },
      flags: { ...this.#flags },
      rewardRange: [this.#low, this.#high],
      rewardDecimals: this.#decimals,
      rewards: this.#rewards,
      durations: this.#durations,
      ...this.#sums,
    };
  }

  #begin(): void {
    this.#seen = 0;
    this.#outcomes = { error: 0, truncated: 0, unscored: 0, ok: 0 };
    this.#flags = noFlags();
    this.#low = 0;
    this.#high = 1;
    this.#decimals = 0;
    this.#rewards = [];
    this.#durations = [];
    this.#sums = { turns: 0, tokensIn: 0, tokensOut: 0, cost: 0, priced: 0 };
  }

  #add({ row }: RunRow): void {
    this.#outcomes[row.outcome] += 1;
    for (const flag of ROW_FLAGS) if (hasFlag(row, flag)) this.#flags[flag] += 1;
    const { reward, duration, cost } = row;
    if (reward !== null && Number.isFinite(reward)) {
      this.#rewards.push(reward);
      this.#low = Math.min(this.#low, reward);
      this.#high = Math.max(this.#high, reward);
      while (this.#decimals < MOST_DECIMALS && needsMore(reward, this.#decimals)) this.#decimals += 1;
    }
    if (duration !== null && Number.isFinite(duration)) this.#durations.push(duration);
    this.#sums.turns += row.turns;
    this.#sums.tokensIn += row.tokensIn;
    this.#sums.tokensOut += row.tokensOut;
    if (cost !== null) {
      this.#sums.cost += cost;
      this.#sums.priced += 1;
    }
  }
}

function noFlags(): Record<RowFlag, number> {
  return { errors: 0, warnings: 0, unscored: 0, 'unknown-reward': 0, 'several-traces': 0 };
}

function needsMore(value: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Math.abs(value - Math.round(value * scale) / scale) > 1e-9;
}
