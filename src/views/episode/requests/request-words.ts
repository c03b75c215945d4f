/**
 * Verdicts in words: the tag at a call, the lines that explain it, and names of segments. Status words are the report's;
 * ordinals count from 1, indexes with `#` from 0. Nothing here says anything about a provider's cache.
 */
import type { CallIndex } from '../../../model/ids';
import { unreachable } from '../../../model/unreachable';
import type { FirstDifference, RequestColumns, SegmentRef } from '../../../store/continuity.svelte';
import { BASES, FORM_CHANGES } from '../../../store/continuity.svelte';
import type { VerdictKind } from '../../../store/continuity-rows';
import { causesOf, hasNote, kindOf } from '../../../store/continuity-rows';
import { formatPlural } from '../../shared/format';
import { drawnText } from '../graph/graph-words';

/** What a kind of verdict is called where kinds are counted and chosen. */
export const KIND_NAMES: Readonly<Record<VerdictKind, string>> = {
  preserved: 'preserved',
  diverged: 'diverged',
  form: 'diverged, form only',
  compacted: 'diverged, compaction',
  unknown: 'unknown',
  unavailable: 'unavailable',
  no_predecessor: 'no predecessor',
};

export const KIND_MEANINGS: Readonly<Record<VerdictKind, string>> = {
  preserved: 'Everything of the request before it stands unchanged at the front of this one.',
  diverged: 'Something of the request before it was changed, removed, or moved.',
  form: 'The first difference is how a text is written, not what it says; apart from that all is kept.',
  compacted: 'The history was replaced by a summary, and the harness declared it.',
  unknown: 'A message was redacted or cut in the file: equal or not cannot be told.',
  unavailable: 'Not comparable: which request came before, or whether both belong together, is not known.',
  no_predecessor: 'The first request of a context.',
};

/** How a tag looks: `quiet` and `plain` are good news, `neutral` is to know, `warn` is not known, `bad` is a break. */
export type Tone = 'quiet' | 'plain' | 'neutral' | 'warn' | 'bad';

export interface Tag {
  readonly kind: VerdictKind;
  readonly words: string;
  readonly tone: Tone;
  /** The request before it was found by its messages alone. */
  readonly inferred: boolean;
}

/** Null where a call gets none: firsts, starts of contexts, empty prefixes, and what recorded no request. */
export function tagOf(
  requests: RequestColumns,
  difference: FirstDifference | null,
  call: CallIndex,
): Tag | null {
  const kind = kindOf(requests, call);
  const inferred = isInferredBasis(requests, call);
  const prefix = prefixWord(requests, call);
  const [kept, of] = [requests.preserved[call] ?? 0, requests.previous[call] ?? 0];
  switch (kind) {
    case 'preserved': {
      if (of === 0) return null;
      const tone = basisOf(requests, call) === 'physical' ? 'quiet' : 'plain';
      return { kind, words: `${prefix} ${kept}/${of} preserved`, tone, inferred };
    }
    case 'diverged':
      return { kind, words: `${prefix} diverged at ${placeOf(difference)}`, tone: 'bad', inferred };
    case 'form': {
      const words = `Prefix kept; ${placeOf(difference)} changed ${formWords(requests, call)}`;
      return { kind, words, tone: 'neutral', inferred };
    }
    case 'compacted': {
      const words = `${prefix} rewritten by compaction at ${placeOf(difference)}`;
      return { kind, words, tone: 'neutral', inferred };
    }
    case 'unknown': {
      const words = `${prefix} unknown: ${kept}/${of} confirmed, rest unreadable`;
      return { kind, words, tone: 'warn', inferred };
    }
    case 'unavailable': {
      const reason = reasonOf(requests, call);
      if (reason === 'context_start_unlinked' || reason === 'request_not_recorded') return null;
      const words = `Request prefix not comparable: ${reasonWords(requests, call)}`;
      return { kind, words, tone: 'warn', inferred };
    }
    case 'no_predecessor':
      return null;
    default:
      return unreachable(kind);
  }
}

