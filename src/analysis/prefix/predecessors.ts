/**
 * For every recorded reply the one request that came before it, as far as links and messages say so: rules in order, cycles
 * cut, starts found by exclusion. Array order and clocks decide nothing. Linear but for the search for ancestors.
 */
import type { Trace } from '../../model/episode';
import { nodeIndex } from '../../model/ids';
import { unreachable } from '../../model/unreachable';
import { NONE } from '../graph';
import { cutCycles } from './cut-cycles';
import type { Lineage, LineageOf } from './lineage';
import type { Ambiguity, Basis, FinalOutcome, Known, Outcome } from './outcomes';
import { ambiguous, isInferred } from './outcomes';
import type { PathFacts } from './path-predecessor';
import { fromCallers, fromPath, lastAssistantBefore } from './path-predecessor';

/** `strict` takes what is inferred from messages away; nothing else changes. */
export interface PredecessorOptions {
  readonly strict: boolean;
}

export type Predecessors = ReadonlyMap<number, FinalOutcome>;

/** Of each sampled node. */
export function predecessorsOf(
  trace: Trace,
  facts: PathFacts,
  lineage: LineageOf,
  { strict }: PredecessorOptions,
): Predecessors {
  const outcomes = new Map<number, Outcome>();
  for (const { index, sampled } of trace.nodes) {
    if (sampled) outcomes.set(index, ruled(facts, lineage, index));
  }
  cutCycles(outcomes);
  if (strict) for (const [node, outcome] of outcomes) outcomes.set(node, withoutInference(outcome));
  return byExclusion(facts, outcomes, strict);
}

function ruled(facts: PathFacts, lineage: LineageOf, node: number): Outcome {
  const declared = lineage(node);
  if (declared.broken.size > 0 || declared.links.some(({ source }) => !isReply(facts, source, node))) {
    return ambiguous('bad_link');
  }
  if (declared.links.length > 0) return fromLinks(facts, lineage, declared);
  return declared.calledBy.length > 0 ? fromCallers(facts, node, declared.calledBy) : fromPath(facts, node);
}

function isReply(facts: PathFacts, source: number, node: number): boolean {
  return source !== node && facts.isSampled(source);
}

function fromLinks(facts: PathFacts, lineage: LineageOf, { links }: Lineage): Outcome {
  const ways = new Map<number, Known>();
  const summaries = new Set<number>();
  for (const { source, type } of links) {
    switch (type) {
      case 'continuation':
      case 'compaction_attempt':
        strengthen(ways, declaredBy(source));
        break;
      case 'compaction': {
        const way = beforeSummary(facts, lineage, source);
        if (way === null) return ambiguous('compaction_source');
        strengthen(ways, way);
        summaries.add(source);
        break;
      }
      default:
        unreachable(type);
    }
  }
  for (const summary of summaries) ways.delete(summary);
  const [way, second] = ways.values();
  if (way === undefined) return ambiguous('compaction_source');
  return second === undefined ? way : ambiguous('several_links');
}

function declaredBy(source: number): Known {
  return { kind: 'known', baseline: nodeIndex(source), basis: 'declared', through: null };
}

const STRENGTH: readonly Basis[] = ['tool_call_ids', 'restated', 'physical', 'declared'];

/** Of several ways to one request the strongest counts. */
function strengthen(ways: Map<number, Known>, way: Known): void {
  const before = ways.get(way.baseline);
  if (before === undefined || STRENGTH.indexOf(before.basis) < STRENGTH.indexOf(way.basis)) {
    ways.set(way.baseline, way);
  }
}

/** What a context is resumed from is what its summary was made from, not the summary. Null where that is not one request. */
function beforeSummary(facts: PathFacts, lineage: LineageOf, summary: number): Known | null {
  const { links, broken } = lineage(summary);
  if (broken.has('continuation') || broken.has('compaction_attempt')) return null;
  const sources = new Set(links.filter(({ type }) => type !== 'compaction').map(({ source }) => source));
  const [source, second] = sources;
  if (second !== undefined) return null;
  if (source !== undefined) return isReply(facts, source, summary) ? declaredBy(source) : null;
  const found = fromPath(facts, summary);
  if (found.kind !== 'known') return null;
  return isInferred(found.basis) ? { ...found, through: nodeIndex(summary) } : found;
}

/** Strict mode only takes away: no answer can appear that the normal mode does not give. */
function withoutInference(outcome: Outcome): Outcome {
  switch (outcome.kind) {
    case 'known':
      if (!isInferred(outcome.basis)) return outcome;
      return outcome.through === null
        ? { kind: 'unresolved', wasInferred: true }
        : ambiguous('compaction_source');
    case 'ambiguous':
      return followsReply(outcome.reason) ? { kind: 'unresolved', wasInferred: true } : outcome;
    case 'unresolved':
    case 'none':
      return outcome;
    default:
      return unreachable(outcome);
  }
}

/**
 * Where only one request of a trace can have been the first, it was. Requests whose predecessor is ambiguous may have been
 * the first too, unless their messages go on from a recorded reply.
 */
function byExclusion(
  facts: PathFacts,
  outcomes: ReadonlyMap<number, Outcome>,
  strict: boolean,
): Predecessors {
  let starts = 0;
  for (const [node, outcome] of outcomes) if (mayBeFirst(facts, node, outcome)) starts += 1;
  const final = new Map<number, FinalOutcome>();
  for (const [node, outcome] of outcomes) {
    if (outcome.kind !== 'unresolved') final.set(node, outcome);
    else if (starts === 1 && !(strict && outcome.wasInferred)) {
      final.set(node, { kind: 'none', reason: 'only_unlinked' });
    } else {
      const hasReply = outcome.wasInferred || lastAssistantBefore(facts.paths, node) !== NONE;
      final.set(node, {
        kind: 'unlinked',
        reason: hasReply ? 'reply_not_recorded' : 'context_start_unlinked',
      });
    }
  }
  return final;
}

function mayBeFirst(facts: PathFacts, node: number, outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'unresolved':
      return true;
    case 'known':
    case 'none':
      return false;
    case 'ambiguous':
      return !followsReply(outcome.reason) && !goesOnFromReply(facts, node);
    default:
      return unreachable(outcome);
  }
}

/** Which reply it follows is not certain; that it follows one is. */
function followsReply(reason: Ambiguity): boolean {
  return reason === 'restated_by_several' || reason === 'ids_issued_by_several';
}

function goesOnFromReply(facts: PathFacts, node: number): boolean {
  const last = lastAssistantBefore(facts.paths, node);
  return last !== NONE && facts.isSampled(last);
}
