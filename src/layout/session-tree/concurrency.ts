/**
 * How many agents below the root were at work at once, over time. An agent is at work from its first call to its last; what
 * the harness counts may begin earlier and end later, so every figure is the least that it can have been.
 */
import type { SessionTree } from './columns';
import { NONE } from './columns';

export interface Step {
  readonly from: number;
  readonly until: number;
  readonly count: number;
}

export interface Concurrency {
  /** In order, without gaps, from the first call to the last. */
  readonly steps: readonly Step[];
  readonly peak: number;
  /** Where the peak was reached first. */
  readonly peakAt: number;
}

/** Null where no agent below another has a place on the axis, or the axis is no time. */
export function concurrencyOf({ agents, axis }: SessionTree, range: Range): Concurrency | null {
  if (axis !== 'time') return null;
  const events: { readonly at: number; readonly by: 1 | -1 }[] = [];
  for (let agent = 0; agent < agents.count; agent += 1) {
    const from = agents.from[agent] ?? Number.NaN;
    const until = agents.until[agent] ?? Number.NaN;
    if (agents.parent[agent] === NONE || Number.isNaN(from)) continue;
    events.push({ at: from, by: 1 }, { at: until, by: -1 });
  }
  if (events.length === 0) return null;
  // One that ends where another begins does not meet it.
  events.sort((a, b) => a.at - b.at || a.by - b.by);
  const steps: Step[] = [];
  let [count, from, peak, peakAt] = [0, range.from, 0, range.from];
  for (const { at, by } of events) {
    if (at > from) {
      const last = steps.at(-1);
      if (last?.count === count) steps[steps.length - 1] = { ...last, until: at };
      else steps.push({ from, until: at, count });
      from = at;
    }
    // One that took no time ends before it has begun.
    count = Math.max(0, count + by);
    if (count > peak) [peak, peakAt] = [count, at];
  }
  if (range.until > from) steps.push({ from, until: range.until, count });
  return { steps, peak, peakAt };
}

/** Of the axis. */
export interface Range {
  readonly from: number;
  readonly until: number;
}

/** From the first bar to the last; null where there is none. */
export function rangeOf({ bars }: SessionTree): Range | null {
  let from = Infinity;
  let until = -Infinity;
  for (let bar = 0; bar < bars.count; bar += 1) {
    from = Math.min(from, bars.from[bar] ?? Infinity);
    until = Math.max(until, bars.until[bar] ?? -Infinity);
  }
  if (from > until) return null;
  return { from, until: until > from ? until : from + 1 };
}
