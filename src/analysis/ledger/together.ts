/**
 * Ledgers of several sessions as one: their events behind one another, each told once. It knows which ledger a request was
 * started in and refuses to know traces.
 */
import type { LedgerEvent } from '../../model/ledger';
import type { LedgerFold } from './fold';
import { foldLedger } from './fold';

export interface NamedLedger {
  readonly name: string;
  readonly events: readonly LedgerEvent[];
}

export interface LedgersTogether {
  readonly fold: LedgerFold;
  /** Ledgers in the order given, without those that another one repeats. */
  readonly ledgers: readonly NamedLedger[];
  /** Position in `ledgers` of the one that started a request. */
  readonly ledgerOf: ReadonlyMap<string, number>;
}

export function ledgersTogether(given: readonly NamedLedger[]): LedgersTogether {
  const ledgers = withoutCopies(given);
  const ledgerOf = new Map<string, number>();
  for (const [at, { events }] of ledgers.entries()) {
    for (const event of events) if (event.kind === 'request_started') ledgerOf.set(event.request, at);
  }
  return { fold: foldLedger(ledgers.flatMap(({ events }) => events)), ledgers, ledgerOf };
}

/**
 * A ledger given twice, or once more as it was at an earlier moment, would be told twice: its requests would start again
 * behind their own successors. Of two that begin alike the longer one stays.
 */
function withoutCopies(given: readonly NamedLedger[]): NamedLedger[] {
  const byBeginning = new Map<string, { at: number; lines: readonly string[] }[]>();
  const kept: (NamedLedger | null)[] = [];
  for (const ledger of given) {
    const lines = ledger.events.map((event) => JSON.stringify(event));
    const beginning = lines[0] ?? '';
    const alike = byBeginning.get(beginning) ?? [];
    byBeginning.set(beginning, alike);
    const known = alike.find((other) => isBeginning(other.lines, lines) || isBeginning(lines, other.lines));
    if (known === undefined) {
      alike.push({ at: kept.length, lines });
      kept.push(ledger);
    } else if (lines.length > known.lines.length) {
      kept[known.at] = ledger;
      known.lines = lines;
    }
  }
  return kept.filter((ledger) => ledger !== null);
}

function isBeginning(short: readonly string[], long: readonly string[]): boolean {
  return short.length <= long.length && short.every((line, at) => line === long[at]);
}
