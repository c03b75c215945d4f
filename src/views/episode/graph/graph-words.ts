/** The graph in words: what a call, a link or a lane is, for the strip under the picture, the inspector and the text. */
import type { CallPicture } from '../../../layout/call-graph/call-graph';
import type { CallGraph } from '../../../layout/call-graph/columns';
import { CALL_FLAGS, LINK_FLAGS, LINK_ORIGINS, SUMMARY_CODES } from '../../../layout/call-graph/columns';
import type { KnownLabel } from '../../../model/edges';
import { KNOWN_LABELS } from '../../../model/edges';
import { unreachable } from '../../../model/unreachable';
import { formatCount, formatPlural } from '../../shared/format';
import { segmentsOf } from '../../shared/odd-characters';

/** Text from a trace as it can stand in a picture: characters that would act are replaced by their signs. */
export function drawnText(text: string): string {
  return segmentsOf(text)
    .map((segment) => (segment.kind === 'text' ? segment.text : segment.sign))
    .join('');
}

/** What the cause did to the effect. */
const MEANINGS: Readonly<Record<KnownLabel, string>> = {
  continuation: 'the next request of the same agent',
  subagent_call: 'this call sent the agent off',
  subagent_return: 'what the agent found came back to this call',
  compaction_attempt: 'an attempt to sum up a context that was too long',
  compaction: 'the summary with which a new context begins',
  agent_message: 'a message from one request to another',
  subagent_cancel: 'a request that stopped another',
  refinement_attempt: 'an attempt at a plan or a review',
  refinement: 'the plan or review that was taken up',
};

export function meaningOf(type: string): string {
  const known = KNOWN_LABELS.find((label) => label === type);
  return known === undefined ? 'a label that Wirescope does not know, drawn as what it is' : MEANINGS[known];
}

export const PREFIX_NAME = 'physical prefix';
export const PREFIX_MEANING =
  'the later request begins with the tokens of the earlier one; who called whom it does not say';
export const SESSION_MEANING = 'the harness’s record of sessions names the parent; no link does';

export function edgeName({ graph, edges }: CallPicture, edge: number): string {
  const link = edges.link[edge] ?? -1;
  return link < 0 ? PREFIX_NAME : drawnText(graph.links.types[graph.links.type[link] ?? 0] ?? '');
}

export function edgeMeaning({ graph, edges }: CallPicture, edge: number): string {
  const link = edges.link[edge] ?? -1;
  if (link < 0) return PREFIX_MEANING;
  if (originOf(graph, link) === 'session') return SESSION_MEANING;
  return meaningOf(graph.links.types[graph.links.type[link] ?? 0] ?? '');
}

function originOf({ links }: CallGraph, link: number) {
  return LINK_ORIGINS[links.origin[link] ?? 0] ?? 'trace';
}

/** Where it is known from. */
export function edgeOrigin({ graph, edges }: CallPicture, edge: number): string {
  const link = edges.link[edge] ?? -1;
  if (link < 0) return 'derived from the parents of the nodes';
  const origin = originOf(graph, link);
  if (isRefused(graph, link)) return origin === 'ledger' ? 'told by a ledger' : 'declared by an edge set';
  switch (origin) {
    case 'trace':
      return 'recorded in the trace';
    case 'edge_set':
      return 'added from an edge set';
    case 'ledger':
      return 'added from a ledger';
    case 'session':
      return 'from the record of sessions';
    default:
      return unreachable(origin);
  }
}

function isRefused({ links }: CallGraph, link: number): boolean {
  return ((links.flags[link] ?? 0) & LINK_FLAGS.refused) !== 0;
}

export function edgeState({ graph, edges }: CallPicture, edge: number): string | null {
  const link = edges.link[edge] ?? -1;
  const flags = link < 0 ? 0 : (graph.links.flags[link] ?? 0);
  if (link >= 0 && isRefused(graph, link)) {
    const reason = graph.links.reasons[graph.links.reason[link] ?? -1];
    return `refused${reason === undefined ? '' : `: ${reason}`}`;
  }
  return (flags & LINK_FLAGS.feedback) === 0 ? null : 'closes a cycle: it leads back to an earlier request';
}

const SUMMARIES: Readonly<Record<(typeof SUMMARY_CODES)[number], string>> = {
  none: '',
  accepted: 'summary, accepted',
  returned: 'summary, returned to the caller',
  superseded: 'summary, superseded by a later attempt',
  side: 'summary on the side, never taken up',
  not_resumed: 'summary, nothing was resumed from it',
};

