/** Where in a trace findings about its graph belong. It refuses to know what is found. */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import type { JsonPointer } from '../model/json';
import { pointerTo } from '../model/json';
import type { RecordedLinks } from './recorded-links';
import type { SemanticLink } from './semantic-types';

/** A node inside its trace: older forms do not list nodes, so the place is the one that reading gave. */
export function nodePath(trace: Trace, node: NodeIndex): JsonPointer {
  return inside(trace, trace.nodes[node]?.path ?? '');
}

export function callPath(trace: Trace, call: number): JsonPointer {
  return inside(trace, trace.calls[call]?.path ?? '');
}

/** Of a link by its position among the usable ones: where it is recorded, else the node that it was added to. */
export function linkPath(
  trace: Trace,
  links: readonly SemanticLink[],
  recorded: RecordedLinks,
  position: number,
): JsonPointer {
  const link = links[position];
  if (link === undefined) return '';
  const at = recorded.linkAt[position];
  const node = nodePath(trace, link.target);
  return link.origin !== 'trace' || at === undefined ? node : pointerTo(node, 'semantic_parents', at);
}

function inside({ path: base }: Trace, path: JsonPointer): JsonPointer {
  return path.startsWith(base) ? path.slice(base.length) : path;
}

/** `#3, #7 and 4 more`, of ascending positions. */
export function namedNodes(nodes: readonly NodeIndex[], most = 8): string {
  const named = nodes
    .slice(0, most)
    .map((node) => `#${node}`)
    .join(', ');
  return nodes.length > most ? `${named} and ${nodes.length - most} more` : named;
}
