/**
 * What came back from an agent to another: returns grouped by the request they came from, and how the agent ended. A return
 * to several attempts of one compaction is one return.
 */
import type { RequestLink } from './links';
import type { Request } from './requests';
import { startedAfterEnd } from './requests';
import type { Summary } from './summaries';

export type AgentState = 'root' | 'returned' | 'continued' | 'no_return' | 'unlinked';

/** Positions of requests; `agent` is the component that returned. */
export interface Return {
  readonly agent: number;
  readonly source: number;
  readonly target: number;
}

export function returnsOf(
  links: readonly RequestLink[],
  agentOf: readonly number[],
  summaries: readonly Summary[],
): Return[] {
  const states = new Map(summaries.map(({ position, state }) => [position, state]));
  const attemptSource = new Map<number, number>();
  for (const link of links) if (link.type === 'compaction_attempt') attemptSource.set(link.to, link.from);
  const targetsOf = new Map<number, Set<number>>();
  for (const link of links) {
    if (link.role !== 'return' || agentOf[link.from] === agentOf[link.to]) continue;
    const targets = targetsOf.get(link.from);
    if (targets === undefined) targetsOf.set(link.from, new Set([link.to]));
    else targets.add(link.to);
  }
  const returns: Return[] = [];
  for (const [source, targets] of targetsOf) {
    const agent = agentOf[source] ?? 0;
    const attempts = new Map<number, number[]>();
    for (const target of [...targets].sort((a, b) => a - b)) {
      const compaction = attemptSource.get(target);
      const group = compaction === undefined ? undefined : attempts.get(compaction);
      if (compaction === undefined) returns.push({ agent, source, target });
      else if (group === undefined) attempts.set(compaction, [target]);
      else group.push(target);
    }
    for (const group of attempts.values()) {
      const shown = group.find((target) => states.get(target) === 'accepted') ?? group.at(-1);
      if (shown !== undefined) returns.push({ agent, source, target: shown });
    }
  }
  return returns.sort((a, b) => a.target - b.target || a.source - b.source);
}

/** How an agent below another ended; for an agent whose links say something. */
export function endOf(
  requests: readonly Request[],
  members: readonly number[],
  returns: readonly Return[],
): 'returned' | 'continued' | 'no_return' {
  if (returns.length === 0) return 'no_return';
  const last = requests[returns.reduce((latest, { source }) => Math.max(latest, source), 0)];
  if (last === undefined) return 'no_return';
  const works = members.some((position) => {
    const request = requests[position];
    return request !== undefined && position !== last.position && startedAfterEnd(request, last);
  });
  return works ? 'continued' : 'returned';
}
