/** Physical parents: which are usable, and which chase their own tail. It refuses to repair a cycle; the graph does. */
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import type { Field } from '../fields';
import type { Spot } from '../spot';
import { nameOfType } from '../spot';

/** At most so many members of a cycle are named. */
const NAMED = 8;

/** Null is a root, also where the value is no index of this trace. 1.0 and -0.0 are integers. */
export function readParent(value: Field, count: number, spot: Spot): NodeIndex | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) {
    return nodeIndex(value + 0);
  }
  const found = typeof value === 'number' ? String(value) : nameOfType(value);
  spot.note(
    'bad-parent',
    'parent',
    `Found ${found}, which is no index among ${count} nodes; read as a root.`,
  );
  return null;
}

/** One finding a cycle, at its first node. Writers always put parents first, so that there is mostly nothing to walk. */
export function noteCycles(parents: readonly (NodeIndex | null)[], nodes: Spot): void {
  if (parents.every((parent, index) => parent === null || parent < index)) return;
  const walkOf = new Uint32Array(parents.length);
  for (let start = 0; start < parents.length; start += 1) {
    let at: number | null = start;
    while (at !== null && walkOf[at] === 0) {
      walkOf[at] = start + 1;
      at = parents[at] ?? null;
    }
    // Met again in the same walk: everything from here round to here is a cycle.
    if (at !== null && walkOf[at] === start + 1) noteCycle(parents, at, nodes);
  }
}

function noteCycle(parents: readonly (NodeIndex | null)[], entry: number, nodes: Spot): void {
  const members = [entry];
  for (let at = parents[entry] ?? entry; at !== entry; at = parents[at] ?? entry) members.push(at);
  members.sort((left, right) => left - right);
  const named = members.slice(0, NAMED).join(', ');
  const more = members.length > NAMED ? ` and ${members.length - NAMED} more` : '';
  nodes
    .under(members[0] ?? entry)
    .note(
      'parent-cycle',
      'parent',
      `Nodes ${named}${more} are their own ancestors; they belong to no branch.`,
    );
}
