/** Canonical text and its digests: the golden values, and what counts as the same message. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalArguments, parsedArguments } from '../../../src/analysis/prefix/call-arguments';
import { isOpaque, messageFormText, messageText } from '../../../src/analysis/prefix/message-text';
import { sortedJson } from '../../../src/analysis/prefix/sorted-json';
import { toolText } from '../../../src/analysis/prefix/tool-text';
import { availableSha256, hexOf, sha256 } from '../../../src/analysis/sha256';
import type { Message, Node } from '../../../src/model/episode';
import type { Json, JsonObject } from '../../../src/model/json';
import { drawnTrace } from './traces';

function nodeOf(message: JsonObject, more: JsonObject = {}): Node {
  const [node] = drawnTrace({ nodes: [{ message, ...more }] }).nodes;
  if (node === undefined) throw new Error('no node');
  return node;
}
const messageOf = (message: JsonObject): Message => nodeOf(message).message;
const textOf = (message: JsonObject): string => messageText(messageOf(message));

const CALL = { id: 'c1', name: 'ls', arguments: '{ "b": 2, "a": 1 }' };

const GOLDEN: readonly {
  readonly name: string;
  readonly text: string;
  readonly is: string;
  readonly digest: string;
}[] = [
  {
    name: 'a user message',
    text: textOf({ role: 'user', content: 'q' }),
    is: '["m1","user",["s","q"],null,[],null,[]]',
    digest: '782a632ff9c11c6e2d37c011c8495e5d6447682e81279e51dee65f9409587174',
  },
  {
    name: 'a system message',
    text: textOf({ role: 'system', content: 's' }),
    is: '["m1","system",["s","s"],null,[],null,[]]',
    digest: 'beabef9261996f4c4c54d8968ef8b9b690efb81ee249dcf48e1f0555c1a6eb41',
  },
  {
    name: 'a reply with reasoning and a call',
    text: textOf({ role: 'assistant', content: null, reasoning_content: 'think', tool_calls: [CALL] }),
    is: '["m1","assistant",["s",""],"think",[["c1","ls","{\\"a\\":1,\\"b\\":2}",null,null]],null,[]]',
    digest: '43aee4497588b214b517fd4db9d8b488427b887808fc1b2f000e06f0bc5e75e0',
  },
  {
    name: 'the same without reasoning',
    text: textOf({ role: 'assistant', content: '', tool_calls: [CALL] }),
    is: '["m1","assistant",["s",""],null,[["c1","ls","{\\"a\\":1,\\"b\\":2}",null,null]],null,[]]',
    digest: '4e9e064e68d47a4a8711f302e92cddc71fe7a33ebae23f1d639734ea80742a7a',
  },
  {
    name: 'a tool result',
    text: textOf({ role: 'tool', tool_call_id: 'c1', content: 'x' }),
    is: '["m1","tool",["s","x"],null,[],"c1",[]]',
    digest: 'e0afc78b0c1892de06d7ce1131c95db6f79cb2f9ca2f45c0e814caf405dd44d8',
  },
  {
    name: 'a tool result with a name',
    text: textOf({ role: 'tool', tool_call_id: 'c1', content: 'x', name: 'ls' }),
    is: '["m1","tool",["s","x"],null,[],"c1",[]]',
    digest: 'e0afc78b0c1892de06d7ce1131c95db6f79cb2f9ca2f45c0e814caf405dd44d8',
  },
  {
    name: 'a tool',
    text: toolText({
      raw: {
        name: 'grep',
        description: 'd',
        parameters: { type: 'object', properties: { b: {}, a: { default: null } } },
        strict: null,
      },
    }),
    is: '["t1",{"description":"d","name":"grep","parameters":{"properties":{"a":{"default":null},"b":{}},"type":"object"}}]',
    digest: '55fe4cd2bd6c992562c61969c4eee7c53645b6b04b715e1caef83da924a15a59',
  },
];

describe('canonical text', () => {
  it.each(GOLDEN)('$name has the golden text', ({ text, is }) => {
    expect(text).toBe(is);
  });

  it.each(['platform', 'library'] as const)('has the golden digests by the %s', async (by) => {
    const digests = await sha256(
      GOLDEN.map(({ text }) => text),
      by,
    );
    expect(digests.map(hexOf)).toEqual(GOLDEN.map(({ digest }) => digest));
  });

  it('takes the library only where the page has no secure context', () => {
    expect(availableSha256()).toBe('platform');
    expect(availableSha256({})).toBe('library');
  });

  it.each<{ name: string; left: JsonObject; right: JsonObject; same: boolean }>([
    { name: 'no content is the empty one', left: { content: null }, right: { content: '' }, same: true },
    {
      name: 'absent reasoning is not the empty one',
      left: {},
      right: { reasoning_content: '' },
      same: false,
    },
    { name: 'no calls is an empty list of them', left: {}, right: { tool_calls: [] }, same: true },
    {
      name: 'one text part is not the text',
      left: { content: 'a' },
      right: { content: [{ type: 'text', text: 'a' }] },
      same: false,
    },
    {
      name: 'native parts by value',
      left: { content: [{ type: 'native', native: { type: 'file', b: 1, a: [2] } }] },
      right: { content: [{ type: 'native', native: { a: [2], b: 1, type: 'file' } }] },
      same: true,
    },
    {
      name: 'images by their whole address',
      left: { content: [{ type: 'image_url', image_url: { url: 'data:a' } }] },
      right: { content: [{ type: 'image_url', image_url: { url: 'data:b' } }] },
      same: false,
    },
    {
      name: 'what a told item does not keep',
      left: {
        provider_state: [
          { type: 'reasoning', id: 'r1', summary: [] },
          { type: 'message', id: 'm' },
        ],
      },
      right: {},
      same: true,
    },
    {
      name: 'what it keeps',
      left: { provider_state: [{ type: 'reasoning', id: 'r1', encrypted_content: 'e' }] },
      right: { provider_state: [{ type: 'reasoning', id: 'r2', encrypted_content: 'f' }] },
      same: false,
    },
    {
      name: 'other items whole',
      left: { provider_state: [{ type: 'web_search_call', id: 'w1' }] },
      right: { provider_state: [{ type: 'web_search_call', id: 'w2' }] },
      same: false,
    },
    {
      name: 'unpaired surrogates stay apart',
      left: { content: '\ud800' },
      right: { content: '\udfff' },
      same: false,
    },
    {
      name: 'the id of a call that no tool answers',
      left: { content: 'a', tool_call_id: 'x' },
      right: { content: 'a' },
      same: true,
    },
  ])('$name', ({ left, right, same }) => {
    const [one, two] = [left, right].map((rest) => textOf({ role: 'assistant', ...rest }));
    expect(one === two).toBe(same);
  });

  it.each<{ name: string; message: JsonObject; more?: JsonObject; opaque: boolean }>([
    { name: 'text', message: { content: 'a' }, opaque: false },
    {
      name: 'encrypted reasoning in full',
      message: { provider_state: [{ type: 'reasoning', encrypted_content: 'e' }] },
      opaque: false,
    },
    {
      name: 'a native part',
      message: { content: [{ type: 'native', native: { type: 'file' } }] },
      opaque: false,
    },
    { name: 'a part of unknown type', message: { content: [{ type: 'hologram', x: 1 }] }, opaque: true },
    {
      name: 'an image without an address',
      message: { content: [{ type: 'image_url', image_url: {} }] },
      opaque: true,
    },
    {
      name: 'an image with an empty address',
      message: { content: [{ type: 'image_url', image_url: { url: '' } }] },
      opaque: true,
    },
    { name: 'a node that says redacted', message: { content: 'a' }, more: { redacted: true }, opaque: true },
    { name: 'a message that says truncated', message: { content: 'a', truncated: true }, opaque: true },
    {
      name: 'a part that says redacted',
      message: { content: [{ type: 'text', text: 'a', redacted: true }] },
      opaque: true,
    },
    { name: 'a marker that is false', message: { content: 'a', redacted: false }, opaque: false },
  ])('$name: opaque is $opaque', ({ message, more, opaque }) => {
    expect(isOpaque(nodeOf({ role: 'user', ...message }, more))).toBe(opaque);
  });

  it.each<{ name: string; content: Json; form: string | null }>([
    { name: 'text', content: 'a', form: null },
    { name: 'one text part', content: [{ type: 'text', text: 'a' }], form: '["s","a"]' },
    { name: 'no part', content: [], form: '["s",""]' },
    {
      name: 'two parts',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      form: null,
    },
    {
      name: 'one image',
      content: [{ type: 'image_url', image_url: { url: 'u' } }],
      form: '["p",[["i","u"]]]',
    },
  ])('under equal forms: $name', ({ content, form }) => {
    const text = messageFormText(messageOf({ role: 'user', content }));
    expect(text).toBe(form === null ? null : `["m1","user",${form},null,[],null,[]]`);
  });
});

const argumentsOf = (text: string, type: string | null = null) =>
  canonicalArguments({ arguments: text, type });

describe('arguments', () => {
  it.each([
    { name: 'blanks and order', text: ' { "b" : [ 1 , 2 ] ,\n"a":null } ', is: '{"a":null,"b":[1,2]}' },
    {
      name: 'numbers as spelled',
      text: '{"a":9007199254740993,"b":1.0,"c":1E+2,"d":-0}',
      is: '{"a":9007199254740993,"b":1.0,"c":1E+2,"d":-0}',
    },
    { name: 'escapes by value', text: '{"\\u0061":"\\u00e9\\/"}', is: '{"a":"é/"}' },
    {
      name: 'keys by code unit',
      text: '{"\\ud83d\\ude00":1,"\\uff01":2,"Z":3,"a":4}',
      is: '{"Z":3,"a":4,"😀":1,"！":2}',
    },
    { name: 'keys that look like numbers', text: '{"10":1,"9":2}', is: '{"10":1,"9":2}' },
    { name: 'names of the prototype', text: '{"__proto__":1,"a":2}', is: '{"__proto__":1,"a":2}' },
    { name: 'no object', text: '[true, "x"]', is: '[true,"x"]' },
    { name: 'an empty object', text: '{ }', is: '{}' },
  ])('$name', ({ text, is }) => {
    expect(argumentsOf(text)).toBe(JSON.stringify(is));
  });

  it.each([
    { name: 'broken JSON', text: '{"a":' },
    { name: 'two values', text: '{} {}' },
    { name: 'a key twice', text: '{"a":1,"a":1}' },
    { name: 'a key twice in two spellings', text: '{"b":{"a":1,"\\u0061":2}}' },
    { name: 'nothing', text: '' },
    { name: 'NaN', text: '{"a":NaN}' },
    { name: 'a leading zero', text: '01' },
    { name: 'a control character', text: '"\u0001"' },
    { name: 'a bad escape', text: '"\\x"' },
    { name: 'a trailing comma', text: '[1,]' },
    { name: 'a byte order mark', text: '\ufeff{}' },
  ])('$name stays raw', ({ text }) => {
    expect(argumentsOf(text)).toBe(JSON.stringify(['raw', text]));
  });

  it('leaves free-form input alone', () => {
    expect(argumentsOf('{ }', 'custom')).toBe('["raw","{ }"]');
    expect(parsedArguments({ arguments: '{ }', type: 'custom' })).toBe('["raw","{ }"]');
  });

  it.each([
    { left: '{"a":1}', right: '{"a":1.0}', equal: true },
    { left: '{"a":100}', right: '{"a":1e2}', equal: true },
    { left: '{"a":0.1}', right: '{"a":1e-1}', equal: true },
    { left: '{"a":-0}', right: '{"a":0}', equal: true },
    { left: '{"a":1,"a":2}', right: '{"a":2}', equal: true },
    { left: '{"a":9007199254740993}', right: '{"a":9007199254740992}', equal: false },
    { left: '{"a":1}', right: '{"a":"1"}', equal: false },
    { left: '{"a":1}', right: '{"a":1', equal: false },
  ])('once parsed: $left and $right', ({ left, right, equal }) => {
    const [one, two] = [left, right].map((text) => parsedArguments({ arguments: text, type: null }));
    expect(one === two).toBe(equal);
  });

  it('agree with a plain parse wherever that keeps everything', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        fc.constantFrom(undefined, 2, '\t'),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          const again: Json = JSON.parse(text);
          expect(argumentsOf(text)).toBe(JSON.stringify(sortedJson(again)));
        },
      ),
    );
  });

  it('never throw, and take nothing that is not JSON', () => {
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'a', '0', '-', '.', 'e', 'true', ' '),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        if (!valid) expect(argumentsOf(text)).toBe(JSON.stringify(['raw', text]));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    { name: 'lists', text: '['.repeat(100_000) + ']'.repeat(100_000) },
    { name: 'objects, keys out of order', text: '{"b":'.repeat(100_000) + '1' + ',"a":2}'.repeat(100_000) },
    { name: 'lists that never end', text: '['.repeat(100_000) },
  ])('go a hundred thousand levels deep: $name', ({ text }) => {
    expect(argumentsOf(text).length).toBeGreaterThanOrEqual(text.length);
  });
});
