/**
 * A tiny drawing of a trace's branches: one line a branch, from where it leaves another to its leaf. Numbers only; it is
 * drawn elsewhere, and says nothing about messages.
 */
import { branchTree, NONE } from './branch-tree';

export interface SketchLine {
  readonly branch: number;
  /** Between 0 and 1, along the depth of the trace. */
  readonly from: number;
  readonly to: number;
  /** Row of the branch, and of the one it leaves; null where it begins at a root of its own. */
  readonly row: number;
  readonly parentRow: number | null;
}

export interface Sketch {
  readonly lines: readonly SketchLine[];
  /** Branches beyond those that are drawn. */
  readonly leftOut: number;
}

export function branchSketch(parent: Int32Array, leaves: Int32Array, most: number): Sketch {
  const { depth, fork, from } = branchTree(parent, leaves);
  let deepest = 1;
  for (const leaf of leaves) deepest = Math.max(deepest, depth[leaf] ?? 0);
  const lines: SketchLine[] = [];
  for (const [branch, leaf] of leaves.subarray(0, most).entries()) {
    const at = fork[branch] ?? NONE;
    lines.push({
      branch,
      from: at === NONE ? 0 : (depth[at] ?? 0) / deepest,
      to: (depth[leaf] ?? 0) / deepest,
      row: branch,
      // A branch leaves an earlier one, which has a row if this one has.
      parentRow: at === NONE ? null : (from[branch] ?? null),
    });
  }
  return { lines, leftOut: Math.max(0, leaves.length - most) };
}
