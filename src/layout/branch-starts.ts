/** The first node that is a branch's own: where it leaves the branch it comes from, or its root. Linear in the nodes. */
import { NONE } from './branch-tree';

/** `owner` is the first branch that holds a node. By branch; `NONE` for one that has no node of its own. */
export function branchStarts(parent: Int32Array, owner: Int32Array, branches: number): Int32Array {
  const starts = new Int32Array(branches).fill(NONE);
  owner.forEach((branch, node) => {
    if (branch < 0 || branch >= branches) return;
    const above = parent[node] ?? NONE;
    if (above < 0 || owner[above] !== branch) starts[branch] = node;
  });
  return starts;
}
