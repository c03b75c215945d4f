/** What became of edge sets, ledgers and single edges, in words. */
import { unreachable } from '../../model/unreachable';
import type { EdgeSetReport, FoundEdgeFile } from '../../store/run-edges.svelte';
import { formatCount, formatPlural } from '../shared/format';

type Reason = NonNullable<EdgeSetReport['reason']>;
type Outcome = EdgeSetReport['outcomes'][number];

/** Of a set or ledger as a whole. */
export function reasonWords(reason: Reason): string {
  switch (reason) {
    case 'invalid_schema':
      return 'it is not written as a set is';
    case 'bad_request_id':
      return 'it names what is no request id';
    case 'bad_label':
      return 'a type is no label';
    case 'self_edge':
      return 'an edge links a request to itself';
    case 'duplicate_edge':
      return 'an edge is listed twice';
    case 'cycle':
      return 'an edge would close a cycle';
    case 'bad_call_node':
      return 'a call of the trace names a node that does not exist';
    case 'unsampled_node':
      return 'a call of the trace names a node that no model produced';
    case 'uncommitted_request':
      return 'a request committed nothing in this trace';
    case 'same_node':
      return 'both ends of an edge are one node';
    case 'duplicate_resolved':
      return 'two edges are the same link';
    case 'no_trace':
      return 'no trace of this run carries its requests';
    case 'several_traces':
      return 'several traces carry its requests';
    default:
      return unreachable(reason);
  }
}

/** How it went, after the verdict's own word. */
export function sumWords({ accepted, added, already_present: present, outcomes }: EdgeSetReport): string {
  if (!accepted) return 'nothing was added';
  const skipped = outcomes.filter((outcome) => outcome === 'skipped').length;
  const parts = [
    `${formatPlural(added, 'link')} added`,
    ...(present > 0 ? [`${formatCount(present)} there already`] : []),
    ...(skipped > 0 ? [`${formatCount(skipped)} not in this trace`] : []),
  ];
  return parts.join(', ');
}

/** `held`: it would have been added, had the set not been refused for another edge. */
export type EdgeVerdict = Exclude<Outcome, 'refused'> | 'refused' | 'held';

export const VERDICTS: readonly EdgeVerdict[] = [
  'refused',
  'added',
  'present',
  'held',
  'not_reached',
  'skipped',
];

export function verdictOf({ outcomes, refused_edge }: EdgeSetReport, edge: number): EdgeVerdict {
  const outcome = outcomes[edge] ?? 'not_reached';
  return outcome === 'refused' && edge !== refused_edge ? 'held' : outcome;
}

export const VERDICT_WORDS: Readonly<Record<EdgeVerdict, string>> = {
  refused: 'refused',
  added: 'added',
  present: 'there already',
  held: 'not added',
  not_reached: 'not reached',
  skipped: 'not in this trace',
};

export const VERDICT_MEANINGS: Readonly<Record<EdgeVerdict, string>> = {
  refused: 'The reason is about this edge',
  added: 'A link now',
  present: 'A link before',
  held: 'Sound, but a set is applied whole or not at all',
  not_reached: 'Behind the edge that was refused: never looked at',
  skipped: 'A ledger tells of everything its session did, also of what this trace does not hold',
};

/** What a file turned out to be. */
export function kindWords({ sets, events, sessions }: FoundEdgeFile): string {
  const parts = [
    ...(sets > 0 ? [sets === 1 ? 'edge set' : `${formatCount(sets)} publications of an edge set`] : []),
    ...(events > 0 ? [`ledger of ${formatPlural(events, 'event')}`] : []),
    ...(sessions > 0 ? ['what a harness says of its sessions'] : []),
  ];
  return parts.length === 0 ? 'neither a set of edges nor a ledger' : parts.join(' and ');
}
