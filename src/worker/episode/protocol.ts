/**
 * What the page and the episode worker say to each other. The worker keeps the open episodes; the page gets an outline in
 * columns and asks for the rest by window: message bodies, slices of long texts, children of JSON, bytes, matches. Nothing
 * here is an object graph, and every text that crosses is bounded.
 */
import type { TraceEdges } from '../../analysis/semantics';
import type { Diagnostic } from '../../model/diagnostic';
import type { Dialect } from '../../model/dialect';
import type { CallIndex, JobId, NodeIndex, TraceIndex } from '../../model/ids';
import type { JsonObject, JsonPointer } from '../../model/json';
import type { FieldDifference, RequestDetail, Sides, TraceRequests } from './continuity-shape';
import type { RequestAttempts } from './attempt-bodies';
import type { TraceGraph } from './graph-shape';
import type { Outline } from './outline-shape';
import type { FirstPlace, FirstRows } from './first-rows';
import type { FoundInText, TextRows } from './text-rows';
import type { TracePayloads } from './payload-shape';
import type { TraceSessions } from './session-shape';

export type { EpisodeHead, NodeColumns, Outline, ScoreHead, TraceOutline, UsageHead } from './outline-shape';
export type {
  DetailLine,
  DiffPart,
  FieldDifference,
  FirstDifference,
  RequestColumns,
  RequestDetail,
  SegmentRef,
  SideMessage,
  Sides,
  TokenSpot,
  ToolChange,
  TraceRequests,
} from './continuity-shape';
export { BASES, FORM_CHANGES, REQUEST_NOTES, REQUEST_STATUSES } from './continuity-shape';
export type { AttemptBody, RequestAttempts } from './attempt-bodies';
export type { GraphFacts, TraceGraph } from './graph-shape';
export type { SessionTreeFacts, TraceSessions } from './session-shape';
export type { PayloadBody, TracePayloads } from './payload-shape';
export type { FirstPlace, FirstRows } from './first-rows';
export type { FoundInText, TextRows } from './text-rows';
export { NODE_FLAGS, ROLE_CODES } from './outline-shape';

/** Names one open episode: equal for equal addresses. */
export type EpisodeKey = string;

/** UTF-16 units of a text that travel with its message; the rest is asked for by slice. */
export const TEXT_HEAD = 16_384;
/** The longest slice of text that one reply carries. */
export const TEXT_SLICE = 262_144;
/** Places of matches that are kept; more are counted only. */
export const MATCH_LIMIT = 10_000;
/** Children of one JSON value that one reply carries. */
export const TREE_WINDOW = 500;

/** A message of an episode, also those that are no node. */
export type MessageRef =
  | { readonly kind: 'node'; readonly trace: TraceIndex; readonly node: NodeIndex }
  | {
      readonly kind: 'judge';
      readonly trace: TraceIndex;
      readonly judge: number;
      /** Position in the prompt, or the response. */
      readonly message: number | 'response';
    };

/** Any text of an episode. Positions in it are UTF-16 units. */
export type TextRef =
  | {
      readonly kind: 'content';
      readonly message: MessageRef;
      /** Null for content that is one text. */
      readonly part: number | null;
    }
  | { readonly kind: 'reasoning'; readonly message: MessageRef }
  | { readonly kind: 'arguments'; readonly message: MessageRef; readonly call: number }
  | {
      readonly kind: 'error';
      /** Null for the episode's own errors. */
      readonly trace: TraceIndex | null;
      readonly error: number;
      readonly field: 'message' | 'traceback';
    }
  | {
      readonly kind: 'call-error';
      readonly trace: TraceIndex;
      readonly call: CallIndex;
      readonly field: 'message' | 'traceback';
    }
  | { readonly kind: 'root-reply'; readonly trace: TraceIndex }
  | { readonly kind: 'tool'; readonly trace: TraceIndex; readonly tool: number }
  /** The string at a place of a document. */
  | { readonly kind: 'value'; readonly document: DocumentRef; readonly pointer: JsonPointer };

/** Something to be looked at as JSON: the record itself, or a text that holds JSON. */
export type DocumentRef = { readonly kind: 'record' } | { readonly kind: 'text'; readonly text: TextRef };

