/**
 * Identity that is recorded rather than inferred: the harness's own session of each request, from a ledger or from lineage
 * written on the calls. The stronger source wins, a weaker one fills gaps, and where they disagree that is kept.
 */
import type { NodeIndex, RequestId } from '../../model/ids';
import type { Request } from './requests';

/** Strongest first. */
export type SessionSource = 'ledger' | 'directory' | 'lineage';

/** What is known of one session of the harness. */
export interface Session {
  readonly id: string;
  readonly source: SessionSource;
  readonly parent: string | null;
  readonly depth: number | null;
  readonly name: string | null;
  /** `running`, `failed`, `cancelled`, `completed`, …; as the harness writes it. */
  readonly status: string | null;
  /** What it was asked, and why it ended badly; only a directory says so. */
  readonly task: string | null;
  readonly error: string | null;
}

/** A ledger or a session directory, brought in beside the trace: stronger than anything in the trace. */
export interface SessionRecords {
  readonly sessions: ReadonlyMap<string, Session>;
  readonly sessionOf: ReadonlyMap<RequestId, string>;
  /** For records that name no requests: by the node that a call committed. */
  readonly sessionOfNode: ReadonlyMap<NodeIndex, string>;
  /** Where they contradict each other about a session's parent. */
  readonly conflicts: readonly ParentConflict[];
}

export interface ParentConflict {
  readonly session: string;
  readonly kept: string;
  readonly dropped: string;
}

export interface Identities {
  readonly sessions: ReadonlyMap<string, Session>;
  /** By request position; null where no source names a session. */
  readonly sessionOf: readonly (string | null)[];
  readonly disagreements: readonly Disagreement[];
}

/**
 * Two sources name different things; the first is the one that won. `session`: of a request. `parent_session`: of a session.
 * `identity`: links join requests of two sessions. `parent`: links name another agent than the record does; then both are
 * agents' labels, else sessions.
 */
export interface Disagreement {
  readonly about: 'session' | 'parent_session' | 'identity' | 'parent';
  readonly position: number;
  readonly kept: string;
  readonly dropped: string;
}

export function identitiesOf(requests: readonly Request[], records: SessionRecords | null): Identities {
  const sessions = new Map<string, Session>();
  const disagreements: Disagreement[] = [];
  const sessionOf = requests.map((request) => {
    const recorded =
      (request.id === null ? undefined : records?.sessionOf.get(request.id)) ??
      records?.sessionOfNode.get(request.commit.node);
    const written = request.commit.call?.lineage?.sessionId ?? null;
    if (recorded !== undefined && written !== null && recorded !== written) {
      disagreements.push({ about: 'session', position: request.position, kept: recorded, dropped: written });
    }
    return recorded ?? written;
  });
  for (const request of requests) {
    const lineage = request.commit.call?.lineage ?? null;
    const id = sessionOf[request.position] ?? null;
    if (lineage === null || id === null || lineage.sessionId !== id) continue;
    const known = sessions.get(id);
    const parent = known?.parent ?? lineage.parentSessionId;
    if (known !== undefined && lineage.parentSessionId !== null && lineage.parentSessionId !== parent) {
      const dropped = lineage.parentSessionId;
      const { position } = request;
      disagreements.push({ about: 'parent_session', position, kept: String(parent), dropped });
    }
    const depth = known?.depth ?? lineage.depth;
    sessions.set(id, { ...UNTOLD, id, source: 'lineage', parent, depth });
  }
  for (const [id, session] of records?.sessions ?? []) {
    const weaker = sessions.get(id);
    const [kept, dropped] = [session.parent, weaker?.parent ?? null];
    if (kept !== null && dropped !== null && kept !== dropped) {
      const position = Math.max(0, sessionOf.indexOf(id));
      disagreements.push({ about: 'parent_session', position, kept, dropped });
    }
    sessions.set(id, {
      ...session,
      parent: session.parent ?? weaker?.parent ?? null,
      depth: session.depth ?? weaker?.depth ?? null,
    });
  }
  for (const { session, kept, dropped } of records?.conflicts ?? []) {
    const position = Math.max(0, sessionOf.indexOf(session));
    disagreements.push({ about: 'parent_session', position, kept, dropped });
  }
  return { sessions, sessionOf, disagreements };
}

/** What only a directory tells. */
export const UNTOLD = { name: null, status: null, task: null, error: null } as const;
