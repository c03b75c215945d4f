/** What a file beside a run holds of edges between requests, as read: nothing in it is checked, folded or resolved yet. */
import type { Diagnostic } from './diagnostic';
import type { Json } from './json';
import type { LedgerEvent } from './ledger';

export type EdgeSource =
  /** One publication. Each publication of a session repeats all edges of the ones before it. */
  | { readonly kind: 'edge_set'; readonly name: string; readonly payload: Json }
  /** The events of one ledger; ledgers of several sessions add up to one. */
  | { readonly kind: 'ledger'; readonly name: string; readonly events: readonly LedgerEvent[] };

export interface EdgeFile {
  readonly name: string;
  /** In the order of the file; empty where it holds neither kind, and then `diagnostics` say why. */
  readonly sources: readonly EdgeSource[];
  readonly diagnostics: readonly Diagnostic[];
}
