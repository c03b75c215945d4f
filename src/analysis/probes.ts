/** One-token calls, by which a harness asks whether a model answers at all: no turns, and no agents. */
import type { Call } from '../model/episode';
import { member } from '../model/json';

const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'];

export function isProbe({ sampling }: Call): boolean {
  return sampling !== null && LIMITS.some((limit) => member(sampling, limit) === 1);
}
