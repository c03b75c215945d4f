/** The events of a harness's per-session ledger of requests, as read; ids are the harness's. */
import type { RequestId } from './ids';

export type LedgerEvent =
  | {
      readonly kind: 'session_registered';
      readonly session: string;
      readonly parent: string | null;
      readonly spawnedBy: RequestId | null;
    }
  /** With `compaction` the request is one slice of a summary. */
  | {
      readonly kind: 'request_started';
      readonly request: RequestId;
      readonly session: string;
      readonly compaction: string | null;
    }
  | { readonly kind: 'request_finished'; readonly request: RequestId }
  | { readonly kind: 'request_failed'; readonly request: RequestId }
  | { readonly kind: 'compaction_begun'; readonly compaction: string; readonly session: string }
  | { readonly kind: 'compaction_finished'; readonly compaction: string; readonly status: string }
  /** Written by the parent, `session`; `request` is the child's last commit. */
  | {
      readonly kind: 'child_returned';
      readonly session: string;
      readonly child: string;
      readonly request: RequestId;
    };

/** An edge between requests, before it is resolved to nodes. */
export interface RequestEdge {
  readonly source: RequestId;
  readonly target: RequestId;
  readonly type: string;
}
