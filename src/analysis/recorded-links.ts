/** Which of the semantic links that a trace records are links between two of its nodes, and why the others are not. */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';
import type { Json } from '../model/json';
import { isLabel } from './edge-set';
import type { SemanticLink, UnusableLink, UnusableReason } from './semantic-types';

export interface RecordedLinks {
  /** In node order, then list order. */
  readonly links: readonly SemanticLink[];
  readonly unusable: readonly UnusableLink[];
  /** Of each of `links` and of `unusable` its position in the list of its node. */
  readonly linkAt: readonly number[];
  readonly unusableAt: readonly number[];
}

export function recordedLinks(trace: Trace): RecordedLinks {
  const links: SemanticLink[] = [];
  const unusable: UnusableLink[] = [];
  const linkAt: number[] = [];
  const unusableAt: number[] = [];
  for (const { index: target, links: written } of trace.nodes) {
    if (written.length === 0) continue;
    // Most nodes have one link, and nothing then for it to repeat.
    const seen = written.length === 1 ? null : new Set<string>();
    for (const [at, link] of written.entries()) {
      if (link.kind === 'not_an_object') {
        unusable.push({ source: null, target, type: null, reason: 'not_an_object' });
        unusableAt.push(at);
        continue;
      }
      const { source, label } = link;
      const judged = judge(trace, target, source, label, seen);
      if (typeof judged === 'string') {
        unusable.push({ source, target, type: label, reason: judged });
        unusableAt.push(at);
      } else {
        links.push(judged);
        linkAt.push(at);
      }
    }
  }
  return { links, unusable, linkAt, unusableAt };
}

function judge(
  trace: Trace,
  target: NodeIndex,
  source: Json,
  label: Json,
  seen: Set<string> | null,
): SemanticLink | UnusableReason {
  if (typeof source !== 'number' || !Number.isSafeInteger(source)) return 'out_of_range';
  if (source < 0 || source >= trace.nodes.length) return 'out_of_range';
  if (source === target) return 'self';
  if (!isLabel(label)) return 'bad_label';
  if (seen !== null) {
    const identity = `${source} ${label}`;
    if (seen.has(identity)) return 'duplicate';
    seen.add(identity);
  }
  // Adding 0 turns the -0 that a file may hold into 0.
  return { source: nodeIndex(source + 0), target, type: label, origin: 'trace' };
}
