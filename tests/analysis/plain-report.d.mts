/** Types of the plain recomputation, which is plain JavaScript so that it shares nothing with the product. */
export interface PlainEpisode {
  readonly record: number;
  readonly traces: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}
export function plainEpisode(record: unknown, line: number): PlainEpisode | null;
export function plainRow(episode: PlainEpisode): Record<string, unknown>;
