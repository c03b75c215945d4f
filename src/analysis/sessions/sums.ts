/** Tokens and dollars of some calls, with how many of them said nothing: a sum of what is known is no total. */
import type { Usage } from '../../model/episode';
import { inputTokens, plus } from '../usage';

export interface Sum {
  /** Read by the provider, cached or not; null where no call says. */
  readonly input: number | null;
  readonly output: number | null;
  readonly cost: number | null;
  /** Calls that report no usage: the true figures may be higher. */
  readonly silent: number;
  /** Calls that report no cost. */
  readonly uncosted: number;
}

export const NOTHING: Sum = { input: null, output: null, cost: null, silent: 0, uncosted: 0 };

/** Of one call; of one that failed, silence is no gap: most providers charge nothing for it. */
export function sumOf(usage: Usage | null, failed: boolean): Sum {
  if (usage === null) {
    const silent = failed ? 0 : 1;
    return { ...NOTHING, silent, uncosted: silent };
  }
  const { cost } = usage;
  return {
    input: inputTokens(usage),
    output: usage.completionTokens,
    cost,
    silent: 0,
    uncosted: cost === null ? 1 : 0,
  };
}

export function added(left: Sum, right: Sum): Sum {
  return {
    input: plus(left.input, right.input),
    output: plus(left.output, right.output),
    cost: plus(left.cost, right.cost),
    silent: left.silent + right.silent,
    uncosted: left.uncosted + right.uncosted,
  };
}
