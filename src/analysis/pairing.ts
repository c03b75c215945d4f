/**
 * Tool calls and their results. A result answers the nearest call above it on its own path, so one answer holds on every
 * branch; ids repeat across branches and turns and mean nothing elsewhere.
 */
import type { Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import type { TraceGraph } from './graph';

/** The call that a result answers. */
export interface AnsweredCall {
  readonly node: NodeIndex;
  /** Position among the message's tool calls. */
  readonly position: number;
  /** `id`: the ids are equal. `order`: one side has no id, and the next open call in order was taken. */
  readonly basis: 'id' | 'order';
  /** The call had an answer already on this path. */
  readonly repeated: boolean;
}

export interface ToolPairing {
  /** For a node of role tool: what it answers; null when it answers nothing on its path. */
  readonly callOf: (result: NodeIndex) => AnsweredCall | null;
  /** Results of one call, ascending; on one branch keep those that lie on its path. */
  readonly resultsOf: (node: NodeIndex, position: number) => readonly NodeIndex[];
}

export function pairTools(_trace: Trace, _graph?: TraceGraph): ToolPairing {
  return { callOf: () => null, resultsOf: () => [] };
}
