/**
 * Branches as a tree: which earlier branch each one leaves, and where. From the parents and the leaves alone, in linear
 * time; cycles end a walk. It refuses to know messages.
 */
export const NONE = -1;

export interface BranchTree {
  /** For a node the first branch that holds it; `NONE` for nodes of no branch. */
  readonly owner: Int32Array;
  /** For a branch the last node that an earlier branch holds; `NONE` where it begins at a root of its own. */
  readonly fork: Int32Array;
  /** For a branch the earlier branch that holds that node; `NONE` likewise. */
  readonly from: Int32Array;
  /** For a node the number of nodes above it on its path. */
  readonly depth: Int32Array;
}

export function branchTree(parent: Int32Array, leaves: Int32Array): BranchTree {
  const owner = new Int32Array(parent.length).fill(NONE);
  const depth = new Int32Array(parent.length);
  const fork = new Int32Array(leaves.length).fill(NONE);
  const from = new Int32Array(leaves.length).fill(NONE);
  const own: number[] = [];
  leaves.forEach((leaf, branch) => {
    own.length = 0;
    let at = leaf;
    while (at >= 0 && at < parent.length && owner[at] === NONE) {
      owner[at] = branch;
      own.push(at);
      at = parent[at] ?? NONE;
    }
    // A walk that comes back to its own branch has gone round a cycle.
    const shared = at >= 0 && at < parent.length && owner[at] !== branch ? at : NONE;
    fork[branch] = shared;
    from[branch] = shared === NONE ? NONE : (owner[shared] ?? NONE);
    let level = shared === NONE ? 0 : (depth[shared] ?? 0) + 1;
    for (let index = own.length - 1; index >= 0; index -= 1) {
      depth[own[index] ?? 0] = level;
      level += 1;
    }
  });
  return { owner, fork, from, depth };
}

/** From the root down to `node`; a walk that meets a node again stops there. */
export function pathTo(parent: Int32Array, node: number): Int32Array {
  const seen = new Uint8Array(parent.length);
  const path: number[] = [];
  for (let at = node; at >= 0 && at < parent.length && seen[at] === 0; at = parent[at] ?? NONE) {
    seen[at] = 1;
    path.push(at);
  }
  return Int32Array.from(path.reverse());
}
