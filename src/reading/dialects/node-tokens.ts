/** Per-token streams of a node, by reference. Lengths and values are not looked at: aligning them is analysis. */
import type { NodeTokens } from '../../model/episode';
import type { Json, JsonObject } from '../../model/json';
import { items, list, object } from '../fields';
import type { Spot } from '../spot';

/** Null where the node says nothing about tokens: an assigned empty stream is not nothing. */
export function readNodeTokens(raw: JsonObject, spot: Spot): NodeTokens | null {
  const ids = items(raw.token_ids, spot, 'token_ids');
  const mask = items(raw.mask, spot, 'mask');
  const isContent = items(raw.is_content, spot, 'is_content');
  const logprobs = items(raw.logprobs, spot, 'logprobs');
  const advantages = list(raw.advantages, spot, 'advantages');
  const referenceLogprobs = list(raw.reference_logprobs, spot, 'reference_logprobs');
  const trainerLogprobs = list(raw.trainer_logprobs, spot, 'trainer_logprobs');
  const entropies = list(raw.entropies, spot, 'entropies');
  const isMasked = list(raw.is_masked, spot, 'is_masked');
  const lossWeights = object(raw.loss_weights, spot, 'loss_weights');
  if (ids.length + mask.length + isContent.length + logprobs.length === 0) {
    const assigned =
      advantages ?? referenceLogprobs ?? trainerLogprobs ?? entropies ?? isMasked ?? lossWeights;
    if (assigned === null) return null;
  }
  return {
    ids,
    mask,
    isContent,
    logprobs,
    advantages,
    referenceLogprobs,
    trainerLogprobs,
    entropies,
    isMasked,
    lossWeights,
  };
}

/** A node that only has ids, a mask and log-probabilities, as flat results give them. */
export function plainTokens(
  ids: readonly Json[],
  mask: readonly Json[],
  logprobs: readonly Json[],
): NodeTokens {
  return {
    ids,
    mask,
    isContent: [],
    logprobs,
    advantages: null,
    referenceLogprobs: null,
    trainerLogprobs: null,
    entropies: null,
    isMasked: null,
    lossWeights: null,
  };
}
