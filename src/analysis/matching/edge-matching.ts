/**
 * Which trace of a run each edge set and ledger belongs to. Traces are shown one at a time and in any order, because runs
 * are larger than memory; only ids that somebody asks for are kept. It refuses to know how edges are applied.
 */
import type { EdgeSource } from '../../model/edge-source';
import type { Trace } from '../../model/episode';
import type { Result } from '../../model/result';
import { ok } from '../../model/result';
import type { GivenEdgeSet } from '../edge-application';
import { listedEdges } from '../edge-set';
import type { LedgersTogether } from '../ledger/together';
import { ledgersTogether } from '../ledger/together';
import type { CyclePolicy, EdgeSetReport, MatchRefusal } from '../semantic-types';
import type { TraceEdges } from '../semantics';
import type { LedgersByTrace } from './ledger-matching';
import { ledgersByTrace, ledgersForNamed } from './ledger-matching';
import { SessionMatching } from './session-matching';
import type { Unmatched } from './set-matching';
import { namedTrace, requestIdsOf, traceOfNoIds, traceOfSet } from './set-matching';
import type { Sighting, Sightings, TracePlace } from './sighting';
import { comparePlaces, placeKey } from './sighting';

export interface MatchOptions {
  /** The id of the trace that is meant, whatever its calls carry; null lets the ids decide. */
  readonly trace: string | null;
  readonly policy: CyclePolicy;
  /** By position among the sources: the trace that somebody chose for it; null, or nothing, lets the ids decide. */
  readonly chosen?: readonly (TracePlace | null)[];
}

/** A set or ledger that fits no trace, and which of the sources given it is. */
export interface Unplaced {
  readonly source: number;
  readonly report: EdgeSetReport;
}

/** What is applied to one trace, and which of the sources given that is. */
export interface PlacedEdges {
  readonly place: TracePlace;
  readonly edges: TraceEdges;
  /** Sets in the order of application, then ledgers. */
  readonly sources: readonly number[];
}

export interface EdgePlan {
  /** Null where nothing is to be applied. */
  edgesOf(place: TracePlace): TraceEdges | null;
  /** Sets, then ledgers, that fit no trace; each in the order given. */
  readonly unmatched: readonly EdgeSetReport[];
}

/** A plan that says of everything where it comes from. */
export interface SourcedPlan extends EdgePlan {
  /** In the order of the run. */
  readonly placed: readonly PlacedEdges[];
  /** As `unmatched`. */
  readonly unplaced: readonly Unplaced[];
}

interface Asking extends GivenEdgeSet {
  readonly source: number;
  readonly ids: readonly string[];
  readonly chosen: TracePlace | null;
}

/** Call `see` once for each trace of the run, or `recall` what was seen before; then `plan`. */
export class EdgeMatching {
  readonly #options: MatchOptions;
  readonly #sets: readonly Asking[];
  readonly #ledgers: LedgersTogether;
  /** Of each ledger in `#ledgers`: which of the sources it is, and the trace that was chosen for it. */
  readonly #ledgerSources: readonly number[];
  readonly #ledgerChoices: readonly (TracePlace | null)[];
  readonly #sessions: SessionMatching;
  readonly #wanted: ReadonlySet<string>;
  /** Traces that carry an id that is asked for, or that are named. */
  #seen: Sighting[] = [];
  #traces = 0;
  #last: Sighting | null = null;

