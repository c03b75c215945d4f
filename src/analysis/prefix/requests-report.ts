/** `requests` of the report: verdicts and their causes, one entry a call, in the report's words. */
import type { Basis } from './outcomes';
import type { Explanation } from './explanation';
import { Explainer } from './explanation';
import type { Scope, SegmentRef } from './segments';
import type { Kept } from './token-reuse';
import { tokenReuse } from './token-reuse';
import type { Continuity } from './trace-continuity';
import type { RequestStatus, Verdict } from './verdict-types';
import { isCompared } from './verdict-types';
import { verdictsOf } from './verdicts';

export interface RequestReport {
  readonly call: number;
  readonly node: number | null;
  readonly request_id: string | null;
  readonly status: RequestStatus;
  readonly previous: number;
  readonly preserved: number;
  readonly expected: SegmentRef | null;
  readonly found: SegmentRef | null;
  readonly apart_from_form: {
    readonly status: 'preserved' | 'diverged' | 'unknown';
    readonly preserved: number;
    readonly expected: SegmentRef | null;
    readonly found: SegmentRef | null;
  } | null;
  readonly causes: readonly string[];
  readonly baseline: number | null;
  readonly basis: Basis | null;
  readonly scope: Scope | null;
  readonly reason: Verdict['reason'];
  readonly fields: readonly string[];
  readonly notes: readonly string[];
  readonly reuse: { readonly shared: number; readonly of: number } | null;
  readonly tokens_reused: Kept | null;
  readonly reply_tokens_reused: Kept | null;
  readonly reprocessed: number | null;
  readonly carry_over: string | null;
}

/** In call order. */
export function requestReports(
  continuity: Continuity,
  explainer: Explainer = new Explainer(continuity),
): RequestReport[] {
  return verdictsOf(continuity).map((verdict) => requestReport(continuity, explainer, verdict));
}

export function requestReport(continuity: Continuity, explainer: Explainer, verdict: Verdict): RequestReport {
  const explanation = explained(continuity, explainer, verdict);
  const compared = isCompared(verdict);
  const { tokensReused, notes } = verdict;
  return {
    call: verdict.call,
    node: verdict.node,
    request_id: verdict.requestId,
    status: verdict.status,
    previous: verdict.previous,
    preserved: verdict.preserved,
    expected: verdict.expected,
    found: verdict.found,
    apart_from_form: verdict.apartFromForm,
    causes: compared && explanation !== null ? causesOf(verdict, explanation) : [],
    baseline: verdict.baseline,
    basis: verdict.basis,
    scope: verdict.scope,
    reason: verdict.reason,
    fields: verdict.fields,
    notes: compared && explanation?.limited === true ? [...notes, 'causes_limited'] : notes,
    reuse: verdict.reuse,
    tokens_reused: tokensReused,
    reply_tokens_reused: explanation?.replyReturned === true ? replyTokens(continuity, verdict) : null,
    reprocessed: tokensReused === null ? null : tokensReused.of - tokensReused.kept,
    carry_over: verdict.carryOver,
  };
}

/** Null where no sound predecessor is known. */
export function explained(
  { paths }: Continuity,
  explainer: Explainer,
  { node, baseline, notes }: Verdict,
): Explanation | null {
  if (node === null || baseline === null) return null;
  if (paths.sound[node] !== 1 || paths.sound[baseline] !== 1) return null;
  return explainer.explain({ baseline, node, isAfterCompaction: notes.includes('after_compaction') });
}

/** A break always has a name, if only that it has none. */
export function causesOf({ status }: Pick<Verdict, 'status'>, { causes }: Explanation): readonly string[] {
  return status === 'diverged' && causes.length === 0 ? ['unknown'] : causes;
}

function replyTokens(continuity: Continuity, { node, baseline }: Verdict): Kept | null {
  return node === null || baseline === null ? null : (tokenReuse(continuity, baseline, node)?.reply ?? null);
}

/** A divergence that neither a declared compaction nor a change of form alone accounts for. */
export function isUnexplained({ status, causes, apart_from_form }: RequestReport): boolean {
  return (
    status === 'diverged' &&
    !causes.includes('compaction_declared') &&
    apart_from_form?.status !== 'preserved'
  );
}
