/**
 * One verdict a call: was the history of the request before it kept? Checks in order: the call's record, its path, its
 * predecessor, the predecessor's record, the domain, the segments. It refuses to say why something changed.
 */
import type { Call } from '../../model/episode';
import type { NodeIndex, RequestId } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { NONE } from '../graph';
import { alteredParts } from './carry-over';
import type { Compared } from './comparison';
import { compareSegments } from './comparison';
import { compareDomains } from './domain';
import type { FinalOutcome, Known } from './outcomes';
import { lengthOf, nodeAtDepth, sharedLength } from './paths';
import { segmentsOf } from './segments';
import { tokenReuse } from './token-reuse';
import type { Continuity } from './trace-continuity';
import { SEVERAL } from './trace-continuity';
import type { UnavailableReason, Verdict } from './verdict-types';

/** In call order. */
export function verdictsOf(continuity: Continuity): Verdict[] {
  const failed = failedAttempts(continuity.trace.calls);
  return continuity.trace.calls.map((call) => verdictOf(continuity, call, failed));
}

/** How many attempts of a request committed nothing. */
function failedAttempts(calls: readonly Call[]): ReadonlyMap<RequestId, number> {
  const failed = new Map<RequestId, number>();
  for (const { acp, nodeAsWritten } of calls) {
    const id = acp?.requestId ?? null;
    if (id !== null && nodeAsWritten === null) failed.set(id, (failed.get(id) ?? 0) + 1);
  }
  return failed;
}

function verdictOf(continuity: Continuity, call: Call, failed: ReadonlyMap<RequestId, number>): Verdict {
  const { node } = call;
  const outcome = node === null ? undefined : continuity.predecessors.get(node);
  const empty = emptyVerdict(call);
  if (node === null || outcome === undefined) return unavailable(empty, 'request_not_recorded');
  const verdict: Verdict = {
    ...empty,
    notes: notesOf(continuity, node, empty.requestId === null ? 0 : (failed.get(empty.requestId) ?? 0)),
    ...(outcome.kind === 'known' ? factsOf(continuity, node, outcome) : {}),
  };
  if (continuity.recordOf[node] === SEVERAL) return unavailable(verdict, 'duplicate_call_record');
  if (continuity.paths.sound[node] !== 1) return unavailable(verdict, 'malformed_path');
  return judged(continuity, call, node, outcome, verdict);
}

function judged(
  continuity: Continuity,
  call: Call,
  node: NodeIndex,
  outcome: FinalOutcome,
  verdict: Verdict,
): Verdict {
  switch (outcome.kind) {
    case 'none':
      return { ...verdict, status: 'no_predecessor', reason: outcome.reason };
    case 'ambiguous':
    case 'unlinked':
      return unavailable(verdict, outcome.reason);
    case 'known': {
      const before = continuity.trace.calls[continuity.recordOf[outcome.baseline] ?? NONE];
      if (before === undefined) return unavailable(verdict, 'predecessor_call_missing');
      if (continuity.paths.sound[outcome.baseline] !== 1) return unavailable(verdict, 'malformed_path');
      const domain = compareDomains(before, call);
      switch (domain.kind) {
        case 'unknown':
          return { ...unavailable(verdict, 'domain_unknown'), fields: domain.fields };
        case 'different':
          return { ...unavailable(verdict, 'domain_mismatch'), fields: domain.fields };
        case 'same':
          return compared(continuity, outcome.baseline, node, verdict);
        default:
          return unreachable(domain);
      }
    }
    default:
      return unreachable(outcome);
  }
}

function compared(continuity: Continuity, baseline: NodeIndex, node: NodeIndex, verdict: Verdict): Verdict {
  const exact = compareRequests(continuity, baseline, node, 'exact');
  const previous = segmentsOf(continuity, baseline, continuity.digests.messages).length;
  const isOfForm = isDifferenceOfForm(continuity, exact);
  return {
    ...verdict,
    ...exact,
    previous,
    scope: continuity.tools.scope,
    apartFromForm: isOfForm ? compareRequests(continuity, baseline, node, 'equal_forms') : null,
    notes: isOfForm ? [...verdict.notes, 'content_form'] : verdict.notes,
    carryOver: exact.status === 'preserved' ? carryOver(continuity, baseline, node) : null,
  };
}

