/**
 * How each agent ended, in one word, and what that rests on. The harness's own record of a session wins over links; where
 * neither says anything the ending is unknown, which is not "no return".
 */
import type { NodeIndex } from '../../model/ids';
import type { Agent, Agents } from '../agents/reconstruct';
import type { AgentCall } from './agent-calls';
import type { TypedLink } from './travels';

export type Ending =
  | 'root'
  | 'returned'
  /** It returned, and then went on working. */
  | 'continued'
  | 'no_return'
  | 'failed'
  | 'cancelled'
  /** Something above it was cancelled, and it did not return. */
  | 'cancelled_above'
  | 'running'
  /** Its record says so; that its result was taken up, no link says. */
  | 'done'
  | 'unlinked'
  | 'unknown';

export type Cancellation =
  | { readonly by: 'record' }
  /** The call that stopped it. */
  | { readonly by: 'link'; readonly node: NodeIndex }
  /** The agent above that was cancelled. */
  | { readonly by: 'ancestor'; readonly agent: number };

/** By agent id, from all calls and links. */
export function agentEndings(
  agents: Agents,
  links: readonly TypedLink[],
  calls: readonly AgentCall[],
): Ending[] {
  const made: AgentCall[][] = agents.agents.map(() => []);
  for (const call of calls) if (call.agent !== null) made[call.agent]?.push(call);
  return endingsOf(agents, cancellationsOf(agents, links, descendantsOf(agents)), made);
}

/** Agents are numbered depth first: those below one follow it without a gap. */
export function descendantsOf({ agents }: Agents): number[] {
  const count = agents.map(() => 0);
  for (const { id, parent } of agents.toReversed()) {
    if (parent !== null) count[parent] = (count[parent] ?? 0) + 1 + (count[id] ?? 0);
  }
  return count;
}

/** By agent id. `descendants`: how many agents follow each, depth first, that are below it. */
export function cancellationsOf(
  { agents, agentOf }: Agents,
  links: readonly TypedLink[],
  descendants: readonly number[],
): (Cancellation | null)[] {
  const found: (Cancellation | null)[] = agents.map(({ status }) =>
    isCancelled(status) ? { by: 'record' } : null,
  );
  for (const { source, target, type } of links) {
    if (type !== 'subagent_cancel') continue;
    const from = agentOf.get(source);
    const to = agentOf.get(target);
    if (from === undefined || to === undefined || from === to || agents[to]?.parent === null) continue;
    // A message of that label from below is not what stops the one above.
    if (from > to && from <= to + (descendants[to] ?? 0)) continue;
    found[to] ??= { by: 'link', node: source };
  }
  for (const { id, parent } of agents) {
    const above = parent === null ? null : (found[parent] ?? null);
    if (above === null || parent === null || found[id] !== null) continue;
    found[id] = above.by === 'ancestor' ? above : { by: 'ancestor', agent: parent };
  }
  return found;
}

export function endingsOf(
  { agents }: Agents,
  cancellations: readonly (Cancellation | null)[],
  made: readonly (readonly AgentCall[])[],
): Ending[] {
  return agents.map((agent) =>
    endingOf(agent, cancellations[agent.id] ?? null, made[agent.id]?.at(-1)?.kind === 'failed'),
  );
}

function endingOf(
  { state, status, basis }: Agent,
  cancellation: Cancellation | null,
  brokeOff: boolean,
): Ending {
  // Where nothing tells agents apart there is nobody to end.
  if (basis === 'physical') return 'unknown';
  if (state === 'root' || basis === 'root') return 'root';
  if (cancellation !== null && cancellation.by !== 'ancestor') return 'cancelled';
  if (status === 'failed' || status === 'error') return 'failed';
  if (state === 'returned' || state === 'continued') return state;
  if (cancellation !== null) return 'cancelled_above';
  if (status === 'completed' || status === 'done') return 'done';
  if (status !== null && LIVE.includes(status)) return 'running';
  if (state === 'unlinked' || basis === 'unlinked') return 'unlinked';
  // The last thing known of it is a call that failed.
  if (brokeOff) return 'failed';
  return state ?? 'unknown';
}

/** A status that no end has followed; the record may simply be old. */
const LIVE: readonly string[] = ['starting', 'running', 'waiting', 'idle'];

function isCancelled(status: string | null): boolean {
  return status === 'cancelled' || status === 'canceled';
}
