/** Verdicts, usage and beginnings of branches of one trace in columns. It adds no conclusion of its own. */
import type { Agents } from '../../analysis/agents/reconstruct';
import type { Beginning } from '../../analysis/prefix/beginnings';
import type { RequestReport } from '../../analysis/prefix/requests-report';
import type { SegmentRef } from '../../analysis/prefix/segments';
import { segmentsOf } from '../../analysis/prefix/segments';
import type { Continuity } from '../../analysis/prefix/trace-continuity';
import { NONE } from '../../analysis/graph';
import { SUMMARY_CODES } from '../../layout/call-graph/columns';
import type { Trace } from '../../model/episode';
import { agentCallsOf } from '../../analysis/sessions/agent-calls';
import type { TraceSemantics } from '../../analysis/semantics';
import { callIndex } from '../../model/ids';
import { agentName } from './call-groups';
import type {
  BeginningColumns,
  FirstDifference,
  OwnerColumns,
  RequestColumns,
  SummaryColumns,
} from './continuity-shape';
import { BASES, FORM_CHANGES, REQUEST_NOTES, REQUEST_STATUSES } from './continuity-shape';

/** Words of a trace may be of any length; on the screen a name is a name. */
const LABEL = 256;

export function requestColumns(trace: Trace, reports: readonly RequestReport[]): RequestColumns {
  const words = new Vocabulary<string>((word) => word);
  const sets = new Vocabulary<readonly string[]>((set) => set.join(' '));
  const callOf = callsByNode(trace);
  const { attempt, attempts } = attemptsOf(trace);
  const ints = (of: (report: RequestReport) => number) => Int32Array.from(reports, of);
  const floats = (of: (report: RequestReport) => number | undefined) =>
    Float64Array.from(reports, (report) => of(report) ?? Number.NaN);
  const usage = (of: (found: NonNullable<Trace['calls'][number]['usage']>) => number | null) =>
    floats(({ call }) => {
      const found = trace.calls[call]?.usage ?? null;
      return found === null ? undefined : (of(found) ?? undefined);
    });
  return {
    count: reports.length,
    node: ints(({ node }) => node ?? NONE),
    status: Uint8Array.from(reports, ({ status }) => REQUEST_STATUSES.indexOf(status)),
    previous: ints(({ previous }) => previous),
    preserved: ints(({ preserved }) => preserved),
    apartStatus: Int8Array.from(reports, ({ apart_from_form: apart }) =>
      apart === null ? NONE : REQUEST_STATUSES.indexOf(apart.status),
    ),
    apartPreserved: ints(({ apart_from_form: apart }) => apart?.preserved ?? NONE),
    form: Uint8Array.from(reports, (report) => FORM_CHANGES.indexOf(formChange(trace, report))),
    baseline: ints(({ baseline }) => baseline ?? NONE),
    baselineCall: ints(({ baseline }) => (baseline === null ? NONE : (callOf[baseline] ?? NONE))),
    basis: Int8Array.from(reports, ({ basis }) => (basis === null ? NONE : BASES.indexOf(basis))),
    messagesOnly: Uint8Array.from(reports, ({ scope }) => (scope === 'messages_only' ? 1 : 0)),
    reason: ints(({ reason }) => (reason === null ? NONE : words.of(reason))),
    carryOver: ints(({ carry_over: carried }) => (carried === null ? NONE : words.of(carried))),
    causes: ints(({ causes }) => sets.of(causes)),
    fields: ints(({ fields }) => sets.of(fields.map((field) => field.slice(0, LABEL)))),
    notes: Uint8Array.from(reports, ({ notes }) => notes.reduce((bits, note) => bits | bitOf(note), 0)),
    failedAttempts: Uint16Array.from(reports, ({ notes }) => Math.min(failedIn(notes), 0xffff)),
    attempt,
    attempts,
    sharedNodes: ints(({ reuse }) => reuse?.shared ?? NONE),
    earlierNodes: ints(({ reuse }) => reuse?.of ?? NONE),
    tokensKept: floats(({ tokens_reused: tokens }) => tokens?.kept),
    tokensOf: floats(({ tokens_reused: tokens }) => tokens?.of),
    replyKept: floats(({ reply_tokens_reused: tokens }) => tokens?.kept),
    replyOf: floats(({ reply_tokens_reused: tokens }) => tokens?.of),
    input: usage(({ promptTokens, cachedInputTokens }) => promptTokens + (cachedInputTokens ?? 0)),
    cacheReads: usage(({ cachedInputTokens }) => cachedInputTokens),
    cost: usage(({ cost }) => cost),
    words: words.list,
    sets: sets.list,
  };
}

