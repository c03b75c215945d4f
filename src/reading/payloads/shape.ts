/**
 * What an object has to look like, and where one does not. It answers with the field and what was expected there, and by its
 * making can say nothing of what was found: no answer holds any part of a value.
 */
import type { Json, JsonObject, JsonPointer } from '../../model/json';
import { isArray, isObject, pointerTo } from '../../model/json';
import type { PayloadProblem } from '../../model/payload';

export type Shape =
  | { readonly kind: 'value'; readonly expected: string; readonly fits: (value: Json) => boolean }
  | {
      readonly kind: 'object';
      readonly members: Readonly<Record<string, Member>>;
      readonly also: Also | null;
    }
  | { readonly kind: 'map'; readonly name: Name | null; readonly of: Shape }
  | { readonly kind: 'list'; readonly of: Shape };

export interface Member {
  readonly shape: Shape;
  /** A member that is optional may also be null. */
  readonly required: boolean;
}

/** Members that are told by their beginning. */
interface Also {
  readonly prefix: string;
  readonly shape: Shape;
}

/** What keys of a map have to be. */
interface Name {
  readonly expected: string;
  readonly fits: (key: string) => boolean;
}

/** A payload in which everything is wrong is refused as well by its first fields. */
const PROBLEMS = 20;
/** Keys come from the payload too. */
const SEGMENT_UNITS = 80;

const value = (expected: string, fits: (value: Json) => boolean): Shape => ({
  kind: 'value',
  expected,
  fits,
});

export const TEXT = value('text', (found) => typeof found === 'string');
export const NAME = value('text that is not empty', (found) => typeof found === 'string' && found !== '');
export const FLAG = value('true or false', (found) => typeof found === 'boolean');
export const NUMBER = value(
  'a finite number',
  (found) => typeof found === 'number' && Number.isFinite(found),
);
export const COUNT = value(
  'an integer of 0 or more',
  (found) => typeof found === 'number' && Number.isSafeInteger(found) && found >= 0,
);
export const ANYTHING = value('a value', () => true);
/** Of sessions, in every contract. */
export const SESSION_ID = value(
  'an id of 1 to 128 letters, digits and . _ : -',
  (found) => typeof found === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(found),
);

export function exactly(wanted: Json, spelled: string): Shape {
  return value(spelled, (found) => found === wanted);
}

export function oneOf(words: readonly string[]): Shape {
  return value(`one of ${words.join(', ')}`, (found) => typeof found === 'string' && words.includes(found));
}

export function listOf(of: Shape): Shape {
  return { kind: 'list', of };
}

export function mapOf(of: Shape, name: Name | null = null): Shape {
  return { kind: 'map', name, of };
}

export function objectOf(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
  also: Also | null = null,
): Shape {
  const members: Record<string, Member> = {};
  for (const [key, shape] of Object.entries(required)) members[key] = { shape, required: true };
  for (const [key, shape] of Object.entries(optional)) members[key] = { shape, required: false };
  return { kind: 'object', members, also };
}

/** In the order of the shape, then of the payload; empty where everything fits. Shapes are shallow, payloads may be anything. */
export function problemsIn(found: Json, shape: Shape): readonly PayloadProblem[] {
  const problems: PayloadProblem[] = [];
  judge(found, shape, '', problems);
  return problems;
}

function judge(found: Json, shape: Shape, at: JsonPointer, problems: PayloadProblem[]): void {
  if (problems.length >= PROBLEMS) return;
  const wrong = (pointer: JsonPointer, expected: string) => {
    if (problems.length < PROBLEMS) problems.push({ pointer, expected });
  };
  switch (shape.kind) {
    case 'value':
      if (!shape.fits(found)) wrong(at, shape.expected);
      return;
    case 'list':
      if (!isArray(found)) return wrong(at, 'a list');
      for (const [index, item] of found.entries()) {
        if (problems.length >= PROBLEMS) return;
        judge(item, shape.of, pointerTo(at, index), problems);
      }
      return;
    case 'map':
      if (!isObject(found)) return wrong(at, 'an object');
      for (const [key, item] of Object.entries(found)) {
        if (problems.length >= PROBLEMS) return;
        const place = pointerTo(at, shortened(key));
        if (shape.name !== null && !shape.name.fits(key)) wrong(place, shape.name.expected);
        judge(item, shape.of, place, problems);
      }
      return;
    case 'object':
      if (!isObject(found)) return wrong(at, 'an object');
      return judgeMembers(found, shape, at, problems, wrong);
  }
}

function judgeMembers(
  found: JsonObject,
  { members, also }: Extract<Shape, { kind: 'object' }>,
  at: JsonPointer,
  problems: PayloadProblem[],
  wrong: (pointer: JsonPointer, expected: string) => void,
): void {
  for (const [key, { shape, required }] of Object.entries(members)) {
    const item = Object.hasOwn(found, key) ? found[key] : undefined;
    const isSilent = item === undefined || item === null;
    if (!isSilent) judge(item, shape, pointerTo(at, key), problems);
    else if (required)
      wrong(pointerTo(at, key), shape.kind === 'value' ? shape.expected : nounOf(shape.kind));
  }
  for (const [key, item] of Object.entries(found)) {
    if (problems.length >= PROBLEMS) return;
    if (Object.hasOwn(members, key)) continue;
    const place = pointerTo(at, shortened(key));
    if (also === null || !key.startsWith(also.prefix)) wrong(place, 'no such member');
    else if (item !== null) judge(item, also.shape, place, problems);
  }
}

function nounOf(kind: 'object' | 'map' | 'list'): string {
  return kind === 'list' ? 'a list' : 'an object';
}

function shortened(key: string): string {
  return key.length <= SEGMENT_UNITS ? key : `${key.slice(0, SEGMENT_UNITS)}…`;
}
