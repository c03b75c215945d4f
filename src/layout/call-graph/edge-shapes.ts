/**
 * How each kind of edge is drawn, so that it can be told from the others without colour: its line, its head, and whether
 * its label must be written on it. Labels outside the vocabulary are drawn as what they are: a dashed line that says so.
 */
import type { KnownLabel } from '../../model/edges';
import { KNOWN_LABELS } from '../../model/edges';
import { unreachable } from '../../model/unreachable';

export interface EdgeShape {
  readonly line: 'solid' | 'thin' | 'dotted' | 'dashed' | 'double' | 'double-dashed';
  readonly head: 'none' | 'filled' | 'open' | 'round' | 'crossed';
  readonly written: boolean;
}

/** The physical prefix: what the tokens share, and nothing about who called whom. */
export const PREFIX_SHAPE: EdgeShape = { line: 'thin', head: 'none', written: false };
/** The harness's record of sessions names the parent; no link does. */
export const SESSION_SHAPE: EdgeShape = { line: 'dotted', head: 'filled', written: true };
const UNKNOWN_SHAPE: EdgeShape = { line: 'dashed', head: 'open', written: true };

export function shapeOf(type: string): EdgeShape {
  const known = KNOWN_LABELS.find((label) => label === type);
  return known === undefined ? UNKNOWN_SHAPE : knownShape(known);
}

function knownShape(label: KnownLabel): EdgeShape {
  switch (label) {
    case 'continuation':
      return { line: 'solid', head: 'none', written: false };
    case 'subagent_call':
      return { line: 'solid', head: 'filled', written: false };
    case 'subagent_return':
      return { line: 'solid', head: 'open', written: false };
    case 'compaction':
      return { line: 'double', head: 'none', written: false };
    case 'compaction_attempt':
      return { line: 'dotted', head: 'none', written: false };
    case 'agent_message':
      return { line: 'thin', head: 'round', written: false };
    case 'subagent_cancel':
      return { line: 'thin', head: 'crossed', written: false };
    case 'refinement':
    case 'refinement_attempt':
      return { line: 'double-dashed', head: 'none', written: false };
    default:
      return unreachable(label);
  }
}
