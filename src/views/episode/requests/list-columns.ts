/** Which figures the list of requests has room and reason for: a column that nobody reported anything for is left out. */
import type { TraceRequests } from '../../../store/continuity.svelte';

export interface ListColumns {
  readonly again: boolean;
  readonly cost: boolean;
}

export function listColumns({ requests, hasTokens }: TraceRequests): ListColumns {
  return { again: hasTokens, cost: requests.cost.some((cost) => !Number.isNaN(cost)) };
}

/** Widths of the grid that the head and every row share. */
export function gridColumns({ again, cost }: ListColumns): string {
  return ['14px', 'minmax(0, 1fr)', ...(again ? ['84px'] : []), '124px', ...(cost ? ['68px'] : [])].join(' ');
}
