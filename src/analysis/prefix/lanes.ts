/**
 * Two requests laid side by side as far as that takes no search: what both begin with in every respect is skipped, leading
 * system prompts stand by index, and the front that is equal but for form or tokens is a range of depths. It refuses to align.
 */
import type { NodeIndex } from '../../model/ids';
import { NONE } from '../graph';
import { Numbering } from './numbering';
import { nodeAtDepth, nodesFrom, sharedLength } from './paths';
import type { Continuity } from './trace-continuity';

export interface Lanes {
  readonly systems: readonly (readonly [old: number | null, fresh: number | null])[];
  /** Depths at which both paths hold one message under equal forms; what is equal in every respect left out. */
  readonly front: { readonly start: number; readonly end: number };
  /** Nodes behind the front; the old ones end in the reply, where the front does not hold it. */
  readonly old: readonly number[];
  readonly fresh: readonly number[];
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

/** `from`: numbers of paths that are equal in every respect that matters to the caller; null for the nodes themselves. */
export function lanesOf(
  { paths }: Continuity,
  baseline: NodeIndex,
  node: NodeIndex,
  from: Int32Array | null,
): Lanes {
  const last = paths.parents[baseline] ?? NONE;
  const lastFresh = paths.parents[node] ?? NONE;
  const skipped = sharedLength(paths, baseline, lastFresh, from);
  const before = last === NONE ? 0 : (paths.systems[last] ?? 0);
  const after = lastFresh === NONE ? 0 : (paths.systems[lastFresh] ?? 0);
  const systems: [number | null, number | null][] = [];
  for (let index = skipped; index < Math.max(before, after); index += 1) {
    systems.push([
      index < before ? nodeAtDepth(paths, last, index) : null,
      index < after ? nodeAtDepth(paths, lastFresh, index) : null,
    ]);
  }
  if (before !== after) {
    // One message may be a system prompt of one request and not of the other: nothing of the lane is skipped.
    const front = { start: 0, end: 0 };
    const old = nodesFrom(paths, baseline, before);
    return { systems, front, old, fresh: nodesFrom(paths, lastFresh, after) };
  }
  const start = Math.max(skipped, before);
  const end = Math.max(start, sharedLength(paths, baseline, lastFresh, paths.forms));
  return {
    systems,
    front: { start, end },
    old: nodesFrom(paths, baseline, end),
    fresh: nodesFrom(paths, lastFresh, end),
  };
}
