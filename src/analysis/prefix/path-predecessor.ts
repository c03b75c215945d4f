/**
 * What the messages of a request say about the request before it: the last assistant message on the path is a recorded
 * reply, restates one, or repeats the ids of its tool calls. It refuses to look at links, array order and clocks.
 */
import { nodeIndex } from '../../model/ids';
import { NONE } from '../graph';
import type { Basis, Outcome } from './outcomes';
import { ambiguous } from './outcomes';
import type { Paths } from './paths';
import { isOnPath } from './paths';
import type { Replies } from './replies';

export interface PathFacts {
  readonly paths: Paths;
  readonly replies: Replies;
  readonly isSampled: (node: number) => boolean;
}

/** The last assistant message of the request that `node` answered. */
export function lastAssistantBefore({ sound, parents, lastAssistant }: Paths, node: number): number {
  const parent = sound[node] === 1 ? (parents[node] ?? NONE) : NONE;
  return parent === NONE ? NONE : (lastAssistant[parent] ?? NONE);
}

export function fromPath(facts: PathFacts, node: number): Outcome {
  const last = lastAssistantBefore(facts.paths, node);
  if (last === NONE) return { kind: 'unresolved', wasInferred: false };
  if (facts.isSampled(last)) return known(last, 'physical');
  const isOther = (reply: number) => reply !== node;
  const [restated, second] = upToTwo(facts.replies.restatedAt(last), isOther);
  if (second !== undefined) return ambiguous('restated_by_several');
  if (restated !== undefined) return known(restated, 'restated');
  const [issuer, another] = upToTwo(facts.replies.issuersOf(last), isOther);
  if (another !== undefined) return ambiguous('ids_issued_by_several');
  if (issuer !== undefined) return known(issuer, 'tool_call_ids');
  return { kind: 'unresolved', wasInferred: false };
}

/**
 * A request that only declares who called it starts a child, unless its messages lead to a reply that none of the callers
 * had before them: then it is a later message to the same child.
 */
export function fromCallers(facts: PathFacts, node: number, callers: readonly number[]): Outcome {
  const start: Outcome = { kind: 'none', reason: 'subagent_call' };
  const last = lastAssistantBefore(facts.paths, node);
  if (last === NONE) return start;
  const isCallers = (reply: number) =>
    facts.paths.sound[reply] === 1 &&
    callers.some((caller) => facts.paths.sound[caller] === 1 && isOnPath(facts.paths, reply, caller));
  if (facts.isSampled(last)) return isCallers(last) ? start : known(last, 'physical');
  const restated = facts.replies.restatedAt(last).filter((reply) => reply !== node);
  const basis = restated.length > 0 ? 'restated' : 'tool_call_ids';
  const found = restated.length > 0 ? restated : facts.replies.issuersOf(last);
  const [reply, second] = upToTwo(found, (candidate) => candidate !== node && !isCallers(candidate));
  return reply === undefined || second !== undefined ? start : known(reply, basis);
}

/** Whether there is one is all that matters: lists of equal replies may be long. */
function upToTwo(replies: readonly number[], isWanted: (reply: number) => boolean): readonly number[] {
  const found: number[] = [];
  for (const reply of replies) {
    if (!isWanted(reply)) continue;
    found.push(reply);
    if (found.length === 2) break;
  }
  return found;
}

function known(reply: number, basis: Basis): Outcome {
  return { kind: 'known', baseline: nodeIndex(reply), basis, through: null };
}
