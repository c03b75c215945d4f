/** How often the history of requests was not kept in an episode, as counts. How they are reached is the business of analysis. */
export interface BreakCounts {
  /** Requests whose prefix diverged from the request before them. */
  readonly breaks: number;
  /** Among them, those that differ in the form of a message's content alone. */
  readonly formBreaks: number;
  /** Among them, those that neither a declared compaction nor a change of form accounts for. */
  readonly unexplained: number;
  /** Prompt tokens of earlier requests that later ones had to process again; null without token ids. */
  readonly reprocessed: number | null;
  /** The trace with most of them: unexplained ones first, then any. 0 where there are none. */
  readonly trace: number;
}

/** Where no request can have come before another. */
export const NO_BREAKS: BreakCounts = {
  breaks: 0,
  formBreaks: 0,
  unexplained: 0,
  reprocessed: null,
  trace: 0,
};
