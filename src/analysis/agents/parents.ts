/**
 * Who called whom: the parent of each agent and what it rests on. Recorded sessions win over spawn links, spawn links over
 * returns. No agent is its own ancestor: a loop is cut at the agent that started first.
 */
import type { Components } from './components';
import type { Identities } from './lineage';
import type { RequestLink } from './links';

export type ParentBasis = 'ledger' | 'lineage' | 'declared' | 'returned';

export interface Parentage {
  /** Component number of the parent, null where nothing names one. */
  readonly parent: number | null;
  readonly basis: ParentBasis | null;
}

export interface Parents {
  readonly of: readonly Parentage[];
  /** Where links name another parent than the record does; components, of which the first won. */
  readonly disagreements: readonly ParentDisagreement[];
  /** Components at which a loop of spawns was cut. */
  readonly cut: readonly number[];
}

export interface ParentDisagreement {
  readonly position: number;
  readonly kept: number;
  readonly dropped: number;
}

const NOBODY: Parentage = { parent: null, basis: null };

export function parentsOf(
  components: Components,
  identities: Identities,
  links: readonly RequestLink[],
): Parents {
  const { of, members } = components;
  const disagreements: ParentDisagreement[] = [];
  const declared = spawners(components, links);
  const records = recordedParents(components, identities);
  const parents = members.map((list, component): Parentage => {
    const recorded = records[component] ?? null;
    const spawner = declared[component] ?? null;
    if (recorded === null) return spawner === null ? NOBODY : { parent: spawner, basis: 'declared' };
    const { parent: kept } = recorded;
    if (spawner !== null && kept !== null && spawner !== kept) {
      disagreements.push({ position: list[0] ?? 0, kept, dropped: spawner });
    }
    return recorded;
  });
  const cut = cutLoops(parents);
  const returned = returnTargets(of, links);
  const headOf = headFinder(parents);
  for (const [component, targets] of returned) {
    const [parent] = targets;
    if (parents[component]?.parent !== null || targets.size !== 1 || parent === undefined) continue;
    // Components are numbered by first start, so the lower number started earlier. One without a parent is an ancestor of
    // exactly those that it is the head of.
    if (parent >= component || headOf(parent) === component) continue;
    parents[component] = { parent, basis: 'returned' };
  }
  return { of: parents, disagreements, cut };
}

/** The source agent of each agent's spawn: the link to its earliest request from another agent, the first in the list. */
function spawners({ of, members }: Components, links: readonly RequestLink[]): (number | null)[] {
  const best: (RequestLink | null)[] = members.map(() => null);
  for (const link of links) {
    const child = of[link.to] ?? 0;
    if (link.role !== 'spawn' || of[link.from] === child) continue;
    const known = best[child];
    if (known === null || known === undefined || link.to < known.to) best[child] = link;
  }
  return best.map((link) => (link === null ? null : (of[link.from] ?? null)));
}

/** The component of a recorded parent; null where nothing is recorded, or its session has no call. */
function recordedParents({ sessions }: Components, identities: Identities): (Parentage | null)[] {
  const componentOf = new Map<string, number>();
  for (const [component, id] of sessions.entries()) {
    if (id !== null && !componentOf.has(id)) componentOf.set(id, component);
  }
  return sessions.map((id) => {
    const session = id === null ? undefined : identities.sessions.get(id);
    if (session === undefined || session.parent === null || session.parent === id) return null;
    const parent = componentOf.get(session.parent);
    // A directory records lineage too, only elsewhere.
    const basis = session.source === 'ledger' ? 'ledger' : 'lineage';
    return parent === undefined ? null : { parent, basis };
  });
}

function cutLoops(parents: Parentage[]): number[] {
  const cut: number[] = [];
  const settled = new Uint8Array(parents.length);
  for (let start = 0; start < parents.length; start += 1) {
    const walk: number[] = [];
    let at: number | null = start;
    while (at !== null && settled[at] === 0) {
      settled[at] = 1;
      walk.push(at);
      at = parents[at]?.parent ?? null;
    }
    const from = at === null ? -1 : walk.indexOf(at);
    if (from >= 0) {
      const first = walk.slice(from).reduce((low, component) => Math.min(low, component));
      parents[first] = NOBODY;
      cut.push(first);
    }
    for (const component of walk) settled[component] = 2;
  }
  return cut;
}

function returnTargets(of: readonly number[], links: readonly RequestLink[]): Map<number, Set<number>> {
  const targets = new Map<number, Set<number>>();
  for (const link of links) {
    const from = of[link.from] ?? 0;
    const to = of[link.to] ?? 0;
    if (link.role === 'return' && from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  return targets;
}

/** Who is at the head of the tree that a component is in, while parents are still being found; heads come and never part. */
function headFinder(parents: readonly Parentage[]): (component: number) => number {
  const above = parents.map(({ parent }, component) => parent ?? component);
  return (component) => {
    let head = component;
    for (;;) {
      const next = above[head] ?? head;
      // A head may have found its parent since it was looked at last.
      const up = next === head ? (parents[head]?.parent ?? head) : next;
      if (up === head) break;
      head = up;
    }
    for (let at = component; at !== head;) {
      const next = above[at] ?? head;
      const up = next === at ? (parents[at]?.parent ?? head) : next;
      above[at] = head;
      at = up;
    }
    return head;
  };
}
