/**
 * Readers of single values: the value where it has the wanted type, null where the file says nothing (absent and null are
 * the same), null and a finding where it says something else. They never copy: texts, lists and objects are the parsed ones.
 *
 * Callers read members by their fixed names (`raw.parent`). That is safe for names that `Object.prototype` does not have,
 * and every field name of the format is one; names that come from a file go through `member()`.
 */
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject } from '../model/json';
import type { Segment, Spot } from './spot';

export type Field = Json | undefined;

const NO_LIST: readonly Json[] = [];

export function text(value: Field, spot: Spot, segment: Segment): string | null {
  if (typeof value === 'string') return value;
  if (value !== undefined && value !== null) spot.bad(segment, 'text', value);
  return null;
}

/** A finite number. */
export function number(value: Field, spot: Spot, segment: Segment): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value !== undefined && value !== null) spot.bad(segment, 'a number', value);
  return null;
}

/** A point in time; writers put 0 where they have none. */
export function instant(value: Field, spot: Spot, segment: Segment): number | null {
  const found = number(value, spot, segment);
  return found === 0 ? null : found;
}

/** A number that counts something: 1.0 is an integer, 1.5 is not. */
export function integer(value: Field, spot: Spot, segment: Segment): number | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value + 0;
  if (value !== undefined && value !== null) spot.bad(segment, 'an integer', value);
  return null;
}

export function flag(value: Field, spot: Spot, segment: Segment): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value !== undefined && value !== null) spot.bad(segment, 'true or false', value);
  return null;
}

export function object(value: Field, spot: Spot, segment: Segment): JsonObject | null {
  if (isObject(value)) return value;
  if (value !== undefined && value !== null) spot.bad(segment, 'an object', value);
  return null;
}

/** Null where there is none, which is not the same as an empty one. */
export function list(value: Field, spot: Spot, segment: Segment): readonly Json[] | null {
  if (isArray(value)) return value;
  if (value !== undefined && value !== null) spot.bad(segment, 'a list', value);
  return null;
}

/** The same, where an absent list is as good as an empty one. */
export function items(value: Field, spot: Spot, segment: Segment): readonly Json[] {
  return list(value, spot, segment) ?? NO_LIST;
}

/** What `read` makes of each object of a list; anything else in it is dropped with a finding. */
export function objects<Read>(
  value: Field,
  spot: Spot,
  segment: Segment,
  read: (item: JsonObject, spot: Spot) => Read | null,
): readonly Read[] {
  const found = items(value, spot, segment);
  if (found.length === 0) return [];
  const listed = spot.under(segment);
  const kept: Read[] = [];
  found.forEach((item, index) => {
    if (!isObject(item)) listed.bad(index, 'an object', item);
    else {
      const one = read(item, listed.under(index));
      if (one !== null) kept.push(one);
    }
  });
  return kept;
}

/** Whether a member says anything. */
export function isGiven(value: Field): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}
