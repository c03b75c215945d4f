/** What a redaction leaves: everything but what was chosen, in the same structure, spelled the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactRecord } from '../../../src/analysis/redaction/redact';
import { secretExamples } from '../../../src/analysis/secrets/examples';
import { findingsIn, secretReports } from '../../../src/analysis/secrets/secrets';
import { parseJson, type Json } from '../../../src/model/json';
import { planted } from './planted';

const always = () => true;
const all = (text: string) => redactRecord(text, always, always).text;
/** Brackets, commas, numbers and words: everything that is no string. */
const skeleton = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/g, '""');

/** Every string of a document, keys included, those inside strings that are JSON too. */
function stringsOf(value: Json): string[] {
  if (typeof value === 'string') {
    try {
      const inner = parseJson(value);
      return typeof inner === 'object' && inner !== null ? [value, ...stringsOf(inner)] : [value];
    } catch {
      return [value];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...stringsOf(member)]);
}

describe('a redacted record', () => {
  it('holds nothing of what was planted, and is clean, and has the same structure', () => {
    fc.assert(
      fc.property(planted, fc.boolean(), ({ record, secret }, pretty) => {
        const text = JSON.stringify(record, null, pretty ? 2 : undefined);
        const found = findingsIn(text);
        expect(found.length).toBeGreaterThan(0);
        const out = redact(text, found);
        expect(skeleton(out)).toBe(skeleton(text));
        expect(secretReports(out)).toEqual([]);
        const joined = stringsOf(parseJson(out)).join('\u0000');
        expect(joined).not.toContain(secret);
        expect(joined).not.toContain(secret.slice(0, 20));
        expect(joined).not.toContain(secret.slice(-16));
        // JSON inside strings stays JSON.
        expect(stringsOf(parseJson(out)).length).toBe(stringsOf(parseJson(text)).length);
      }),
      { numRuns: 400 },
    );
  });

  it.each(secretExamples())('is clean of $rule', ({ finds }) => {
    const text = JSON.stringify(finds);
    const out = all(text);
    expect(out).not.toBe(text);
    expect(secretReports(out)).toEqual([]);
    expect(skeleton(out)).toBe(skeleton(text));
  });

  it('keeps what was not chosen, byte for byte', () => {
    const text =
      '{"id":"sk","n":1.50e+02,"big":12345678901234567890,"a":{"api_key":"v1"},"b":{"api_key":"v2"},"x":NaN}';
    const [, second] = findingsIn(text);
    expect(redact(text, second === undefined ? [] : [second])).toBe(
      '{"id":"sk","n":1.50e+02,"big":12345678901234567890,"a":{"api_key":"v1"},"b":{"api_key":"[REDACTED]"},"x":NaN}',
    );
  });

  it('leaves the ids of a set-up alone, and is clean', () => {
    const text =
      '{"ai.prime.rlm/runtime-v1":{"session_id":"s1","model":"m","provider":{"api_key":"zzz"},"policy":{"n":1}}}';
    const out = all(text);
    expect(out).toBe(
      '{"ai.prime.rlm/runtime-v1":{"session_id":"s1","model":"[REDACTED]","provider":{"api_key":"[REDACTED]"},"policy":{"n":1}}}',
    );
    expect(secretReports(out)).toEqual([]);
  });

  it('keeps members apart whose names were taken out', () => {
    const name = (letter: string) => `ghp_${letter}${'aB3dE5gH7jK9'.repeat(3).slice(0, 35)}`;
    const text = JSON.stringify({ [name('x')]: 1, [name('y')]: 2, list: [{ [name('x')]: 3 }] });
    expect(all(text)).toBe('{"[REDACTED]":1,"[REDACTED 2]":2,"list":[{"[REDACTED]":3}]}');
  });

  it.each([
    { name: 'once before', before: '"[REDACTED]":1,', after: '[REDACTED 2]' },
    { name: 'often before', before: '"[REDACTED]":1,"[REDACTED 7]":1,', after: '[REDACTED 8]' },
    { name: 'inside a string', before: '"a":"{\\"[REDACTED 3]\\":0}",', after: '[REDACTED 4]' },
  ])('gives no name again that was given $name', ({ before, after }) => {
    const key = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
    expect(all(`{${before}"${key}":2}`)).toBe(`{${before}"${after}":2}`);
  });

  it('keeps members apart that differ only in what weaker rules take with them', () => {
    const key = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
    const out = all(`{"/home/me/${key}":1,"/tmp/${key}":2,"/home/me/${key}.x":3}`);
    expect(new Set(stringsOf(parseJson(out))).size).toBe(3);
  });

  it('leaves nothing of a header in which an earlier rule saw a part', () => {
    const key = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
    const text = JSON.stringify([{ name: 'Cookie', value: `sid=q1w2e3; t=${key}; u=me` }]);
    expect(all(text)).toBe('[{"name":"Cookie","value":"[REDACTED]"}]');
    expect(JSON.stringify(findingsIn(text).map(({ before, after }) => [before, after]))).not.toContain('sid');
  });

  it('takes every place of a value, and the escapes it was written with', () => {
    const key = `hf_${'aB3dE5gH7jK9'.repeat(3).slice(0, 34)}`;
    const escaped = key.replace('B', '\\u0042');
    const text = `{"a":"${key}\\n${escaped} \\"${key}\\"","b":"{\\"c\\":\\"${escaped.replace('\\', '\\\\')}\\"}"}`;
    expect(all(text)).toBe(
      '{"a":"[REDACTED]\\n[REDACTED] \\"[REDACTED]\\"","b":"{\\"c\\":\\"[REDACTED]\\"}"}',
    );
  });
});

