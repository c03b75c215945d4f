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
import type { Sighting } from './sighting';
import { placeKey } from './sighting';

export interface LedgersByTrace {
  /** By the key of the trace's place. */
  readonly given: ReadonlyMap<string, GivenLedger>;
  /** Ledgers none of whose requests any trace carries, and how many edges they have. */
  readonly unmatched: readonly { readonly name: string; readonly edges: number }[];
}

interface Addressee {
  readonly trace: Sighting;
  /** Positions of the ledgers that are its. */
  readonly ledgers: ReadonlySet<number>;
  readonly edges: RequestEdge[];
}

/** `seen` in the order of the run. */
export function ledgersByTrace(together: LedgersTogether, seen: readonly Sighting[]): LedgersByTrace {
  const { ledgerOf, fold } = together;
  const traces: Addressee[] = [];
  const tracesOf = new Map<string, Addressee[]>();
  for (const trace of seen) {
    const own = [...trace.carried].filter((id) => ledgerOf.has(id));
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
  const given = new Map<string, GivenLedger>();
  for (const { trace, ledgers: own, edges } of traces) {
    const name = joined(ledgers.filter((_, at) => own.has(at)).map((ledger) => ledger.name));
    given.set(placeKey(trace.place), { name, edges, records, oddities: given.size === 0 ? oddities : [] });
  }
  const counts = new Map<number, number>();
  for (const { target } of fold.edges) {
    const ledger = ledgerOf.get(target) ?? -1;
    counts.set(ledger, (counts.get(ledger) ?? 0) + 1);
  }
  const unmatched = ledgers.flatMap(({ name }, at) =>
    matched.has(at) ? [] : [{ name, edges: counts.get(at) ?? 0 }],
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
