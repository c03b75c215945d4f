/**
 * Compact JSON text with the keys of every object in the order of their UTF-16 code units: one text for all spellings of a
 * value that differ in blanks and key order. It walks without recursion and refuses to know what the value is for.
 */
import type { Json } from '../../model/json';
import { isArray, isObject, member } from '../../model/json';

/** A value as it is printed: finished text, or what stands between brackets. Keys are sorted by whoever opens it. */
export type Opened<Value> =
  string | { readonly keys: readonly string[] | null; readonly values: readonly Value[] };

interface Frame<Value> {
  readonly keys: readonly string[] | null;
  readonly values: readonly Value[];
  next: number;
}

export function printed<Value>(root: Value, open: (value: Value) => Opened<Value>): string {
  const parts: string[] = [];
  const frames: Frame<Value>[] = [];
  const enter = (value: Value) => {
    const opened = open(value);
    if (typeof opened === 'string') parts.push(opened);
    else {
      parts.push(opened.keys === null ? '[' : '{');
      frames.push({ ...opened, next: 0 });
    }
  };
  enter(root);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const at = frame.next;
    const value = frame.values[at];
    if (value === undefined) {
      parts.push(frame.keys === null ? ']' : '}');
      frames.pop();
      continue;
    }
    frame.next += 1;
    if (at > 0) parts.push(',');
    if (frame.keys !== null) parts.push(JSON.stringify(frame.keys[at] ?? ''), ':');
    enter(value);
  }
  return parts.join('');
}

/** `J` of the canonical form. Numbers are spelled as the platform spells them: the file's own spelling is gone by now. */
export function sortedJson(value: Json): string {
  return printed(value, openJson);
}

function openJson(value: Json): Opened<Json> {
  if (isArray(value)) return { keys: null, values: value };
  if (isObject(value)) {
    const keys = Object.keys(value).sort();
    return { keys, values: keys.map((key) => member(value, key) ?? null) };
  }
  // A bare NaN or Infinity of the file was read as a number that is not finite; it must not look like null.
  if (typeof value === 'number' && !Number.isFinite(value)) return value < 0 ? '-1e999' : '1e999';
  return JSON.stringify(value);
}
