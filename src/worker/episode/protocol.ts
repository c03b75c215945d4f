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
import type { DocumentRef, MessageBody, MessageLine, MessageRef, TextRef } from './message-shape';
import type { CallBody, JudgeBody, ToolBody } from './call-shape';
import type { BytesPage, RecordPlace, TreePage } from './record-shape';
import type { Match } from './match-shape';
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
export type { BodyToolCall, DocumentRef, MessageBody, MessageRef, TextHead, TextRef } from './message-shape';
export type { CallBody, ErrorBody, JudgeBody, ToolBody } from './call-shape';
export type { BytesPage, RecordPlace, TreePage } from './record-shape';
export type { Match, MatchPlace } from './match-shape';
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
