/** Numbers as words. */
import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatCompact,
  formatCost,
  formatCount,
  formatDuration,
  formatPlural,
  formatReward,
} from '../../../src/views/shared/format';

describe('words for numbers', () => {
  it.each([
    { name: 'count', made: formatCount(30_000), expected: '30,000' },
    { name: 'one', made: formatPlural(1, 'episode'), expected: '1 episode' },
    { name: 'none', made: formatPlural(0, 'branch', 'branches'), expected: '0 branches' },
    { name: 'compact, small', made: formatCompact(9_999), expected: '9,999' },
    { name: 'compact, thousands', made: formatCompact(12_400), expected: '12.4k' },
    { name: 'compact, billions', made: formatCompact(1_250_000_000), expected: '1.25B' },
    { name: 'bytes', made: formatBytes(980), expected: '980 B' },
    { name: 'bytes, just under a step', made: formatBytes(999_600), expected: '1.0 MB' },
    { name: 'bytes, large', made: formatBytes(1_234_567_890), expected: '1.2 GB' },
    { name: 'bytes, none', made: formatBytes(0), expected: '0 B' },
    { name: 'duration of nothing', made: formatDuration(0), expected: '0 s' },
    { name: 'milliseconds', made: formatDuration(0.35), expected: '350 ms' },
    { name: 'seconds', made: formatDuration(4.23), expected: '4.2 s' },
    { name: 'no 60 s', made: formatDuration(59.7), expected: '1 min' },
    { name: 'minutes', made: formatDuration(200), expected: '3 min 20 s' },
    { name: 'hours', made: formatDuration(7500), expected: '2 h 5 min' },
    { name: 'days', made: formatDuration(200_000), expected: '2 d 8 h' },
    { name: 'backwards', made: formatDuration(-5), expected: '−5.0 s' },
    { name: 'reward', made: formatReward(1 / 3), expected: '0.3333' },
    { name: 'a whole reward', made: formatReward(1), expected: '1' },
    { name: 'a negative reward', made: formatReward(-0.5), expected: '−0.5' },
    { name: 'minus zero', made: formatReward(-0), expected: '0' },
    { name: 'a tiny reward', made: formatReward(1e-9), expected: '1.0e-9' },
    { name: 'a huge reward', made: formatReward(-1e300), expected: '−1.0e+300' },
    { name: 'cost', made: formatCost(12.345), expected: '$12.35' },
    { name: 'a small cost', made: formatCost(0.0012), expected: '$0.0012' },
    { name: 'a tiny cost', made: formatCost(0.000001), expected: '< $0.0001' },
    { name: 'no cost', made: formatCost(0), expected: '$0' },
    { name: 'now', made: formatAgo(1000, 2000), expected: 'just now' },
    { name: 'minutes ago', made: formatAgo(0, 5 * 60_000), expected: '5 minutes ago' },
    { name: 'yesterday', made: formatAgo(0, 86_400_000), expected: 'yesterday' },
  ])('$name', ({ made, expected }) => {
    expect(made).toBe(expected);
  });
});
