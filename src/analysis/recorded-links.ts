/** Which of the semantic links that a trace records are links between two of its nodes, and why the others are not. */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';
import type { Json } from '../model/json';
import type { Result } from '../model/result';
import { failed, ok } from '../model/result';
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
    const seen = new Set<string>();
    for (const [at, link] of written.entries()) {
      if (link.kind === 'not_an_object') {
        unusable.push({ source: null, target, type: null, reason: 'not_an_object' });
        unusableAt.push(at);
        continue;
      }
      const usable = judge(trace, target, link.source, link.label, seen);
      if (usable.kind === 'ok') {
        links.push({ ...usable.value, target, origin: 'trace' });
        linkAt.push(at);
      } else {
        unusable.push({ source: link.source, target, type: link.label, reason: usable.failure });
        unusableAt.push(at);
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
  seen: Set<string>,
): Result<{ readonly source: NodeIndex; readonly type: string }, UnusableReason> {
  if (typeof source !== 'number' || !Number.isSafeInteger(source)) return failed('out_of_range');
  if (source < 0 || source >= trace.nodes.length) return failed('out_of_range');
  if (source === target) return failed('self');
  if (!isLabel(label)) return failed('bad_label');
  const identity = `${source} ${label}`;
  if (seen.has(identity)) return failed('duplicate');
  seen.add(identity);
  // Adding 0 turns the -0 that a file may hold into 0.
  return ok({ source: nodeIndex(source + 0), type: label });
}
