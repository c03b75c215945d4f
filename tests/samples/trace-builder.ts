/**
 * Draws traces for tests, as the raw JSON that a file holds, in the fewest words: `chain(u('q'), a('a1'))`. It writes what
 * it is told, sound or not; a member that is `undefined` is left out.
 */
import type { Json, JsonObject } from '../../src/model/json';

/** A member as it goes into the file; `undefined` leaves it out. */
export interface Members {
  readonly [name: string]: Json | undefined;
}

export interface NodeOptions extends Members {
  readonly parent?: Json;
  readonly sampled?: Json;
  readonly timestamp?: Json;
  /** Onto the message: `reasoning_content`, `tool_calls`, `name`, … */
  readonly message?: JsonObject;
}

/** Later parts override earlier ones, also with `undefined`. */
export function members(...parts: readonly Members[]): JsonObject {
  const all = new Map<string, Json>();
  for (const part of parts) {
    for (const name of Object.keys(part)) {
      const value = part[name];
      if (value === undefined) all.delete(name);
      else all.set(name, value);
    }
  }
  return Object.fromEntries(all);
}

export function node(role: string, content: Json | undefined, options: NodeOptions = {}): JsonObject {
  const { message = {}, parent, ...rest } = options;
  return members({ parent, message: members({ role, content }, message) }, rest);
}

/** What the user says. */
export function u(content: Json, options: NodeOptions = {}): JsonObject {
  return node('user', content, options);
}

/** What the model says: sampled, unless told otherwise. */
export function a(content: Json | undefined, options: NodeOptions = {}): JsonObject {
  return node('assistant', content, { sampled: true, ...options });
}

export function system(content: Json, options: NodeOptions = {}): JsonObject {
  return node('system', content, options);
}

/** A tool's result, of the call with this id. */
export function tool(callId: string | undefined, content: Json, options: NodeOptions = {}): JsonObject {
  const { message = {}, ...rest } = options;
  return node('tool', content, { ...rest, message: members({ tool_call_id: callId }, message) });
}

/** A message with tool calls: `a(null, { message: calling(toolCall('c1', 'search')) })`. */
export function calling(...calls: readonly Json[]): JsonObject {
  return { tool_calls: calls };
}

export function toolCall(id: string, name = 'search', args = '{}', more: Members = {}): JsonObject {
  return members({ id, name, arguments: args }, more);
}

export function link(source: Json, type: Json): JsonObject {
  return { node: source, type };
}

/** The same nodes, each the child of the one before it; a parent that is given stays. */
export function chain(...nodes: readonly JsonObject[]): JsonObject[] {
  return nodes.map((one, index) => (index === 0 || 'parent' in one ? one : { parent: index - 1, ...one }));
}

/** Token ids and mask of a node: `tokens([1, 2, 3], 1)` has one prompt token and two sampled ones. */
export function tokens(ids: readonly number[], prompt = ids.length): JsonObject {
  return {
    token_ids: ids,
    mask: ids.map((_, index) => index >= prompt),
    logprobs: ids.slice(prompt).map(() => -0.5),
  };
}

export function usage(prompt: number, completion: number, more: Members = {}): JsonObject {
  return members({ prompt_tokens: prompt, completion_tokens: completion }, more);
}

export function span(start: number, end: number): JsonObject {
  return { start, end };
}

export interface CallOptions extends Members {
  readonly node?: Json;
  readonly usage?: Json;
  readonly finish_reason?: Json;
  readonly acp?: Json;
}

export function call(options: CallOptions = {}): JsonObject {
  return members(options);
}

/** A call that committed a node and names its request. */
export function request(at: Json, requestId: Json, more: Members = {}): JsonObject {
  return members({ node: at, acp: { request_id: requestId } }, more);
}

/** With what every writer of the present form puts in; override or remove (`undefined`) any of it. */
export function trace(options: Members = {}): JsonObject {
  return members({ id: 't1', nodes: [], calls: [], rewards: {}, metrics: {}, info: {}, errors: [] }, options);
}

export function episode(options: Members = {}): JsonObject {
  return members({ id: 'e1', env: { id: 'demo' }, ok: true, errors: [], traces: [] }, options);
}
