/**
 * Two requests laid side by side as far as that takes no search: what both begin with in every respect is skipped, leading
 * system prompts stand by index, and the front that is equal but for form or tokens is a range of depths. It refuses to align.
 */
import type { NodeIndex } from '../../model/ids';
import { NONE } from '../graph';
import { Numbering } from './numbering';
import type { Paths } from './paths';
import { lengthOf, nodeAtDepth, nodesFrom, sharedLength } from './paths';
import type { Continuity } from './trace-continuity';

export interface Lanes {
  readonly systems: readonly (readonly [old: number | null, fresh: number | null])[];
  /** Depths at which both paths hold one message under equal forms; what is equal in every respect left out. */
  readonly front: { readonly start: number; readonly end: number };
  /** Nodes behind the front; the old ones end in the reply, where the front does not hold it. */
  readonly old: readonly number[];
  readonly fresh: readonly number[];
  /** Nothing was left out at the ends. */
  readonly isWhole: boolean;
}

/** By node: numbers that are equal exactly when two paths hold the same messages and the same token ids. */
export function exactPaths({ paths, tokens, graph }: Continuity): Int32Array {
  if (tokens === null) return paths.messages;
  const exact = new Int32Array(graph.size);
  const numbering = new Numbering<number>();
  for (let node = 0; node < graph.size; node += 1) {
    if (paths.sound[node] !== 1) continue;
    exact[node] = numbering.of((paths.messages[node] ?? 0) * (graph.size + 1) + (tokens.paths[node] ?? 0));
  }
  return exact;
}

/** Depths that say where two requests part. */
interface Bounds {
  readonly skipped: number;
  readonly before: number;
  readonly after: number;
  readonly front: Lanes['front'];
  /** Where the lanes of old and fresh messages begin. */
  readonly old: number;
  readonly fresh: number;
}

/** `from`: numbers of paths that are equal in every respect that matters to the caller; null for the nodes themselves. */
function boundsOf(
  { paths }: Pick<Continuity, 'paths'>,
  baseline: NodeIndex,
  node: NodeIndex,
  from: Int32Array | null,
): Bounds {
  const last = paths.parents[baseline] ?? NONE;
  const lastFresh = paths.parents[node] ?? NONE;
  const skipped = sharedLength(paths, baseline, lastFresh, from);
  const before = last === NONE ? 0 : (paths.systems[last] ?? 0);
  const after = lastFresh === NONE ? 0 : (paths.systems[lastFresh] ?? 0);
  if (before !== after) {
    // One message may be a system prompt of one request and not of the other: nothing of the lane is skipped.
    return { skipped, before, after, front: { start: 0, end: 0 }, old: before, fresh: after };
  }
  const start = Math.max(skipped, before);
  const end = Math.max(start, sharedLength(paths, baseline, lastFresh, paths.forms));
  return { skipped, before, after, front: { start, end }, old: end, fresh: end };
}

export interface LaneSizes {
  readonly front: number;
  readonly old: number;
  readonly fresh: number;
}

/** How many messages have to be looked at for two requests. */
export function laneSizes(
  continuity: Pick<Continuity, 'paths'>,
  baseline: NodeIndex,
  node: NodeIndex,
  from: Int32Array | null,
): LaneSizes {
  const { paths } = continuity;
  const { front, old, fresh } = boundsOf(continuity, baseline, node, from);
  return {
    front: front.end - front.start,
    old: Math.max(0, lengthOf(paths, baseline) - old),
    fresh: Math.max(0, lengthOf(paths, paths.parents[node] ?? NONE) - fresh),
  };
}

/** `most`: of longer lanes only so many messages from their beginning are given. */
export function lanesOf(
  continuity: Pick<Continuity, 'paths'>,
  baseline: NodeIndex,
  node: NodeIndex,
  from: Int32Array | null,
  most = Infinity,
): Lanes {
  const { paths } = continuity;
  const last = paths.parents[baseline] ?? NONE;
  const lastFresh = paths.parents[node] ?? NONE;
  const { skipped, before, after, front, ...begin } = boundsOf(continuity, baseline, node, from);
  const systems: [number | null, number | null][] = [];
  for (let index = skipped; index < Math.min(Math.max(before, after), skipped + most); index += 1) {
    systems.push([
      index < before ? nodeAtDepth(paths, last, index) : null,
      index < after ? nodeAtDepth(paths, lastFresh, index) : null,
    ]);
  }
  const end = Math.min(front.end, front.start + most);
  const [old, fresh] = [lane(paths, baseline, begin.old, most), lane(paths, lastFresh, begin.fresh, most)];
  const isWhole =
    end === front.end && old.isWhole && fresh.isWhole && Math.max(before, after) - skipped <= most;
  return { systems, front: { start: front.start, end }, old: old.nodes, fresh: fresh.nodes, isWhole };
}

function lane(paths: Paths, last: number, from: number, most: number) {
  const end = lengthOf(paths, last);
  if (end - from <= most) return { nodes: nodesFrom(paths, last, from), isWhole: true };
  return { nodes: nodesFrom(paths, nodeAtDepth(paths, last, from + most - 1), from), isWhole: false };
}
