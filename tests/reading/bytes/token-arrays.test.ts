/** Skipping token arrays changes nothing but the arrays: the same values, the same repairs, the same refusals. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json';
import { isArray, isObject } from '../../../src/model/json';
import { parseRecord } from '../../../src/reading/json-text';
import type { RawRecord } from '../../../src/reading/records';
import { everyTraceHasCalls, withoutTokenArrays } from '../../../src/reading/token-arrays';
import { bytes, utf8 } from '../../samples/bytes/lines';

function raw(text: string | Uint8Array): RawRecord {
  const given = typeof text === 'string' ? utf8(text) : text;
  return { kind: 'record', line: 7, byte: 1000, bytes: given, terminated: true, repaired: false };
}

const KEYS = new Set(
  'token_ids mask is_content logprobs advantages reference_logprobs trainer_logprobs entropies is_masked'.split(
    ' ',
  ),
);

/** Replaces by null every array that may be emptied, so that kept and skipped ones compare equal. */
function blanked(value: Json): Json {
  if (isArray(value)) return value.map(blanked);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      KEYS.has(key) && isArray(each) && each.every(isToken) ? null : blanked(each),
    ]),
  );
}

function isToken(value: Json): boolean {
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

/** Only a record that is large and made of tokens is looked at. */
const HEAVY = `{"token_ids":[${'17,'.repeat(2000)}17]}`;

const blank = fc.constantFrom('', '', '', ' ', '\t', '\r', ' \n ');
const token = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 151_000 }).map(String) },
  {
    weight: 5,
    arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom('true', 'false', 'null', '0', '-0', '1e5', '1E-7', '-0.25', '1.5e+3'),
  },
);
/** What makes an array one that must be left to the parser. */
const odd = fc.constantFrom(
  '01',
  '1.',
  '.5',
  '-',
  '+1',
  '1e',
  'NaN',
  '-Infinity',
  'Infinity',
  'tru',
  'nulll',
  '',
  '"x"',
  '[1]',
  '{}',
  '--1',
  '1 2',
  '\u00a0',
  '1e+',
  '0x1',
  '\u0000',
  '\u007f',
);
const items = fc
  .tuple(
    fc.oneof(fc.array(token, { maxLength: 10 }), fc.array(token, { minLength: 20, maxLength: 40 })),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.tuple(fc.nat(39), odd).map((one) => [one]) },
    ),
    blank,
    blank,
  )
  .map(([tokens, odds, before, behind]) => {
    const all = [...tokens];
    for (const [at, text] of odds) all.splice(at, 0, text);
    return '[' + before + all.join(before + ',' + behind) + behind + ']';
  });
const key = fc.constantFrom(...KEYS, 'token_idx', 'tokens', 'x_token_ids', 'mask_', '');
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '"token_ids":[1,2,3]',
    ',"token_ids":[' + '1,'.repeat(50) + '1]',
    '\\"token_ids\\":[1]',
    ' "mask":[',
    '{"mask":[true]}',
    '\\',
    '\\\\',
    '[',
    'a"',
  ),
);
const pair = fc.oneof(
  fc
    .tuple(key, blank, blank, items)
    .map(([name, before, behind, array]) => `"${name}"${before}:${behind}${array}`),
  fc.tuple(key, text).map(([name, value]) => `"${name}":${JSON.stringify(value)}`),
  fc.tuple(text, fc.json({ maxDepth: 2 })).map(([name, value]) => `${JSON.stringify(name)}:${value}`),
  fc.constant('"token_ids":[' + '17,'.repeat(40) + '17]'),
);
const object = fc
  .tuple(fc.array(pair, { maxLength: 8 }), blank)
  .map(([pairs, space]) => `{${space}${pairs.join(',' + space)}}`);
const record = fc
  .tuple(
    fc.array(object, { maxLength: 4 }),
    fc.boolean(),
    fc.constantFrom('', '', '', '', ',', '}', ' {}', '\u0000'),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('"', '\\', ',', '[', ']', '')), { maxLength: 1 }),
  )
  .map(([nodes, calls, behind, edits]) => {
    const whole = `{"traces":[{${calls ? '"calls":[],' : ''}"nodes":[${[HEAVY, ...nodes].join(',')}]}]}${behind}`;
    return edits.reduce(
      (all, [at, put]) => all.slice(0, at % all.length) + put + all.slice((at % all.length) + 1),
      whole,
    );
  });

