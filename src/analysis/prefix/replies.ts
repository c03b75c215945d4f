/**
 * The recorded replies of a trace, found by the messages that lead to them and by the tool calls that they issued. It
 * refuses to choose among several.
 */
import type { Message, Trace } from '../../model/episode';
import type { Paths } from './paths';
import { NOWHERE } from './paths';

export interface Replies {
  /** Replies whose path, themselves included, holds the same messages as the path to `node`. None where any is opaque. */
  readonly restatedAt: (node: number) => readonly number[];
  /** Replies that issued the same list of tool-call ids as the message at `node`. */
  readonly issuersOf: (node: number) => readonly number[];
  /** At most one reply of the trace issued this id. */
  readonly isIssuedOnce: (id: string) => boolean;
}

const NO_REPLIES: readonly number[] = [];

export function repliesOf(trace: Trace, paths: Paths): Replies {
  const byPath = new Map<number, number[]>();
  const byIds = new Map<string, number[]>();
  const issuers = new Map<string, number>();
  const isExact = (node: number) => paths.sound[node] === 1 && paths.firstOpaque[node] === NOWHERE;
  for (const { index, sampled, message } of trace.nodes) {
    if (!sampled) continue;
    if (isExact(index)) listed(byPath, paths.messages[index] ?? 0).push(index);
    const key = issuedIds(message);
    if (key !== null) listed(byIds, key).push(index);
    for (const id of new Set(message.toolCalls.map((call) => call.id))) {
      issuers.set(id, (issuers.get(id) ?? 0) + 1);
    }
  }
  return {
    restatedAt: (node) =>
      isExact(node) ? (byPath.get(paths.messages[node] ?? 0) ?? NO_REPLIES) : NO_REPLIES,
    issuersOf: (node) => {
      const message = trace.nodes[node]?.message;
      const key = message === undefined ? null : issuedIds(message);
      return key === null ? NO_REPLIES : (byIds.get(key) ?? NO_REPLIES);
    },
    isIssuedOnce: (id) => (issuers.get(id) ?? 0) <= 1,
  };
}

/** One text for a list of ids in order; null where there is none, or one of them is empty. */
export function issuedIds({ toolCalls }: Message): string | null {
  if (toolCalls.length === 0 || toolCalls.some(({ id }) => id === '')) return null;
  return JSON.stringify(toolCalls.map(({ id }) => id));
}

function listed<Key>(lists: Map<Key, number[]>, key: Key): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: number[] = [];
  lists.set(key, made);
  return made;
}