/** The verdict in a row of the list: every call has one. */
export function verdictWords(
  requests: RequestColumns,
  difference: FirstDifference | null,
  call: CallIndex,
): string {
  const kind = kindOf(requests, call);
  const [kept, of] = [requests.preserved[call] ?? 0, requests.previous[call] ?? 0];
  switch (kind) {
    case 'preserved':
      return of === 0 ? 'preserved, empty prefix' : `preserved ${kept}/${of}`;
    case 'diverged':
      return `diverged at ${placeOf(difference)}, ${kept}/${of}`;
    case 'form':
      return `diverged at ${placeOf(difference)}, in form only, ${kept}/${of}`;
    case 'compacted':
      return `diverged at ${placeOf(difference)} by compaction, ${kept}/${of}`;
    case 'unknown':
      return `unknown after ${kept}/${of}`;
    case 'unavailable':
      return `unavailable: ${reasonWords(requests, call)}`;
    case 'no_predecessor':
      return `no predecessor: ${reasonWords(requests, call)}`;
    default:
      return unreachable(kind);
  }
}

function prefixWord({ messagesOnly }: RequestColumns, call: number): string {
  return messagesOnly[call] === 1 ? 'Message prefix' : 'Request prefix';
}

/** A tool that came or went is what happened, also where a system prompt has moved into its place. */
function placeOf(difference: FirstDifference | null): string {
  const { expected = null, found = null } = difference ?? {};
  const told = [expected, found].find((segment) => segment?.kind === 'tool_schema') ?? expected ?? found;
  return told === null ? 'an unknown place' : ordinal(told);
}

/** `message 3`, `tool 2`, `system prompt 1`. */
export function ordinal({ kind, index }: Pick<SegmentRef, 'kind' | 'index'>): string {
  switch (kind) {
    case 'tool_schema':
      return `tool ${index + 1}`;
    case 'system_prompt':
      return `system prompt ${index + 1}`;
    case 'message':
      return `message ${index + 1}`;
    default:
      return unreachable(kind);
  }
}

/** With its role or its name: `user message 3`, `tool 2 "write"`. */
export function segmentName(segment: SegmentRef): string {
  if (segment.kind === 'message' && segment.role !== null) {
    return `${drawnText(segment.role)} ${ordinal(segment)}`;
  }
  return segment.label === null ? ordinal(segment) : `${ordinal(segment)} “${drawnText(segment.label)}”`;
}

/** The first difference in few words: `user message 3 has other content`, `tool 2 “write” → system prompt 1`. */
export function changeWords(expected: SegmentRef, found: SegmentRef | null, ofForm: boolean): string {
  if (found === null) return `${segmentName(expected)} → nothing`;
  if (ofForm) return `${segmentName(expected)} has the same text in another form`;
  return isSamePlace(expected, found)
    ? `${segmentName(expected)} has other content`
    : `${segmentName(expected)} → ${segmentName(found)}`;
}

/** What stands there instead, in words that do not repeat the same name. */
export function foundWords(expected: SegmentRef, found: SegmentRef | null, ofForm: boolean): string {
  if (found === null) return 'nothing: the request ends before it';
  if (ofForm) return `${segmentName(found)} with the same text in another form`;
  return isSamePlace(expected, found) ? `${segmentName(found)} with other content` : segmentName(found);
}

function isSamePlace(expected: SegmentRef, found: SegmentRef): boolean {
  return (
    expected.kind === found.kind &&
    expected.index === found.index &&
    expected.role === found.role &&
    expected.label === found.label
  );
}

function formWords({ form }: RequestColumns, call: number): string {
  const change = FORM_CHANGES[form[call] ?? 0] ?? 'none';
  switch (change) {
    case 'parts_to_text':
      return 'from parts to text';
    case 'text_to_parts':
      return 'from text to parts';
    case 'other':
    case 'none':
      return 'in form';
    default:
      return unreachable(change);
  }
}

type Basis = (typeof BASES)[number];

export function basisOf({ basis }: RequestColumns, call: number): Basis | null {
  return BASES[basis[call] ?? -1] ?? null;
}

export function isInferredBasis(requests: RequestColumns, call: number): boolean {
  const basis = basisOf(requests, call);
  return basis === 'restated' || basis === 'tool_call_ids';
}

