/**
 * What a file beside a run holds of edges between requests and of sessions, as read: nothing in it is checked, folded or
 * resolved yet.
 */
import type { Diagnostic } from './diagnostic';
import type { Json } from './json';
import type { LedgerEvent } from './ledger';
import type { FoundPayload } from './payload';
import type { SessionTree } from './session-tree';

export type EdgeSource =
  /** One publication. Each publication of a session repeats all edges of the ones before it. */
  | { readonly kind: 'edge_set'; readonly name: string; readonly payload: Json }
  /** The events of one ledger; ledgers of several sessions add up to one. */
  | { readonly kind: 'ledger'; readonly name: string; readonly events: readonly LedgerEvent[] }
  /** What a harness's own directory says of its sessions. */
  | { readonly kind: 'directory'; readonly name: string; readonly tree: SessionTree }
  /** What a harness said of a session; of several the last snapshot says most. */
  | { readonly kind: 'payloads'; readonly name: string; readonly payloads: readonly FoundPayload[] };

export interface EdgeFile {
  readonly name: string;
  /** In the order of the file; empty where it holds neither kind, and then `diagnostics` say why. */
  readonly sources: readonly EdgeSource[];
  readonly diagnostics: readonly Diagnostic[];
}
