/**
 * Whether two calls went to the same place with the same prompt-affecting options: only then is comparing their requests
 * about the requests. Decoding settings do not count. It refuses to look at messages.
 */
import type { Call } from '../../model/episode';
import type { Json, JsonObject } from '../../model/json';
import { isObject, member } from '../../model/json';
import { sortedJson } from './sorted-json';

export type DomainVerdict =
  | { readonly kind: 'same' }
  /** A field that is not recorded matches nothing, not even another that is not recorded. */
  | { readonly kind: 'unknown'; readonly fields: readonly string[] }
  | { readonly kind: 'different'; readonly fields: readonly string[] };

type DomainOf = Pick<Call, 'model' | 'endpoint' | 'sampling'>;

const DECODING_ONLY = new Set([
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'typical_p',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'min_tokens',
  'seed',
  'stop',
  'stop_sequences',
  'n',
  'logprobs',
  'top_logprobs',
  'prompt_logprobs',
  'logit_bias',
  'presence_penalty',
  'frequency_penalty',
  'repetition_penalty',
  'stream',
  'stream_options',
  'user',
  'metadata',
  'return_token_ids',
]);

export function compareDomains(previous: DomainOf, current: DomainOf): DomainVerdict {
  const unknown = ['model', 'endpoint', 'sampling'].filter(
    (field) => isMissing(previous, field) || isMissing(current, field),
  );
  if (unknown.length > 0) return { kind: 'unknown', fields: unknown };
  const fields: string[] = [];
  if (previous.model !== current.model) fields.push('model');
  if (previous.endpoint !== current.endpoint) fields.push('endpoint');
  const before = optionsOf(previous);
  const after = optionsOf(current);
  for (const name of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    if (before.get(name) !== after.get(name)) fields.push(`options.${name}`);
  }
  return fields.length === 0 ? { kind: 'same' } : { kind: 'different', fields };
}

function isMissing({ model, endpoint, sampling }: DomainOf, field: string): boolean {
  if (field === 'sampling') return sampling === null;
  const value = field === 'model' ? model : endpoint;
  return value === null || value === '';
}

/** Canonical text by name. What `extra_body` says wins over a twin beside it. */
function optionsOf({ sampling }: DomainOf): ReadonlyMap<string, string> {
  const lifted = new Map<string, Json>();
  if (sampling !== null) {
    const extra = member(sampling, 'extra_body');
    add(lifted, sampling);
    if (isObject(extra)) {
      lifted.delete('extra_body');
      add(lifted, extra);
    }
  }
  const options = new Map<string, string>();
  for (const [name, value] of lifted) {
    if (value !== null && !DECODING_ONLY.has(name)) options.set(name, sortedJson(value));
  }
  return options;
}

function add(options: Map<string, Json>, fields: JsonObject): void {
  for (const [name, value] of Object.entries(fields)) options.set(name, value);
}
