/**
 * What is known of the request of one call beside the one before it, as facts: derived and inferred apart, and what the
 * provider reported apart from both. Unknown is never zero.
 */
import type { CallIndex, NodeIndex } from '../../../model/ids';
import { nodeIndex } from '../../../model/ids';
import type { FirstDifference, RequestColumns, SegmentRef } from '../../../store/continuity.svelte';
import { hasNote, reprocessed } from '../../../store/continuity-rows';
import { formatCost, formatCount } from '../../shared/format';
import type { Fact, FactValue } from '../facts';
import { cacheWords } from './cache-words';
import {
  basisOf,
  basisWords,
  carryOverWords,
  domainWords,
  foundWords,
  isInferredBasis,
  noteWords,
  ordinal,
  segmentName,
  verdictWords,
} from './request-words';

export interface RequestFacts {
  readonly derived: readonly Fact[];
  /** What rests on a predecessor that was found by its messages alone. */
  readonly inferred: readonly Fact[];
}

const text = (value: string): FactValue => ({ kind: 'text', text: value });

export function requestFacts(
  requests: RequestColumns,
  difference: FirstDifference | null,
  call: CallIndex,
  hasTokens: boolean,
): RequestFacts {
  const fact = (label: string, value: FactValue, rule?: string): Fact => ({
    label,
    value,
    source: null,
    ...(rule === undefined ? {} : { rule }),
  });
  const facts: Fact[] = [fact('verdict', text(verdictWords(requests, difference, call)))];
  const notes = noteWords(requests, call).map((note) => fact('note', text(note)));
  const basis = basisOf(requests, call);
  if (basis !== null) {
    facts.push(fact('compared with', predecessor(requests, call), basisWords(basis).long));
    facts.push(fact('basis', text(basisWords(basis).short)));
  }
  const { expected = null, found = null } = difference ?? {};
  if (expected !== null) {
    facts.push(fact('expected', segmentValue(expected, segmentName(expected))));
    facts.push(
      fact(
        'found',
        found === null
          ? { kind: 'missing', reason: foundWords(expected, null, false) }
          : segmentValue(found, foundWords(expected, found, hasNote(requests, call, 'content_form'))),
      ),
    );
  }
  const unreadable = difference?.unreadable ?? null;
  if (unreadable !== null) {
    const words = `${segmentName(unreadable)} is redacted or cut in this trace`;
    facts.push(fact('unreadable', segmentValue(unreadable, words)));
  }
  const apart = difference?.apart ?? null;
  if (apart !== null) facts.push(fact('apart from form', text(apartWords(requests, call, apart.expected))));
  const domain = domainWords(requests, call);
  if (domain !== null) facts.push(fact('domain', text(domain), 'decoding settings do not count'));
  if (requests.messagesOnly[call] === 1 && requests.previous[call] !== 0) {
    facts.push(
      fact('scope', text('messages only'), 'tools are recorded for the trace, not for each request'),
    );
  }
  const of = requests.earlierNodes[call] ?? -1;
  if (of >= 0) {
    const shared = requests.sharedNodes[call] ?? 0;
    facts.push(
      fact(
        'same nodes',
        text(`${formatCount(shared)} of ${formatCount(of)}`),
        'messages of the earlier request that are the very same nodes here',
      ),
    );
  }
  if (basis !== null) facts.push(...tokenFacts(requests, call, hasTokens, fact));
  const carried = carryOverWords(requests, call);
  if (carried !== null) facts.push(fact('its reply', text(carried)));
  const attempts = requests.attempts[call] ?? 0;
  if (attempts > 1) {
    notes.push(
      fact(
        'attempt',
        text(`${requests.attempt[call] ?? 0} of ${attempts} under one request id`),
        'the id is the idempotency key as well: an answer that was replayed adds no call',
      ),
    );
  }
  return isInferredBasis(requests, call)
    ? { derived: notes, inferred: facts }
    : { derived: [...facts, ...notes], inferred: [] };
}

/** As the provider reported it; never an input of a verdict. */
export function providerFacts(requests: RequestColumns, call: CallIndex): readonly Fact[] {
  const cost = requests.cost[call] ?? Number.NaN;
  const reads = cacheWords(requests, call);
  return [
    {
      label: 'cache reads',
      value:
        reads === 'not reported'
          ? { kind: 'missing', reason: reads }
          : text(`${reads} input tokens read from cache`),
      source: null,
      rule: 'as the provider reported it; no part of the verdict',
    },
    {
      label: 'cost',
      value: Number.isNaN(cost) ? { kind: 'missing', reason: 'not reported' } : text(formatCost(cost)),
      source: null,
    },
  ];
}

function predecessor(requests: RequestColumns, call: number): FactValue {
  const before = requests.baselineCall[call] ?? -1;
  const node: NodeIndex = nodeIndex(Math.max(0, requests.baseline[call] ?? 0));
  return { kind: 'node', node, after: before < 0 ? 'no call recorded' : `call #${before}` };
}

function segmentValue(segment: SegmentRef, words: string): FactValue {
  return { kind: 'node', node: segment.node, after: words };
}

function apartWords(requests: RequestColumns, call: number, expected: SegmentRef | null): string {
  const kept = `${requests.apartPreserved[call] ?? 0}/${requests.previous[call] ?? 0}`;
  return expected === null ? `preserved ${kept}` : `diverged at ${ordinal(expected)}, ${kept}`;
}

function tokenFacts(
  requests: RequestColumns,
  call: number,
  hasTokens: boolean,
  fact: (label: string, value: FactValue, rule?: string) => Fact,
): readonly Fact[] {
  const of = requests.tokensOf[call] ?? Number.NaN;
  if (Number.isNaN(of)) {
    return [
      fact('token ids', {
        kind: 'missing',
        reason: hasTokens ? 'not of both prompts' : 'none in this trace',
      }),
    ];
  }
  const kept = requests.tokensKept[call] ?? 0;
  const facts = [
    fact(
      'tokens kept',
      text(`${formatCount(kept)} of ${formatCount(of)}`),
      'ids of the earlier prompt at the front of this one',
    ),
    fact('again', text(`${formatCount(reprocessed(requests, call))} tokens`), 'to be processed once more'),
  ];
  const replyOf = requests.replyOf[call] ?? Number.NaN;
  if (!Number.isNaN(replyOf)) {
    const replyKept = requests.replyKept[call] ?? 0;
    facts.push(fact('reply tokens', text(`${formatCount(replyKept)} of ${formatCount(replyOf)} kept`)));
  }
  return facts;
}
