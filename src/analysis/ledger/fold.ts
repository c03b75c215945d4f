/**
 * The pure fold of ledger events into request edges, with what plain edges lose: which session a request belongs to, who
 * registered whom, what never settled. Ledgers of several sessions may be folded in any order: the set of edges is equal.
 */
import type { RequestId } from '../../model/ids';
import type { LedgerEvent, RequestEdge } from '../../model/ledger';
import { unreachable } from '../../model/unreachable';

export interface LedgerSession {
  readonly id: string;
  readonly parent: string | null;
  readonly spawnedBy: RequestId | null;
}

export interface LedgerFold {
  readonly edges: readonly RequestEdge[];
  readonly sessions: ReadonlyMap<string, LedgerSession>;
  readonly sessionOf: ReadonlyMap<RequestId, string>;
  readonly inFlight: readonly RequestId[];
  /** Edges that wait for a request which never committed. */
  readonly pending: readonly {
    readonly session: string;
    readonly source: RequestId;
    readonly type: string;
  }[];
  readonly failed: readonly RequestId[];
  readonly compactions: ReadonlyMap<string, string>;
  readonly warnings: readonly LedgerWarning[];
}

export interface LedgerWarning {
  readonly kind: 'late_registration' | 'unknown_compaction';
  readonly subject: string;
}

interface Inbound {
  readonly source: RequestId;
  readonly type: string;
}

interface SessionState {
  readonly id: string;
  registered: LedgerSession | null;
  spawnClaimed: boolean;
  last: RequestId | null;
  pending: Inbound[];
}

interface Flight {
  readonly session: SessionState;
  readonly inbound: readonly Inbound[];
  readonly summary: boolean;
}

interface OpenCompaction {
  readonly session: string;
  readonly slices: Set<RequestId>;
}

export function foldLedger(events: Iterable<LedgerEvent>): LedgerFold {
  const fold = new Fold();
  for (const event of events) fold.take(event);
  return fold.result();
}

class Fold {
  #sessions = new Map<string, SessionState>();
  #flights = new Map<RequestId, Flight>();
  #open = new Map<string, OpenCompaction>();
  #returned = new Set<string>();
  /** Null where a slice's own continuation gave way. */
  #edges: (RequestEdge | null)[] = [];
  #edgesInto = new Map<RequestId, number[]>();
  #sessionOf = new Map<RequestId, string>();
  #failed = new Set<RequestId>();
  #compactions = new Map<string, string>();
  #warnings: LedgerWarning[] = [];

  take(event: LedgerEvent): void {
    switch (event.kind) {
      case 'session_registered':
        return this.#register({ id: event.session, parent: event.parent, spawnedBy: event.spawnedBy });
      case 'request_started':
        return this.#start(event.request, this.#session(event.session), event.compaction);
      case 'request_finished':
        return this.#finish(event.request);
      case 'request_failed':
        return this.#fail(event.request);
      case 'compaction_begun':
        this.#session(event.session);
        this.#open.set(event.compaction, { session: event.session, slices: new Set() });
        this.#compactions.set(event.compaction, 'begun');
        return;
      case 'compaction_finished':
        return this.#finishCompaction(event.compaction, event.status);
      case 'child_returned': {
        const parent = this.#session(event.session);
        if (this.#returned.has(event.child)) return;
        this.#returned.add(event.child);
        parent.pending.push({ source: event.request, type: 'subagent_return' });
        return;
      }
      default:
        return unreachable(event);
    }
  }

  result(): LedgerFold {
    const sessions = new Map<string, LedgerSession>();
    for (const [id, state] of this.#sessions) {
      sessions.set(id, state.registered ?? { id, parent: null, spawnedBy: null });
    }
    return {
      edges: this.#edges.filter((edge) => edge !== null),
      sessions,
      sessionOf: this.#sessionOf,
      inFlight: [...this.#flights.keys()],
      pending: [...this.#sessions.values()].flatMap(({ id, pending }) =>
        pending.map(({ source, type }) => ({ session: id, source, type })),
      ),
      failed: [...this.#failed],
      compactions: this.#compactions,
      warnings: this.#warnings,
    };
  }

  #session(id: string): SessionState {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const state: SessionState = { id, registered: null, spawnClaimed: false, last: null, pending: [] };
    this.#sessions.set(id, state);
    return state;
  }

  /** The first registration wins; one that comes after another event of its session is too late to spawn anything. */
  #register(session: LedgerSession): void {
    const known = this.#sessions.get(session.id);
    if (known === undefined) this.#session(session.id).registered = session;
    else if (known.registered === null)
      this.#warnings.push({ kind: 'late_registration', subject: session.id });
  }

  #start(request: RequestId, session: SessionState, compaction: string | null): void {
    this.#sessionOf.set(request, session.id);
    const inbound: Inbound[] = [];
    if (compaction === null) {
      inbound.push(...session.pending);
      session.pending = [];
      const spawnedBy = session.registered?.spawnedBy ?? null;
      if (spawnedBy !== null && !session.spawnClaimed) {
        session.spawnClaimed = true;
        inbound.push({ source: spawnedBy, type: 'subagent_call' });
      }
    } else {
      const open = this.#open.get(compaction);
      if (open?.session === session.id) open.slices.add(request);
      else this.#warnings.push({ kind: 'unknown_compaction', subject: compaction });
    }
    const { last } = session;
    if (last !== null && !inbound.some(({ source }) => source === last)) {
      inbound.push({ source: last, type: 'continuation' });
    }
    this.#flights.set(request, { session, inbound, summary: compaction !== null });
  }

  #finish(request: RequestId): void {
    const flight = this.#flights.get(request);
    if (flight === undefined) return;
    this.#flights.delete(request);
    this.#failed.delete(request);
    for (const { source, type } of flight.inbound) this.#emit({ source, target: request, type });
    flight.session.last = request;
  }

  #fail(request: RequestId): void {
    const flight = this.#flights.get(request);
    if (flight === undefined) return;
    this.#flights.delete(request);
    this.#failed.add(request);
    if (!flight.summary) flight.session.pending = [...flight.inbound, ...flight.session.pending];
  }

  /** Only a completed compaction whose slice was the session's last commit opens a new context. */
  #finishCompaction(id: string, status: string): void {
    this.#compactions.set(id, status);
    const open = this.#open.get(id);
    this.#open.delete(id);
    const session = open === undefined ? undefined : this.#sessions.get(open.session);
    const slice = session?.last ?? null;
    if (status !== 'completed' || session === undefined || slice === null || open?.slices.has(slice) !== true)
      return;
    // What waited is delivered to the slice; a waiting edge replaces the continuation that the slice had made for itself.
    const sources = new Set(session.pending.map(({ source }) => source));
    for (const index of this.#edgesInto.get(slice) ?? []) {
      const edge = this.#edges[index] ?? null;
      if (edge?.type === 'continuation' && sources.has(edge.source)) this.#edges[index] = null;
    }
    for (const { source, type } of session.pending) this.#emit({ source, target: slice, type });
    session.pending = [{ source: slice, type: 'compaction' }];
  }

  #emit(edge: RequestEdge): void {
    const into = this.#edgesInto.get(edge.target);
    if (into === undefined) this.#edgesInto.set(edge.target, [this.#edges.length]);
    else into.push(this.#edges.length);
    this.#edges.push(edge);
  }
}