  constructor(sources: readonly EdgeSource[], options: MatchOptions) {
    this.#options = options;
    const chosenFor = (source: number): TracePlace | null => options.chosen?.[source] ?? null;
    this.#sets = sources.flatMap((one, source) =>
      one.kind === 'edge_set'
        ? [
            {
              name: one.name,
              payload: one.payload,
              ids: requestIdsOf(one.payload),
              source,
              chosen: chosenFor(source),
            },
          ]
        : [],
    );
    const ledgers = sources.flatMap((one) => (one.kind === 'ledger' ? [one] : []));
    this.#ledgers = ledgersTogether(ledgers);
    const positions = new Map<unknown, number>(sources.map((one, source) => [one, source]));
    this.#ledgerSources = this.#ledgers.ledgers.map((ledger) => positions.get(ledger) ?? -1);
    this.#ledgerChoices = this.#ledgerSources.map(chosenFor);
    this.#sessions = new SessionMatching(sources, options.chosen);
    this.#wanted = new Set([
      ...this.#sets.flatMap(({ ids }) => ids),
      ...this.#ledgers.ledgerOf.keys(),
      ...this.#sessions.wanted,
    ]);
  }

  see(place: TracePlace, trace: Pick<Trace, 'id' | 'calls' | 'nodes'>): void {
    const { id, calls } = trace;
    const carried = new Set<string>(this.#sessions.carriedBy(trace));
    for (const { acp } of calls) {
      if (acp === null || acp.requestId === null) continue;
      if (this.#wanted.has(acp.requestId)) carried.add(acp.requestId);
    }
    this.#traces += 1;
    this.#last = { place, id, carried };
    if (carried.size > 0 || id === this.#options.trace) this.#seen.push(this.#last);
  }

  /** Whether what was seen for other edges answers for these too. */
  knows({ wanted }: Sightings): boolean {
    return [...this.#wanted].every((id) => wanted.has(id));
  }

  /** In place of seeing every trace again. */
  recall({ seen, traces, last }: Sightings): void {
    this.#seen = [...seen];
    this.#traces = traces;
    this.#last = last;
  }

  get sightings(): Sightings {
    return { wanted: this.#wanted, seen: this.#seen, traces: this.#traces, last: this.#last };
  }

  plan(): SourcedPlan {
    const { policy, trace: name } = this.#options;
    const seen = this.#seen.toSorted((left, right) => comparePlaces(left.place, right.place));
    const sets = new Map<string, Asking[]>();
    const places = new Map<string, TracePlace>();
    const unplaced: Unplaced[] = [];
    for (const set of this.#sets) {
      const found = this.#placeOf(set, seen);
      if (found.kind === 'failed') {
        const { reason, detail } = found.failure;
        const report = refusedAs(set.name, 'edge_set', listedEdges(set.payload).length, reason, detail);
        unplaced.push({ source: set.source, report });
        continue;
      }
      const key = placeKey(found.value);
      places.set(key, found.value);
      sets.set(key, [...(sets.get(key) ?? []), set]);
    }
    const ledgers = this.#ledgersIn(seen);
    for (const { ledger, edges } of ledgers.unmatched) {
      const detail =
        name === null ? 'No trace carries any of its requests.' : `No trace has the id "${name}".`;
      const report = refusedAs(
        this.#ledgers.ledgers[ledger]?.name ?? '',
        'ledger',
        edges,
        'no_trace',
        detail,
      );
      unplaced.push({ source: this.#ledgerSources[ledger] ?? -1, report });
    }
    for (const [key, { place }] of ledgers.given) places.set(key, place);
    const sessions = this.#sessions.placed(seen, this.#traces === 1 ? this.#last : null, name);
    for (const [key, { place }] of sessions) places.set(key, place);
    const placed = new Map<string, PlacedEdges>();
    const inOrder = [...places].sort(([, left], [, right]) => comparePlaces(left, right));
    for (const [key, place] of inOrder) {
      const own = sets.get(key) ?? [];
      const folded = ledgers.given.get(key);
      placed.set(key, {
        place,
        edges: {
          sets: own.map(({ name: title, payload }) => ({ name: title, payload })),
          ledger: folded?.ledger ?? null,
          ...sessions.get(key)?.given,
          policy,
        },
        sources: [
          ...own.map(({ source }) => source),
          ...(folded?.ledgers ?? []).map((ledger) => this.#ledgerSources[ledger] ?? -1),
          ...(sessions.get(key)?.sources ?? []),
        ],
      });
    }
    return {
      placed: [...placed.values()],
      unplaced,
      unmatched: unplaced.map(({ report }) => report),
      edgesOf: (place) => placed.get(placeKey(place))?.edges ?? null,
    };
  }

  #placeOf({ ids, chosen }: Asking, seen: readonly Sighting[]): Result<TracePlace, Unmatched> {
    if (chosen !== null) return ok(chosen);
    const { trace } = this.#options;
    const found =
      trace !== null
        ? namedTrace(trace, ids, seen)
        : ids.length === 0
          ? traceOfNoIds(this.#traces, this.#last)
          : traceOfSet(ids, seen);
    return found.kind === 'ok' ? ok(found.value.place) : found;
  }

  #ledgersIn(seen: readonly Sighting[]): LedgersByTrace {
    const { trace } = this.#options;
    if (this.#ledgers.ledgers.length === 0) return { given: new Map(), unmatched: [] };
    if (trace === null) return ledgersByTrace(this.#ledgers, seen, this.#ledgerChoices);
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
