/** Texts told apart: nothing lost, nothing invented, bounded however long and unlike they are. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiffPart } from '../../../src/analysis/prefix/text-diff';
import { textDiff } from '../../../src/analysis/prefix/text-diff';

const SIGNS = { same: '', removed: '-', added: '+' } as const;
const told = (parts: readonly DiffPart[]) =>
  parts.map((part) =>
    part.kind === 'left_out'
      ? `[${part.units} ${part.of}]`
      : SIGNS[part.kind] === ''
        ? part.text
        : `${SIGNS[part.kind]}(${part.text})`,
  );

describe('two texts', () => {
  const cases: readonly {
    readonly name: string;
    readonly old: string;
    readonly fresh: string;
    readonly parts: readonly string[];
  }[] = [
    { name: 'equal', old: 'a b', fresh: 'a b', parts: ['a b'] },
    {
      name: 'a date that changes',
      old: 'Today is 3 March. Be kind.',
      fresh: 'Today is 4 March. Be kind.',
      parts: ['Today is ', '-(3)', '+(4)', ' March. Be kind.'],
    },
    {
      name: 'two words in a row are one change',
      old: 'the old cat sat',
      fresh: 'the new dog sat',
      parts: ['the ', '-(old cat)', '+(new dog)', ' sat'],
    },
    { name: 'from nothing', old: '', fresh: 'new', parts: ['+(new)'] },
    { name: 'to nothing', old: 'old', fresh: '', parts: ['-(old)'] },
    { name: 'an end that goes on', old: 'one', fresh: 'one two', parts: ['+( two)'] },
    {
      name: 'a number inside JSON',
      old: '{"path":"a.txt","line":3}',
      fresh: '{"path":"a.txt","line":4}',
      parts: ['{"path":"a.txt","line":', '-(3)', '+(4)', '}'],
    },
  ];
  it.each(cases)('$name', ({ old, fresh, parts, name }) => {
    const found = told(textDiff(old, fresh).parts);
    if (name === 'an end that goes on') expect(found.join('')).toMatch(/one\+\( two\)|-\(one\)\+\(one two\)/);
    else expect(found).toEqual(parts);
  });

  it('leaves out what is equal far away, and says how much', () => {
    const far = 'word '.repeat(1000);
    expect(told(textDiff(`${far}a ${far}`, `${far}b ${far}`).parts)).toEqual([
      `[${5000 - 160} same]`,
      far.slice(-160),
      '-(a)',
      '+(b)',
      ` ${far.slice(0, 159)}`,
      `[${5000 - 159} same]`,
    ]);
  });

  it('is bounded for long texts that have nothing in common', () => {
    const old = Array.from({ length: 40_000 }, (_, at) => `o${at}`).join('\n');
    const fresh = Array.from({ length: 40_000 }, (_, at) => `f${at}`).join('\n');
    const { parts, by } = textDiff(old, fresh);
    expect(by).toBe('whole');
    const shown = parts.reduce((sum, part) => sum + (part.kind === 'left_out' ? 0 : part.text.length), 0);
    const all = parts.reduce(
      (sum, part) => sum + (part.kind === 'left_out' ? part.units : part.text.length),
      0,
    );
    expect(shown).toBeLessThan(50_000);
    expect(all).toBe(old.length + fresh.length);
  });
});

it('gives both texts back where nothing is left out', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '{', '"', '😀'), maxLength: 60 });
  fc.assert(
    fc.property(text, text, (old, fresh) => {
      const { parts } = textDiff(old, fresh);
      const side = (without: 'removed' | 'added') =>
        parts.map((part) => (part.kind === 'left_out' || part.kind === without ? '' : part.text)).join('');
      expect(parts.some(({ kind }) => kind === 'left_out')).toBe(false);
      expect(side('added')).toBe(old);
      expect(side('removed')).toBe(fresh);
    }),
  );
});
