/**
 * Grows one trace as a harness would: messages hang on messages, every reply of the model is a call with its usage and
 * time. The writer's rules are kept: null fields are left out, a call's prompt excludes what the cache held.
 */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../src/model/json';
import { rounded, type Chance } from './chance';

export interface DemoTask {
  readonly type: string;
  readonly key: string;
  readonly data: JsonObject;
}

export interface DemoTool {
  readonly name: string;
  readonly description: string;
  /** Parameter name → its description; all of them strings and required unless the description starts with `optional`. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Seat {
  readonly name: string;
  readonly trainable: boolean;
  readonly model: string;
  readonly sampling: JsonObject;
  readonly harness: string;
  readonly maxTurns?: number;
}

export interface Reply {
  readonly content?: string;
  readonly reasoning?: string;
  readonly tools?: readonly { readonly id: string; readonly name: string; readonly arguments: Json }[];
  readonly finish?: 'stop' | 'length' | 'tool_calls';
  readonly request?: string;
  /** Tokens of reasoning that the provider counts but does not show. */
  readonly hiddenReasoning?: number;
  /** The harness's own session of the call, which one fork of it writes there. */
  readonly session?: MadeSession;
}

export interface MadeSession {
  readonly id: string;
  readonly depth: number;
  readonly parent?: string;
}

export interface Ending {
  readonly rewards: JsonObject;
  readonly metrics?: JsonObject;
  readonly info?: JsonObject;
  readonly stop?: string;
  readonly ok?: boolean;
  readonly completed?: boolean;
  readonly errors?: readonly JsonObject[];
  readonly extraUsage?: readonly JsonObject[];
  /** Seconds the scoring took; 0 when it never ran. */
  readonly scoring?: number;
}

/** Dollars for a million tokens. */
const PRICE = { fresh: 4, cached: 0.4, output: 20 } as const;

interface Span {
  readonly start: number;
  readonly end: number;
}

export class Rollout {
  readonly #chance: Chance;
  readonly #task: DemoTask;
  readonly #seat: Seat;
  readonly #tools: readonly Json[];
  readonly #nodes: Record<string, Json>[] = [];
  readonly #weights: number[] = [];
  readonly #calls: JsonObject[] = [];
  /** Nodes that some earlier prompt or reply already held: what a provider's cache would hit. */
  readonly #cached = new Set<number>();
  readonly #boot: Span;
  readonly #setup: Span;
  #now: number;

  constructor(chance: Chance, start: number, task: DemoTask, seat: Seat, tools: readonly DemoTool[]) {
    this.#chance = chance;
    this.#task = task;
    this.#seat = seat;
    this.#tools = tools.map(toolJson);
    const booted = start + chance.between(1.5, 4);
    this.#boot = { start, end: booted };
    this.#setup = { start: booted, end: booted + chance.between(0.4, 2) };
    this.#now = this.#setup.end;
  }

  get now(): number {
    return this.#now;
  }

  /** A message that the harness put in: system, user, tool or a supplied assistant. */
  input(parent: number | null, message: JsonObject): number {
    const tools = parent === null && this.#tools.length > 0 ? { tools: this.#tools } : {};
    return this.#add(parent, { ...tools, message }, false, textOf(message));
  }

  system(content: string): number {
    return this.input(null, { role: 'system', content });
  }

  user(parent: number | null, content: Json): number {
    return this.input(parent, { role: 'user', content });
  }

  /** A tool's answer, after the time it took. */
  tool(parent: number, id: string, content: Json, seconds = 0.4): number {
    this.#now += seconds * this.#chance.between(0.8, 1.3);
    return this.input(parent, { role: 'tool', tool_call_id: id, content });
  }