describe('skipping token arrays', () => {
  it('gives what parsing in full gives, but for the arrays', () => {
    let skipped = 0;
    fc.assert(
      fc.property(record, (given) => {
        const kept = parseRecord(raw(given), 'keep');
        const short = parseRecord(raw(given), 'skip');
        expect(short.diagnostics).toEqual(kept.diagnostics);
        expect(short.repaired).toBe(kept.repaired);
        expect(short.value === undefined).toBe(kept.value === undefined);
        if (kept.value === undefined || short.value === undefined) return;
        expect(blanked(short.value)).toEqual(blanked(kept.value));
        if (!everyTraceHasCalls(kept.value)) expect(short.value).toEqual(kept.value);
        const left = JSON.stringify(kept.value).length - JSON.stringify(short.value).length;
        if (left > HEAVY.length) skipped += 1;
      }),
      { numRuns: 4000 },
    );
    expect(skipped).toBeGreaterThan(100);
  }, 60_000);

  const long = (item: string) => `[${Array.from({ length: 800 }, () => item).join(',')}]`;
  const around = (nodes: string, calls = '"calls":[],') => `{"traces":[{${calls}"nodes":[${nodes}]}]}`;

  it.each([
    { name: 'a long array goes', given: around(`{"token_ids":${long('12')}}`), emptied: true },
    {
      name: 'all of its companions go with it',
      given: around(`{"token_ids":${long('12')},"mask":${long('true')},"logprobs":${long('-0.5')}}`),
      emptied: true,
    },
    {
      name: 'blanks around the colon do not matter',
      given: around(`{"token_ids" :\t${long('12')}}`),
      emptied: true,
    },
    { name: 'a small record stays', given: around('{"token_ids":[1,2,3]}'), emptied: false },
    {
      name: 'an older record without calls stays',
      given: around(`{"token_ids":${long('12')}}`, ''),
      emptied: false,
    },
    {
      name: 'one trace without calls keeps the arrays of all',
      given: `{"traces":[{"calls":[],"nodes":[{"token_ids":${long('12')}}]},{"nodes":[]}]}`,
      emptied: false,
    },
    {
      name: 'calls that are no list are none',
      given: around(`{"token_ids":${long('12')}}`, '"calls":"[]",'),
      emptied: false,
    },
    {
      name: 'a bare trace with calls',
      given: `{"nodes":[{"token_ids":${long('12')}}],"calls":[]}`,
      emptied: true,
    },
    { name: 'numbers that are none stay', given: around(`{"token_ids":${long('"1"')}}`), emptied: false },
    {
      name: 'a text that looks like one stays',
      given: around(JSON.stringify({ content: `x,"token_ids":${long('12')}` })),
      emptied: false,
    },
  ])('$name', ({ given, emptied }) => {
    const kept = JSON.stringify(parseRecord(raw(given), 'keep').value);
    const short = JSON.stringify(parseRecord(raw(given), 'skip').value);
    expect(kept).toBe(JSON.stringify(JSON.parse(given)));
    expect(short.length < kept.length).toBe(emptied);
  });

  it('leaves short arrays beside long ones', () => {
    const short = parseRecord(raw(around(`{"token_ids":[1,2,3],"mask":${long('true')}}`)), 'skip');
    expect(short.value).toEqual({ traces: [{ calls: [], nodes: [{ token_ids: [1, 2, 3], mask: [] }] }] });
  });

  it('leaves NaN inside an array to the repair', () => {
    const given = around(`{"token_ids":${long('12')},"logprobs":${long('NaN')}}`);
    const short = parseRecord(raw(given), 'skip');
    expect(short.repaired).toBe(true);
    expect(short.diagnostics.map(({ code, byte }) => [code, byte])).toEqual([
      ['non-finite-number', 1000 + given.indexOf('NaN')],
    ]);
  });

  it('holds for invalid UTF-8 beside the arrays', () => {
    const given = bytes(around(`{"token_ids":${long('12')},"content":"`).slice(0, -4), [0xff], '"}]}]}');
    const short = parseRecord(raw(given), 'skip');
    expect(short.diagnostics.map(({ code }) => code)).toEqual(['invalid-utf-8']);
    expect(short.value).toEqual(parseRecord(raw(given), 'keep').value);
  });

  it('finds nothing to do in a text full of brackets', () => {
    expect(withoutTokenArrays(utf8(around(JSON.stringify({ content: '[['.repeat(5000) }))))).toBeNull();
  });
});
