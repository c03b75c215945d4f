/** Breaks of an episode as counts, from the report's `requests`, so that list, table and report can never disagree. */
import type { BreakCounts } from '../../model/breaks';
import type { RequestReport } from './requests-report';
import { isUnexplained } from './requests-report';

/** Of the requests of all traces together. */
export function breakCounts(requests: Iterable<RequestReport>): BreakCounts {
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
