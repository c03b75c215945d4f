/** The scanner and the platform's parser agree on what is JSON, however the bytes are cut. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanner } from '../../../src/reading/json-scanner';
import type { ScanState } from '../../../src/reading/json-scanner';
import { utf8 } from '../../samples/bytes/lines';

function scan(text: string, cut = Infinity): ScanState {
  const bytes = utf8(text);
  const scanner = new JsonScanner();
  for (let at = 0; at < bytes.length; at += cut) scanner.feed(bytes, at, Math.min(at + cut, bytes.length));
  return scanner.finish();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON with a little of it replaced by pieces of JSON: near misses of every kind. */
const nearJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(
      fc.record({
        at: fc.nat(),
        drop: fc.nat(3),
        put: fc.constantFrom(
          '',
          '"',
          '\\',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '0',
          '-',
          '.',
          'e',
          '+',
          'true',
          ' ',
          '\n',
          '\\u00',
          '01',
        ),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([json, edits]) =>
    edits.reduce((text, { at, drop, put }) => {
      const index = text.length === 0 ? 0 : at % text.length;
      return text.slice(0, index) + put + text.slice(index + drop);
    }, json),
  );

describe('the scanner', () => {
  it('takes what JSON.parse takes, and nothing else', () => {
    fc.assert(
      fc.property(nearJson, fc.integer({ min: 1, max: 9 }), (text, cut) => {
        const state = scan(text, cut);
        // Behind a value the parser wants blanks; the scanner leaves them to its caller.
        const whole = state.kind === 'whole' && /^[ \t\r\n]*$/.test(decode(utf8(text).subarray(state.end)));
        expect(whole).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  }, 60_000);

  it('gives the same answer however the bytes are cut', () => {
    fc.assert(
      fc.property(nearJson, fc.integer({ min: 1, max: 9 }), (text, cut) => {
        expect(scan(text, cut)).toEqual(scan(text));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    { name: 'a missing value', text: '{"a":}', at: 5, cause: 'a value was expected' },
    { name: 'a leading zero', text: '[01]', at: 2, cause: 'a comma or ] was expected' },
    { name: 'a point without digits', text: '[1.]', at: 3, cause: 'a digit was expected' },
    { name: 'an unknown escape', text: '"\\x"', at: 2, cause: 'a backslash is followed by no known escape' },
    {
      name: 'a tab inside a text',
      text: '"a\tb"',
      at: 2,
      cause: 'a raw control character (U+0009) stands inside a text',
    },
    { name: 'an open text', text: '{"a":"b', at: 7, cause: 'it ends inside a text' },
    { name: 'open brackets', text: '[[{"a":1', at: 8, cause: 'it ends with 3 open brackets' },
    { name: 'nothing', text: ' ', at: 1, cause: 'it ends before a value' },
    { name: 'a single quote', text: "{'a':1}", at: 1, cause: 'a key in quotes or } was expected' },
    { name: 'a comma before a brace', text: '{"a":1,}', at: 7, cause: 'a key in quotes was expected' },
    { name: 'a bracket of another kind', text: '[1}', at: 2, cause: 'a comma or ] was expected' },
    { name: 'half a word', text: 'nul', at: 3, cause: 'it ends before a value' },
  ])('says where and why: $name', ({ text, at, cause }) => {
    expect(scan(text)).toEqual({ kind: 'fault', at, cause });
  });

  it('lists what is not finite, outside texts', () => {
    const scanner = new JsonScanner();
    const bytes = utf8('[NaN,-Infinity,"NaN",{"Infinity":Infinity}]');
    scanner.feed(bytes, 0, bytes.length);
    expect(scanner.finish().kind).toBe('whole');
    expect(scanner.nonFinite).toEqual([
      { at: 1, word: 'NaN' },
      { at: 5, word: '-Infinity' },
      { at: 33, word: 'Infinity' },
    ]);
  });
});

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
