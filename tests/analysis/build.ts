/** Draws canonical traces and episodes for tests: only what a case is about is said, the rest is empty. */
import type { RecordedLink } from '../../src/model/edges';
import type {
  Call,
  Episode,
  Message,
  Node,
  NodeTokens,
  Reward,
  Span,
  ToolCall,
  Trace,
  Usage,
} from '../../src/model/episode';
import { callIndex, nodeIndex } from '../../src/model/ids';
import type { Json } from '../../src/model/json';

export interface NodeSketch {
  readonly parent?: number | null;
  readonly role?: string;
  readonly text?: string;
  readonly sampled?: boolean;
  readonly links?: readonly RecordedLink[];
  readonly calls?: readonly ToolCall[];
  readonly answers?: string;
  readonly name?: string;
  readonly tokens?: Partial<NodeTokens>;
}

export function u(text: string, parent: number | null = null): NodeSketch {
  return { role: 'user', text, parent };
}

/** A sampled assistant message. */
export function a(
  text: string,
  parent: number | null = null,
  links: readonly RecordedLink[] = [],
): NodeSketch {
  return { role: 'assistant', text, parent, sampled: true, links };
}

export function link(source: Json, label: Json): RecordedLink {
  return { kind: 'link', source, label };
}

export function tool(id: string, name = 'f'): ToolCall {
  return { id, name, arguments: '{}', type: null, namespace: null };
}

const NO_TOKENS: NodeTokens = {
  ids: [],
  mask: [],
  isContent: [],
  logprobs: [],
  advantages: null,
  referenceLogprobs: null,
  trainerLogprobs: null,
  entropies: null,
  isMasked: null,
  lossWeights: null,
};

function nodeOf(sketch: NodeSketch, index: number): Node {
  const message: Message = {
    role: sketch.role ?? 'user',
    content: sketch.text === undefined ? { kind: 'none' } : { kind: 'text', text: sketch.text },
    reasoning: null,
    toolCalls: sketch.calls ?? [],
    toolCallId: sketch.answers ?? null,
    name: sketch.name ?? null,
    providerState: [],
  };
  const parent = sketch.parent ?? null;
  return {
    path: `/nodes/${index}`,
    index: nodeIndex(index),
    parent: parent === null ? null : nodeIndex(parent),
    hasBadParent: false,
    links: sketch.links ?? [],
    message,
    isRedacted: false,
    sampled: sketch.sampled ?? false,
    timestamp: null,
    tools: [],
    tokens: sketch.tokens === undefined ? null : { ...NO_TOKENS, ...sketch.tokens },
  };
}

export const UNSET: Span = { start: null, end: null };

export interface CallSketch extends Partial<Omit<Call, 'node' | 'index' | 'path' | 'usage'>> {
  readonly node?: number;
  /** Prompt, completion and cached tokens. */
  readonly usage?: readonly [number, number, number?] | Usage;
}

export function usage(prompt: number, completion: number, rest: Partial<Usage> = {}): Usage {
  return {
    promptTokens: prompt,
    completionTokens: completion,
    cachedInputTokens: null,
    reasoningTokens: null,
    cost: null,
    ...rest,
  };
}

function isUsage(value: CallSketch['usage']): value is Usage {
  return value !== undefined && 'promptTokens' in value;
}

function callOf({ node, usage: used, ...rest }: CallSketch, index: number): Call {
  const [prompt, completion, cached] = used === undefined || isUsage(used) ? [0, 0] : used;
  return {
    path: `/calls/${index}`,
    index: callIndex(index),
    node: node === undefined ? null : nodeIndex(node),
    nodeAsWritten: node ?? null,
    origin: 'recorded',
    model: null,
    sampling: null,
    endpoint: null,
    finishReason: null,
    usage:
      used === undefined
        ? null
        : isUsage(used)
          ? used
          : usage(prompt, completion, { cachedInputTokens: cached ?? null }),
    time: UNSET,
    error: null,
    policy: null,
    acp: null,
    lineage: null,
    ...rest,
  };
}

export interface TraceSketch extends Partial<Omit<Trace, 'nodes' | 'calls' | 'agent' | 'timing'>> {
  readonly nodes?: readonly NodeSketch[];
  readonly calls?: readonly CallSketch[];
  readonly agent?: Partial<Trace['agent']>;
  readonly timing?: Partial<Trace['timing']>;
}

export function trace({ nodes = [], calls, agent = {}, timing = {}, ...rest }: TraceSketch = {}): Trace {
  return {
    path: '/traces/0',
    id: 't',
    version: 1,
    verifiers: null,
    task: null,
    agent: { name: 'agent', trainable: true, model: null, config: null, runtime: null, ...agent },
    tools: [],
    nodes: nodes.map(nodeOf),
    calls: (calls ?? []).map(callOf),
    callsRecorded: calls !== undefined,
    rewards: [],
    metrics: [],
    info: {},
    judgeCalls: [],
    rootReply: null,
    extraUsage: [],
    isCompleted: true,
    ok: true,
    stopCondition: null,
    errors: [],
    timing: {
      start: null,
      boot: UNSET,
      setup: UNSET,
      agent: UNSET,
      finalize: UNSET,
      scoring: UNSET,
      modelSeconds: null,
      harnessSeconds: null,
      ...timing,
    },
    recordedTokens: null,
    recordedTruncated: null,
    diagnostics: [],
    ...rest,
  };
}

export function scored(name: string, score: number, weight = 1): Reward {
  return { name, state: 'scored', value: score * weight, score, weight };
}
export function unscored(name: string): Reward {
  return { name, state: 'unscored', value: null, score: null, weight: 1 };
}
export function unknown(name: string): Reward {
  return { name, state: 'unknown', value: null, score: null, weight: 1 };
}

export function episode(traces: readonly Trace[] = [], rest: Partial<Episode> = {}): Episode {
  return {
    id: 'e',
    env: { id: 'demo', name: null },
    task: null,
    group: null,
    run: null,
    ok: true,
    errors: [],
    traces,
    recordedTokens: null,
    ...rest,
  };
}

/** Parents alone, for graphs: null is a root. */
export function shape(parents: readonly (number | null)[]): Trace {
  return trace({ nodes: parents.map((parent, index) => u(String(index), parent)) });
}
