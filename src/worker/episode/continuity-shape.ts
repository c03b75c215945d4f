/**
 * What the page holds of request-prefix continuity: verdicts in columns, one entry a call, with usage beside them; why
 * branches began; and of one call on demand what its request and the one before it have become. It refuses to hold texts
 * that nobody looks at.
 */
import type { SegmentRef } from '../../analysis/prefix/segments';
import type { DiffPart, TextDiff } from '../../analysis/prefix/text-diff';
import type { CallIndex, NodeIndex } from '../../model/ids';

export type { DiffPart, SegmentRef };

/** Codes of `RequestColumns.status`: the words of the report. */
export const REQUEST_STATUSES = [
  'no_predecessor',
  'preserved',
  'diverged',
  'unknown',
  'unavailable',
] as const;
/** Codes of `RequestColumns.basis`; the last two are inferred. */
export const BASES = ['declared', 'physical', 'restated', 'tool_call_ids'] as const;
/** Codes of `RequestColumns.form`: how the content of the first difference is written in both requests. */
export const FORM_CHANGES = ['none', 'parts_to_text', 'text_to_parts', 'other'] as const;
/** Bits of `RequestColumns.notes`. */
export const REQUEST_NOTES = {
  compaction_attempt: 1,
  after_compaction: 2,
  content_form: 4,
  /** The requests were too long to be aligned in full. */
  causes_limited: 8,
} as const;

/** One entry a call, by call index; -1 or NaN is none. */
export interface RequestColumns {
  readonly count: number;
  readonly node: Int32Array<ArrayBuffer>;
  readonly status: Uint8Array<ArrayBuffer>;
  /** Segments of the earlier request, and how many are kept at the front; both 0 where nothing was compared. */
  readonly previous: Int32Array<ArrayBuffer>;
  readonly preserved: Int32Array<ArrayBuffer>;
  /** The same under equal forms; -1 where the first difference is not one of form. */
  readonly apartStatus: Int8Array<ArrayBuffer>;
  readonly apartPreserved: Int32Array<ArrayBuffer>;
  readonly form: Uint8Array<ArrayBuffer>;
  /** The reply to the request before it, and that reply's call. */
  readonly baseline: Int32Array<ArrayBuffer>;
  readonly baselineCall: Int32Array<ArrayBuffer>;
  readonly basis: Int8Array<ArrayBuffer>;
  /** 1: tools are recorded, but not for each request. */
  readonly messagesOnly: Uint8Array<ArrayBuffer>;
  /** Into `words`. */
  readonly reason: Int32Array<ArrayBuffer>;
  readonly carryOver: Int32Array<ArrayBuffer>;
  /** Into `sets`. */
  readonly causes: Int32Array<ArrayBuffer>;
  readonly fields: Int32Array<ArrayBuffer>;
  readonly notes: Uint8Array<ArrayBuffer>;
  /** Attempts under the same request id that committed nothing. */
  readonly failedAttempts: Uint16Array<ArrayBuffer>;
  /** Which attempt under its request id this is, from 1, and of how many; 0 without an id. */
  readonly attempt: Uint16Array<ArrayBuffer>;
  readonly attempts: Uint16Array<ArrayBuffer>;
  /** Messages at the front of the earlier request that are the same nodes in this one. */
  readonly sharedNodes: Int32Array<ArrayBuffer>;
  readonly earlierNodes: Int32Array<ArrayBuffer>;
  readonly tokensKept: Float64Array<ArrayBuffer>;
  readonly tokensOf: Float64Array<ArrayBuffer>;
  readonly replyKept: Float64Array<ArrayBuffer>;
  readonly replyOf: Float64Array<ArrayBuffer>;
  /** Input tokens as the provider reported them, cache reads included; and how many of them it says it read from its cache. */
  readonly input: Float64Array<ArrayBuffer>;
  readonly cacheReads: Float64Array<ArrayBuffer>;
  readonly cost: Float64Array<ArrayBuffer>;
  readonly words: readonly string[];
  readonly sets: readonly (readonly string[])[];
}

/** Of a diverged call: the earlier request's segment and what stands in its place; also apart from form. */
export interface FirstDifference {
  readonly call: CallIndex;
  /** Of an unknown one: the first segment that cannot be compared. */
  readonly unreadable: SegmentRef | null;
  readonly expected: SegmentRef | null;
  readonly found: SegmentRef | null;
  readonly apart: { readonly expected: SegmentRef | null; readonly found: SegmentRef | null } | null;
}

/** Why a branch began: one entry a node with which one begins and something can be said. */
export interface BeginningColumns {
  readonly node: Int32Array<ArrayBuffer>;
  /** What it is told from; -1 for a root that begins like no other. */
  readonly sibling: Int32Array<ArrayBuffer>;
  /** Into `words`. */
  readonly cause: Int32Array<ArrayBuffer>;
  readonly words: readonly string[];
}

