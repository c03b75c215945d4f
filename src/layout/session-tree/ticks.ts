/** Round moments along an axis of seconds, far enough apart to be read. */
import type { Scale } from './lanes';
import { placeOn } from './lanes';

export interface Tick {
  readonly x: number;
  /** Since the axis began. */
  readonly seconds: number;
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400];

/** At least `apart` pixels from one to the next; the beginning is always one. */
export function ticksOf(scale: Scale, apart: number): Tick[] {
  const seconds = scale.until - scale.from;
  const most = Math.max(1, Math.floor(scale.width / apart));
  const least = seconds / most;
  const small = 10 ** Math.ceil(Math.log10(Math.max(least, 1e-6)));
  const large = Math.ceil(least / 86_400) * 86_400;
  const step = least < 0.5 ? small : (STEPS.find((one) => one >= least) ?? large);
  const ticks: Tick[] = [];
  for (let at = 0; at <= seconds && ticks.length <= most; at += step) {
    ticks.push({ x: placeOn(scale, scale.from + at), seconds: at });
  }
  return ticks;
}
