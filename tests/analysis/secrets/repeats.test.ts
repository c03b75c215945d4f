/** Other places of values that are secret somewhere: every one of them, in one walk. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretValues } from '../../../src/analysis/secrets/repeats';
import type { FindingKind } from '../../../src/analysis/secrets/rules';

function repeatsOf(values: readonly string[], kind: FindingKind = 'secret-name') {
  const all = new SecretValues();
  for (const value of values) all.add({ kind, value });
  return all.repeats();
}

/** Which units of a text belong to a value. */
function covered(length: number, stretches: Iterable<{ readonly start: number; readonly end: number }>) {
  const out = new Array<boolean>(length).fill(false);
  for (const { start, end } of stretches) out.fill(true, start, end);
  return out.map((is) => (is ? 'x' : '.')).join('');
}

function everyPlace(text: string, values: readonly string[]) {
  return values.flatMap((value) =>
    Array.from(text, (_, start) => ({ start, end: start + value.length })).filter(({ start }) =>
      text.startsWith(value, start),
    ),
  );
}

describe('values that are looked for again', () => {
  it('are found at every place, also inside and across one another', () => {
    const value = fc.array(fc.constantFrom('a', 'B', '1', 'aB1a'), { minLength: 8, maxLength: 14 });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 5 }),
        fc.array(fc.oneof(value, fc.constant(['a', 'B'])), { maxLength: 12 }),
        (values, pieces) => {
          const known = values
            .map((one) => one.join(''))
            .filter((one) => /\d/.test(one) && /[a-zA-Z]/.test(one));
          const text = [...pieces.map((piece) => piece.join('')), ...known].join('1');
          const hits = repeatsOf(known)?.hitsIn(text) ?? [];
          expect(covered(text.length, hits)).toBe(covered(text.length, everyPlace(text, known)));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('are walked once: a longer walk would not end here', () => {
    const values = Array.from({ length: 200 }, (_, index) => `${'a'.repeat(2000 + index)}B${index}x1`);
    const text = `${'a'.repeat(1_000_000)}B7x1`;
    const [hit, ...more] = repeatsOf(values)?.hitsIn(text) ?? [];
    expect([hit?.end, more]).toEqual([text.length, []]);
  });

  const CASES: readonly { name: string; kind: FindingKind; value: string; isKept: boolean }[] = [
    { name: 'a mixed one', kind: 'secret-name', value: 'hunter22', isKept: true },
    { name: 'a short one', kind: 'secret-name', value: 'hunter2', isKept: false },
    { name: 'a word', kind: 'secret-name', value: 'postgres', isKept: false },
    { name: 'what stands for one', kind: 'secret-name', value: 'your-key-123', isKept: false },
    { name: 'a name of a version in a set-up', kind: 'runtime-v1', value: 'python3.11', isKept: false },
    { name: 'a path in a set-up', kind: 'runtime-v1', value: '/usr/bin2:/bin', isKept: false },
    { name: 'a key in a set-up', kind: 'runtime-v1', value: 'Zk3JmQ9pXv', isKept: true },
    { name: 'what is no secret', kind: 'home-path', value: '/home/me/Zk3JmQ9pXv', isKept: false },
    { name: 'an object', kind: 'runtime-v1', value: '', isKept: false },
  ];
  it.each(CASES)('$name', ({ kind, value, isKept }) => {
    expect(repeatsOf([value], kind) !== null).toBe(isKept);
  });

  it('are a password also without its user', () => {
    expect(repeatsOf(['me:hunter22'], 'url-password')?.hitsIn('it is hunter22.')).toEqual([
      { kind: 'repeated-value', start: 6, end: 14 },
    ]);
  });
});
