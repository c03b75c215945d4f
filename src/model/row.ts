/**
 * One episode as one line of the list: everything the table shows, sorts and filters, and where the record lies. Derived
 * by the index pass with the definitions of the report, so that list and report are always equal. Missing numbers are
 * null, never 0.
 */
export type Outcome = 'error' | 'truncated' | 'unscored' | 'ok';

export interface EpisodeRow {
  /** 1-based line or array element. */
  readonly line: number;
  /** Offset and length in the source's uncompressed UTF-8 bytes. */
  readonly byte: number;
  readonly length: number;
  readonly id: string;
  readonly env: string;
  /** The task's name, else its key, else its type; what a person would call it. */
  readonly task: string;
  readonly group: string | null;
  /** Distinct seats in trace order, joined by a comma and a space. */
  readonly agents: string;
  /** Distinct models in trace order, joined by a comma and a space. */
  readonly models: string;
  readonly reward: number | null;
  /** False where no counting trace carries a score: unscored. With `reward` null and this true the reward is unknown. */
  readonly scored: boolean;
  readonly outcome: Outcome;
  /** Distinct stop conditions in trace order, joined by a comma and a space. */
  readonly stop: string;
  readonly traces: number;
  readonly turns: number;
  readonly branches: number;
  readonly nodes: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Sum over calls that report one; null when none does. */
  readonly cost: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly errors: number;
  /** Diagnostics of severity warning or error in this record and its traces. */
  readonly warnings: number;
  /** The first error's type, for the preview of the row and the text filter. */
  readonly errorType: string | null;
}
