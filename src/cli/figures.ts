/** Figures as text, the same in every locale. A dash is "not known", never 0. */

export const MISSING = '–';

export function countText(count: number): string {
  const [digits = '', ...rest] = String(count).split('.');
  if (!/^-?\d+$/.test(digits)) return String(count);
  return [digits.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.');
}

/** A score that is no finite number is unknown; no score at all is a dash. */
export function rewardText(reward: number | null, scored: boolean): string {
  if (reward === null) return scored ? 'unknown' : MISSING;
  return Math.abs(reward) < 1e6 ? reward.toFixed(3) : reward.toExponential(2);
}

export function durationText(seconds: number | null): string {
  if (seconds === null) return MISSING;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}h ${twoDigits(minutes)}m` : `${minutes}m ${twoDigits(whole % 60)}s`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0
    ? `${bytes} B`
    : `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${units[unit] ?? ''}`;
}
