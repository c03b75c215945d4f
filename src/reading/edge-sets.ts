/**
 * Finds semantic edge sets outside traces: raw, or under the key of their protocol inside whatever was captured around
 * them. It refuses to know whether a set is sound.
 */
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject } from '../model/json';
import { unwrap } from './embedded-json';

const KEY = 'ai.prime.acp/semantic-edges-v1';
/** So many values are looked at to tell what a record is: a set lies near the top of it, and a record may be of any size. */
const LOOKED_AT = 20_000;
/** JSON as text inside JSON, as logs wrap it. */
const LAYERS = 8;

/** A raw set as it can be told from anything else that has edges; an empty one has nothing but its empty list. */
export function isEdgeSet(value: JsonObject): boolean {
  const { edges } = value;
  if (!isArray(edges)) return false;
  if (edges.length === 0) return Object.keys(value).length === 1;
  return edges.some((edge) => isObject(edge) && edge.source_request_id !== undefined);
}

/** The key at any depth, among the first values of a record. */
export function holdsEdgeSet(value: JsonObject): boolean {
  const waiting: Place[] = [{ value, isSet: false, layer: 0 }];
  for (let at = 0; at < waiting.length && at < LOOKED_AT; at += 1) {
    const place = waiting[at];
    if (place === undefined) continue;
    if (place.isSet) return true;
    for (const inner of insideOf(place)) waiting.push(inner);
  }
  return false;
}

/** Every set under the key, at any depth, in the order of the record. */
export function edgeSetsIn(value: Json): readonly Json[] {
  const found: Json[] = [];
  const waiting: Place[] = [{ value, isSet: false, layer: 0 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place.isSet) found.push(place.value);
    // The last one is taken first.
    for (const inner of insideOf(place).reverse()) waiting.push(inner);
  }
  return found;
}

interface Place {
  readonly value: Json;
  /** It stands under the key; one that is null says nothing. */
  readonly isSet: boolean;
  /** Texts around it. */
  readonly layer: number;
}

/** Parts in which there can be something: objects, lists, the key itself, texts that hold it. A set has none. */
function insideOf({ value, isSet, layer }: Place): Place[] {
  if (isSet) return [];
  const inner: Place[] = [];
  if (isArray(value)) {
    for (const one of value) if (canHold(one)) inner.push({ value: one, isSet: false, layer });
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) {
      if (key === KEY ? one !== null : canHold(one)) inner.push({ value: one, isSet: key === KEY, layer });
    }
  } else if (typeof value === 'string' && layer < LAYERS) {
    const unwrapped = unwrap(value);
    if (unwrapped !== undefined) inner.push({ value: unwrapped, isSet: false, layer: layer + 1 });
  }
  return inner;
}

function canHold(value: Json): boolean {
  return typeof value === 'string' ? value.includes(KEY) : typeof value === 'object' && value !== null;
}
