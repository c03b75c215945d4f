/** What is known of one file of a run once it has been read, apart from its episodes. It refuses to know where the bytes are. */
import type { Dialect } from './dialect';

/**
 * What a file turned out to be: `rollouts` has episodes; `companion` is of a known kind that holds none (configs, logs,
 * index rows, metadata); `foreign` is recognised and refused; `unknown` is none of these; `unreadable` could not be read
 * to its end; `waiting` has not been looked at yet.
 */
export type SourceRole =
  'waiting' | 'rollouts' | 'companion' | 'foreign' | 'unknown' | 'empty' | 'unreadable';

/** `total = read + skipped`; `repaired` counts among `read`. Blank lines are no records. */
export interface RecordCounts {
  readonly total: number;
  readonly read: number;
  readonly repaired: number;
  readonly skipped: number;
}

export interface SourceFacts {
  /** Path within what was dropped, with `/`. */
  readonly path: string;
  /** Bytes as given, before decompression. */
  readonly size: number;
  readonly role: SourceRole;
  /** Outermost first, joined by `+`: `gzip+jsonl`; empty while waiting. */
  readonly container: string;
  readonly dialect: Dialect;
  readonly records: RecordCounts;
  readonly episodes: number;
  /** All diagnostics, also those beyond the cap. */
  readonly diagnosticCount: number;
  /** Those of severity error or warning. */
  readonly findings: number;
  /** `sha256-16m:…` of the bytes as given; null until it has been computed. */
  readonly digest: string | null;
  /** What to do with a foreign file; null otherwise. */
  readonly advice: string | null;
}
