/** What a provider reported for one exchange. A count that is missing is 0; an optional figure that is missing is unknown. */
import type { Usage } from '../../model/episode';
import type { JsonObject } from '../../model/json';
import type { Field } from '../fields';
import { number, object } from '../fields';
import type { Segment, Spot } from '../spot';

const KNOWN = new Set([
  'prompt_tokens',
  'completion_tokens',
  'cached_input_tokens',
  'reasoning_tokens',
  'cost',
  // Derived by some writers.
  'input_tokens',
  'total_tokens',
]);

export function readUsage(value: Field, spot: Spot, segment: Segment): Usage | null {
  const raw = object(value, spot, segment);
  return raw === null ? null : usageOf(raw, spot.under(segment));
}

export function usageOf(raw: JsonObject, spot: Spot): Usage {
  spot.unknownIn(raw, KNOWN, 'usage');
  return {
    promptTokens: number(raw.prompt_tokens, spot, 'prompt_tokens') ?? 0,
    completionTokens: number(raw.completion_tokens, spot, 'completion_tokens') ?? 0,
    cachedInputTokens: number(raw.cached_input_tokens, spot, 'cached_input_tokens'),
    reasoningTokens: number(raw.reasoning_tokens, spot, 'reasoning_tokens'),
    cost: number(raw.cost, spot, 'cost'),
  };
}
