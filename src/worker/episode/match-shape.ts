/** Where in an episode a text was found. */
import type { NodeIndex, TraceIndex } from '../../model/ids';
import type { JsonPointer } from '../../model/json';

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
