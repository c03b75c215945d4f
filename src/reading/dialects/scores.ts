/**
 * Rewards and metrics. Three states are kept apart: scored, declared but never scored (null), and scored with something
 * that is no finite number, which is unknown and never 0.
 */
import type { Metric, Reward } from '../../model/episode';
import type { Json } from '../../model/json';
import { isObject, member } from '../../model/json';
import type { Field } from '../fields';
import { object } from '../fields';
import type { Spot } from '../spot';
import { nameOfType } from '../spot';

const REWARD = new Set(['score', 'weight']);

export function readRewards(value: Field, spot: Spot): readonly Reward[] {
  const raw = object(value, spot, 'rewards');
  if (raw === null) return [];
  const inside = spot.under('rewards');
  let bare: string | null = null;
  const rewards = Object.keys(raw).map((name) => {
    const one = member(raw, name) ?? null;
    if (typeof one === 'number') bare ??= name;
    return readReward(name, one, inside);
  });
  if (bare !== null) inside.note('older-variant', bare, 'A bare number: the weight is already in it.');
  return rewards;
}

export function readReward(name: string, value: Json, spot: Spot): Reward {
  if (value === null) return { name, state: 'unscored', value: null, score: null, weight: 1 };
  if (!isObject(value)) return weighted(name, value, 1, spot);
  const inside = spot.under(name);
  inside.unknownIn(value, REWARD, 'reward');
  const { score, weight } = value;
  if (weight === undefined) return weighted(name, score ?? null, 1, spot);
  // No writer leaves a weight out as null: that is what its JSON makes of a weight that is no finite number.
  if (typeof weight === 'number' && Number.isFinite(weight))
    return weighted(name, score ?? null, weight, spot);
  inside.note('unknown-score', 'weight', `The weight is ${nameOfType(weight)}; the reward is unknown.`);
  return { name, state: 'unknown', value: null, score: finite(score), weight: 1 };
}

function weighted(name: string, score: Json, weight: number, spot: Spot): Reward {
  const value = typeof score === 'number' ? score * weight : NaN;
  if (Number.isFinite(value)) return { name, state: 'scored', value, score: finite(score), weight };
  const found =
    finite(score) === null ? nameOfType(score) : 'a number whose weighted value no double can hold';
  spot.note('unknown-score', name, `The score is ${found}; the reward is unknown.`);
  return { name, state: 'unknown', value: null, score: finite(score), weight };
}

function finite(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function readMetrics(value: Field, spot: Spot): readonly Metric[] {
  const raw = object(value, spot, 'metrics');
  if (raw === null) return [];
  const inside = spot.under('metrics');
  return Object.keys(raw).map((name) => readMetric(name, member(raw, name) ?? null, inside));
}

export function readMetric(name: string, value: Json, spot: Spot): Metric {
  if (value === null) return { name, state: 'unscored', value: null };
  const known = finite(value);
  if (known !== null) return { name, state: 'scored', value: known };
  spot.note('unknown-score', name, `The metric is ${nameOfType(value)}; its value is unknown.`);
  return { name, state: 'unknown', value: null };
}