const BASIS_WORDS: Readonly<Record<Basis, { readonly short: string; readonly long: string }>> = {
  declared: { short: 'declared', long: 'a link of the harness names it' },
  physical: { short: 'physical', long: 'the request goes on from the message that it committed' },
  restated: {
    short: 'restated, inferred',
    long: 'the request repeats its messages, and no other reply has the same',
  },
  tool_call_ids: {
    short: 'tool-call ids, inferred',
    long: 'the request returns results of calls that no other reply issued',
  },
};

export function basisWords(basis: Basis): { readonly short: string; readonly long: string } {
  return BASIS_WORDS[basis];
}

export function reasonOf({ reason, words }: RequestColumns, call: number): string | null {
  return words[reason[call] ?? -1] ?? null;
}

const REASONS: Readonly<Record<string, string>> = {
  only_unlinked: 'first request of this context',
  subagent_call: 'first request of a sub-agent',
  request_not_recorded: 'the request was not recorded',
  duplicate_call_record: 'several calls name the same message',
  malformed_path: 'its messages lead to no root',
  bad_link: 'a link names no reply of the trace',
  several_links: 'links name several requests before it',
  compaction_source: 'what was compacted is not known',
  restated_by_several: 'several replies have the messages that it repeats',
  ids_issued_by_several: 'several replies issued the tool-call ids that it answers',
  cycle: 'links lead in a circle',
  context_start_unlinked: 'starts a context; nothing recorded says what came before',
  reply_not_recorded: 'it goes on from a reply that is not recorded',
  predecessor_call_missing: 'the call before it is not recorded',
  domain_unknown: 'not recorded',
  domain_mismatch: 'another',
};

/** Why there is no comparison, or no predecessor. */
export function reasonWords(requests: RequestColumns, call: number): string {
  const reason = reasonOf(requests, call);
  if (reason === null) return 'no reason is known';
  const fields = fieldsOf(requests, call)
    .map((field) => drawnText(field.replace(/^options\./, '')))
    .join(', ');
  if (reason === 'domain_unknown') return `${fields} not recorded`;
  if (reason === 'domain_mismatch') return `another ${fields}`;
  return (Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined) ?? reason;
}

/** Whether both requests went to the same place with the same prompt options; null where there are no two. */
export function domainWords(requests: RequestColumns, call: number): string | null {
  if (basisOf(requests, call) === null) return null;
  const reason = reasonOf(requests, call);
  if (reason === null) return 'the same model, endpoint and options';
  return reason === 'domain_unknown' || reason === 'domain_mismatch' ? reasonWords(requests, call) : null;
}

function fieldsOf({ fields, sets }: RequestColumns, call: number): readonly string[] {
  return sets[fields[call] ?? -1] ?? [];
}

/** Whether the reply to the request before it came back as it was. */
export function carryOverWords({ carryOver, words }: RequestColumns, call: number): string | null {
  const told = words[carryOver[call] ?? -1] ?? null;
  if (told === null) return null;
  if (told === 'verbatim') return 'came back word for word';
  if (told === 'absent') return 'did not come back';
  const parts = told
    .slice(told.indexOf(':') + 1)
    .replaceAll('_', ' ')
    .replaceAll(',', ', ');
  return `came back altered: ${parts}`;
}

/** What is to know besides: retries, compaction, limits. */
export function noteWords(requests: RequestColumns, call: number): readonly string[] {
  const notes: string[] = [];
  if (hasNote(requests, call, 'compaction_attempt')) notes.push('This call tries to sum the context up.');
  if (hasNote(requests, call, 'after_compaction')) {
    notes.push('The harness declared a compaction right before it.');
  }
  const failed = requests.failedAttempts[call] ?? 0;
  if (failed > 0) {
    notes.push(
      failed === 1
        ? '1 earlier attempt failed; its request was not recorded.'
        : `${failed} earlier attempts failed; their requests were not recorded.`,
    );
  }
  if (hasNote(requests, call, 'causes_limited')) {
    notes.push('The requests are too long to be aligned in full: only equal messages are paired.');
  }
  return notes;
}

/** What a screen reader says of a row. */
export function requestSentence(
  requests: RequestColumns,
  difference: FirstDifference | null,
  call: CallIndex,
): string {
  const causes = causesOf(requests, call).length;
  const why = causes === 0 ? '' : `, ${formatPlural(causes, 'cause')}`;
  return `call #${call}: ${verdictWords(requests, difference, call)}${why}`;
}
