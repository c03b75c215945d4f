/**
 * The canonical episode: what every dialect is read into, and the only shape that analysis and views know. It holds what
 * the file says, normalised; nothing here is derived. `null` means the file said nothing. Each part carries the JSON
 * Pointer of its place in the record, so that whatever is shown can be walked back to the bytes.
 */
import type { Diagnostic } from './diagnostic';
import type { RecordedLink } from './edges';
import type { CallIndex, NodeIndex, RequestId } from './ids';
import type { Json, JsonObject, JsonPointer } from './json';
import type { FoundPayload } from './payload';
import type { RecordedSession } from './session-tree';

/** One environment run: zero or more traces plus shared standing. */
export interface Episode {
  /** May be empty or repeated in a file; never an address. */
  readonly id: string;
  readonly env: { readonly id: string; readonly name: string | null };
  readonly task: Task | null;
  /** Rollouts of one task that are compared together share this id. */
  readonly group: string | null;
  readonly run: RunInfo | null;
  /** The episode's own verdict; not the same as "no errors" (a retried episode keeps old errors). */
  readonly ok: boolean;
  /** All attempts, oldest first. */
  readonly errors: readonly RolloutError[];
  readonly traces: readonly Trace[];
  /** Derived counts that the newest writers serialise; kept as recorded, compared with ours. */
  readonly recordedTokens: RecordedTokens | null;
}

export interface RecordedTokens {
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
}

export interface RunInfo {
  readonly type: string | null;
  readonly id: string | null;
  readonly name: string | null;
  readonly step: number | null;
  readonly raw: JsonObject;
}

export interface Task {
  readonly type: string | null;
  readonly key: string | null;
  readonly hash: string | null;
  readonly name: string | null;
  readonly data: JsonObject;
}

/** One agent's rollout. */
export interface Trace {
  readonly path: JsonPointer;
  readonly id: string;
  readonly version: number | null;
  readonly verifiers: { readonly version: string; readonly commit: string | null } | null;
  readonly task: Task | null;
  readonly agent: AgentInfo;
  /** Advertised tools: the last list (older writers) or the union over the rollout (newer); never per call. */
  readonly tools: readonly Tool[];
  /** The array index is the node's id. */
  readonly nodes: readonly Node[];
  /** Every model exchange in recording order. Empty where the file has none; see `callsRecorded`. */
  readonly calls: readonly Call[];
  /** False where the file had no `calls` at all: then token arrays, not usage, give the counts. */
  readonly callsRecorded: boolean;
  readonly rewards: readonly Reward[];
  readonly metrics: readonly Metric[];
  readonly info: JsonObject;
  /** Payloads of a harness's contracts inside `info`, paths inside the trace; undefined where nobody looked. */
  readonly payloads?: readonly FoundPayload[];
  /** Where the record is a harness's own directory: its sessions, parents before their children. */
  readonly sessions?: readonly RecordedSession[];
  readonly judgeCalls: readonly JudgeCall[];
  /** The root agent's visible reply; `""` is a value, null is silence. */
  readonly rootReply: string | null;
  /** Judge and other calls off the graph; apart from `calls`. */
  readonly extraUsage: readonly Usage[];
  readonly isCompleted: boolean;
  readonly ok: boolean;
  readonly stopCondition: string | null;
  readonly errors: readonly RolloutError[];
  readonly timing: Timing;
  readonly recordedTokens: RecordedTokens | null;
  /** The verdict that flat results and the oldest traces store; newer writers leave it to the reader. */
  readonly recordedTruncated: boolean | null;
  /** About this trace; paths are inside the trace. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface AgentInfo {
  /** The seat: `solver`, `judge`, `agent`. */
  readonly name: string | null;
  /** These tokens train the policy. */
  readonly trainable: boolean;
  readonly model: string | null;
  readonly config: JsonObject | null;
  readonly runtime: JsonObject | null;
}

/** One message of the graph. */
export interface Node {
  readonly path: JsonPointer;
  readonly index: NodeIndex;
  /** Physical parent: exact token prefix. Null is a root, also where the file's parent was unusable. */
  readonly parent: NodeIndex | null;
  /** The file named a parent that is no index of this trace: what came before this node is not known. */
  readonly hasBadParent: boolean;
  readonly links: readonly RecordedLink[];
  readonly message: Message;
  /** The file says that something was taken out of this message; equal texts then prove nothing. */
  readonly isRedacted: boolean;
  /** True only for a message that a model call produced; role alone does not tell. */
  readonly sampled: boolean;
  /** Unix seconds. */
  readonly timestamp: number | null;
  /** Root nodes of newer writers: the tools rendered into this tree's prompt. */
  readonly tools: readonly Tool[];
  readonly tokens: NodeTokens | null;
}

