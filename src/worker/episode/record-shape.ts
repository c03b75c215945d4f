/** The record as it is written: children of JSON, places and bytes. It knows nothing of what they mean. */
import type { JsonPointer } from '../../model/json';

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
