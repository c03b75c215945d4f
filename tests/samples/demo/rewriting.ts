/**
 * What a recorder writes when the harness changed the history between two calls: from the first changed message on the
 * whole conversation stands once more, supplied, and the reply hangs on that. Applied to a finished trace, so that nothing
 * else in it moves.
 */
import { isArray, isObject, member, type Json, type JsonObject } from '../../../src/model/json';
import { rounded } from './chance';

/** The messages of one request, in order; a root may carry tools. */
export type Conversation = readonly JsonObject[];

/** Before the call with this number is made. Messages that stay must stay the same objects. */
export interface Rewrite {
  readonly call: number;
  readonly change: (conversation: Conversation) => Conversation;
}

/** Dollars for a token that has to be read anew instead of from the cache. */
const ANEW = (4 - 0.4) / 1_000_000;

/** The trace must be one line of messages. */
export function withRewrites(trace: JsonObject, rewrites: readonly Rewrite[]): JsonObject {
  const nodes: JsonObject[] = [];
  const calls: JsonObject[] = [];
  let path: { readonly node: JsonObject; readonly index: number }[] = [];
  const add = (node: JsonObject, sampled: boolean): void => {
    const { parent: _, ...rest } = node;
    const above = path.at(-1);
    nodes.push({ ...(above === undefined ? {} : { parent: above.index }), ...rest, sampled });
    path = [...path, { node, index: nodes.length - 1 }];
  };
  for (const node of objects(member(trace, 'nodes'))) {
    if (node['sampled'] !== true) {
      add(node, false);
      continue;
    }
    const call = objects(member(trace, 'calls'))[calls.length] ?? {};
    const rewrite = rewrites.find((one) => one.call === calls.length);
    const before = path.length;
    let kept = before;
    if (rewrite !== undefined) {
      const changed = rewrite.change(path.map((one) => one.node));
      kept = path.findIndex((one, at) => one.node !== changed[at]);
      if (kept < 0) kept = Math.min(before, changed.length);
      path = path.slice(0, kept);
      for (const copy of changed.slice(kept)) add(copy, false);
    }
    add(node, true);
    calls.push({ ...call, node: nodes.length - 1, usage: withCache(member(call, 'usage'), kept / before) });
  }
  return { ...trace, nodes, calls };
}

/** The provider's cache holds no more than what was kept. */
function withCache(usage: Json | undefined, share: number): JsonObject {
  const given = isObject(usage) ? usage : {};
  const [prompt, cached, cost] = ['prompt_tokens', 'cached_input_tokens', 'cost'].map((name) =>
    Number(given[name] ?? 0),
  );
  const most = (cached ?? 0) * share;
  const left = share === 1 ? (cached ?? 0) : most - (most % 64);
  const anew = (cached ?? 0) - left;
  return {
    ...given,
    prompt_tokens: (prompt ?? 0) + anew,
    cached_input_tokens: left,
    cost: rounded((cost ?? 0) + anew * ANEW, 6),
  };
}

/** The conversation with some messages changed; what `change` returns as it was stays the same object. */
export function changed(
  conversation: Conversation,
  change: (message: JsonObject, at: number) => JsonObject,
): Conversation {
  return conversation.map((node, at) => {
    const message = node['message'];
    const old = isObject(message) ? message : {};
    const fresh = change(old, at);
    return fresh === old ? node : { ...node, message: fresh };
  });
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
