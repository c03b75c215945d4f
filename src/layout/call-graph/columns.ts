/**
 * What a picture of model calls is drawn from, in columns: calls in start order, the groups they belong to, and the links
 * between them. It refuses to know where links came from or how agents were told apart: that is analysis.
 */
export const NONE = -1;

/** Bits of `CallColumns.flags`. */
export const CALL_FLAGS = {
  /** The call itself failed. */
  error: 1,
  /** One token was asked for: a probe, no turn. */
  probe: 2,
  /** A later attempt under the same request id counts instead. */
  stale: 4,
  /** It committed no message, and no other attempt did: known by its time alone. */
  loose: 8,
  /** Attempts under its request id failed before. */
  retried: 16,
  /** The reply calls no tool and nothing follows in its context. */
  last: 32,
} as const;

/** Codes of `CallColumns.summary`. */
export const SUMMARY_CODES = ['none', 'accepted', 'returned', 'superseded', 'side', 'not_resumed'] as const;
export type SummaryCode = (typeof SUMMARY_CODES)[number];

/** One entry a call that committed a message, and a call that is known by its time alone; in start order. */
export interface CallColumns {
  readonly count: number;
  /** The message it committed, by index in the trace; -1 for none. */
  readonly node: Int32Array<ArrayBuffer>;
  /** Index in the trace's calls; -1 where a sampled message stands in for a call that was not recorded. */
  readonly call: Int32Array<ArrayBuffer>;
  readonly group: Int32Array<ArrayBuffer>;
  /** Counts from 0 in its group. */
  readonly context: Int32Array<ArrayBuffer>;
  /** Counts from 1 in its context; 0 for what is no turn: summaries, probes, attempts that do not count. */
  readonly turn: Int32Array<ArrayBuffer>;
  /** Unix seconds; NaN where there is none. */
  readonly start: Float64Array<ArrayBuffer>;
  readonly end: Float64Array<ArrayBuffer>;
  /** Tokens the provider read, cached ones included, and wrote; NaN where it did not say. */
  readonly tokensIn: Float64Array<ArrayBuffer>;
  readonly tokensOut: Float64Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  readonly summary: Uint8Array<ArrayBuffer>;
  /** Number of the rolled-back stretch it lies on; -1 for none. */
  readonly abandoned: Int32Array<ArrayBuffer>;
  /** The nearest call above its message in the physical graph; -1 for none. */
  readonly prefix: Int32Array<ArrayBuffer>;
  /** Calls under its request id. */
  readonly attempts: Uint16Array<ArrayBuffer>;
  /** Number of the cycle it lies on; -1 for none. */
  readonly cycle: Int32Array<ArrayBuffer>;
  /** The first tool it calls, into `tools`; -1 for none. */
  readonly tool: Int32Array<ArrayBuffer>;
  readonly tools: readonly string[];
  /** What was called, or how the reply begins; short. */
  readonly words: readonly string[];
}

export type GroupKind = 'agent' | 'branch' | 'probes' | 'loose';

/** Agents, or where nothing is known of agents, branches; parents before children, depth first. */
export interface GroupColumns {
  readonly count: number;
  readonly kind: readonly GroupKind[];
  readonly parent: Int32Array<ArrayBuffer>;
  readonly depth: Int32Array<ArrayBuffer>;
  readonly contexts: Int32Array<ArrayBuffer>;
  readonly label: readonly string[];
  /** A second line: what it was asked. */
  readonly title: readonly string[];
  /** What the parent rests on; empty where there is none to rest. */
  readonly basis: readonly string[];
  /** How it ended, in a word or two; empty where nothing is claimed. */
  readonly ending: readonly string[];
}

export const LINK_ORIGINS = ['trace', 'edge_set', 'ledger', 'session'] as const;

/** Bits of `LinkColumns.flags`. */
export const LINK_FLAGS = {
  /** It closes a cycle: drawn backwards, never used to order. */
  feedback: 1,
  /** Declared and refused: drawn as such, never used to order. */
  refused: 2,
} as const;

/** One entry a link between two calls of `CallColumns`. */
export interface LinkColumns {
  readonly count: number;
  readonly from: Int32Array<ArrayBuffer>;
  readonly to: Int32Array<ArrayBuffer>;
  /** Into `types`. */
  readonly type: Uint16Array<ArrayBuffer>;
  readonly types: readonly string[];
  /** Into `LINK_ORIGINS`. */
  readonly origin: Uint8Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  /** Why it was refused, into `reasons`; -1 for none. */
  readonly reason: Int32Array<ArrayBuffer>;
  readonly reasons: readonly string[];
}

export interface CallGraph {
  readonly mode: 'linked' | 'recorded' | 'physical';
  readonly calls: CallColumns;
  readonly groups: GroupColumns;
  readonly links: LinkColumns;
}
