/** Finding phrases: every spelling of a text is found, and the place is that of the text as written. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Found } from '../../src/analysis/search';
import { excerptOf, findPhrase, phraseOf } from '../../src/analysis/search';
import { fold, foldWithOrigin } from '../../src/analysis/text-folding';

function find(text: string, query: string): string[] {
  const phrase = phraseOf(query);
  const found: Found[] = [];
  const count = phrase === null ? 0 : findPhrase(text, phrase, (place) => found.push(place));
  expect(count).toBe(found.length);
  return found.map(({ offset, length }) => text.slice(offset, offset + length));
}

describe('findPhrase', () => {
  it.each([
    { name: 'plain', text: 'one Two one', query: 'ONE', found: ['one', 'one'] },
    { name: 'no overlap', text: 'aaaa', query: 'aa', found: ['aa', 'aa'] },
    { name: 'an empty query', text: 'abc', query: '', found: [] },
    { name: 'NFD query in NFC text', text: 'un café noir', query: 'cafe\u0301', found: ['café'] },
    { name: 'NFC query in NFD text', text: 'un cafe\u0301 noir', query: 'É', found: ['e\u0301'] },
    { name: 'an accent is not its letter', text: 'cafe\u0301', query: 'cafe', found: [] },
    { name: 'sharp s', text: 'die STRASSE, die Straße', query: 'straße', found: ['STRASSE', 'Straße'] },
    { name: 'final sigma', text: 'ὈΔΥΣΣΕΎΣ ὀδυσσεύς', query: 'ὀδυσσεύσ', found: ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'] },
    { name: 'a growing capital', text: 'xİstanbul', query: 'i̇s', found: ['İs'] },
    { name: 'Hangul by letters', text: '각 나라', query: '\u1100\u1161\u11a8', found: ['각'] },
    { name: 'Han', text: 'say 你好 now', query: '你好', found: ['你好'] },
    {
      name: 'escaped once',
      text: '{"t":"say \\u4f60\\u597d now"}',
      query: '你好',
      found: ['\\u4f60\\u597d'],
    },
    {
      name: 'escaped twice',
      text: '"{\\"t\\":\\"\\\\u4f60\\\\u597d\\"}"',
      query: '你好',
      found: ['\\\\u4f60\\\\u597d'],
    },
    { name: 'an escaped quote', text: '{"a":"say \\"hi\\" x"}', query: 'say "hi"', found: ['say \\"hi\\"'] },
    { name: 'emoji by escaped halves', text: 'x\\ud83d\\ude00y', query: '😀', found: ['\\ud83d\\ude00'] },
    { name: 'a lone surrogate', text: 'a\ud800b', query: 'b', found: ['b'] },
    { name: 'emoji with joiners', text: 'the 👩‍💻 here', query: '👩‍💻', found: ['👩‍💻'] },
    {
      name: 'after long non-ASCII text',
      text: 'é'.repeat(1000) + 'needle',
      query: 'needle',
      found: ['needle'],
    },
  ])('finds $name', ({ text, query, found }) => {
    expect(find(text, query)).toEqual(found);
  });

  it('folds by pieces as it folds the whole, and every origin is in order', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        'e\u0301',
        'ß',
        'Σς',
        'İ',
        '각',
        '\u1100\u1161\u11a8',
        'ﬁ',
        'a\u0323\u0307',
        '\u0301',
        '\r\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
        const text = units.join('');
        const folded = foldWithOrigin(text);
        expect(folded.text).toBe(fold(text));
        let last = 0;
        for (let at = 0; at <= folded.text.length; at += 1) {
          const origin = folded.origin(at);
          expect(origin).toBeGreaterThanOrEqual(Math.min(last, text.length));
          last = origin;
        }
        expect(folded.originEnd(folded.text.length)).toBe(folded.text === '' ? 0 : text.length);
      }),
      { numRuns: 500 },
    );
  });

  it('finds every query that was planted, whatever stands around it', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.string(),
        word,
        fc.string(),
        fc.constantFrom('NFC', 'NFD'),
        (before, query, after, form) => {
          const text = `${before} ${query.normalize(form)} ${after}`;
          expect(find(text, ` ${query} `).length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('makes an excerpt of one line', () => {
    expect(excerptOf('a\n b needle c\td', { offset: 5, length: 6 })).toEqual(['a b ', 'needle', ' c d']);
    expect(excerptOf('x'.repeat(100), { offset: 60, length: 1 })[0]).toBe('…' + 'x'.repeat(48));
  });
});
