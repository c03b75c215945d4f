/**
 * One parsed record: what it is, and what it says. The only door between JSON and the canonical episode; it knows which
 * reader takes which kind of record, and no field of any of them.
 */
import type { Diagnostic } from '../model/diagnostic';
import type { Dialect } from '../model/dialect';
import type { Episode } from '../model/episode';
import type { Json } from '../model/json';
import type { LegacyMetadata } from './legacy-metadata';

export interface RecordContext {
  /** 1-based line, or element of an array. */
  readonly line: number;
  readonly byte: number;
  /** Of the flat results that this record belongs to. */
  readonly metadata: LegacyMetadata | null;
  /** Part of the id of flat rows: their line number. */
  readonly ordinal: number;
}

export type RecordReading =
  | {
      readonly kind: 'episode';
      readonly dialect: Dialect;
      readonly episode: Episode;
      /** About the record; what is about one trace sits on that trace. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** A known kind of row that holds no rollout. */
  | { readonly kind: 'row'; readonly dialect: Dialect; readonly diagnostics: readonly Diagnostic[] }
  /** Recognised and refused. */
  | { readonly kind: 'foreign'; readonly dialect: Dialect; readonly advice: string }
  | { readonly kind: 'unknown'; readonly diagnostics: readonly Diagnostic[] };

export function readRecord(value: Json, context: RecordContext): RecordReading {
  void value;
  void context;
  return { kind: 'unknown', diagnostics: [] };
}
