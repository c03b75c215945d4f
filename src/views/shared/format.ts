/** Numbers, sizes and times as words. A missing value is never a number: callers draw it themselves. */
import { format } from 'd3-format';

const grouped = format(',');
const significant = format('.3~s');

/** `30,000`. */
export function formatCount(value: number): string {
  return grouped(value);
}

/** `1 record`, `30,000 records`. */
export function formatPlural(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}

/** For narrow columns: `987`, `12.4k`, `3.1M`. */
export function formatCompact(value: number): string {
  return Math.abs(value) < 10_000 ? grouped(value) : significant(value).replace('G', 'B');
}

/** Decimal units, as disks and browsers count: `980 B`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}

/** `0.35 s`, `4.2 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  const sign = seconds < 0 ? '−' : '';
  const size = Math.abs(seconds);
  if (size < 0.0005) return `${sign}0 s`;
  if (size < 0.9995) return `${sign}${Math.round(size * 1000)} ms`;
  if (size < 9.95) return `${sign}${size.toFixed(1)} s`;
  if (size < 59.5) return `${sign}${Math.round(size)} s`;
  if (size < 3599.5) return `${sign}${pair(Math.round(size), 60, 'min', 's')}`;
  if (size < 86_370) return `${sign}${pair(Math.round(size / 60), 60, 'h', 'min')}`;
  return `${sign}${pair(Math.round(size / 3600), 24, 'd', 'h')}`;
}

function pair(total: number, per: number, big: string, small: string): string {
  const rest = total % per;
  const whole = `${grouped(Math.floor(total / per))} ${big}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}

/**
 * At most four decimals, none that say nothing: `0.75`, `−1`, `0.3333`; or exactly as many as a column wants. Tiny and huge
 * ones in powers of ten.
 */
export function formatReward(value: number, decimals?: number): string {
  const size = Math.abs(value);
  if (value === 0) return decimals === undefined ? '0' : (0).toFixed(decimals);
  if (decimals !== undefined && size >= 0.5 * 10 ** -decimals && size < 1000) {
    return value.toFixed(decimals).replace('-', '−');
  }
  if (size < 0.00005 || size >= 1e7) return value.toExponential(1).replace('-', '−').replace('e−', 'e-');
  const text = size >= 1000 ? grouped(Math.round(value)) : String(Number(value.toFixed(4)));
  return text.replace('-', '−');
}

/** Upstream costs are in US dollars. */
export function formatCost(dollars: number): string {
  const size = Math.abs(dollars);
  const sign = dollars < 0 ? '−' : '';
  if (size === 0) return '$0';
  if (size < 0.00005) return `${sign}< $0.0001`;
  if (size < 0.995) return `${sign}$${size.toFixed(size < 0.01 ? 4 : 3)}`;
  return `${sign}$${format(',.2f')(size)}`;
}

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `just now`, `5 minutes ago`, `yesterday`, then the date. */
export function formatAgo(then: number, now: number): string {
  const seconds = Math.round((then - now) / 1000);
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (seconds > -45) return 'just now';
  if (seconds > -3570) return relative.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86_000) return relative.format(Math.round(seconds / 3600), 'hour');
  if (seconds > -7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(then);
}

export function formatMoment(then: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(then);
}
