/** A parsed JSON value. It refuses to know what any field means. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** `JSON.parse` with the type it deserves: whatever comes out of a file is Json and nothing more. Throws on bad JSON. */
export const parseJson: (text: string) => Json = (text) => parse(text);
const parse: (text: string) => Json = JSON.parse;

/** RFC 6901. The empty string points at the whole document. */
export type JsonPointer = string;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Own members only: a key named `__proto__` or `constructor` in a trace must not reach the prototype. */
export function member(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

export function pointerTo(base: JsonPointer, ...segments: readonly (string | number)[]): JsonPointer {
  let pointer = base;
  for (const segment of segments) {
    pointer += '/' + String(segment).replaceAll('~', '~0').replaceAll('/', '~1');
  }
  return pointer;
}

export function pointerSegments(pointer: JsonPointer): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Null first, then segment by segment, numbers as numbers: the order of `specs` report lists. */
export function comparePointers(left: JsonPointer | null, right: JsonPointer | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  const a = pointerSegments(left);
  const b = pointerSegments(right);
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const order = compareSegments(a[i] ?? '', b[i] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareSegments(a: string, b: string): number {
  if (a === b) return 0;
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) return Number(a) - Number(b);
  return a < b ? -1 : 1;
}
