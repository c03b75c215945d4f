/**
 * The links of a trace as the lineage of requests: for each node what it was declared to follow, to sum up, or to be called
 * by. Labels that say nothing about what came before a request are left out. It refuses to draw conclusions.
 */
import type { NodeIndex } from '../../model/ids';
import type { Json } from '../../model/json';
import type { SemanticLink, UnusableLink } from '../semantic-types';

/** What the declared side of a trace is read from: `semanticReport(…)` or `recordedLinks(…)`. */
export interface DeclaredLinks {
  readonly links: readonly SemanticLink[];
  readonly unusable: readonly UnusableLink[];
}

export type LineageType = 'continuation' | 'compaction_attempt' | 'compaction';

export interface LineageLink {
  readonly source: NodeIndex;
  readonly type: LineageType;
}

export interface Lineage {
  /** Of the request at this node, in the order of recording. */
  readonly links: readonly LineageLink[];
  /** Types of lineage links that name no node of the trace, or the node itself. */
  readonly broken: ReadonlySet<LineageType>;
  readonly calledBy: readonly NodeIndex[];
}

const NONE: Lineage = { links: [], broken: new Set(), calledBy: [] };

export type LineageOf = (node: number) => Lineage;

interface Growing {
  readonly links: LineageLink[];
  readonly broken: Set<LineageType>;
  readonly calledBy: NodeIndex[];
}

export function lineageOf({ links, unusable }: DeclaredLinks): LineageOf {
  const byNode = new Map<number, Growing>();
  const at = (node: number): Growing => {
    const known = byNode.get(node);
    if (known !== undefined) return known;
    const made: Growing = { links: [], broken: new Set(), calledBy: [] };
    byNode.set(node, made);
    return made;
  };
  for (const { source, target, type } of links) {
    if (isLineage(type)) at(target).links.push({ source, type });
    else if (type === 'subagent_call') at(target).calledBy.push(source);
  }
  for (const { target, type, reason } of unusable) {
    if ((reason === 'out_of_range' || reason === 'self') && isLineage(type)) at(target).broken.add(type);
  }
  return (node) => byNode.get(node) ?? NONE;
}

function isLineage(type: Json): type is LineageType {
  return type === 'continuation' || type === 'compaction_attempt' || type === 'compaction';
}
