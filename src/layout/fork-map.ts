/**
 * The map of the forks: every branch a level line from where it leaves an earlier branch to its last message, branches
 * beneath one another in their order. Numbers and paths only; it refuses to know what a branch says.
 */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { BranchTree } from './branch-tree';
import { NONE } from './branch-tree';

export interface ForkLine {
  readonly branch: number;
  /** The branch's own stretch, with the way down from the branch it leaves. */
  readonly path: string;
  readonly y: number;
  /** Where its own messages begin and end. */
  readonly from: number;
  readonly to: number;
}

export interface ForkMap {
  readonly height: number;
  /** Distance between two branches. */
  readonly pitch: number;
  /** Consecutive branches, all where there is room. */
  readonly lines: readonly ForkLine[];
  /** Branches that found no room. */
  readonly leftOut: number;
  /** From a depth to a place across. */
  readonly x: (depth: number) => number;
}

export interface ForkMapSize {
  readonly width: number;
  /** The map grows with its branches up to this. */
  readonly tallest: number;
  /** Where there is no room for all, those around this branch are drawn. */
  readonly around?: number;
}

const EDGE = 5;
const WIDEST_PITCH = 12;
/** Lines nearer than this run into each other. */
const NARROWEST_PITCH = 3;

export function forkMap(
  tree: BranchTree,
  branches: { readonly leaf: Int32Array },
  { width, tallest, around = 0 }: ForkMapSize,
): ForkMap {
  const { leaf } = branches;
  const count = leaf.length;
  const room = Math.max(1, Math.floor((tallest - 2 * EDGE) / NARROWEST_PITCH));
  const drawn = Math.min(count, room);
  const pitch = Math.min(WIDEST_PITCH, Math.max(NARROWEST_PITCH, (tallest - 2 * EDGE) / Math.max(1, drawn)));
  let deepest = 1;
  for (const node of leaf) deepest = Math.max(deepest, tree.depth[node] ?? 0);
  const scale = scaleLinear([0, deepest], [EDGE, width - EDGE]);
  const first = Math.max(0, Math.min(Math.floor(around - drawn / 2), count - drawn));
  const y = (branch: number): number => EDGE + (branch - first + 0.5) * pitch;
  const draw = line();
  const lines: ForkLine[] = [];
  for (let branch = first; branch < first + drawn; branch += 1) {
    const to = scale(tree.depth[leaf[branch] ?? 0] ?? 0);
    const fork = tree.fork[branch] ?? NONE;
    const above = tree.from[branch] ?? NONE;
    const at = y(branch);
    if (fork === NONE || above === NONE) {
      const path = draw([
        [EDGE, at],
        [to, at],
      ]);
      lines.push({ branch, path: path ?? '', y: at, from: EDGE, to });
      continue;
    }
    const from = scale(tree.depth[fork] ?? 0);
    // A corner cut short shows which way a line turns, also where many meet.
    const corner = Math.min(4, pitch / 2, Math.max(1, to - from));
    // A branch that is not drawn lies above the frame.
    const points: [number, number][] = [
      [from, above < first ? 0 : y(above)],
      [from, at - corner],
      [from + corner, at],
      [to, at],
    ];
    lines.push({ branch, path: draw(points) ?? '', y: at, from, to });
  }
  return {
    height: 2 * EDGE + drawn * pitch,
    pitch,
    lines,
    leftOut: count - drawn,
    x: (depth) => scale(depth),
  };
}
