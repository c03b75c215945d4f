/** What the array walk lets through is JSON of numbers, true, false and null; and it lets through what writers write. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfSimpleArray } from '../../../src/reading/simple-array';
import { utf8 } from '../../samples/bytes/lines';

/** Enough behind the array that reads of whole words stay inside. */
const BEHIND = ',"next":null}';

function endOf(text: string): number {
  const bytes = utf8(text);
  return endOfSimpleArray(bytes, new DataView(bytes.buffer), 0);
}

const item = fc.oneof(
  fc.integer({ min: 0, max: 200_000 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(true, true, false, null, 0, -0, 1e21, 1e-7, 12345678, 123456789012),
);
const list = fc.oneof(
  fc.array(item, { maxLength: 20 }),
  fc.array(fc.boolean(), { maxLength: 20 }),
  fc.array(fc.nat(151_000), { maxLength: 20 }),
);

describe('the walk', () => {
  it('lets through what writers write: compact, and with a space behind commas', () => {
    fc.assert(
      fc.property(list, (items) => {
        const compact = JSON.stringify(items);
        expect(endOf(compact + BEHIND)).toBe(compact.length);
        const spaced = '[' + items.map((each) => JSON.stringify(each)).join(', ') + ']';
        expect(endOf(spaced + BEHIND)).toBe(spaced.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('lets nothing through that is no JSON, or more than such an array', () => {
    const edit = fc.tuple(
      fc.nat(),
      fc.nat(2),
      fc.constantFrom(
        '',
        ',',
        '0',
        '-',
        '.',
        'e',
        '+',
        't',
        'true',
        'fals',
        'nul',
        '[',
        ']',
        '"',
        '{',
        ' ',
        '\n',
        '\u00a0',
        'é',
        '/',
        ':',
        '١',
        'NaN',
        '00',
        '1.',
        '.5',
      ),
    );
    let accepted = 0;
    fc.assert(
      fc.property(list, fc.array(edit, { minLength: 1, maxLength: 3 }), (items, edits) => {
        const text = edits.reduce(
          (all, [where, drop, put]) => {
            const at = where % all.length;
            return all.slice(0, at) + put + all.slice(at + drop);
          },
          JSON.stringify(items) + BEHIND,
        );
        if (!text.startsWith('[')) return;
        const end = endOf(text);
        if (end === -1) return;
        accepted += 1;
        const walked: unknown = JSON.parse(new TextDecoder().decode(utf8(text).subarray(0, end)));
        expect(
          Array.isArray(walked) &&
            walked.every((each) => each === null || typeof each === 'number' || typeof each === 'boolean'),
        ).toBe(true);
      }),
      { numRuns: 6000 },
    );
    expect(accepted).toBeGreaterThan(500);
  }, 60_000);

  it.each([
    '[01]',
    '[1.]',
    '[.5]',
    '[-]',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1e]',
    '[1e+]',
    '[+1]',
    '[tru]',
    '[truee]',
    '[nulll]',
    '["1"]',
    '[[1]]',
    '[NaN]',
    '[-Infinity]',
    '[00]',
    '[0123,1]',
    '[12345678a]',
    '[1',
    '[',
    '[true,false',
  ])('refuses %s', (text) => {
    expect(endOf(text + BEHIND)).toBe(-1);
    expect(endOf(text)).toBe(-1);
  });

  it('never reads beyond the bytes', () => {
    const whole = utf8('[true,false,null,123456,0,1.5e-3,-7] ' + BEHIND);
    for (let length = 1; length <= whole.length; length += 1) {
      const bytes = whole.slice(0, length);
      const end = endOfSimpleArray(bytes, new DataView(bytes.buffer), 0);
      expect(end === -1 || bytes[end - 1] === 0x5d).toBe(true);
    }
  });
});
