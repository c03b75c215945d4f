/** Calls, tools and judges of a trace as they cross to the page, with what was recorded about each. */
import type { CallIndex, NodeIndex } from '../../model/ids';
import type { JsonPointer } from '../../model/json';
import type { MessageBody, TextHead } from './message-shape';

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
