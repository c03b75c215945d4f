/** What messages quote of bytes that are no record: enough to see the shape of the place, never a word worth hiding. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotedNames, snippetOf } from '../../../src/reading/snippet';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const KEY = 'sk-proj-q7XkP2mZ9vTbL4wRcN8sYhJd3gFaUe6o';

const CASES = [
  {
    name: 'brackets, names and short words',
    text: '{"id":"e","ok":true,}',
    at: '}',
    want: '{"id":"e","ok":true,}',
  },
  { name: 'a value', text: `{"api_key": "${KEY}" oops}`, at: 'oops', want: '…" oops}' },
  { name: 'a short value', text: '{"password":"hunter2" oops}', at: 'oops', want: '{"password":"…" oops}' },
  {
    name: 'a value that is said like a name',
    text: '{"a":"\\"hunter\\": 1" oops',
    at: 'oops',
    want: '{"a":"\\"…\\": 1" oops',
  },
  {
    name: 'a name that may be a value',
    text: `{"${KEY.slice(0, 20)}": 1 oops`,
    at: 'oops',
    want: '{"…": 1 oops',
  },
  {
    name: 'a word cut at the border',
    text: `{"a":"${'b '.repeat(40)}" oops`,
    at: 'b " oops',
    want: `…${' b'.repeat(20)} " oops`,
  },
  { name: 'control characters', text: '{"a\u0001\n"', at: '\u0001', want: '{"a␁␊"' },
] as const;

describe('a snippet shows', () => {
  it.each(CASES)('$name', ({ text, at, want }) => {
    const bytes = bytesOf(text);
    expect(snippetOf(bytes, bytesOf(text.slice(0, text.indexOf(at))).length)).toBe(want);
  });

  it('no piece of a key longer than four characters, wherever the fault is', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 60 }),
        fc.nat(160),
        (before, after, at) => {
          const bytes = bytesOf(
            `${before.replace(/[a-z0-9-]/giu, ' ')}"${KEY}"${after.replace(/[a-z0-9-]/giu, ' ')}`,
          );
          const shown = snippetOf(bytes, Math.min(at, bytes.length));
          for (let from = 0; from + 5 <= KEY.length; from += 1)
            expect(shown).not.toContain(KEY.slice(from, from + 5));
        },
      ),
    );
  });
});

it('names of members are quoted, and none that may be a value', () => {
  expect(quotedNames(['edges', 'ai.prime.acp/semantic-edges-v1', KEY, 'behind'], 3)).toBe(
    '"edges", "ai.prime.acp/semantic-edges-v1", "…"',
  );
});
