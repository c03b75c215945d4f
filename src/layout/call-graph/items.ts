/**
 * What is drawn as one mark: a call, or a run of plain calls folded into one. A call is plain when nothing but its
 * neighbours in its own strand leads to it or from it, and nothing about it is out of the ordinary; the first and the last
 * of a context always stay. A strand is what stands in one column: the calls of a group one after another, or a side
 * matter (a summary, an attempt that does not count, a rolled-back stretch).
 */
import type { CallGraph } from './columns';
import { CALL_FLAGS, NONE } from './columns';
import type { EdgeList } from './order';

/** Runs shorter than this are not worth a fold. */
const FEWEST_HIDDEN = 4;

export interface Items {
  readonly count: number;
  /** In causal order of their first calls. */
  readonly first: Int32Array;
  /** Calls it stands for. */
  readonly size: Int32Array;
  readonly group: Int32Array;
  readonly strand: Int32Array;
  /** Of a call, the item that stands for it. */
  readonly ofCall: Int32Array;
  /** Calls of folded items, in order: of item `i` from `members[start[i]]` on. */
  readonly members: Int32Array;
  readonly start: Int32Array;
  /** The item before it in its strand; -1 for none. */
  readonly before: Int32Array;
}

export interface Strands {
  readonly count: number;
  readonly group: Int32Array;
  /** 1: the group's own calls; 0: a side matter. */
  readonly main: Uint8Array;
  /** Of a call. */
  readonly ofCall: Int32Array;
}

/** Fold numbers (first hidden call) that a reader has opened, or everything. */
export type OpenFolds = ReadonlySet<number> | 'all';

export function strandsOf({ calls, groups }: CallGraph, order: Int32Array): Strands {
  const group: number[] = [];
  const main: number[] = [];
  const ofCall = new Int32Array(calls.count).fill(NONE);
  const mainOf = new Int32Array(groups.count).fill(NONE);
  const sideBy = new Map<string, number>();
  const probes = new Map<number, number>();
  const begin = (own: number, isMain: boolean): number => {
    group.push(own);
    main.push(isMain ? 1 : 0);
    return group.length - 1;
  };
  for (const call of order) {
    const own = calls.group[call] ?? 0;
    const flags = calls.flags[call] ?? 0;
    const abandoned = calls.abandoned[call] ?? NONE;
    let strand: number;
    if (abandoned !== NONE) {
      const key = `${own} ${abandoned}`;
      strand = sideBy.get(key) ?? begin(own, false);
      sideBy.set(key, strand);
    } else if ((flags & CALL_FLAGS.stale) !== 0) {
      strand = begin(own, false);
    } else if (calls.summary[call] !== 0) {
      // Attempts at one summary stand below one another: the last of them is the one that may be taken up.
      const key = `${own} ${calls.context[call]} summary`;
      strand = sideBy.get(key) ?? begin(own, false);
      sideBy.set(key, strand);
    } else if ((flags & CALL_FLAGS.probe) !== 0 && groups.kind[own] !== 'probes') {
      strand = probes.get(own) ?? begin(own, false);
      probes.set(own, strand);
    } else {
      strand = mainOf[own] ?? NONE;
      if (strand === NONE) {
        strand = begin(own, true);
        mainOf[own] = strand;
      }
    }
    ofCall[call] = strand;
  }
  return { count: group.length, group: Int32Array.from(group), main: Uint8Array.from(main), ofCall };
}

