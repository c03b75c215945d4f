/**
 * JSON that lies as text inside JSON, and the way back. It refuses to know what the text is for; text that is no JSON is
 * simply not that.
 */
import type { Json } from '../model/json';
import { isArray } from '../model/json';

/** Writers have been seen to wrap three times. */
const LAYERS = 3;

const parseJson: (text: string) => Json = JSON.parse;

/** The value inside; undefined where the text is not JSON of an object or a list. */
export function unwrap(text: string): Json | undefined {
  let value: Json = text;
  for (let layer = 0; layer < LAYERS && typeof value === 'string'; layer += 1) {
    const inner = parse(value);
    if (inner === undefined) return undefined;
    value = inner;
  }
  return typeof value === 'object' && value !== null ? value : undefined;
}

function parse(text: string): Json | undefined {
  // Most texts are prose: only what could be an object, a list or a wrapped text is worth a try.
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

interface Frame {
  readonly keys: readonly string[] | null;
  readonly values: readonly Json[];
  next: number;
}

/** As `JSON.stringify` writes it, at any depth. */
export function compactJson(value: Json): string {
  const parts: string[] = [];
  const frames: Frame[] = [];
  open(value, parts, frames);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const at = frame.next;
    const item = frame.values[at];
    if (item === undefined) {
      parts.push(frame.keys === null ? ']' : '}');
      frames.pop();
      continue;
    }
    frame.next += 1;
    if (at > 0) parts.push(',');
    if (frame.keys !== null) parts.push(JSON.stringify(frame.keys[at] ?? ''), ':');
    open(item, parts, frames);
  }
  return parts.join('');
}

function open(value: Json, parts: string[], frames: Frame[]): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value));
  } else if (isArray(value)) {
    parts.push('[');
    frames.push({ keys: null, values: value, next: 0 });
  } else {
    parts.push('{');
    frames.push({ keys: Object.keys(value), values: Object.values(value), next: 0 });
  }
}
