/** The verdict on one call: shapes and words only. How it is reached is in `verdicts.ts`. */
import type { CallIndex, NodeIndex, RequestId } from '../../model/ids';
import type { Compared } from './comparison';
import type { Ambiguity, Basis } from './outcomes';
import type { Scope, SegmentRef } from './segments';
import type { Kept } from './token-reuse';

export type RequestStatus = 'no_predecessor' | 'preserved' | 'diverged' | 'unknown' | 'unavailable';

export type NoPredecessorReason = 'only_unlinked' | 'subagent_call';

export type UnavailableReason =
  | 'request_not_recorded'
  | 'duplicate_call_record'
  | 'malformed_path'
  | Ambiguity
  | 'context_start_unlinked'
  | 'reply_not_recorded'
  | 'predecessor_call_missing'
  | 'domain_unknown'
  | 'domain_mismatch';

export interface Verdict {
  readonly call: CallIndex;
  /** As the call names it, where there is such a node. */
  readonly node: NodeIndex | null;
  readonly requestId: RequestId | null;
  readonly status: RequestStatus;
  /** Segments of the earlier request, and how many of them are kept at the front; 0 where nothing was compared. */
  readonly previous: number;
  readonly preserved: number;
  readonly expected: SegmentRef | null;
  readonly found: SegmentRef | null;
  /** The verdict under equal forms, where the first difference is one of form alone. */
  readonly apartFromForm: Compared | null;
  /** Given whenever a predecessor is known, also where the verdict is unavailable. */
  readonly baseline: NodeIndex | null;
  readonly basis: Basis | null;
  readonly scope: Scope | null;
  readonly reason: NoPredecessorReason | UnavailableReason | null;
  /** What differs, or is not recorded, of the domain. */
  readonly fields: readonly string[];
  readonly notes: readonly string[];
  /** Messages at the front of the earlier request that are the same nodes in this one. */
  readonly reuse: { readonly shared: number; readonly of: number } | null;
  readonly tokensReused: Kept | null;
  /** Whether the reply to the earlier request came back as it was: `verbatim`, `altered:…`, `absent`. */
  readonly carryOver: string | null;
}

export function isCompared(
  verdict: Verdict,
): verdict is Verdict & { readonly node: NodeIndex; readonly baseline: NodeIndex } {
  switch (verdict.status) {
    case 'preserved':
    case 'diverged':
    case 'unknown':
      return verdict.node !== null && verdict.baseline !== null;
    default:
      return false;
  }
}
