/** Which per-token streams of a node do not have the length they must have, so that nothing is painted askew. */
import type { Diagnostic } from '../model/diagnostic';
import type { NodeTokens, Trace } from '../model/episode';
import { isArray, pointerTo } from '../model/json';
import type { RecordAt } from './record-at';
import { findingAt } from './record-at';

export function streamFindings(trace: Trace, at: RecordAt): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { index, tokens } of trace.nodes) {
    if (tokens === null) continue;
    for (const { path, has, needs, what } of misfits(tokens)) {
      const message = `Node ${index} has ${has} values in ${path.join('.')} for ${needs} ${what}.`;
      found.push(findingAt(at, 'length-mismatch', pointerTo(`/nodes/${index}`, ...path), message));
    }
  }
  return found;
}

interface Misfit {
  readonly path: readonly string[];
  readonly has: number;
  readonly needs: number;
  readonly what: 'tokens' | 'sampled tokens';
}

/** An empty or missing stream means "none"; one that is there must fit. */
function misfits(tokens: NodeTokens): Misfit[] {
  const ids = tokens.ids.length;
  let sampled = 0;
  for (const value of tokens.mask) if (value === true || value === 1) sampled += 1;
  const full: [string[], number][] = [
    [['mask'], tokens.mask.length],
    [['is_content'], tokens.isContent.length],
  ];
  for (const [name, weights] of Object.entries(tokens.lossWeights ?? {})) {
    if (isArray(weights)) full.push([['loss_weights', name], weights.length]);
  }
  const compact: [string[], number][] = [
    [['logprobs'], tokens.logprobs.length],
    [['advantages'], tokens.advantages?.length ?? 0],
    [['reference_logprobs'], tokens.referenceLogprobs?.length ?? 0],
    [['trainer_logprobs'], tokens.trainerLogprobs?.length ?? 0],
    [['entropies'], tokens.entropies?.length ?? 0],
    [['is_masked'], tokens.isMasked?.length ?? 0],
  ];
  return [
    ...full.map(([path, has]): Misfit => ({ path, has, needs: ids, what: 'tokens' })),
    ...compact.map(([path, has]): Misfit => ({ path, has, needs: sampled, what: 'sampled tokens' })),
  ].filter(({ has, needs }) => has !== 0 && has !== needs);
}
