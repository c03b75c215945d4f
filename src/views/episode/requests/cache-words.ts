/**
 * What a provider said it read from its cache, in words, apart from every verdict: a kept prefix may be read anew, and a
 * changed one in part from the cache.
 */
import type { RequestColumns } from '../../../store/continuity.svelte';
import { formatCount } from '../../shared/format';

/** `600 of 1,000`, `0 of 400`, `not reported`. */
export function cacheWords({ input, cacheReads }: RequestColumns, call: number): string {
  const reads = cacheReads[call] ?? Number.NaN;
  const all = input[call] ?? Number.NaN;
  if (Number.isNaN(reads) || Number.isNaN(all)) return 'not reported';
  return `${formatCount(reads)} of ${formatCount(all)}`;
}

/** The whole trace: sums over the calls that reported, and how many of them that are unless all did. */
export function cacheSum({ count, input, cacheReads }: RequestColumns): string {
  let reported = 0;
  let reads = 0;
  let all = 0;
  for (let call = 0; call < count; call += 1) {
    const read = cacheReads[call] ?? Number.NaN;
    if (Number.isNaN(read)) continue;
    reported += 1;
    reads += read;
    all += input[call] ?? 0;
  }
  if (reported === 0) return 'not reported';
  const sum = `${formatCount(reads)} of ${formatCount(all)} input tokens`;
  return reported === count
    ? sum
    : `${sum}, ${formatCount(reported)} of ${formatCount(count)} calls reported`;
}