/** `turn 3`, `turn 1 of context 2`, `summary, accepted`, `probe`. */
export function callName({ calls, groups }: CallGraph, call: number): string {
  const flags = calls.flags[call] ?? 0;
  const summary = SUMMARY_CODES[calls.summary[call] ?? 0] ?? 'none';
  const context =
    (groups.contexts[calls.group[call] ?? 0] ?? 1) > 1 ? ` of context ${(calls.context[call] ?? 0) + 1}` : '';
  if (summary !== 'none') return `${SUMMARIES[summary]}${context}`;
  if ((flags & CALL_FLAGS.loose) !== 0) return 'call that committed nothing';
  if ((flags & CALL_FLAGS.probe) !== 0) return 'probe';
  if ((flags & CALL_FLAGS.stale) !== 0) return 'attempt that does not count';
  return `turn ${formatCount(calls.turn[call] ?? 0)}${context}`;
}

/** With its lane: `sub 1.2, turn 3`. */
export function callPlace(graph: CallGraph, call: number): string {
  const lane = graph.groups.label[graph.calls.group[call] ?? 0] ?? '';
  return `${drawnText(lane)}, ${callName(graph, call)}`;
}

/** What is out of the ordinary about a call, in words. */
export function callMarks({ calls }: CallGraph, call: number): readonly string[] {
  const flags = calls.flags[call] ?? 0;
  const marks: string[] = [];
  if ((flags & CALL_FLAGS.error) !== 0) marks.push('failed');
  const attempts = calls.attempts[call] ?? 1;
  if ((flags & CALL_FLAGS.retried) !== 0)
    marks.push(`${formatPlural(attempts, 'attempt')} under its request id`);
  else if (attempts > 1) marks.push(`one of ${formatCount(attempts)} attempts under its request id`);
  if ((calls.abandoned[call] ?? -1) >= 0) marks.push('rolled back: the agent went on from before it');
  if ((calls.cycle[call] ?? -1) >= 0) marks.push('on a cycle');
  return marks;
}

export function callSentence(graph: CallGraph, call: number): string {
  const words = drawnText(graph.calls.words[call] ?? '');
  const said = words === '' ? '' : `: ${words}`;
  return [`${callPlace(graph, call)}${said}`, ...callMarks(graph, call)].join('; ');
}

export function edgeSentence(picture: CallPicture, edge: number): string {
  const { graph, edges } = picture;
  const state = edgeState(picture, edge);
  const ends = `from ${callPlace(graph, edges.from[edge] ?? 0)} to ${callPlace(graph, edges.to[edge] ?? 0)}`;
  return `${edgeName(picture, edge)} ${ends}; ${edgeOrigin(picture, edge)}${state === null ? '' : `; ${state}`}`;
}

export function groupSentence({ groups }: CallGraph, group: number): string {
  const parent = groups.parent[group] ?? -1;
  const kind = groups.kind[group] ?? 'agent';
  const label = drawnText(groups.label[group] ?? '');
  const from = parent < 0 || kind !== 'agent' ? '' : `, sent off by ${drawnText(groups.label[parent] ?? '')}`;
  const contexts = groups.contexts[group] ?? 1;
  const compacted = contexts > 1 ? `, ${contexts} contexts` : '';
  const ending = groups.ending[group] ?? '';
  return `${label}${from}${compacted}${ending === '' ? '' : `, ${ending}`}`;
}

/** Links that hold: refused ones are none, and what only the record of sessions says is none either. */
export function linksOf({ graph, edges }: CallPicture): number {
  let links = 0;
  for (let edge = 0; edge < edges.count; edge += 1) {
    const link = edges.link[edge] ?? -1;
    if (link >= 0 && !isRefused(graph, link) && originOf(graph, link) !== 'session') links += 1;
  }
  return links;
}

/** The picture in one sentence. */
export function graphSentence(picture: CallPicture): string {
  const { graph } = picture;
  const agents = graph.groups.kind.filter((kind) => kind === 'agent').length;
  const branches = graph.groups.kind.filter((kind) => kind === 'branch').length;
  let compactions = 0;
  for (const segment of picture.segments) if (segment.context > 0) compactions += 1;
  const parts = [
    agents > 0 ? formatPlural(agents, 'agent') : formatPlural(branches, 'branch', 'branches'),
    formatPlural(graph.calls.count, 'call'),
    formatPlural(linksOf(picture), 'link'),
  ];
  if (compactions > 0) parts.push(formatPlural(compactions, 'compaction'));
  return parts.join(', ');
}
