/** Texts that are cut for a line say that they were. */
import { describe, expect, it } from 'vitest';
import { shortened } from '../../../src/worker/episode/texts';

describe('a text for a line', () => {
  const cases = [
    { name: 'is whole where it fits', text: 'nights', longest: 6, shown: 'nights' },
    {
      name: 'ends in a sign where it was cut',
      text: 'on 28 of 31 nights',
      longest: 16,
      shown: 'on 28 of 31 nig…',
    },
    { name: 'has no blank before the sign', text: 'one two', longest: 5, shown: 'one…' },
    { name: 'is not cut inside a character', text: 'a\u{1F600}b', longest: 3, shown: 'a…' },
  ];
  it.each(cases)('$name', ({ text, longest, shown }) => {
    expect(shortened(text, longest)).toBe(shown);
  });
});
