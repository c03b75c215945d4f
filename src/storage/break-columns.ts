/** Counts of breaks in columns, a page of them for a page of rows. It knows the fields and nothing of what they mean. */
import type { BreakCounts } from '../model/breaks';

export interface BreakColumns {
  /** NaN where the record could not be read again. */
  readonly breaks: Float64Array;
  readonly formBreaks: Float64Array;
  readonly unexplained: Float64Array;
  /** NaN where nothing is known. */
  readonly reprocessed: Float64Array;
  readonly trace: Float64Array;
}

/** `revision` says what derived them. */
export interface BreakPage extends BreakColumns {
  readonly revision: string;
}

export function breakColumns(counts: readonly (BreakCounts | null)[]): BreakColumns {
  const column = (of: (one: BreakCounts) => number | null) =>
    Float64Array.from(counts, (one) => (one === null ? NaN : (of(one) ?? NaN)));
  return {
    breaks: column(({ breaks }) => breaks),
    formBreaks: column(({ formBreaks }) => formBreaks),
    unexplained: column(({ unexplained }) => unexplained),
    reprocessed: column(({ reprocessed }) => reprocessed),
    trace: column(({ trace }) => trace),
  };
}

export function countsOfColumns(columns: BreakColumns): (BreakCounts | null)[] {
  const { breaks, formBreaks, unexplained, reprocessed, trace } = columns;
  return Array.from(breaks, (count, at) => {
    if (Number.isNaN(count)) return null;
    const again = reprocessed[at] ?? NaN;
    return {
      breaks: count,
      formBreaks: formBreaks[at] ?? 0,
      unexplained: unexplained[at] ?? 0,
      reprocessed: Number.isNaN(again) ? null : again,
      trace: trace[at] ?? 0,
    };
  });
}
