/** Recognises semantic edge sets outside traces: raw, or inside whatever was captured around them. It does not read them. */
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject } from '../model/json';

const KEY = 'ai.prime.acp/semantic-edges-v1';
/** So many values are looked at: an edge set lies near the top of what was captured, and a record may be of any size. */
const LOOKED_AT = 20_000;

export function isEdgeSet(value: JsonObject): boolean {
  return (
    isArray(value.edges) && value.edges.some((edge) => isObject(edge) && edge.source_request_id !== undefined)
  );
}

/** The key at any depth. */
export function holdsEdgeSet(value: JsonObject): boolean {
  const waiting: Json[] = [value];
  for (let at = 0; at < waiting.length && at < LOOKED_AT; at += 1) {
    const one = waiting[at];
    if (isObject(one)) {
      if (Object.hasOwn(one, KEY)) return true;
      for (const inner of Object.values(one))
        if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    } else if (isArray(one)) {
      for (const inner of one) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    }
  }
  return false;
}