describe('any text', () => {
  it('never throws, and a redaction of JSON stays JSON', () => {
    const odd = fc.oneof(fc.string({ maxLength: 200, unit: 'binary' }), fc.json({ maxDepth: 6 }));
    fc.assert(
      fc.property(odd, (text) => {
        const out = redact(text, findingsIn(text, { contacts: true }));
        let before: unknown;
        try {
          before = JSON.parse(text);
        } catch {
          return;
        }
        const after: unknown = JSON.parse(out);
        expect(Array.isArray(after)).toBe(Array.isArray(before));
      }),
      { numRuns: 500 },
    );
  });

  it('of pieces that rules look for never throws, and is clean after', () => {
    const piece = fc.constantFrom(
      'sk-',
      'aB3dE5gH7jK9mN1pQ',
      'hf_',
      'ghp_',
      'AKIA',
      'eyJhbGciOiJub25lIn0',
      '.',
      'Bearer ',
      'password',
      '=',
      ':',
      ' ',
      '"',
      "'",
      '\\',
      '\n',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      'api_key',
      '://',
      'me:pw1@',
      '/home/me/x',
      '/tmp/a',
      '.sock',
      'capability',
      'serper',
      '--',
      '{',
      '}',
      '[',
      ']',
      ',',
      'C:\\Users\\me',
      'Cookie: a=b',
      '[REDACTED]',
      '…',
      '$',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 24 }),
        fc.constantFrom('note', 'api_key', 'Authorization', 'id'),
        (pieces, name) => {
          const text = JSON.stringify({
            [name]: pieces.join(''),
            content: pieces.map((part) => ({ type: 'text', text: part })),
          });
          const out = all(text);
          expect(skeleton(out)).toBe(skeleton(text));
          expect(secretReports(out)).toEqual([]);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('is walked once: a longer walk would not end here', () => {
    const units = [
      'secret=',
      '"token":"',
      'secret="secret=\'',
      'authorization:',
      'cookie:',
      'sk-',
      ' eyJhbGciOiJub25lIn0.',
      'a://b:c',
      '--api-key ',
      '-----BEGIN PRIVATE KEY-----',
      'capability ',
      '\\"',
      '[',
      '{"a":',
    ];
    const ends = ['', '!', ' ', 'a'];
    for (const unit of units) {
      for (const end of ends) {
        const text = JSON.stringify({ note: unit.repeat(150_000 / unit.length) + end.repeat(150_000) });
        expect(findingsIn(text).length, unit + end).toBeLessThan(text.length);
      }
    }
  });

  it('may be nested as deep as it likes', () => {
    const depth = 20_000;
    const text = `${'{"a":['.repeat(depth)}"x"${']}'.repeat(depth)}`;
    expect(findingsIn(text)).toEqual([]);
    let layers = JSON.stringify({ password: 'p1' });
    for (let layer = 0; layer < 7; layer += 1) layers = JSON.stringify({ a: layers });
    expect(secretReports(layers)).toEqual([{ rule: 'secret-name', severity: 'high', path: '/a', length: 2 }]);
  });
});
