/**
 * Prompts that were rolled back: where the chain of one agent forks, the successor that leads on is live and the others,
 * with everything after them, are abandoned. Slices of one compaction are side by side, not abandoned. Linear in the links.
 *
 * Successors of a request are its continuations, the calls resumed from its compactions, and its accepted attempts. Of
 * several the one from which the latest request is reached is live; one that reaches it too is a detour, no fork.
 */
import { stronglyConnected } from '../strongly-connected';
import type { RequestLink } from './links';
import type { Request } from './requests';
import { overlap } from './requests';

type Neighbours = readonly (readonly number[])[];

/** Positions, each list in start order; lists in the order of their first member. */
export function abandonedOf(requests: readonly Request[], links: readonly RequestLink[]): number[][] {
  const size = requests.length;
  const inside = links.filter((link) => link.role === 'identity');
  const resumedFrom = new Set(inside.filter((link) => link.type === 'compaction').map((link) => link.from));
  const leading = inside.filter((link) => leadsOn(link, resumedFrom));
  const chain = neighboursOf(size, leading);
  const latest = latestReached(size, leading);
  const left = forksLeft(requests, chain, latest, resumedFrom);
  if (left.length === 0) return [];

  const all = neighboursOf(size, inside);
  const cut = new Set(left.map(({ from, to }) => from * size + to));
  const alive = new Set(sourcesOf(size, inside));
  for (const position of alive) {
    for (const next of all[position] ?? []) if (!cut.has(position * size + next)) alive.add(next);
  }
  const seen = new Set<number>();
  const abandoned: number[][] = [];
  for (const { to } of left) {
    if (alive.has(to) || seen.has(to)) continue;
    const lost = new Set([to]);
    for (const position of lost) {
      for (const next of all[position] ?? []) if (!alive.has(next) && !seen.has(next)) lost.add(next);
    }
    for (const position of lost) seen.add(position);
    abandoned.push([...lost].sort((a, b) => a - b));
  }
  return abandoned.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

function leadsOn(link: RequestLink, resumedFrom: ReadonlySet<number>): boolean {
  switch (link.type) {
    case 'continuation':
    case 'compaction':
      return true;
    case 'compaction_attempt':
      return resumedFrom.has(link.to);
    default:
      return false;
  }
}

/** The successors that were given up, fork by fork. */
function forksLeft(
  requests: readonly Request[],
  chain: Neighbours,
  latest: Int32Array,
  resumedFrom: ReadonlySet<number>,
): { from: number; to: number }[] {
  const left: { from: number; to: number }[] = [];
  for (const [from, successors] of chain.entries()) {
    if (successors.length < 2) continue;
    const live = successors.reduce((best, next) => (leadsFurther(latest, next, best) ? next : best));
    const leaves = successors.filter((position) => (chain[position] ?? []).length === 0);
    const slices = resumedFrom.has(live) ? new Set(leaves) : overlapping(requests, leaves, live);
    for (const to of successors) {
      if (latest[to] !== latest[live] && !slices.has(to)) left.push({ from, to });
    }
  }
  return left;
}

function leadsFurther(latest: Int32Array, left: number, right: number): boolean {
  const a = latest[left] ?? left;
  const b = latest[right] ?? right;
  return a > b || (a === b && left > right);
}

/** Leaves that ran at the time of another leaf or of the live successor: slices of one compaction that failed. */
function overlapping(requests: readonly Request[], leaves: readonly number[], live: number): Set<number> {
  const side = [...new Set([...leaves, live])].sort((a, b) => a - b);
  const slices = new Set<number>();
  // In start order a request overlaps some earlier one exactly when it overlaps the one that ended last.
  let longest: Request | undefined;
  for (const position of side) {
    const request = requests[position];
    if (request === undefined) continue;
    if (longest !== undefined && overlap(longest, request)) {
      slices.add(position);
      slices.add(longest.position);
    }
    if ((request.commit.end ?? 0) >= (longest?.commit.end ?? 0)) longest = request;
  }
  return slices;
}

/** The latest position that each position leads to, itself included. */
function latestReached(size: number, links: readonly RequestLink[]): Int32Array {
  const loops = stronglyConnected(size, links);
  const best = new Int32Array(loops.count).fill(-1);
  for (let position = 0; position < size; position += 1) {
    const loop = loops.of[position] ?? 0;
    best[loop] = Math.max(best[loop] ?? -1, position);
  }
  const into: number[][] = Array.from({ length: loops.count }, () => []);
  for (const link of links) into[loops.of[link.from] ?? 0]?.push(loops.of[link.to] ?? 0);
  for (let loop = loops.count - 1; loop >= 0; loop -= 1) {
    for (const target of into[loop] ?? []) best[loop] = Math.max(best[loop] ?? -1, best[target] ?? -1);
  }
  return Int32Array.from({ length: size }, (_, position) => best[loops.of[position] ?? 0] ?? position);
}

/** Requests that nothing leads into, loops taken as one. */
function sourcesOf(size: number, links: readonly RequestLink[]): number[] {
  const loops = stronglyConnected(size, links);
  const entered = new Uint8Array(loops.count);
  for (const { from, to } of links) if (loops.of[from] !== loops.of[to]) entered[loops.of[to] ?? 0] = 1;
  return Array.from({ length: size }, (_, position) => position).filter(
    (position) => entered[loops.of[position] ?? 0] === 0,
  );
}

function neighboursOf(size: number, links: readonly RequestLink[]): Neighbours {
  const lists: Set<number>[] = Array.from({ length: size }, () => new Set<number>());
  for (const link of links) lists[link.from]?.add(link.to);
  return lists.map((list) => [...list].sort((a, b) => a - b));
}
