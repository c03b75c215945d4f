/**
 * What a file is that Wirescope recognises but does not read, and what to do with it instead. It knows beginnings of
 * files and the tell-tale keys of other tools' records; it never reads their content.
 */
import type { Dialect } from '../model/dialect';
import type { Json } from '../model/json';

export interface Foreign {
  readonly dialect: Dialect;
  /** One or two sentences: what this is, and what would help. */
  readonly advice: string;
}

/** By the first bytes of a file (a few hundred are enough), and by the whole document where it is one JSON value. */
export function recogniseForeign(head: Uint8Array, whole?: Json): Foreign | null {
  void head;
  void whole;
  return null;
}

/** By the keys of one record. */
export function foreignRecord(value: Json): Foreign | null {
  void value;
  return null;
}
