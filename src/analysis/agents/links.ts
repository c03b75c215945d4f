/**
 * Semantic links between model requests, with what each label says about identity. Links that touch no model request say
 * nothing about agents and are counted, not used.
 */
import type { NodeIndex } from '../../model/ids';
import type { Requests } from './requests';

/** The label's bearing on agents; everything outside the vocabulary is annotation. */
export type LinkRole = 'identity' | 'spawn' | 'return' | 'annotation';

export interface RequestLink {
  /** Positions of requests. */
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly role: LinkRole;
  readonly source: NodeIndex;
  readonly target: NodeIndex;
}

/** A usable link, as the trace records it or as an edge set added it. */
export interface NodeLink {
  readonly source: NodeIndex;
  readonly target: NodeIndex;
  readonly type: string;
}

export function roleOf(type: string): LinkRole {
  switch (type) {
    case 'continuation':
    case 'compaction':
    case 'compaction_attempt':
    case 'refinement':
    case 'refinement_attempt':
      return 'identity';
    case 'subagent_call':
      return 'spawn';
    case 'subagent_return':
      return 'return';
    default:
      return 'annotation';
  }
}

export interface RequestLinks {
  readonly links: readonly RequestLink[];
  /** Links with an end that is no model request. */
  readonly outside: readonly NodeLink[];
}

export function linksBetween(requests: Requests, links: readonly NodeLink[]): RequestLinks {
  const between: RequestLink[] = [];
  const outside: NodeLink[] = [];
  for (const { source, target, type } of links) {
    const from = requests.ofNode.get(source);
    const to = requests.ofNode.get(target);
    if (from === undefined || to === undefined) outside.push({ source, target, type });
    else if (from !== to) {
      between.push({ from: from.position, to: to.position, type, role: roleOf(type), source, target });
    }
  }
  return { links: between, outside };
}
