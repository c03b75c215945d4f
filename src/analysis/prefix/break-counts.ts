/** Breaks of an episode as counts, from the report's `requests`, so that list, table and report can never disagree. */
import type { BreakCounts } from '../../model/breaks';
import { NO_BREAKS } from '../../model/breaks';
import type { Episode, Trace } from '../../model/episode';
import { recordedLinks } from '../recorded-links';
import type { EpisodeEdges } from '../report';
import { semanticsOf } from '../semantics';
import { turnsOf } from '../trace-facts';
import type { DeclaredLinks } from './lineage';
import type { RequestReport } from './requests-report';
import { isUnexplained, requestReports } from './requests-report';
import { continuityOf } from './trace-continuity';

/** Stored counts of another revision are computed again. Raise it with whatever changes a verdict or a cause. */
export const BREAKS_REVISION = 1;

/** By the links that the file records, and by those that are applied from beside it. */
export async function episodeBreaks(
  { traces }: Pick<Episode, 'traces'>,
  edgesOf: EpisodeEdges = () => null,
): Promise<BreakCounts> {
  const requests: (readonly RequestReport[])[] = [];
  for (const [index, trace] of traces.entries()) {
    const edges = edgesOf(index);
    const links = edges === null ? recordedLinks(trace) : semanticsOf(trace, edges).report;
    requests.push(await countedRequests(trace, links));
  }
  return breakCounts(requests);
}

/** Those that counting looks at: with at most one reply, no request can have come after another, and nothing is digested. */
export async function countedRequests(trace: Trace, links: DeclaredLinks): Promise<readonly RequestReport[]> {
  return turnsOf(trace) <= 1 ? [] : requestReports(await continuityOf(trace, links));
}

/** `traces`: the requests of each trace, in the order of the traces. */
export function breakCounts(traces: readonly (readonly RequestReport[])[]): BreakCounts {
  let sum: BreakCounts = NO_BREAKS;
  let worst: BreakCounts = NO_BREAKS;
  for (const [trace, requests] of traces.entries()) {
    const counts = { ...ofTrace(requests), trace };
    if (isWorse(counts, worst)) worst = counts;
    sum = {
      breaks: sum.breaks + counts.breaks,
      formBreaks: sum.formBreaks + counts.formBreaks,
      unexplained: sum.unexplained + counts.unexplained,
      reprocessed:
        counts.reprocessed === null ? sum.reprocessed : (sum.reprocessed ?? 0) + counts.reprocessed,
      trace: worst.trace,
    };
  }
  return sum;
}

function ofTrace(requests: readonly RequestReport[]): Omit<BreakCounts, 'trace'> {
  let breaks = 0;
  let formBreaks = 0;
  let unexplained = 0;
  let reprocessed: number | null = null;
  for (const request of requests) {
    if (request.reprocessed !== null) reprocessed = (reprocessed ?? 0) + request.reprocessed;
    if (request.status !== 'diverged') continue;
    breaks += 1;
    if (request.apart_from_form?.status === 'preserved') formBreaks += 1;
    if (isUnexplained(request)) unexplained += 1;
  }
  return { breaks, formBreaks, unexplained, reprocessed };
}

function isWorse(one: BreakCounts, other: BreakCounts): boolean {
  if (one.unexplained !== other.unexplained) return one.unexplained > other.unexplained;
  return one.breaks > other.breaks;
}