/**
 * Per-token streams as the file has them; lengths are not checked here. `mask` and `isContent` run along `ids`; the
 * others are compact, one value for each true of `mask`, except `lossWeights`, which run along `ids`.
 * Null in the index pass, which skips these arrays.
 */
export interface NodeTokens {
  readonly ids: readonly Json[];
  readonly mask: readonly Json[];
  readonly isContent: readonly Json[];
  readonly logprobs: readonly Json[];
  readonly advantages: readonly Json[] | null;
  readonly referenceLogprobs: readonly Json[] | null;
  readonly trainerLogprobs: readonly Json[] | null;
  readonly entropies: readonly Json[] | null;
  readonly isMasked: readonly Json[] | null;
  readonly lossWeights: { readonly [name: string]: Json } | null;
}

export interface Message {
  /** As written; `known` roles are system, user, assistant and tool. */
  readonly role: string;
  readonly content: Content;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolCall[];
  /** Role tool: the call it answers. */
  readonly toolCallId: string | null;
  readonly name: string | null;
  /** Opaque native items: encrypted or signed reasoning, built-in tool calls. */
  readonly providerState: readonly Json[];
}

export type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parts'; readonly parts: readonly ContentPart[] };

export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string }
  /** A provider block without a typed model: document, file, audio. */
  | { readonly kind: 'native'; readonly type: string; readonly native: JsonObject }
  /** Unknown type, or a known one without its payload. */
  | { readonly kind: 'unknown'; readonly type: string; readonly value: Json };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Raw JSON text as emitted; may be invalid JSON, may be no object; free text for type `custom`. */
  readonly arguments: string;
  readonly type: string | null;
  readonly namespace: string | null;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json;
  readonly raw: JsonObject;
}

/** One model exchange; retries and failures have their own. */
export interface Call {
  readonly path: JsonPointer;
  readonly index: CallIndex;
  /** The sampled node this call committed; null when it committed nothing or named no usable node. */
  readonly node: NodeIndex | null;
  /** `node` as the file has it, for findings about unusable ones. */
  readonly nodeAsWritten: Json;
  /** `recorded` in the file, or made from usage that older writers put on nodes. */
  readonly origin: 'recorded' | 'from_node';
  readonly model: string | null;
  /** Effective settings; null when they were not recorded, which is not the same as none. */
  readonly sampling: JsonObject | null;
  readonly endpoint: string | null;
  readonly finishReason: string | null;
  readonly usage: Usage | null;
  readonly time: Span;
  readonly error: RolloutError | null;
  readonly policy: JsonObject | null;
  readonly acp: { readonly requestId: RequestId | null; readonly asWritten: Json } | null;
  /** Lineage that one fork of the harness records on the call; kept for the agents' reconstruction. */
  readonly lineage: Lineage | null;
}

/** The harness's own session of a call, where it is written on the call; names are the harness's. */
export interface Lineage {
  readonly sessionId: string | null;
  /** The root session is at depth 0. */
  readonly depth: number | null;
  readonly turn: number | null;
  readonly parentSessionId: string | null;
  readonly parentTurn: number | null;
  readonly parentToolCallId: string | null;
  readonly raw: JsonObject;
}

/** Tokens of one exchange as the provider reported them. */
export interface Usage {
  /** Excludes cache reads. Total input is `promptTokens + (cachedInputTokens ?? 0)`. */
  readonly promptTokens: number;
  /** Includes reasoning. */
  readonly completionTokens: number;
  readonly cachedInputTokens: number | null;
  readonly reasoningTokens: number | null;
  /** The provider's currency unit, US dollars in practice. */
  readonly cost: number | null;
}

export interface Reward {
  readonly name: string;
  /** `unscored`: declared, never scored. `unknown`: scored, but the number is not finite or no number. */
  readonly state: 'scored' | 'unscored' | 'unknown';
  /** score × weight; null unless `scored`. */
  readonly value: number | null;
  readonly score: number | null;
  readonly weight: number;
}

export interface Metric {
  readonly name: string;
  readonly state: 'scored' | 'unscored' | 'unknown';
  readonly value: number | null;
}

export interface RolloutError {
  readonly type: string;
  readonly message: string;
  readonly statusCode: number | null;
  readonly traceback: string | null;
}

/** Unix seconds; null is unset (written as 0 or absent). */
export interface Span {
  readonly start: number | null;
  readonly end: number | null;
}

export interface Timing {
  readonly start: number | null;
  readonly boot: Span;
  readonly setup: Span;
  readonly agent: Span;
  readonly finalize: Span;
  readonly scoring: Span;
  /** Recorded split of the agent span, in seconds. */
  readonly modelSeconds: number | null;
  readonly harnessSeconds: number | null;
}

export interface JudgeCall {
  readonly path: JsonPointer;
  readonly name: string | null;
  readonly prompt: readonly Message[];
  readonly response: Message | null;
  readonly parsed: Json;
  readonly usage: Usage | null;
}
