/**
 * Which model calls each agent made, those that committed nothing among them: a failed attempt belongs to the agent whose
 * request it was, a failed request to the agent whose recorded session it names, and what names neither to nobody.
 */
import type { Call, Trace } from '../../model/episode';
import type { NodeIndex, RequestId } from '../../model/ids';
import type { Agents } from '../agents/reconstruct';
import { isProbe } from '../probes';

/** `stale`: committed, but another attempt of its request counts. `failed`: committed nothing. */
export type AgentCallKind = 'turn' | 'summary' | 'probe' | 'stale' | 'failed';

export interface AgentCall {
  /** Null where nobody is known to have made it. */
  readonly agent: number | null;
  readonly kind: AgentCallKind;
  readonly node: NodeIndex | null;
  /** Null where a sampled message stands in for a call that was not recorded. */
  readonly call: Call | null;
  /** On a stretch that was rolled back. */
  readonly abandoned: boolean;
}

/** All calls in start order. `sessionOf`: from a ledger, for requests that the trace alone gives to nobody. */
export function agentCallsOf(
  trace: Trace,
  agents: Agents,
  sessionOf: ReadonlyMap<RequestId, string> | null = null,
): AgentCall[] {
  const summaries = new Set(agents.summaries.map(({ node }) => node));
  const abandoned = new Set(agents.abandoned.flat());
  const committed = (node: NodeIndex, call: Call | null): AgentCall => {
    const request = agents.requests.ofNode.get(node);
    const counts =
      request?.commit.node === node && (request.commit.call === null || request.commit.call === call);
    return {
      agent: agents.agentOf.get(node) ?? null,
      kind: !counts
        ? 'stale'
        : summaries.has(node)
          ? 'summary'
          : call !== null && isProbe(call)
            ? 'probe'
            : 'turn',
      node,
      call,
      abandoned: abandoned.has(node),
    };
  };
  if (trace.calls.length === 0) {
    return agents.requests.list.map(({ commit }) => committed(commit.node, commit.call));
  }
  const owner = ownerOf(agents, sessionOf);
  const placed: { readonly made: AgentCall; readonly key: number }[] = [];
  let key = Number.NEGATIVE_INFINITY;
  for (const call of trace.calls) {
    key = call.time.start ?? key;
    const { node } = call;
    const made: AgentCall =
      node === null
        ? { agent: owner(call), kind: 'failed', node, call, abandoned: false }
        : committed(node, call);
    placed.push({ made, key });
  }
  // Stable: calls that start together keep the order in which they were recorded.
  placed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return placed.map(({ made }) => made);
}

/** Whose a call that committed nothing was. */
function ownerOf(
  agents: Agents,
  sessionOf: ReadonlyMap<RequestId, string> | null,
): (call: Call) => number | null {
  const ofRequest = new Map<RequestId, number>();
  for (const { id, commit } of agents.requests.list) {
    const agent = agents.agentOf.get(commit.node);
    if (id !== null && agent !== undefined) ofRequest.set(id, agent);
  }
  const ofSession = new Map<string, number>();
  for (const { id, sessionId } of agents.agents) {
    if (sessionId !== null && !ofSession.has(sessionId)) ofSession.set(sessionId, id);
  }
  return ({ acp, lineage }) => {
    const request = acp?.requestId ?? null;
    const byRequest = request === null ? undefined : ofRequest.get(request);
    if (byRequest !== undefined) return byRequest;
    const session = (request === null ? undefined : sessionOf?.get(request)) ?? lineage?.sessionId ?? null;
    return session === null ? null : (ofSession.get(session) ?? null);
  };
}