export function firstDifferences(
  continuity: Continuity,
  reports: readonly RequestReport[],
): readonly FirstDifference[] {
  return reports.flatMap((report) => {
    const { call, expected, found, apart_from_form: apart } = report;
    const unreadable = unreadableSegment(continuity, report);
    if (expected === null && found === null && unreadable === null) return [];
    return [
      {
        call: callIndex(call),
        unreadable: shortened(unreadable),
        expected: shortened(expected),
        found: shortened(found),
        apart: apart === null ? null : { expected: shortened(apart.expected), found: shortened(apart.found) },
      },
    ];
  });
}

/** Comparing ended at it: everything before is kept, what it was is not known. */
function unreadableSegment(
  continuity: Continuity,
  { status, baseline, preserved }: RequestReport,
): SegmentRef | null {
  if (status !== 'unknown' || baseline === null) return null;
  const segments = segmentsOf(continuity, baseline, continuity.digests.messages);
  return preserved < segments.length ? segments.at(preserved).ref : null;
}

export function beginningColumns(beginnings: readonly Beginning[]): BeginningColumns {
  const words = new Vocabulary<string>((word) => word);
  return {
    node: Int32Array.from(beginnings, ({ node }) => node),
    sibling: Int32Array.from(beginnings, ({ sibling }) => sibling ?? NONE),
    cause: Int32Array.from(beginnings, ({ cause }) => words.of(cause)),
    words: words.list,
  };
}

export function summaryColumns({ summaries }: Agents): SummaryColumns {
  return {
    node: Int32Array.from(summaries, ({ node }) => node),
    state: Uint8Array.from(summaries, ({ state }) => SUMMARY_CODES.indexOf(state)),
  };
}

export function ownerColumns(trace: Trace, { agents, edges }: TraceSemantics): OwnerColumns {
  const agent = new Int32Array(trace.calls.length).fill(NONE);
  if (agents.mode === 'physical') return { agent, names: [] };
  const records = edges.ledger?.records ?? null;
  for (const { call, agent: owner, kind } of agentCallsOf(trace, agents, records?.sessionOf ?? null)) {
    if (call === null || owner === null) continue;
    // A root that only answers a probe is no agent.
    if (kind === 'probe' && agents.agents[owner]?.basis === 'unlinked') continue;
    agent[call.index] = owner;
  }
  return { agent, names: agents.agents.map((one) => agentName(one).slice(0, LABEL)) };
}

/** Each value once, by its place in the list. */
class Vocabulary<Value> {
  readonly list: Value[] = [];
  readonly #places = new Map<string, number>();
  readonly #key: (value: Value) => string;

  constructor(key: (value: Value) => string) {
    this.#key = key;
  }

  of(value: Value): number {
    const key = this.#key(value);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.list.length);
    return this.list.push(value) - 1;
  }
}

/** The call that counts for a node: the last that names it. */
function callsByNode(trace: Trace): Int32Array {
  const calls = new Int32Array(trace.nodes.length).fill(NONE);
  for (const { index, node } of trace.calls) if (node !== null) calls[node] = index;
  return calls;
}

function attemptsOf(trace: Trace) {
  const attempt = new Uint16Array(trace.calls.length);
  const attempts = new Uint16Array(trace.calls.length);
  const counts = new Map<string, number>();
  for (const { index, acp } of trace.calls) {
    const id = acp?.requestId ?? null;
    if (id === null) continue;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    attempt[index] = Math.min(count, 0xffff);
  }
  for (const { index, acp } of trace.calls) {
    const id = acp?.requestId ?? null;
    if (id !== null) attempts[index] = Math.min(counts.get(id) ?? 0, 0xffff);
  }
  return { attempt, attempts };
}

function formChange(trace: Trace, { apart_from_form: apart, expected, found }: RequestReport) {
  if (apart === null || expected === null || found === null) return 'none';
  const before = trace.nodes[expected.node]?.message.content.kind;
  const after = trace.nodes[found.node]?.message.content.kind;
  if (before === 'parts' && after === 'text') return 'parts_to_text';
  return before === 'text' && after === 'parts' ? 'text_to_parts' : 'other';
}

const FAILED = 'failed_attempts:';

function bitOf(note: string): number {
  switch (note) {
    case 'compaction_attempt':
      return REQUEST_NOTES.compaction_attempt;
    case 'after_compaction':
      return REQUEST_NOTES.after_compaction;
    case 'content_form':
      return REQUEST_NOTES.content_form;
    case 'causes_limited':
      return REQUEST_NOTES.causes_limited;
    default:
      return 0;
  }
}

function failedIn(notes: readonly string[]): number {
  const note = notes.find((one) => one.startsWith(FAILED));
  return note === undefined ? 0 : Number(note.slice(FAILED.length));
}

function shortened(segment: SegmentRef | null): SegmentRef | null {
  if (segment === null) return null;
  const { role, label } = segment;
  return { ...segment, role: role?.slice(0, LABEL) ?? null, label: label?.slice(0, LABEL) ?? null };
}