/** The beginning of a text and how long it is. */
export interface TextHead {
  readonly ref: TextRef;
  readonly head: string;
  readonly length: number;
}

export interface MessageBody {
  readonly ref: MessageRef;
  /** Of the message in the record. */
  readonly pointer: JsonPointer;
  readonly role: string;
  readonly name: string | null;
  readonly parts: readonly BodyPart[];
  readonly reasoning: TextHead | null;
  readonly toolCalls: readonly BodyToolCall[];
  /** Role tool: the id it names, whether or not such a call exists. */
  readonly toolCallId: string | null;
  /** How many opaque native items the provider added. */
  readonly providerState: number;
}

export type BodyPart =
  /** `json`: the whole text is an object or a list. */
  | { readonly kind: 'text'; readonly text: TextHead; readonly json: boolean }
  | { readonly kind: 'image'; readonly part: number; readonly image: ImageHead }
  | {
      readonly kind: 'block';
      readonly part: number;
      readonly type: string;
      /** `native`: a provider's block without a typed model. */
      readonly origin: 'native' | 'unknown';
      readonly pointer: JsonPointer;
    };

/** What is known of an image without decoding it. Only `raster` is ever shown. */
export type ImageHead =
  | { readonly kind: 'raster'; readonly mediaType: string; readonly bytes: number }
  /** A data URL of a type that is not shown: SVG, HTML, PDF. */
  | { readonly kind: 'not_raster'; readonly mediaType: string; readonly bytes: number }
  | { readonly kind: 'remote'; readonly url: string }
  | { readonly kind: 'damaged'; readonly mediaType: string; readonly reason: string }
  | { readonly kind: 'other'; readonly url: string };

export interface BodyToolCall {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly namespace: string | null;
  readonly arguments: TextHead;
  /** What the arguments are as JSON; `text` where they are none. */
  readonly json: 'object' | 'array' | 'scalar' | 'text';
}

/** A line about a message: for branches, search results and folded rows. */
export interface MessageLine {
  readonly node: NodeIndex;
  readonly text: string;
}

/** A name and its value, shortened. */
export type Setting = readonly [string, string];

/** Everything recorded about one exchange with the model, but its lineage. */
export interface CallBody {
  readonly index: CallIndex;
  readonly pointer: JsonPointer;
  readonly origin: 'recorded' | 'from_node';
  readonly node: NodeIndex | null;
  readonly model: string | null;
  readonly endpoint: string | null;
  readonly finishReason: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly cost: number | null;
  /** Unix seconds. */
  readonly start: number | null;
  readonly end: number | null;
  /** Effective settings; null where they were not recorded. */
  readonly sampling: readonly Setting[] | null;
  readonly requestId: string | null;
  readonly error: ErrorBody | null;
  /** The framework's edit of the request. */
  readonly policy: readonly Setting[] | null;
  readonly hasLineage: boolean;
}

export interface ErrorBody {
  readonly type: string;
  readonly statusCode: number | null;
  readonly message: TextHead;
  readonly traceback: TextHead | null;
}

export interface ToolBody {
  readonly index: number;
  readonly name: string;
  readonly type: string | null;
  readonly namespace: string | null;
  readonly description: TextHead;
  readonly pointer: JsonPointer;
}

