/**
 * Summary calls and what became of them. "Not resumed" is as far as the data goes: a run that stopped after a good summary
 * looks like one whose summary was refused.
 */
import type { RequestLink } from './links';
import type { Request } from './requests';

export type SummaryState = 'accepted' | 'returned' | 'superseded' | 'side' | 'not_resumed';

export interface Summary {
  readonly position: number;
  readonly state: SummaryState;
}

export function summariesOf(requests: readonly Request[], links: readonly RequestLink[]): Summary[] {
  const attemptsFrom = new Map<number, number[]>();
  const sourcesOf = new Map<number, number[]>();
  const resumed = new Map<number, number>();
  const returned = new Set<number>();
  const summaries = new Set<number>();
  for (const link of links) {
    if (link.type === 'compaction_attempt') {
      append(attemptsFrom, link.from, link.to);
      append(sourcesOf, link.to, link.from);
      summaries.add(link.to);
    } else if (link.type === 'compaction') {
      summaries.add(link.from);
      resumed.set(link.from, Math.min(resumed.get(link.from) ?? link.to, link.to));
    } else if (link.role === 'return') {
      returned.add(link.from);
    }
  }
  const accepted = new Map(
    [...attemptsFrom].map(([source, attempts]) => [source, laterAndLater(attempts, resumed)]),
  );
  const state = (position: number): SummaryState => {
    if (resumed.has(position)) return 'accepted';
    if (returned.has(position)) return 'returned';
    for (const source of sourcesOf.get(position) ?? []) {
      const other = firstResumedAfter(accepted.get(source) ?? [], position);
      if (other !== null) return position < other ? 'superseded' : 'side';
    }
    return 'not_resumed';
  };
  return requests
    .filter((request) => summaries.has(request.position))
    .map(({ position }) => ({ position, state: state(position) }));
}

interface Accepted {
  readonly attempt: number;
  readonly resumption: number;
}

/** Accepted attempts that are resumed later than all before them in the list: the others are never the first to be found. */
function laterAndLater(attempts: readonly number[], resumed: ReadonlyMap<number, number>): Accepted[] {
  const kept: Accepted[] = [];
  for (const attempt of attempts) {
    const resumption = resumed.get(attempt);
    if (resumption !== undefined && resumption > (kept.at(-1)?.resumption ?? -1))
      kept.push({ attempt, resumption });
  }
  return kept;
}

/** The first in the list whose context was resumed after `position` started. */
function firstResumedAfter(accepted: readonly Accepted[], position: number): number | null {
  let low = 0;
  let high = accepted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((accepted[middle]?.resumption ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return accepted[low]?.attempt ?? null;
}

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
