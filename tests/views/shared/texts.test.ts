/** Long text in pieces, previews that end well, and signs for characters that act. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsOf } from '../../../src/views/shared/odd-characters';
import { betweenCharacters, NODE_LIMIT, pieces, previewLength } from '../../../src/views/shared/text-cut';
import { longTexts, ODD_TEXTS } from '../../samples/hard-texts';

const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('pieces', () => {
  it('are short, whole, and add up', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', '😀', '\r\n', 'é') }),
        fc.integer({ min: 2, max: 20 }),
        (text, limit) => {
          const cut = pieces(text, limit);
          expect(cut.join('')).toBe(text);
          for (const piece of cut) {
            expect(piece.length).toBeLessThanOrEqual(limit);
            expect(halves.test(piece)).toBe(false);
          }
        },
      ),
    );
  });

  it.each(longTexts(0.1))('hold $name', ({ text }) => {
    const cut = pieces(text);
    expect(cut.join('') === text).toBe(true);
    expect(Math.max(...cut.map((piece) => piece.length))).toBeLessThanOrEqual(NODE_LIMIT);
  });
});

describe('previewLength', () => {
  it.each([
    { name: 'a short text whole', text: 'abc', rule: { lines: 5, characters: 100 }, length: 3 },
    { name: 'lines', text: 'a\n'.repeat(50), rule: { lines: 5, characters: 100 }, length: 9 },
    { name: 'characters', text: 'x'.repeat(1000), rule: { lines: 5, characters: 100 }, length: 100 },
    {
      name: 'the last whole line',
      text: `${'x'.repeat(80)}\n${'y'.repeat(900)}`,
      rule: { lines: 5, characters: 100 },
      length: 80,
    },
    {
      name: 'a text that is hardly longer',
      text: 'x'.repeat(110),
      rule: { lines: 5, characters: 100 },
      length: 110,
    },
    {
      name: 'a pair',
      text: `${'x'.repeat(99)}😀${'y'.repeat(500)}`,
      rule: { lines: 5, characters: 100 },
      length: 99,
    },
  ])('keeps $name', ({ text, rule, length }) => {
    expect(previewLength(text, rule)).toBe(length);
  });

  it('moves out of pairs and line ends only', () => {
    expect(betweenCharacters('a\r\nb', 2)).toBe(1);
    expect(betweenCharacters('😀', 1)).toBe(0);
    expect(betweenCharacters('ab', 1)).toBe(1);
  });
});

describe('segmentsOf', () => {
  it('loses no character that can be shown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = segmentsOf(text)
          .map((segment) => (segment.kind === 'text' ? segment.text : ''))
          .join('');
        // What is left out is a subsequence in order.
        let at = 0;
        for (const unit of shown) {
          at = text.indexOf(unit, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += unit.length;
        }
      }),
    );
  });

  it.each([
    { name: 'an override', text: 'a\u202eb', signs: ['U+202E'] },
    { name: 'a null', text: 'a\u0000b', signs: ['NUL'] },
    { name: 'a run of one kind', text: `a${'\u0000'.repeat(4)}b`, signs: ['NUL×4'] },
    { name: 'half a pair', text: 'a\ud800b', signs: ['U+D800'] },
    { name: 'a lone carriage return', text: 'a\rb', signs: ['CR'] },
    { name: 'a Windows line end', text: 'a\r\nb', signs: [] },
    { name: 'a line feed and a tab', text: 'a\n\tb', signs: [] },
    { name: 'an emoji of several', text: '👩‍👩‍👧‍👦', signs: [] },
  ])('gives $name its sign', ({ text, signs }) => {
    const found = segmentsOf(text).flatMap((segment) => (segment.kind === 'odd' ? [segment.sign] : []));
    expect(found).toEqual(signs);
  });

  it.each(ODD_TEXTS)('leaves nothing that turns or hides in $name', ({ text }) => {
    // eslint-disable-next-line no-control-regex -- controls are what must not be left
    const acting = /[\u0000-\u0008\u200b\u202a-\u202e\u2066-\u2069\ufeff]/;
    for (const segment of segmentsOf(text)) {
      if (segment.kind === 'text') expect(acting.test(segment.text)).toBe(false);
    }
  });
});