export interface JudgeBody {
  readonly index: number;
  readonly name: string | null;
  readonly pointer: JsonPointer;
  readonly prompt: readonly MessageBody[];
  /** Prompt messages that this reply leaves out. */
  readonly promptLeftOut: number;
  readonly response: MessageBody | null;
  readonly parsed: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

export interface TreeEntry {
  /** A key, or the position in an array. */
  readonly key: string | number;
  /** Where it is: a duplicate of an earlier key has the same pointer, and another byte. */
  readonly pointer: JsonPointer;
  /** First byte of the value in its document, and one past its last. */
  readonly start: number;
  readonly end: number;
  readonly value: TreeValue;
}

export type TreeValue =
  | { readonly kind: 'object' | 'array'; readonly size: number }
  /** The beginning, decoded; `bytes` of the whole literal. `holdsJson`: the text itself looks like JSON. */
  | { readonly kind: 'string'; readonly head: string; readonly whole: boolean; readonly holdsJson: boolean }
  /** Spelled as in the file. */
  | { readonly kind: 'number' | 'literal' | 'broken'; readonly text: string };

export interface TreePage {
  readonly value: TreeValue;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly entries: readonly TreeEntry[];
}

/** Where a pointer leads in the record. `exact` false: it does not exist, and this is the nearest that does. */
export interface RecordPlace {
  readonly pointer: JsonPointer;
  readonly exact: boolean;
  /** Bytes from the beginning of the record. */
  readonly start: number;
  readonly end: number;
}

/** A stretch of a document's bytes, cut between characters. */
export interface BytesPage {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Bytes that are no UTF-8 were replaced by U+FFFD in `text`. */
  readonly replaced: boolean;
}

/** Where a match lies. */
export type MatchPlace =
  | {
      readonly kind: 'message';
      readonly trace: TraceIndex;
      readonly node: NodeIndex;
      readonly field: 'content' | 'reasoning' | 'tool_name' | 'arguments';
      /** Part of the content, or tool call. */
      readonly index: number;
      /** Of the first unit, in the text of that field. */
      readonly offset: number;
      readonly length: number;
      /** Position among the matches of the same field of the same message. */
      readonly ordinal: number;
    }
  | { readonly kind: 'error'; readonly trace: TraceIndex | null; readonly error: number }
  | {
      readonly kind: 'value';
      readonly trace: TraceIndex | null;
      readonly pointer: JsonPointer;
      readonly section: 'info' | 'task' | 'tools' | 'calls';
    };

export interface Match {
  readonly place: MatchPlace;
  /** Around the match: before, itself, after. */
  readonly excerpt: readonly [string, string, string];
}

export interface OpenAsk {
  /** The record's own bytes, UTF-8. */
  readonly bytes: Blob;
  /** 1-based line or array element, and offset in the source. */
  readonly line: number;
  readonly byte: number;
  readonly record: number;
  /** Of a v0 results file. */
  readonly metadata: JsonObject | null;
  /** From beside the run, by trace; null, or nothing, where nothing is applied. */
  readonly edges: readonly (TraceEdges | null)[];
}

interface Ask {
  readonly job: JobId;
  readonly key: EpisodeKey;
}
interface InTrace extends Ask {
  readonly trace: TraceIndex;
}

export type Command =
  /** `first`: where the page will stand, so that what it draws first comes with the outline. */
  | (Ask & OpenAsk & { readonly kind: 'open'; readonly first: FirstPlace | null })
  | (InTrace & { readonly kind: 'messages'; readonly nodes: readonly NodeIndex[] })
  | (InTrace & { readonly kind: 'lines'; readonly nodes: readonly NodeIndex[] })
  | (InTrace & { readonly kind: 'calls'; readonly calls: readonly CallIndex[] })
  | (InTrace & { readonly kind: 'tools'; readonly from: number; readonly to: number })
  | (InTrace & { readonly kind: 'judge'; readonly judge: number })
  | (Ask & { readonly kind: 'text'; readonly text: TextRef; readonly from: number; readonly to: number })
  /** For texts too long to be drawn at once. */
  | (Ask & { readonly kind: 'text-rows'; readonly text: TextRef })
  | (Ask & { readonly kind: 'find-in-text'; readonly text: TextRef; readonly query: string })
  | (Ask & { readonly kind: 'image'; readonly message: MessageRef; readonly part: number })
  | (Ask & {
      readonly kind: 'tree';
      readonly document: DocumentRef;
      readonly pointer: JsonPointer;
      readonly from: number;
      readonly to: number;
    })
  | (Ask & { readonly kind: 'locate'; readonly pointer: JsonPointer })
  | (Ask & {
      readonly kind: 'bytes';
      readonly document: DocumentRef;
      readonly from: number;
      readonly to: number;
    })
  | (InTrace & { readonly kind: 'branch-text'; readonly nodes: readonly NodeIndex[] })
  | (InTrace & { readonly kind: 'graph' })
  /** Under one request id of the harness, over all traces. */
  | (Ask & { readonly kind: 'attempts'; readonly id: string })
  /** From now on these edges are applied, and no others. */
  | (Ask & { readonly kind: 'edges'; readonly edges: readonly (TraceEdges | null)[] })
  | (InTrace & { readonly kind: 'sessions' })
  | (InTrace & { readonly kind: 'payloads' })
  /** `strict`: without inferred predecessors. */
  | (InTrace & { readonly kind: 'requests'; readonly strict: boolean })
  | (InTrace & { readonly kind: 'request'; readonly call: CallIndex; readonly strict: boolean })
  | (InTrace & { readonly kind: 'compare'; readonly sides: Sides })
  | (Ask & { readonly kind: 'find'; readonly query: string; readonly trace: TraceIndex | null })
  | (Ask & { readonly kind: 'cancel' });

/** Why an episode could not be opened, or a part of it not be had. */
export type Failure =
  /** The bytes could not be read any more. */
  | { readonly kind: 'unreadable'; readonly message: string }
  | {
      readonly kind: 'not_an_episode';
      readonly dialect: Dialect | null;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** No such trace, node, text or value. */
  | { readonly kind: 'missing'; readonly message: string }
  /** The worker stopped; a new one is in its place. */
  | { readonly kind: 'crashed'; readonly message: string };

export type Reply =
  | {
      readonly kind: 'outline';
      readonly job: JobId;
      readonly outline: Outline;
      readonly first: FirstRows | null;
    }
  | { readonly kind: 'messages'; readonly job: JobId; readonly messages: readonly MessageBody[] }
  | { readonly kind: 'lines'; readonly job: JobId; readonly lines: readonly MessageLine[] }
  | { readonly kind: 'calls'; readonly job: JobId; readonly calls: readonly CallBody[] }
  | { readonly kind: 'tools'; readonly job: JobId; readonly tools: readonly ToolBody[] }
  | { readonly kind: 'judge'; readonly job: JobId; readonly judge: JudgeBody }
  | {
      readonly kind: 'text';
      readonly job: JobId;
      readonly text: string;
      readonly from: number;
      readonly length: number;
    }
  | { readonly kind: 'text-rows'; readonly job: JobId; readonly rows: TextRows }
  | { readonly kind: 'found-in-text'; readonly job: JobId; readonly found: FoundInText }
  | { readonly kind: 'image'; readonly job: JobId; readonly image: Blob }
  | { readonly kind: 'tree'; readonly job: JobId; readonly page: TreePage }
  | { readonly kind: 'place'; readonly job: JobId; readonly place: RecordPlace }
  | { readonly kind: 'bytes'; readonly job: JobId; readonly bytes: BytesPage }
  | { readonly kind: 'branch-text'; readonly job: JobId; readonly text: string }
  | { readonly kind: 'graph'; readonly job: JobId; readonly graph: TraceGraph }
  | { readonly kind: 'applied'; readonly job: JobId }
  | { readonly kind: 'attempts'; readonly job: JobId; readonly attempts: RequestAttempts }
  | { readonly kind: 'sessions'; readonly job: JobId; readonly sessions: TraceSessions }
  | { readonly kind: 'payloads'; readonly job: JobId; readonly payloads: TracePayloads }
  | { readonly kind: 'requests'; readonly job: JobId; readonly requests: TraceRequests }
  | { readonly kind: 'request'; readonly job: JobId; readonly detail: RequestDetail }
  | { readonly kind: 'differences'; readonly job: JobId; readonly differences: readonly FieldDifference[] }
  /** A batch; the last one is `done`. `total` counts all matches so far, also those beyond `MATCH_LIMIT`. */
  | {
      readonly kind: 'matches';
      readonly job: JobId;
      readonly matches: readonly Match[];
      readonly total: number;
      readonly done: boolean;
    }
  /** The episode is not open any more: ask again after opening it. */
  | { readonly kind: 'closed'; readonly job: JobId }
  | { readonly kind: 'cancelled'; readonly job: JobId }
  | { readonly kind: 'failed'; readonly job: JobId; readonly failure: Failure };
