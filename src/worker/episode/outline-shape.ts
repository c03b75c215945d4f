/**
 * The outline of one episode: what the page holds of it as long as it is open. Nodes are columns, so that 120,000 of them
 * are a few typed arrays; texts are short. It refuses to hold message bodies.
 */
import type { Diagnostic } from '../../model/diagnostic';
import type { Dialect } from '../../model/dialect';
import type { BranchIndex, CallIndex, TraceIndex } from '../../model/ids';
import type { JsonPointer } from '../../model/json';
import type { Outcome } from '../../model/row';
import type { ErrorBody } from './call-shape';
import type { TextHead } from './message-shape';

export interface Outline {
  readonly line: number;
  readonly byte: number;
  /** Bytes of the record. */
  readonly length: number;
  readonly dialect: Dialect;
  readonly repaired: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly episode: EpisodeHead;
  readonly traces: readonly TraceOutline[];
}

export interface EpisodeHead {
  readonly id: string;
  readonly env: { readonly id: string; readonly name: string | null };
  readonly task: TaskHead | null;
  readonly group: string | null;
  readonly run: {
    readonly type: string | null;
    readonly id: string | null;
    readonly name: string | null;
    readonly step: number | null;
  } | null;
  readonly ok: boolean;
  readonly outcome: Outcome;
  readonly reward: number | null;
  /** With a null reward: scored, but the number is not known. */
  readonly scored: boolean;
  readonly tokens: TokenCounts;
  readonly recordedTokens: {
    readonly input: number | null;
    readonly output: number | null;
    readonly total: number | null;
  } | null;
  readonly cost: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly stop: string;
  readonly errors: readonly ErrorBody[];
}

export interface TaskHead {
  readonly type: string | null;
  readonly key: string | null;
  readonly hash: string | null;
  readonly name: string | null;
  /** What a person would call it. */
  readonly label: string;
}

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

export interface UsageHead {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedInputTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly cost: number | null;
}

export interface ScoreHead {
  readonly name: string;
  readonly state: 'scored' | 'unscored' | 'unknown';
  readonly value: number | null;
  /** Null for metrics. */
  readonly score: number | null;
  readonly weight: number | null;
}

export interface PhaseHead {
  readonly name: 'boot' | 'setup' | 'agent' | 'finalize' | 'scoring';
  readonly start: number | null;
  readonly end: number | null;
}

export interface TraceOutline {
  readonly index: TraceIndex;
  readonly path: JsonPointer;
  readonly id: string;
  readonly version: number | null;
  readonly verifiers: { readonly version: string; readonly commit: string | null } | null;
  readonly agent: string | null;
  readonly model: string | null;
  /** The agent's tokens train the policy. */
  readonly trainable: boolean;
  readonly hasConfig: boolean;
  readonly task: TaskHead | null;
  readonly ok: boolean;
  readonly isCompleted: boolean;
  readonly outcome: Outcome;
  readonly stopCondition: string | null;
  /** Why it counts as truncated; null where it does not. */
  readonly truncation: string | null;
  readonly reward: number | null;
  readonly scored: boolean;
  readonly rewards: readonly ScoreHead[];
  readonly metrics: readonly ScoreHead[];
  readonly turns: number;
  readonly roots: number;
  readonly tokens: TokenCounts;
  readonly recordedTokens: {
    readonly input: number | null;
    readonly output: number | null;
    readonly total: number | null;
  } | null;
  /** All calls, each once. */
  readonly usage: UsageHead | null;
  /** Off the graph: judges and others. */
  readonly extraUsage: UsageHead | null;
  readonly timingStart: number | null;
  readonly phases: readonly PhaseHead[];
  readonly modelSeconds: number | null;
  readonly harnessSeconds: number | null;
  /** `recorded` or derived from the calls. */
  readonly splitOrigin: 'recorded' | 'derived' | null;
  readonly duration: number | null;
  readonly cost: number | null;
  readonly errors: readonly ErrorBody[];
  readonly tools: number;
  readonly judgeCalls: number;
  /** Whether `info` holds anything. */
  readonly hasInfo: boolean;
  readonly hasTaskData: boolean;
  /** The root agent's visible reply; an empty one is a reply. */
  readonly rootReply: TextHead | null;
  readonly callsRecorded: boolean;
  readonly calls: CallColumns;
  /** Calls that committed no node, in recording order. */
  readonly callsWithoutNode: readonly CallIndex[];
  readonly nodes: NodeColumns;
  readonly branches: BranchColumns;
  /** The branch to show first; null where there is none. */
  readonly mainBranch: BranchIndex | null;
  /** Groups of nodes that are their own ancestors; they belong to no branch. */
  readonly cycles: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Codes of `NodeColumns.role`; `other` is any role that is not known. */
export const ROLE_CODES = ['system', 'user', 'assistant', 'tool', 'other'] as const;

/** Bits of `NodeColumns.flags`. */
export const NODE_FLAGS = {
  sampled: 1,
  reasoning: 2,
  parts: 4,
  images: 8,
  /** Role tool without a call on its path. */
  orphan: 16,
  links: 32,
  tokens: 64,
  /** Several children: a fork. */
  fork: 128,
} as const;

/** One entry a node, by node index; -1 is none. */
export interface NodeColumns {
  readonly count: number;
  readonly parent: Int32Array<ArrayBuffer>;
  readonly role: Uint8Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  /** The call that counts for the node: the last that names it. */
  readonly call: Int32Array<ArrayBuffer>;
  /** UTF-16 units of content, reasoning and arguments together. */
  readonly size: Float64Array<ArrayBuffer>;
  /** Line breaks in the first part of the content, up to 255: for the guess of a height. */
  readonly lines: Uint8Array<ArrayBuffer>;
  readonly toolCalls: Uint16Array<ArrayBuffer>;
  /** Role tool: the node whose call it answers, and which call of it. */
  readonly answersNode: Int32Array<ArrayBuffer>;
  readonly answersCall: Int32Array<ArrayBuffer>;
  /** Unix seconds; NaN where there is none. */
  readonly timestamp: Float64Array<ArrayBuffer>;
}

/** One entry a branch, in leaf order. */
export interface BranchColumns {
  readonly count: number;
  readonly leaf: Int32Array<ArrayBuffer>;
  readonly root: Int32Array<ArrayBuffer>;
  readonly length: Int32Array<ArrayBuffer>;
  /** The last node it shares with an earlier branch; -1 for none. */
  readonly forkedAt: Int32Array<ArrayBuffer>;
  readonly trainable: Uint8Array<ArrayBuffer>;
  /** 0 no attempt, 1 accepted, 2 rejected. */
  readonly attempt: Uint8Array<ArrayBuffer>;
}

/** One entry a call. */
export interface CallColumns {
  readonly count: number;
  readonly node: Int32Array<ArrayBuffer>;
}
