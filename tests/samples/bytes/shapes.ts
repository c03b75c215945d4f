/** T14: everything a file may turn out to be, told by its bytes. */
import { bytes, episode, episodes, ids, jsonl, pretty, utf8 } from './lines';
import type { FileCase } from './lines';

const three = episodes(3);
const array = (elements: readonly string[], between = ',', end = ']') => '[' + elements.join(between) + end;
const indented = three.map((each) => '  ' + pretty(each, '  ')).join(',\n');

export function shapes(): readonly FileCase[] {
  const json = { container: 'json', ids: ids(1, 2, 3) };
  const lines = { container: 'jsonl' };
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  return [
    { ...lines, name: 'an empty file', bytes: utf8(''), ids: [], found: ['empty-file@-:-'] },
    { ...lines, name: 'blank lines alone', bytes: utf8('\n \r\n\t\n'), ids: [], found: ['empty-file@-:-'] },
    {
      ...lines,
      name: 'a byte order mark alone',
      bytes: bytes([0xef, 0xbb, 0xbf]),
      ids: [],
      found: ['empty-file@-:-', 'byte-order-mark@-:0'],
    },
    {
      ...lines,
      name: 'null',
      bytes: utf8('null'),
      ids: [],
      skipped: 1,
      found: ['record-of-unknown-kind@1:0'],
    },
    {
      ...lines,
      name: '123',
      bytes: utf8('123\n'),
      ids: [],
      skipped: 1,
      found: ['record-of-unknown-kind@1:0'],
    },
    { ...lines, name: '{}', bytes: utf8('{}'), ids: [], skipped: 1, found: ['record-of-unknown-kind@1:0'] },
    {
      ...lines,
      name: 'a text',
      bytes: utf8('"text"\n'),
      ids: [],
      skipped: 1,
      found: ['record-of-unknown-kind@1:0'],
    },
    { container: 'json', name: '[]', bytes: utf8('[]'), ids: [], found: ['empty-file@-:-'] },
    {
      container: 'json',
      name: '[] over lines',
      bytes: utf8('\n[\n\n]\n'),
      ids: [],
      found: ['empty-file@-:-'],
    },
    {
      container: 'json',
      name: 'an array of numbers',
      bytes: utf8('[1, 2]'),
      ids: [],
      skipped: 2,
      found: ['record-of-unknown-kind@1:1', 'record-of-unknown-kind@2:4'],
    },
    { ...json, name: 'an array on one line', bytes: utf8(array(three)) },
    {
      ...json,
      name: 'an array on one line, with spaces and line feed',
      bytes: utf8(array(three, ' , ', ' ] \n')),
    },
    {
      ...json,
      name: 'an array of a line each',
      bytes: utf8(array(three, ',\n', '\n]\n').replace('[', '[\n')),
    },
    { ...json, name: 'an array that begins on the first line', bytes: utf8(array(three, ',\n ')) },
    { ...json, name: 'a pretty-printed array', bytes: utf8(`[\n${indented}\n]\n`) },
    {
      ...json,
      name: 'a pretty-printed array without indentation',
      bytes: utf8(`[\n${indented}\n]`.replaceAll(/^ +/gm, '')),
    },
    {
      ...json,
      name: 'a pretty-printed array with CRLF',
      bytes: utf8(`[\n${indented}\n]\n`.replaceAll('\n', '\r\n')),
    },
    { ...json, name: 'a pretty-printed object', bytes: utf8(pretty(episode(1))), ids: ids(1) },
    {
      ...json,
      name: 'pretty-printed objects, one behind another',
      bytes: utf8(three.map((each) => pretty(each)).join('\n')),
    },
    {
      ...json,
      name: 'pretty-printed objects, on the line where another ends',
      bytes: utf8(three.map((each) => pretty(each)).join('')),
    },
    {
      ...json,
      name: 'pretty-printed objects with commas between',
      bytes: utf8(three.map((each) => pretty(each)).join(',\n')),
      repaired: 2,
      found: [
        `trailing-comma@1:${utf8(pretty(episode(1))).length}`,
        `trailing-comma@2:${utf8(pretty(episode(1))).length * 2 + 2}`,
      ],
    },
    {
      ...json,
      name: 'an array with a comma behind its last element',
      bytes: utf8(array(three, ',', ',\n]')),
      repaired: 1,
      found: [`trailing-comma@3:${array(three, ',', '').length}`],
    },
    {
      ...json,
      name: 'an array without a comma between two elements',
      bytes: utf8(array(three, '\n').replace('[', '[\n')),
      found: [
        `damaged-array@1:${2 + utf8(episode(1)).length + 1}`,
        `damaged-array@2:${2 + 2 * (utf8(episode(1)).length + 1)}`,
      ],
    },
    {
      ...json,
      name: 'an array with a brace too many behind an element',
      bytes: utf8(array(three, '},')),
      found: [
        `damaged-array@1:${1 + utf8(episode(1)).length}`,
        `damaged-array@2:${1 + 2 * utf8(episode(1)).length + 2}`,
      ],
    },
    {
      ...json,
      name: 'a byte order mark before an array',
      bytes: bytes([0xef, 0xbb, 0xbf], array(three)),
      repaired: 1,
      found: ['byte-order-mark@-:0'],
    },
    {
      ...json,
      name: 'arrays one behind another',
      bytes: utf8('[\n' + three[0] + '\n]\n[\n' + three.slice(1).join(',\n') + ']'),
    },
    {
      ...json,
      name: 'an array cut short behind an element',
      bytes: utf8('[\n' + three.join(',\n')),
      found: [`torn-tail@-:${2 + three.join(',\n').length}`],
    },
    {
      ...json,
      name: 'an array cut short inside an element',
      bytes: utf8('[\n' + three.slice(0, 2).join(',\n') + ',\n{"id":"e3","env'),
      ids: ids(1, 2),
      skipped: 1,
      found: [`torn-tail@3:${2 + three.slice(0, 2).join(',\n').length + 17}`],
    },
    {
      ...json,
      name: 'a pretty-printed object cut short',
      bytes: utf8(pretty(episode(1)) + '\n' + pretty(episode(2)).slice(0, 30).trimEnd()),
      ids: ids(1),
      skipped: 1,
      found: [
        `torn-tail@2:${pretty(episode(1)).length + 1 + pretty(episode(2)).slice(0, 30).trimEnd().length}`,
      ],
    },
    {
      ...lines,
      name: 'arrays as lines',
      bytes: utf8('[1]\n[2]\n' + jsonl(three)),
      ids: ids(1, 2, 3),
      skipped: 2,
      found: ['record-of-unknown-kind@1:0', 'record-of-unknown-kind@2:4'],
    },
    {
      ...lines,
      name: 'a record that is deeper than any stack',
      bytes: utf8(jsonl([episode(1, `,"info":${deep}`), episode(2)])),
      ids: ids(1, 2),
    },
    {
      ...lines,
      name: 'NaN deeper than any stack',
      bytes: utf8(jsonl([episode(1, `,"info":${deep.replace('[]', '[NaN]')}`), episode(2)])),
      ids: ids(1, 2),
      repaired: 1,
      found: [`non-finite-number@1:${episode(1).length - 1 + 8 + 20_000}`],
    },
    {
      container: 'binary',
      name: 'bytes that are no text',
      bytes: Uint8Array.from({ length: 600 }, (_, index) => (index * 7) % 31),
      ids: [],
      found: ['unknown-format@-:-'],
    },
  ];
}

