/**
 * Which agents of a trace the sessions of a directory are: by their ids and requests, else by what their model said, else because
 * only one is left on either side. It names sessions and refuses to change agents: what follows is the reconstruction's.
 */
import type { Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { replyKey } from '../../model/reply-key';
import type { RecordedSession } from '../../model/session-tree';
import type { Agent, Agents } from '../agents/reconstruct';
import { NONE, graphOf } from '../graph';

export interface DirectoryJoin {
  /** By model-call node. */
  readonly sessionOfNode: ReadonlyMap<NodeIndex, string>;
  /** Sessions of which the trace holds no call that could be told. */
  readonly absent: readonly RecordedSession[];
}

/** `agents`: as they follow without the directory. */
export function joinDirectory(
  trace: Trace,
  agents: Agents,
  sessions: readonly RecordedSession[],
): DirectoryJoin {
  const join = new Join(trace, agents, sessions);
  join.byIds();
  join.byReplies();
  if (agents.mode === 'physical') join.alongPrefixes();
  else join.byElimination();
  return join.result();
}

class Join {
  readonly #trace: Trace;
  readonly #agents: Agents;
  readonly #sessions: readonly RecordedSession[];
  readonly #sessionOf = new Map<NodeIndex, string>();
  readonly #found = new Set<string>();

  constructor(trace: Trace, agents: Agents, sessions: readonly RecordedSession[]) {
    this.#trace = trace;
    this.#agents = agents;
    this.#sessions = sessions;
  }

  /** Ids that both sides name: the harness's own for a session, its requests, and the trace's, which is the root session's. */
  byIds(): void {
    const { agents, requests, mode } = this.#agents;
    const byId = new Map<string, RecordedSession>();
    for (const session of this.#sessions) {
      for (const id of [session.id, ...session.aliases]) if (!byId.has(id)) byId.set(id, session);
    }
    const ofRequest = new Map<string, RecordedSession>();
    for (const session of this.#sessions) {
      for (const request of session.requests) ofRequest.set(request, session);
    }
    for (const { id, commits } of requests.list) {
      const session = id === null ? undefined : ofRequest.get(id);
      if (session !== undefined) for (const { node } of commits) this.#put(node, session.id);
    }
    for (const agent of agents) {
      const known = agent.sessionId === null ? undefined : byId.get(agent.sessionId);
      const root = agent.basis === 'root' && mode !== 'physical' ? byId.get(this.#trace.id) : undefined;
      const session = known ?? root;
      if (session !== undefined) this.#settle(agent, session);
      // The directory may tell of children alone: they name their parent all the same.
      else if (agent.basis === 'root' && this.#sessions.some(({ parent }) => parent === this.#trace.id)) {
        for (const node of agent.nodes) this.#sessionOf.set(node, this.#trace.id);
      }
    }
  }

  /** A reply that one session alone gave. */
  byReplies(): void {
    const giver = new Map<string, string | null>();
    for (const { id, replies } of this.#sessions) {
      for (const key of new Set(replies)) giver.set(key, giver.has(key) ? null : id);
    }
    if (giver.size === 0) return;
    for (const { nodes } of this.#agents.agents) {
      for (const node of nodes) {
        if (this.#sessionOf.has(node)) continue;
        const message = this.#trace.nodes[node]?.message;
        const key = message === undefined ? null : replyKey(message);
        const session = key === null ? null : (giver.get(key) ?? null);
        if (session !== null) this.#put(node, session);
      }
    }
  }

  /** Without links: a call whose prompt goes on from a session's own reply is of that session. */
  alongPrefixes(): void {
    const graph = graphOf(this.#trace);
    const calls = new Set(this.#agents.agents.flatMap(({ nodes }) => nodes));
    const above: (string | null)[] = this.#trace.nodes.map(() => null);
    for (const index of graph.order) {
      const node = this.#trace.nodes[index]?.index;
      if (node === undefined) continue;
      const parent = graph.parents[index] ?? NONE;
      const inherited = parent === NONE ? null : (above[parent] ?? null);
      if (!calls.has(node)) {
        above[index] = inherited;
        continue;
      }
      const own = this.#sessionOf.get(node) ?? inherited;
      if (own !== null) this.#put(node, own);
      above[index] = own;
    }
  }

  /** Of one agent one child is not known, and of its session one: they are each other, unless what was said speaks against it. */
  byElimination(): void {
    const { agents } = this.#agents;
    const children: Agent[][] = agents.map(() => []);
    for (const agent of agents) if (agent.parent !== null) children[agent.parent]?.push(agent);
    const below = new Map<string, RecordedSession[]>();
    for (const session of this.#sessions) {
      if (session.parent === null) continue;
      const list = below.get(session.parent);
      if (list === undefined) below.set(session.parent, [session]);
      else list.push(session);
    }
    // Parents come before their children, so that what is settled leads on.
    for (const agent of agents) {
      const own = this.#idOf(agent);
      if (own === null) continue;
      const unknown = children[agent.id]?.filter(
        ({ nodes }) => !nodes.some((node) => this.#sessionOf.has(node)),
      );
      const left = below.get(own)?.filter(({ id }) => !this.#found.has(id));
      const [child, session] = [unknown?.[0], left?.[0]];
      if (child === undefined || session === undefined || unknown?.length !== 1 || left?.length !== 1)
        continue;
      if (!this.#speaksAgainst(child, session)) this.#settle(child, session);
    }
  }

  result(): DirectoryJoin {
    return {
      sessionOfNode: this.#sessionOf,
      absent: this.#sessions.filter(({ id }) => !this.#found.has(id)),
    };
  }

  #idOf({ nodes }: Agent): string | null {
    for (const node of nodes) {
      const known = this.#sessionOf.get(node);
      if (known !== undefined) return known;
    }
    return null;
  }

  #put(node: NodeIndex, session: string): void {
    this.#sessionOf.set(node, session);
    this.#found.add(session);
  }

  #settle({ nodes }: Agent, session: RecordedSession): void {
    for (const node of nodes) if (!this.#sessionOf.has(node)) this.#put(node, session.id);
    this.#found.add(session.id);
  }

  #speaksAgainst({ nodes }: Agent, { replies }: RecordedSession): boolean {
    if (replies.length === 0) return false;
    const keys = nodes.flatMap((node) => {
      const message = this.#trace.nodes[node]?.message;
      return (message === undefined ? null : replyKey(message)) ?? [];
    });
    return keys.length > 0 && !keys.some((key) => replies.includes(key));
  }
}
