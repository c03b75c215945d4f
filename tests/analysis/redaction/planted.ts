/** Secrets of every form planted into records of every form, for properties. They are made at run time and open nothing. */
import fc from 'fast-check';
import type { Json } from '../../../src/model/json';

const ALL = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Mixed characters that begin with one of each class. */
function mixed(length: number) {
  return fc
    .array(fc.integer({ min: 0, max: ALL.length - 1 }), { minLength: length - 12, maxLength: length - 12 })
    .map((picks) => `q7Xb2Wk9Tz4P${picks.map((pick) => ALL.charAt(pick)).join('')}`);
}

/** Found in running text, wherever it stands between blanks. */
export const secret = fc.oneof(
  mixed(48).map((body) => `sk-${body}`),
  mixed(93).map((body) => `sk-ant-api03-${body}`),
  mixed(34).map((body) => `hf_${body}`),
  mixed(36).map((body) => `ghp_${body}`),
  mixed(35).map((body) => `AIza${body}`),
  mixed(24).map((body) => `xoxb-123456789012-${body}`),
  mixed(40).map(
    (body) =>
      `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{"a":"b"}').replaceAll('=', '')}.${body}`,
  ),
);

const words = fc.oneof(
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.constantFrom(
    '',
    'a "quoted" word',
    'line\nline',
    'back\\slash',
    'Zürich 東京 🙂',
    '[1, 2',
    '{"a":',
    'x = 1;',
  ),
);

export interface Planted {
  readonly record: Json;
  readonly secret: string;
}

const around = fc.record({ before: words, after: words });

/** The secret as a string, in text, in JSON inside strings, over the border of parts, or as the name of a member. */
const holder = fc.oneof(
  around.map(
    ({ before, after }) =>
      (value: string): Json =>
        `${before} ${value} ${after}`,
  ),
  fc.constant((value: string): Json => value),
  around.map(
    ({ before, after }) =>
      (value: string): Json =>
        JSON.stringify({ [before]: after, note: [`${before} ${value} ${after}`] }),
  ),
  around.map(
    ({ before, after }) =>
      (value: string): Json =>
        JSON.stringify({ deep: JSON.stringify([JSON.stringify({ a: `${value} ${after}`, b: before })]) }),
  ),
  fc
    .tuple(around, fc.integer({ min: 4, max: 30 }))
    .map(([{ before, after }, at]) => (value: string): Json => [
      { type: 'text', text: `${before} ${value.slice(0, at)}` },
      { text: `${value.slice(at)} ${after}`, type: 'text' },
    ]),
  around.map(({ after }) => (value: string): Json => ({ [value]: after, other: 1 })),
  fc.constant((value: string): Json => ({ password: value })),
  fc.constant((value: string): Json => ({ headers: { Authorization: `Bearer ${value}` } })),
);

const rest = fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value)) as never);

export const planted = fc
  .record({ value: secret, hold: holder, before: rest, after: rest })
  .map(({ value, hold, before, after }): Planted => ({
    secret: value,
    record: { id: 'e1', n: 1, before, held: hold(value), after },
  }));