  /** One call of the model that committed its reply. */
  reply(parent: number, reply: Reply): number {
    const path = this.#pathTo(parent);
    const message: Record<string, Json> = { role: 'assistant' };
    if (reply.content !== undefined) message['content'] = reply.content;
    if (reply.reasoning !== undefined) message['reasoning_content'] = reply.reasoning;
    if (reply.tools !== undefined) {
      message['tool_calls'] = reply.tools.map((call) => ({
        id: call.id,
        name: call.name,
        arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
        type: 'function',
      }));
    }
    const hidden = reply.hiddenReasoning ?? 0;
    const reasoning = (reply.reasoning === undefined ? 0 : weigh(reply.reasoning)) + hidden;
    const completion = weigh(textOf(message)) + hidden;
    const total = path.reduce((sum, node) => sum + (this.#weights[node] ?? 0), 0);
    const held = path
      .filter((node) => this.#cached.has(node))
      .reduce((sum, node) => sum + (this.#weights[node] ?? 0), 0);
    // Providers cache in blocks.
    const cached = held - (held % 64);
    const span = this.#spend(0.6 + completion / this.#chance.between(55, 90));
    const node = this.#add(parent, { message }, true, textOf(message));
    for (const seen of [...path, node]) this.#cached.add(seen);
    const cost =
      ((total - cached) * PRICE.fresh + cached * PRICE.cached + completion * PRICE.output) / 1_000_000;
    this.#calls.push({
      node,
      ...this.#request(),
      finish_reason: reply.finish ?? (reply.tools === undefined ? 'stop' : 'tool_calls'),
      usage: {
        prompt_tokens: total - cached,
        completion_tokens: completion,
        cached_input_tokens: cached,
        ...(reasoning > 0 ? { reasoning_tokens: reasoning } : {}),
        cost: rounded(cost, 6),
      },
      time: spanJson(span),
      ...(reply.request === undefined ? {} : { acp: { request_id: reply.request } }),
      ...sessionJson(reply.session),
    });
    return node;
  }

  /** A call that committed nothing. */
  failedCall(error: JsonObject, seconds: number, request?: string, session?: MadeSession): void {
    this.#calls.push({
      ...this.#request(),
      time: spanJson(this.#spend(seconds)),
      error,
      ...(request === undefined ? {} : { acp: { request_id: request } }),
      ...sessionJson(session),
    });
  }

  /** What the harness declared: `node` was caused by each of `causes`. */
  link(node: number, ...causes: readonly (readonly [cause: number, label: string])[]): void {
    const target = this.#nodes[node];
    if (target === undefined) throw new RangeError(`no node #${node}`);
    target['semantic_parents'] = causes.map(([cause, type]) => ({ node: cause, type }));
  }

  /** Puts per-token arrays on a node, as a training run does. */
  tokens(node: number, streams: JsonObject): void {
    Object.assign(this.#nodes[node] ?? {}, streams);
  }

  wait(seconds: number): void {
    this.#now += seconds;
  }

  /** Sets the clock: what comes next ran beside what was written before. */
  at(time: number): void {
    this.#now = time;
  }

  finish(ending: Ending): JsonObject {
    const agent = { start: this.#setup.end, end: this.#now };
    const finalised = this.#now + this.#chance.between(0.05, 0.3);
    const scored = finalised + (ending.scoring ?? 0.8);
    const scoring = (ending.scoring ?? 0.8) === 0 ? { start: 0, end: 0 } : { start: finalised, end: scored };
    const modelSeconds = Math.min(
      agent.end - agent.start,
      this.#calls.reduce((sum, call) => sum + secondsOf(call['time']), 0),
    );
    this.#now = Math.max(finalised, scoring.end);
    const { name, trainable } = this.#seat;
    return {
      version: 1,
      id: this.#chance.hex(32),
      verifiers: { version: '0.3.2' },
      task: taskJson(this.#task),
      agent: { config: this.#config(), runtime: this.#runtime(), name, trainable },
      tools: this.#tools,
      nodes: this.#nodes,
      calls: this.#calls,
      mm_token_type_id_map: {},
      request_rewrites: [],
      response_rewrites: [],
      rewards: ending.rewards,
      metrics: ending.metrics ?? {},
      info: ending.info ?? {},
      extra_usage: ending.extraUsage ?? [],
      is_completed: ending.completed ?? true,
      ok: ending.ok ?? true,
      stop_condition: ending.stop ?? 'agent_completed',
      errors: ending.errors ?? [],
      timing: {
        start: rounded(this.#boot.start, 3),
        boot: spanJson(this.#boot),
        setup: spanJson(this.#setup),
        agent: {
          ...spanJson(agent),
          model: { duration: rounded(modelSeconds, 3) },
          harness: { duration: rounded(agent.end - agent.start - modelSeconds, 3) },
        },
        finalize: spanJson({ start: agent.end, end: finalised }),
        scoring: spanJson(scoring),
      },
    };
  }

  #add(parent: number | null, body: JsonObject, sampled: boolean, text: string): number {
    this.#weights.push(weigh(text));
    this.#nodes.push({
      ...(parent === null ? {} : { parent }),
      semantic_parents: [],
      ...body,
      sampled,
      timestamp: rounded(this.#now, 3),
      token_ids: [],
      mask: [],
      is_content: [],
      logprobs: [],
    });
    return this.#nodes.length - 1;
  }

  #pathTo(leaf: number): number[] {
    const path: number[] = [];
    let at: Json | undefined = leaf;
    while (typeof at === 'number') {
      path.push(at);
      at = this.#nodes[at]?.['parent'];
    }
    return path.reverse();
  }

  #spend(seconds: number): Span {
    const start = this.#now;
    this.#now += seconds;
    return { start, end: this.#now };
  }

  #request(): JsonObject {
    return { model: this.#seat.model, sampling: this.#seat.sampling, endpoint: '/chat/completions' };
  }

  #config(): JsonObject {
    const { harness, model, sampling, maxTurns } = this.#seat;
    return {
      harness: { id: harness, env: {}, forward_env: [], tool_timeout: 120, skills: [] },
      runtime: { type: 'docker', image: 'python:3.12-slim' },
      model,
      sampling,
      ...(maxTurns === undefined ? {} : { max_turns: maxTurns }),
      timeout: {},
      retries: { max_retries: 1, include: [], exclude: [] },
    };
  }

  #runtime(): JsonObject {
    return { type: 'docker', image: 'python:3.12-slim', workdir: '/workspace', borrowed: false };
  }
}

function sessionJson(session: MadeSession | undefined): JsonObject {
  if (session === undefined) return {};
  const { id, depth, parent } = session;
  return { rlm: { session_id: id, depth, ...(parent === undefined ? {} : { parent_session_id: parent }) } };
}

export function taskJson(task: DemoTask): JsonObject {
  const data = {
    ...task.data,
    network_allow: ['*'],
    network_block: [],
    artifacts: [],
    timeout: {},
    resources: {},
  };
  const hash = createHash('sha256').update(pythonJson(data)).digest('hex');
  return { type: task.type, data, key: task.key, hash };
}

/** About four characters to a token, and a few for the scaffold of a message. */
function weigh(text: string): number {
  return 4 + Math.ceil(text.length / 4);
}

function textOf(message: JsonObject): string {
  const { role: _, ...said } = message;
  // An image costs a fixed number of tokens, whatever its bytes.
  return JSON.stringify(said).replaceAll(/data:image\/png;base64,[\w+/=]+/g, 'x'.repeat(1_020));
}

function toolJson(tool: DemoTool): JsonObject {
  const entries = Object.entries(tool.parameters);
  return {
    name: tool.name,
    description: tool.description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        entries.map(([name, description]) => [name, { type: 'string', description }]),
      ),
      required: entries
        .filter(([, description]) => !description.startsWith('optional'))
        .map(([name]) => name),
    },
    type: 'function',
  };
}

function spanJson({ start, end }: Span): JsonObject {
  return { start: rounded(start, 3), end: rounded(end, 3) };
}

function secondsOf(time: Json | undefined): number {
  if (typeof time !== 'object' || time === null || !('start' in time) || !('end' in time)) return 0;
  return Number(time.end) - Number(time.start);
}

/** Python's `json.dumps(value, sort_keys=True)`, which task hashes are taken of; enough for text, whole numbers and lists. */
function pythonJson(value: Json): string {
  if (typeof value === 'string') {
    return JSON.stringify(value).replaceAll(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${pythonJson(key)}: ${pythonJson(item)}`).join(', ')}}`;
}