/** Equal paths are skipped together: comparing begins where two numbers differ, or a message is opaque. */
function compareRequests(
  continuity: Continuity,
  baseline: number,
  node: number,
  forms: 'exact' | 'equal_forms',
): Compared {
  const { paths, digests, tools } = continuity;
  const contents = forms === 'exact' ? digests.messages : digests.forms;
  const previous = segmentsOf(continuity, baseline, contents);
  const current = segmentsOf(continuity, node, contents);
  const lists = [baseline, node].map((at) => tools.of(paths.roots[at] ?? at));
  const [before = [], after = []] = lists.map((list) => digests.tools.get(list) ?? []);
  if (before.length !== after.length || before.some((tool, at) => tool !== after[at])) {
    return compareSegments(previous, current);
  }
  const [left = NONE, right = NONE] = [baseline, node].map((at) => paths.parents[at] ?? NONE);
  const shared = sharedLength(paths, left, right, forms === 'exact' ? paths.messages : paths.forms);
  const opaque = Math.min(paths.firstOpaque[left] ?? shared, paths.firstOpaque[right] ?? shared);
  return compareSegments(previous, current, before.length + Math.min(shared, opaque));
}

function isDifferenceOfForm({ digests }: Continuity, { status, expected, found }: Compared): boolean {
  if (status !== 'diverged' || expected === null || found === null) return false;
  return (
    expected.kind !== 'tool_schema' &&
    expected.kind === found.kind &&
    expected.index === found.index &&
    expected.role === found.role &&
    digests.opaque[expected.node] === 0 &&
    digests.opaque[found.node] === 0 &&
    digests.forms[expected.node] === digests.forms[found.node]
  );
}

function carryOver({ trace, paths, digests }: Continuity, baseline: number, node: number): string | null {
  const depth = paths.depths[baseline] ?? 0;
  const last = paths.parents[node] ?? NONE;
  if (lengthOf(paths, last) <= depth) return 'absent';
  const tail = nodeAtDepth(paths, last, depth);
  const reply = trace.nodes[baseline]?.message;
  const returned = trace.nodes[tail]?.message;
  if (reply === undefined || returned === undefined || returned.role !== reply.role) return 'absent';
  if (digests.opaque[baseline] === 1 || digests.opaque[tail] === 1) return null;
  if (digests.messages[baseline] === digests.messages[tail]) return 'verbatim';
  return `altered:${alteredParts(reply, returned).join(',')}`;
}

function factsOf(
  continuity: Continuity,
  node: NodeIndex,
  { baseline, basis }: Known,
): Pick<Verdict, 'baseline' | 'basis' | 'reuse' | 'tokensReused'> {
  const { paths } = continuity;
  const isSound = paths.sound[node] === 1 && paths.sound[baseline] === 1;
  const left = paths.parents[baseline] ?? NONE;
  const right = paths.parents[node] ?? NONE;
  return {
    baseline,
    basis,
    reuse: isSound ? { shared: sharedLength(paths, left, right, null), of: lengthOf(paths, left) } : null,
    tokensReused: tokenReuse(continuity, baseline, node)?.prompt ?? null,
  };
}

function notesOf({ lineage }: Continuity, node: NodeIndex, failed: number): readonly string[] {
  const types = new Set(lineage(node).links.map(({ type }) => type));
  const notes: string[] = [];
  if (types.has('compaction_attempt')) notes.push('compaction_attempt');
  if (types.has('compaction')) notes.push('after_compaction');
  if (failed > 0) notes.push(`failed_attempts:${failed}`);
  return notes;
}

function unavailable(verdict: Verdict, reason: UnavailableReason): Verdict {
  return { ...verdict, status: 'unavailable', reason };
}

function emptyVerdict({ index, node, acp }: Call): Verdict {
  return {
    call: index,
    node,
    requestId: acp?.requestId ?? null,
    status: 'unavailable',
    previous: 0,
    preserved: 0,
    expected: null,
    found: null,
    apartFromForm: null,
    baseline: null,
    basis: null,
    scope: null,
    reason: null,
    fields: [],
    notes: [],
    reuse: null,
    tokensReused: null,
    carryOver: null,
  };
}
