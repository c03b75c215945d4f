/**
 * Which trace of a run each edge set and ledger belongs to. Traces are shown one at a time and in any order, because runs
 * are larger than memory; only ids that somebody asks for are kept. It refuses to know how edges are applied.
 */
import type { EdgeSource } from '../../model/edge-source';
import type { Trace } from '../../model/episode';
import type { Result } from '../../model/result';
import type { GivenEdgeSet } from '../edge-application';
import { listedEdges } from '../edge-set';
import type { LedgersTogether } from '../ledger/together';
import { ledgersTogether } from '../ledger/together';
import type { CyclePolicy, EdgeSetReport, MatchRefusal } from '../semantic-types';
import type { TraceEdges } from '../semantics';
import type { LedgersByTrace } from './ledger-matching';
import { ledgersByTrace, ledgersForNamed } from './ledger-matching';
import type { Unmatched } from './set-matching';
import { namedTrace, requestIdsOf, traceOfNoIds, traceOfSet } from './set-matching';
import type { Sighting, TracePlace } from './sighting';
import { comparePlaces, placeKey } from './sighting';

export interface MatchOptions {
  /** The id of the trace that is meant, whatever its calls carry; null lets the ids decide. */
  readonly trace: string | null;
  readonly policy: CyclePolicy;
}

export interface EdgePlan {
  /** Null where nothing is to be applied. */
  edgesOf(place: TracePlace): TraceEdges | null;
  /** Sets, then ledgers, that fit no trace; each in the order given. */
  readonly unmatched: readonly EdgeSetReport[];
}

interface Asking extends GivenEdgeSet {
  readonly ids: readonly string[];
}

/** Call `see` once for each trace of the run, then `plan`. */
export class EdgeMatching {
  readonly #options: MatchOptions;
  readonly #sets: readonly Asking[];
  readonly #ledgers: LedgersTogether;
  readonly #wanted: ReadonlySet<string>;
  /** Traces that carry an id that is asked for, or that are named. */
  readonly #seen: Sighting[] = [];
  #traces = 0;
  #last: Sighting | null = null;

  constructor(sources: readonly EdgeSource[], options: MatchOptions) {
    this.#options = options;
    this.#sets = sources.flatMap((source) =>
      source.kind === 'edge_set'
        ? [{ name: source.name, payload: source.payload, ids: requestIdsOf(source.payload) }]
        : [],
    );
    this.#ledgers = ledgersTogether(sources.flatMap((source) => (source.kind === 'ledger' ? [source] : [])));
    this.#wanted = new Set([...this.#sets.flatMap(({ ids }) => ids), ...this.#ledgers.ledgerOf.keys()]);
  }

  see(place: TracePlace, { id, calls }: Pick<Trace, 'id' | 'calls'>): void {
    const carried = new Set<string>();
    for (const { acp } of calls) {
      if (acp === null || acp.requestId === null) continue;
      if (this.#wanted.has(acp.requestId)) carried.add(acp.requestId);
    }
    this.#traces += 1;
    this.#last = { place, id, carried };
    if (carried.size > 0 || id === this.#options.trace) this.#seen.push(this.#last);
  }

  plan(): EdgePlan {
    const { policy, trace: name } = this.#options;
    const seen = this.#seen.toSorted((left, right) => comparePlaces(left.place, right.place));
    const sets = new Map<string, GivenEdgeSet[]>();
    const unmatched: EdgeSetReport[] = [];
    for (const { ids, ...set } of this.#sets) {
      const found = this.#traceOf(ids, seen);
      if (found.kind === 'failed') {
        const { reason, detail } = found.failure;
        unmatched.push(refusedAs(set.name, 'edge_set', listedEdges(set.payload).length, reason, detail));
        continue;
      }
      const key = placeKey(found.value.place);
      sets.set(key, [...(sets.get(key) ?? []), set]);
    }
    const ledgers = this.#ledgersIn(seen);
    for (const ledger of ledgers.unmatched) {
      const detail =
        name === null ? 'No trace carries any of its requests.' : `No trace has the id "${name}".`;
      unmatched.push(refusedAs(ledger.name, 'ledger', ledger.edges, 'no_trace', detail));
    }
    return {
      unmatched,
      edgesOf(place) {
        const key = placeKey(place);
        const [own, ledger] = [sets.get(key), ledgers.given.get(key)];
        if (own === undefined && ledger === undefined) return null;
        return { sets: own ?? [], ledger: ledger ?? null, policy };
      },
    };
  }

  #traceOf(ids: readonly string[], seen: readonly Sighting[]): Result<Sighting, Unmatched> {
    const { trace } = this.#options;
    if (trace !== null) return namedTrace(trace, ids, seen);
    return ids.length === 0 ? traceOfNoIds(this.#traces, this.#last) : traceOfSet(ids, seen);
  }

  #ledgersIn(seen: readonly Sighting[]): LedgersByTrace {
    const { trace } = this.#options;
    if (this.#ledgers.ledgers.length === 0) return { given: new Map(), unmatched: [] };
    if (trace === null) return ledgersByTrace(this.#ledgers, seen);
    return ledgersForNamed(
      this.#ledgers,
      seen.filter(({ id }) => id === trace),
    );
  }
}

function refusedAs(
  name: string,
  origin: EdgeSetReport['origin'],
  edges: number,
  reason: MatchRefusal,
  detail: string,
): EdgeSetReport {
  return {
    name,
    origin,
    edges,
    accepted: false,
    reason,
    detail,
    refused_edge: null,
    added: 0,
    already_present: 0,
    outcomes: Array.from({ length: edges }, () => 'not_reached' as const),
  };
}
