/** JSON walked as bytes: what it finds is what the parser finds, at any depth, and damage never hangs it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/model/json';
import { pointerTo } from '../../../src/model/json';
import { JsonDocument } from '../../../src/worker/episode/documents';
import { cutBefore, decodeString, locate, valueAt } from '../../../src/worker/episode/json-bytes';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array, span: { start: number; end: number }) =>
  new TextDecoder().decode(bytes.subarray(span.start, span.end));

/** Every place of a value, without recursion. */
function places(root: Json): [string, Json][] {
  const found: [string, Json][] = [];
  const open: [string, Json][] = [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    const [pointer, value] = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) open.push([pointerTo(pointer, key), child]);
  }
  return found;
}

describe('JSON as bytes', () => {
  it('leads every pointer to the value the parser has there', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1), (text, indent) => {
        const parsed: Json = JSON.parse(text);
        const bytes = bytesOf(JSON.stringify(parsed, null, indent));
        for (const [pointer, value] of places(parsed)) {
          const { value: span, exact } = locate(bytes, pointer);
          expect(exact).toBe(true);
          expect(JSON.parse(textOf(bytes, span))).toEqual(value);
          if (typeof value === 'string') expect(decodeString(bytes, span)).toBe(value);
        }
      }),
    );
  });

  it('lists the children of every container, whatever the window', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.nat(6), fc.nat(6), (text, from, length) => {
        const parsed: Json = JSON.parse(text);
        const document = new JsonDocument(bytesOf(JSON.stringify(parsed)));
        for (const [pointer, value] of places(parsed)) {
          if (typeof value !== 'object' || value === null) continue;
          const page = document.page(pointer, from, from + length);
          const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
          expect(page?.entries.map((entry) => entry.key)).toEqual(keys.slice(from, from + length));
          expect(page?.value).toEqual({ kind: Array.isArray(value) ? 'array' : 'object', size: keys.length });
        }
      }),
    );
  });

  it('never hangs or throws on damaged text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'a',
      '1',
      ' ',
      'null',
      '"k":',
      '\n',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const document = new JsonDocument(bytesOf(pieces.join('')));
        document.page('', 0, 100);
        locate(document.bytes, '/k/0/k');
        document.text('/k');
      }),
    );
  });

  it.each([
    { name: 'arrays', open: '[', close: ']', step: '/0' },
    { name: 'objects', open: '{"a":', close: '}', step: '/a' },
  ])('walks 10,000 levels of $name', ({ open, close, step }) => {
    const bytes = bytesOf(open.repeat(10_000) + '1' + close.repeat(10_000));
    expect(valueAt(bytes, 0).end).toBe(bytes.length);
    const { exact, value } = locate(bytes, step.repeat(10_000));
    expect(exact).toBe(true);
    expect(textOf(bytes, value)).toBe('1');
  });

  it('pages an array of a million numbers from its end', () => {
    const document = new JsonDocument(
      bytesOf(`[${Array.from({ length: 1_000_000 }, (_, i) => i % 10).join(',')}]`),
    );
    expect(document.page('', 0, 3)?.value).toEqual({ kind: 'array', size: 1_000_000 });
    const last = document.page('', 999_998, 1_000_050);
    expect(last?.entries.map((entry) => entry.value)).toEqual([
      { kind: 'number', text: '8' },
      { kind: 'number', text: '9' },
    ]);
    expect(document.page('', 500_000, 500_001)?.entries[0]?.key).toBe(500_000);
  });

  it.each([
    { name: 'a number as spelled', text: '1.50e+03', kind: 'number' },
    { name: 'beyond doubles', text: '12345678901234567890', kind: 'number' },
    { name: 'bare NaN', text: 'NaN', kind: 'number' },
    { name: 'bare -Infinity', text: '-Infinity', kind: 'number' },
    { name: 'true', text: 'true', kind: 'literal' },
    { name: 'a Python word', text: 'None', kind: 'broken' },
  ])('keeps $name', ({ text, kind }) => {
    const page = new JsonDocument(bytesOf(`{"x":${text}}`)).page('', 0, 1);
    expect(page?.entries[0]?.value).toEqual({ kind, text });
  });

  it('shows both of two equal keys and leads to the last', () => {
    const document = new JsonDocument(bytesOf('{"a":1,"a":2}'));
    expect(document.page('', 0, 9)?.entries.map((entry) => entry.value)).toEqual([
      { kind: 'number', text: '1' },
      { kind: 'number', text: '2' },
    ]);
    expect(textOf(document.bytes, locate(document.bytes, '/a').value)).toBe('2');
  });

  it.each([
    {
      name: 'keys named like the prototype',
      text: '{"__proto__":{"x":1},"constructor":2}',
      pointer: '/__proto__/x',
      found: '1',
    },
    { name: 'escaped keys', text: '{"\\u00e9":3}', pointer: '/é', found: '3' },
    { name: 'slashes and tildes', text: '{"a/b~":4}', pointer: '/a~1b~0', found: '4' },
    { name: 'an empty key', text: '{"":{"":5}}', pointer: '//', found: '5' },
    { name: 'blanks and line feeds', text: ' {\n "a" : [ 1 , 6 ]\n}', pointer: '/a/1', found: '6' },
  ])('finds $name', ({ text, pointer, found }) => {
    const bytes = bytesOf(text);
    expect(textOf(bytes, locate(bytes, pointer).value)).toBe(found);
  });

  it('goes as far as a stale pointer leads', () => {
    const bytes = bytesOf('{"a":{"b":1}}');
    expect(locate(bytes, '/a/c/d')).toMatchObject({ pointer: '/a', exact: false });
  });

  it('cuts text before a character and outside of escapes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(60), (text, limit) => {
        const literal = JSON.stringify(text);
        const inside = bytesOf(literal.slice(1, -1));
        const cut = inside.subarray(0, cutBefore(inside, limit));
        const decoded: unknown = JSON.parse(`"${new TextDecoder('utf-8', { fatal: true }).decode(cut)}"`);
        expect(text.startsWith(String(decoded))).toBe(true);
      }),
    );
  });

  it('stands still on a delimiter without looping', () => {
    expect(valueAt(bytesOf(','), 0)).toEqual({ kind: 'broken', start: 0, end: 0, size: 0 });
  });
});
