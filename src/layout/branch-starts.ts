/** The node with which a branch goes its own way: behind the last one that it shares with another branch, or its root. */

export interface BranchEnds {
  readonly leaf: Int32Array;
  /** -1 for a branch that shares nothing. */
  readonly forkedAt: Int32Array;
}

/** -1 where there is no such branch, or its nodes lead in a circle. */
export function branchStart(parent: Int32Array, { leaf, forkedAt }: BranchEnds, branch: number): number {
  const fork = forkedAt[branch] ?? -1;
  let at = leaf[branch] ?? -1;
  for (let left = parent.length; left > 0 && at >= 0; left -= 1) {
    const above = parent[at] ?? -1;
    if (above === fork || above < 0) return at;
    at = above;
  }
  return -1;
}