export function itemsOf(
  graph: CallGraph,
  order: Int32Array,
  edges: EdgeList,
  strands: Strands,
  open: OpenFolds,
): Items {
  const { calls } = graph;
  const next = new Int32Array(calls.count).fill(NONE);
  const previous = new Int32Array(calls.count).fill(NONE);
  const tail = new Int32Array(strands.count).fill(NONE);
  for (const call of order) {
    const strand = strands.ofCall[call] ?? 0;
    const before = tail[strand] ?? NONE;
    previous[call] = before;
    if (before !== NONE) next[before] = call;
    tail[strand] = call;
  }
  const plain = plainCalls(graph, edges, next, previous);
  const runOf = open === 'all' ? null : foldedRuns(graph, order, plain, next, previous, open);

  const first: number[] = [];
  const size: number[] = [];
  const start: number[] = [];
  const members: number[] = [];
  const ofCall = new Int32Array(calls.count).fill(NONE);
  for (const call of order) {
    if (ofCall[call] !== NONE) continue;
    const run = runOf?.[call] ?? 0;
    const item = first.length;
    first.push(call);
    start.push(members.length);
    size.push(Math.max(1, run));
    let member = call;
    for (let left = Math.max(1, run); left > 0 && member !== NONE; left -= 1) {
      ofCall[member] = item;
      members.push(member);
      member = next[member] ?? NONE;
    }
  }
  const firsts = Int32Array.from(first);
  return {
    count: first.length,
    first: firsts,
    size: Int32Array.from(size),
    group: firsts.map((call) => calls.group[call] ?? 0),
    strand: firsts.map((call) => strands.ofCall[call] ?? 0),
    ofCall,
    members: Int32Array.from(members),
    start: Int32Array.from(start),
    before: firsts.map((call) => {
      const before = previous[call] ?? NONE;
      return before === NONE ? NONE : (ofCall[before] ?? NONE);
    }),
  };
}

function plainCalls(
  { calls, groups, links }: CallGraph,
  edges: EdgeList,
  next: Int32Array,
  previous: Int32Array,
): Uint8Array {
  const plain = new Uint8Array(calls.count).fill(1);
  const goesOn = links.types.indexOf('continuation');
  for (let edge = 0; edge < edges.count; edge += 1) {
    const from = edges.from[edge] ?? 0;
    const to = edges.to[edge] ?? 0;
    const link = edges.link[edge] ?? NONE;
    const isStep = link === NONE || links.type[link] === goesOn;
    if (isStep && next[from] === to && edges.orders[edge] === 1) continue;
    plain[from] = 0;
    plain[to] = 0;
  }
  for (let call = 0; call < calls.count; call += 1) {
    const flags = calls.flags[call] ?? 0;
    const isProbe = groups.kind[calls.group[call] ?? 0] === 'probes' || (flags & CALL_FLAGS.probe) !== 0;
    if (isProbe) {
      // A probe is folded whatever it hangs on: it is no step of anybody's work.
      plain[call] = (flags & CALL_FLAGS.error) === 0 ? 1 : 0;
      continue;
    }
    if ((flags & ~CALL_FLAGS.last) !== 0 || calls.summary[call] !== 0 || calls.cycle[call] !== NONE)
      plain[call] = 0;
    if (isEdgeOfContext(calls.context, call, previous) || isEdgeOfContext(calls.context, call, next))
      plain[call] = 0;
  }
  return plain;
}

function isEdgeOfContext(context: Int32Array, call: number, neighbour: Int32Array): boolean {
  const other = neighbour[call] ?? NONE;
  return other === NONE || context[other] !== context[call];
}

/** By the first call of a folded run how many it hides; 0 elsewhere. */
function foldedRuns(
  { calls, groups }: CallGraph,
  order: Int32Array,
  plain: Uint8Array,
  next: Int32Array,
  previous: Int32Array,
  open: ReadonlySet<number>,
): Int32Array {
  const runs = new Int32Array(calls.count);
  for (const call of order) {
    const before = previous[call] ?? NONE;
    if (
      plain[call] === 0 ||
      (before !== NONE && plain[before] === 1 && !isBreak(calls.context, before, call))
    )
      continue;
    let size = 0;
    let member = call;
    let last = NONE;
    while (
      member !== NONE &&
      plain[member] === 1 &&
      (last === NONE || !isBreak(calls.context, last, member))
    ) {
      size += 1;
      last = member;
      member = next[member] ?? NONE;
    }
    const flags = calls.flags[call] ?? 0;
    const probes = groups.kind[calls.group[call] ?? 0] === 'probes' || (flags & CALL_FLAGS.probe) !== 0;
    if (size >= (probes ? 2 : FEWEST_HIDDEN) && !open.has(call)) runs[call] = size;
  }
  return runs;
}

function isBreak(context: Int32Array, left: number, right: number): boolean {
  return context[left] !== context[right];
}
