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
}
