/** Terminal output: the final state as text, colours as styles, and no input that hangs it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasAnsi, PLAIN, terminalText } from '../../../src/views/shared/ansi';
import { manyEscapes, TERMINAL_TEXTS } from '../../samples/hard-texts';

function shownAs(text: string): string {
  return terminalText(text)
    .map((line) => line.map((span) => span.text).join(''))
    .join('\n');
}

describe('terminalText', () => {
  it.each(TERMINAL_TEXTS)('shows $name', ({ text, shown }) => {
    expect(shownAs(text).replace(/\n+$/, '')).toBe(shown.replace(/\n+$/, ''));
  });

  it.each([
    { name: 'a palette colour', text: '\u001b[31mx', style: { foreground: { kind: 'palette', index: 1 } } },
    { name: 'a bright colour', text: '\u001b[97mx', style: { foreground: { kind: 'palette', index: 15 } } },
    { name: 'a bright ground', text: '\u001b[103mx', style: { background: { kind: 'palette', index: 11 } } },
    { name: 'one of 256', text: '\u001b[48;5;208mx', style: { background: { kind: 'palette', index: 208 } } },
    {
      name: 'an exact one',
      text: '\u001b[38;2;1;2;300mx',
      style: { foreground: { kind: 'rgb', css: 'rgb(1 2 255)' } },
    },
    { name: 'bold and reverse', text: '\u001b[1;7mx', style: { bold: true, reverse: true } },
    { name: 'what is left of several', text: '\u001b[1;3;4;22;24mx', style: { italic: true } },
    { name: 'nothing after a reset', text: '\u001b[1;31m\u001b[mx', style: {} },
    {
      name: 'a code nobody knows',
      text: '\u001b[31;99;1mx',
      style: { foreground: { kind: 'palette', index: 1 }, bold: true },
    },
    {
      name: 'a colour cut short',
      text: '\u001b[38;5mx',
      style: { foreground: { kind: 'palette', index: 0 } },
    },
  ])('styles $name', ({ text, style }) => {
    expect(terminalText(text)[0]?.[0]).toEqual({ text: 'x', style: { ...PLAIN, ...style } });
  });

  it('overwrites and keeps the styles of what is left', () => {
    const [line] = terminalText('\u001b[31mabcdef\r\u001b[32mxy');
    expect(line?.map((span) => span.text)).toEqual(['xy', 'cdef']);
  });

  it('shows every text without controls as it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '你', ' ', '\n', '\t', '😀', ';', '[', ']') }),
        (text) => {
          expect(shownAs(text)).toBe(text);
        },
      ),
    );
  });

  it('ends on any mixture of controls', () => {
    const piece = fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '0',
      '31',
      ';',
      ':',
      'm',
      'A',
      'K',
      'J',
      '\r',
      '\b',
      '\n',
      'x',
      '\u0007',
      '\\',
      '?',
      '\u009b',
      '9999',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(terminalText(pieces.join('')).length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it('holds 200,000 escapes', () => {
    expect(shownAs(manyEscapes())).toBe('x'.repeat(200_000));
  });

  it.each([
    { name: 'plain text', text: 'one\ntwo', is: false },
    { name: 'Windows line ends', text: 'one\r\ntwo', is: false },
    { name: 'a colour', text: '\u001b[31m', is: true },
    { name: 'a return', text: 'a\rb', is: true },
  ])('recognises $name', ({ text, is }) => {
    expect(hasAnsi(text)).toBe(is);
  });
});