/** Elements that are no JSON, in each layout an array may have, and what is left of their neighbours. */
export function brokenElements(): readonly FileCase[] {
  const json = { container: 'json' };
  const good = episodes(4);
  const layouts: readonly (readonly [string, (elements: readonly string[]) => string])[] = [
    ['on one line', (elements) => '[' + elements.join(',') + ']'],
    ['a line each', (elements) => '[\n' + elements.join(',\n') + '\n]\n'],
    [
      'pretty-printed',
      (elements) =>
        '[\n' + elements.map((each) => '  ' + each.replaceAll('\n', '\n  ')).join(',\n') + '\n]\n',
    ],
    ['documents', (elements) => elements.join('\n')],
  ];
  const faults: readonly (readonly [string, (element: string) => string, ...layouts: readonly string[]])[] = [
    ['a word that is no JSON', (each) => each.replace('true', 'True')],
    ['a comma too many', (each) => each.replace('true', 'true,')],
    ['a colon missing', (each) => each.replace('"env":', '"env"')],
    [
      'a quote missing',
      (each) => each.replace('"env"', '"env'),
      'a line each',
      'pretty-printed',
      'documents',
    ],
    [
      'a quote too many',
      (each) => each.replace('"env"', '"en"v"'),
      'a line each',
      'pretty-printed',
      'documents',
    ],
    ['the last brace missing', (each) => each.slice(0, each.lastIndexOf('}'))],
    [
      'the last bracket of another kind',
      (each) => each.slice(0, each.lastIndexOf('}')) + ']',
      'a line each',
      'pretty-printed',
      'documents',
    ],
    [
      'an inner bracket missing',
      (each) => each.replace(/\[\s*\]\s*\}$/, '[}'),
      'a line each',
      'pretty-printed',
      'documents',
    ],
    ['a backslash in the open', (each) => each.replace('true', '\\true')],
    ['a stray word in its place', () => 'oops'],
  ];
  return layouts.flatMap(([layout, arrange]) =>
    faults
      .filter(([, , ...holds]) => holds.length === 0 || holds.includes(layout))
      .filter(([name]) => layout !== 'documents' || name !== 'the last brace missing')
      .flatMap(([fault, damage]) =>
        [1, 2, 3].map((at) => {
          const shaped = good.map((each) =>
            layout === 'pretty-printed' || layout === 'documents' ? pretty(each) : each,
          );
          const elements = shaped.map((each, index) => (index === at ? damage(each) : each));
          const left = ids(1, 2, 3, 4).filter((_, index) => index !== at);
          return {
            ...json,
            name: `${layout}: ${fault} in element ${at + 1}`,
            bytes: utf8(arrange(elements)),
            ids: left,
          };
        }),
      ),
  );
}