/** What became of each summary that links tell of. */
export interface SummaryColumns {
  readonly node: Int32Array<ArrayBuffer>;
  /** Into `SUMMARY_CODES`. */
  readonly state: Uint8Array<ArrayBuffer>;
}

/** Whose each call was, by call index; none where links and records tell no agents apart. */
export interface OwnerColumns {
  /** Into `names`; -1 where that is not known. */
  readonly agent: Int32Array<ArrayBuffer>;
  readonly names: readonly string[];
}

export interface TraceRequests {
  /** Made without inferred predecessors. */
  readonly strict: boolean;
  readonly requests: RequestColumns;
  /** In call order. */
  readonly differences: readonly FirstDifference[];
  readonly beginnings: BeginningColumns;
  readonly summaries: SummaryColumns;
  readonly owners: OwnerColumns;
  /** Some message has token ids. */
  readonly hasTokens: boolean;
}

/** Lines of one detail; more are counted only. */
export const DETAIL_LINES = 240;
/** Ids shown before and after the place where the kept ones end. */
export const IDS_BEFORE = 6;
export const IDS_AFTER = 10;

/** A message of one of two requests, where it stands in it. */
export interface SideMessage {
  readonly node: NodeIndex;
  readonly role: string;
  /** A leading system prompt, the reply to the earlier request, or any other message; the index counts within its kind. */
  readonly place: { readonly kind: 'system_prompt' | 'message' | 'reply'; readonly index: number };
  /** How it begins. */
  readonly line: string;
}

/** Two requests side by side, a line a position; what is equal on both sides is counted. */
export type DetailLine =
  | { readonly kind: 'equal'; readonly count: number; readonly from: SideMessage }
  | {
      readonly kind: 'changed';
      readonly old: SideMessage;
      readonly fresh: SideMessage;
      readonly causes: readonly string[];
    }
  /** Something was taken out of it: equal texts prove nothing. */
  | { readonly kind: 'unreadable'; readonly old: SideMessage; readonly fresh: SideMessage }
  | { readonly kind: 'removed' | 'reply_left_out'; readonly old: SideMessage }
  | { readonly kind: 'inserted'; readonly fresh: SideMessage }
  | { readonly kind: 'appended'; readonly count: number; readonly from: SideMessage };

export interface ToolChange {
  readonly name: string;
  readonly change: 'removed' | 'added' | 'changed' | 'moved';
  /** Positions in the tool lists of the two requests. */
  readonly old: number | null;
  readonly fresh: number | null;
}

/** Where the kept token ids end on one side, with ids around; `ids[at]` is the first that is not kept. */
export interface TokenSpot {
  readonly node: NodeIndex;
  /** From 0, within the message. */
  readonly offset: number;
  readonly ids: readonly string[];
  readonly at: number;
  /** Ids of the message that stand before and behind these. */
  readonly before: number;
  readonly after: number;
}

/** A cause and the messages that show it; for tools none. */
export interface Evidence {
  readonly cause: string;
  readonly old: NodeIndex | null;
  readonly fresh: NodeIndex | null;
  /** Of a tool. */
  readonly label: string | null;
}

export interface RequestDetail {
  readonly call: CallIndex;
  readonly node: NodeIndex;
  readonly baseline: NodeIndex;
  /** The roots that carry the tools of the two requests. */
  readonly toolRoots: { readonly old: NodeIndex; readonly fresh: NodeIndex };
  readonly tools: readonly ToolChange[];
  /** Messages at the front that are the same nodes; they are not among the lines. */
  readonly shared: number;
  readonly lines: readonly DetailLine[];
  readonly linesLeftOut: number;
  readonly evidence: readonly Evidence[];
  readonly tokens: {
    readonly kept: number;
    readonly old: TokenSpot | null;
    readonly fresh: TokenSpot | null;
  } | null;
  /** Too long to be aligned in full: only equal texts are paired. */
  readonly limited: boolean;
}

/** Two things laid side by side: messages of the trace, or tools of two roots. Null where one side has none. */
export type Sides =
  | { readonly kind: 'messages'; readonly old: NodeIndex | null; readonly fresh: NodeIndex | null }
  | {
      readonly kind: 'tools';
      readonly oldRoot: NodeIndex;
      readonly freshRoot: NodeIndex;
      readonly old: number | null;
      readonly fresh: number | null;
    };

/** One field of a message or a tool that differs. */
export interface FieldDifference {
  readonly field: string;
  /** What is to know of it beside the text: a change of form, a spelling. */
  readonly note: string | null;
  readonly mono: boolean;
  readonly parts: readonly DiffPart[];
  readonly by: TextDiff['by'];
}
