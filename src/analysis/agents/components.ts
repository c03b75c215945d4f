/**
 * Which requests are one agent: components over the identity links, held apart where recorded sessions say otherwise.
 * It knows positions and sessions; parents, contexts and states are the business of its neighbours.
 */
import type { Disagreement, Identities } from './lineage';
import type { RequestLink } from './links';

export interface Components {
  /** Component number by request position; numbers in the order of their first request. */
  readonly of: readonly number[];
  readonly members: readonly (readonly number[])[];
  /** The recorded session of a component, where one is known. */
  readonly sessions: readonly (string | null)[];
  readonly disagreements: readonly Disagreement[];
}

export function componentsOf(
  size: number,
  identities: Identities,
  links: readonly RequestLink[],
): Components {
  const parent = Int32Array.from({ length: size }, (_, position) => position);
  const session = identities.sessionOf.slice();
  const find = (position: number): number => {
    let root = position;
    while (parent[root] !== root) root = parent[root] ?? root;
    for (let walk = position; walk !== root;) {
      const next = parent[walk] ?? root;
      parent[walk] = root;
      walk = next;
    }
    return root;
  };
  const join = (left: number, right: number): void => {
    const [low, high] = left < right ? [left, right] : [right, left];
    parent[high] = low;
    session[low] ??= session[high] ?? null;
  };
  const first = new Map<string, number>();
  for (const [position, id] of identities.sessionOf.entries()) {
    if (id === null) continue;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, position);
    else join(find(earlier), find(position));
  }
  const disagreements: Disagreement[] = [];
  for (const link of links) {
    if (link.role !== 'identity') continue;
    const left = find(link.from);
    const right = find(link.to);
    if (left === right) continue;
    const kept = session[right] ?? null;
    const dropped = session[left] ?? null;
    if (kept !== null && dropped !== null && kept !== dropped) {
      disagreements.push({ about: 'identity', position: link.to, kept, dropped });
      continue;
    }
    join(left, right);
  }
  const numbers = new Map<number, number>();
  const members: number[][] = [];
  const of: number[] = [];
  for (let position = 0; position < size; position += 1) {
    const root = find(position);
    const number = numbers.get(root) ?? members.length;
    if (number === members.length) {
      numbers.set(root, number);
      members.push([]);
    }
    members[number]?.push(position);
    of.push(number);
  }
  const sessions = members.map(([head]) => (head === undefined ? null : (session[find(head)] ?? null)));
  return { of, members, sessions, disagreements };
}
