/** The phases of a rollout on one line of time: shares of the whole, gaps as they are. It refuses to know clocks. */
export interface Phase {
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
}

export interface PhaseBar {
  readonly name: string;
  readonly seconds: number;
  /** Shares of the whole, 0 to 1. */
  readonly from: number;
  readonly width: number;
}

export interface PhaseLine {
  readonly bars: readonly PhaseBar[];
  readonly seconds: number;
  /** Names of phases without usable times, and why. */
  readonly without: readonly { readonly name: string; readonly reason: 'unset' | 'open' | 'backwards' }[];
}

export function phaseLine(phases: readonly Phase[]): PhaseLine {
  const usable: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  const without: { readonly name: string; readonly reason: 'unset' | 'open' | 'backwards' }[] = [];
  for (const { name, start, end } of phases) {
    if (start === null) without.push({ name, reason: 'unset' });
    else if (end === null) without.push({ name, reason: 'open' });
    else if (end < start) without.push({ name, reason: 'backwards' });
    else usable.push({ name, start, end });
  }
  const first = Math.min(...usable.map(({ start }) => start));
  const last = Math.max(...usable.map(({ end }) => end));
  const whole = usable.length === 0 ? 0 : last - first;
  const share = (value: number): number => (whole === 0 ? 0 : value / whole);
  const bars = usable.map(({ name, start, end }) => ({
    name,
    seconds: end - start,
    from: share(start - first),
    width: share(end - start),
  }));
  return { bars, seconds: whole, without };
}
