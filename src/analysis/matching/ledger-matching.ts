/**
 * What folded ledgers say about each trace: a ledger belongs to every trace that carries a request of its session, and an
 * edge to every trace that carries one of its ends. It refuses to know whether the ends were committed.
 */
import type { RequestEdge } from '../../model/ledger';
import { unreachable } from '../../model/unreachable';
import type { GivenLedger } from '../ledger-application';
import type { LedgerWarning } from '../ledger/fold';
import { sessionRecords } from '../ledger/records';
import type { LedgersTogether } from '../ledger/together';
import type { Sighting, TracePlace } from './sighting';
import { comparePlaces, placeKey } from './sighting';

/** What the ledgers say about one trace, and which of them: positions among those folded together. */
export interface LedgersOfTrace {
  readonly place: TracePlace;
  readonly ledger: GivenLedger;
  readonly ledgers: readonly number[];
}

export interface LedgersByTrace {
  /** By the key of the trace's place. */
  readonly given: ReadonlyMap<string, LedgersOfTrace>;
  /** Ledgers none of whose requests any trace carries, and how many edges they have. */
  readonly unmatched: readonly { readonly ledger: number; readonly edges: number }[];
}

interface Addressee {
  readonly trace: Sighting;
  /** Positions of the ledgers that are its. */
  readonly ledgers: ReadonlySet<number>;
  readonly edges: RequestEdge[];
}

/**
 * `seen` in the order of the run. `chosen`, by ledger: the trace that somebody chose for it; then its requests are of that
 * trace, whatever the calls of that and of others carry.
 */
export function ledgersByTrace(
  together: LedgersTogether,
  seen: readonly Sighting[],
  chosen: readonly (TracePlace | null)[] = [],
): LedgersByTrace {
  const { ledgerOf, fold } = together;
  const traces: Addressee[] = [];
  const tracesOf = new Map<string, Addressee[]>();
  for (const [trace, own] of requestsByTrace(together, seen, chosen)) {
    if (own.length === 0) continue;
    const ledgers = new Set(own.map((id) => ledgerOf.get(id) ?? 0));
    const addressee: Addressee = { trace, ledgers, edges: [] };
    traces.push(addressee);
    for (const id of own) {
      const known = tracesOf.get(id);
      if (known === undefined) tracesOf.set(id, [addressee]);
      else known.push(addressee);
    }
  }
  const matched = new Set(traces.flatMap(({ ledgers }) => [...ledgers]));
  for (const edge of fold.edges) {
    const both = new Set([...(tracesOf.get(edge.source) ?? []), ...(tracesOf.get(edge.target) ?? [])]);
    const [first] = traces;
    // What a ledger tells and no trace holds is said once.
    if (both.size === 0 && first !== undefined && matched.has(ledgerOf.get(edge.target) ?? -1))
      both.add(first);
    for (const trace of both) trace.edges.push(edge);
  }
  return addressed(together, traces, matched);
}

/** In the order of the run: each trace with the requests that are its. */
function requestsByTrace(
  { ledgerOf }: LedgersTogether,
  seen: readonly Sighting[],
  chosen: readonly (TracePlace | null)[],
): readonly (readonly [Sighting, readonly string[]])[] {
  const choiceOf = (id: string): TracePlace | null => chosen[ledgerOf.get(id) ?? -1] ?? null;
  const byIds = seen.map((trace): [Sighting, string[]] => [
    trace,
    [...trace.carried].filter((id) => ledgerOf.has(id) && choiceOf(id) === null),
  ]);
  const byPlace = new Map(byIds.map((entry) => [placeKey(entry[0].place), entry]));
  for (const id of ledgerOf.keys()) {
    const place = choiceOf(id);
    if (place === null) continue;
    const key = placeKey(place);
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, [{ place, id: '', carried: new Set() }, [id]]);
    else known[1].push(id);
  }
  return [...byPlace.values()].sort(([left], [right]) => comparePlaces(left.place, right.place));
}

/** Everything for the traces that are named, whatever they carry. */
export function ledgersForNamed(together: LedgersTogether, named: readonly Sighting[]): LedgersByTrace {
  const all = new Set(together.ledgers.keys());
  const traces = named.map((trace) => ({ trace, ledgers: all, edges: [...together.fold.edges] }));
  return addressed(together, traces, named.length > 0 ? all : new Set());
}

function addressed(
  { ledgers, ledgerOf, fold }: LedgersTogether,
  traces: readonly Addressee[],
  matched: ReadonlySet<number>,
): LedgersByTrace {
  const records = sessionRecords(fold);
  const oddities = fold.warnings.map(oddity);
  const given = new Map<string, LedgersOfTrace>();
  for (const { trace, ledgers: own, edges } of traces) {
    const positions = [...ledgers.keys()].filter((at) => own.has(at));
    const name = joined(positions.map((at) => ledgers[at]?.name ?? ''));
    const ledger = { name, edges, records, oddities: given.size === 0 ? oddities : [] };
    given.set(placeKey(trace.place), { place: trace.place, ledger, ledgers: positions });
  }
  const counts = new Map<number, number>();
  for (const { target } of fold.edges) {
    const ledger = ledgerOf.get(target) ?? -1;
    counts.set(ledger, (counts.get(ledger) ?? 0) + 1);
  }
  const unmatched = [...ledgers.keys()].flatMap((ledger) =>
    matched.has(ledger) ? [] : [{ ledger, edges: counts.get(ledger) ?? 0 }],
  );
  return { given, unmatched };
}

/** A run of 500 agents has 500 ledgers. */
function joined(names: readonly string[]): string {
  const [first = ''] = names;
  return names.length <= 3 ? names.join(' + ') : `${first} and ${names.length - 1} more`;
}

function oddity({ kind, subject }: LedgerWarning): string {
  switch (kind) {
    case 'late_registration':
      return `Session "${subject}" was registered after its first request; who spawned it is lost.`;
    case 'unknown_compaction':
      return `A request belongs to compaction "${subject}", which was not open in its session; it counts as any other.`;
    default:
      return unreachable(kind);
  }
}
