/** The session that one fork of the harness writes on each call. It refuses to know how agents follow from it. */
import type { Lineage } from '../../model/episode';
import type { Field } from '../fields';
import { integer, object, text } from '../fields';
import type { Segment, Spot } from '../spot';

export function readLineage(value: Field, spot: Spot, segment: Segment): Lineage | null {
  const raw = object(value, spot, segment);
  if (raw === null) return null;
  const inside = spot.under(segment);
  return {
    sessionId: name(text(raw.session_id, inside, 'session_id')),
    depth: integer(raw.depth, inside, 'depth'),
    turn: integer(raw.turn, inside, 'turn'),
    parentSessionId: name(text(raw.parent_session_id, inside, 'parent_session_id')),
    parentTurn: integer(raw.parent_turn, inside, 'parent_turn'),
    parentToolCallId: name(text(raw.parent_tool_call_id, inside, 'parent_tool_call_id')),
    raw,
  };
}

/** An empty name names nothing. */
function name(value: string | null): string | null {
  return value === '' ? null : value;
}
