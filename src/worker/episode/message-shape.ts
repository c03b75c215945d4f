/** Messages and texts as they cross to the page: how they are named, and how much of them travels. It holds no bytes. */
import type { CallIndex, NodeIndex, TraceIndex } from '../../model/ids';
import type { JsonPointer } from '../../model/json';

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
