/** T13: one run in every encoding and with every kind of damage that its bytes may have. */
import { bytes, episode, episodes, ids, jsonl, utf8 } from './lines';
import type { FileCase } from './lines';

export function utf16(text: string, endian: 'little' | 'big'): Uint8Array<ArrayBuffer> {
  const units = new DataView(new ArrayBuffer(2 + text.length * 2));
  units.setUint16(0, 0xfeff, endian === 'little');
  for (let i = 0; i < text.length; i += 1)
    units.setUint16(2 + i * 2, text.charCodeAt(i), endian === 'little');
  return new Uint8Array(units.buffer);
}

const mark = [0xef, 0xbb, 0xbf];
const ten = episodes(10);
const line = (id: number) => utf8(episode(id)).length + 1;

/** The same ten lines with another in place of the third. */
function third(text: string): string {
  return jsonl(ten.map((each, index) => (index === 2 ? text : each)));
}

const others = ids(1, 2, 4, 5, 6, 7, 8, 9, 10);
const all = ids(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
const two = line(1) + line(2);
/** Where the closing brace of the first record is. */
const end = line(1) - 2;

export function damagedEncodings(): readonly FileCase[] {
  const wide = [episode(1, ',"info":{"😀":"日本 ﷽"}'), episode(2)];
  const latin = bytes('{"id":"e1","env":{"id":"t', [0xe9], '"},"traces":[]}\n', jsonl([episode(2)]));
  const plain = { container: 'jsonl' };
  return [
    { ...plain, name: 'ten good lines', bytes: utf8(jsonl(ten)), ids: all },
    { ...plain, name: 'the last line without its line feed', bytes: utf8(ten.join('\n')), ids: all },
    { ...plain, name: 'one line without its line feed', bytes: utf8(episode(1)), ids: ids(1) },
    {
      ...plain,
      name: 'a UTF-8 byte order mark',
      bytes: bytes(mark, jsonl(ten)),
      ids: all,
      repaired: 1,
      found: ['byte-order-mark@-:0'],
    },
    {
      ...plain,
      name: 'byte order marks of files that were joined',
      bytes: bytes(mark, jsonl([episode(1)]), mark, jsonl([episode(2)])),
      ids: ids(1, 2),
      repaired: 2,
      found: ['byte-order-mark@-:0', `byte-order-mark@2:${3 + line(1)}`],
    },
    {
      name: 'UTF-16, little endian',
      container: 'utf16+jsonl',
      bytes: utf16(jsonl(wide), 'little'),
      ids: ids(1, 2),
      repaired: 2,
      found: ['utf-16@-:-'],
    },
    {
      name: 'UTF-16, big endian',
      container: 'utf16+jsonl',
      bytes: utf16(jsonl(wide), 'big'),
      ids: ids(1, 2),
      repaired: 2,
      found: ['utf-16@-:-'],
    },
    {
      name: 'UTF-16 with half a character and half a unit',
      container: 'utf16+jsonl',
      bytes: bytes(utf16(jsonl([episode('\ud83d'), episode(2)]), 'little'), [0x20]),
      ids: ['e\ufffd', 'e2'],
      repaired: 2,
      skipped: 1,
      found: ['invalid-utf-8@-:-', 'utf-16@-:-', `torn-tail@3:${2 * line(1) + 2}`],
    },
    { ...plain, name: 'CRLF', bytes: utf8(ten.map((each) => each + '\r\n').join('')), ids: all },
    {
      ...plain,
      name: 'blank lines and lines of blanks',
      bytes: utf8('\n\n \t\r\n' + ten.join('\n\n\t \n') + '\n\n   '),
      ids: all,
    },
    {
      ...plain,
      name: 'a comma behind each record',
      bytes: utf8(
        ten
          .slice(0, 2)
          .map((each) => each + ' , \n')
          .join(''),
      ),
      ids: ids(1, 2),
      repaired: 2,
      found: [`trailing-comma@1:${line(1)}`, `trailing-comma@2:${line(1) + 3 + line(2)}`],
    },
    {
      ...plain,
      name: 'two commas behind a record',
      bytes: utf8(third(episode(3) + ',,')),
      ids: others,
      skipped: 1,
      found: [`not-json@3:${two + line(3) - 1}`],
    },
    {
      ...plain,
      name: 'line 3 of 10 malformed',
      bytes: utf8(third('{"id":"e3","traces":[}')),
      ids: others,
      skipped: 1,
      found: [`not-json@3:${two + 21}`],
    },
    {
      ...plain,
      name: 'line 3 of 10 is text',
      bytes: utf8(third('Traceback (most recent call last):')),
      ids: others,
      skipped: 1,
      found: [`not-json@3:${two}`],
    },
    {
      ...plain,
      name: 'line 3 of 10 cut short inside a text',
      bytes: utf8(third('{"id":"e3","env":{"i')),
      ids: others,
      skipped: 1,
      found: [`not-json@3:${two + 20}`],
    },
    {
      ...plain,
      name: 'line 1 of 10 malformed',
      bytes: utf8(jsonl(['{"id":"e1",', ...ten.slice(1)])),
      ids: all.slice(1),
      skipped: 1,
      found: ['not-json@1:11'],
    },
    {
      ...plain,
      name: 'line 1 of 10 torn behind a colon',
      bytes: utf8(jsonl(['{"id":', ...ten.slice(1)])),
      ids: all.slice(1),
      skipped: 1,
      found: ['not-json@1:6'],
    },
    {
      ...plain,
      name: 'line 1 of 10 torn inside a text',
      bytes: utf8(jsonl(['{"id":"e', ...ten.slice(1)])),
      ids: all.slice(1),
      skipped: 1,
      found: ['not-json@1:8'],
    },
    {
      ...plain,
      name: 'line 1 of 10 begins with a bracket of another kind',
      bytes: utf8(jsonl(['["id":"e1","traces":[]}', ...ten.slice(1)])),
      ids: all.slice(1),
      skipped: 1,
      found: ['not-json@1:5'],
    },
    {
      ...plain,
      name: 'the last line cut short inside a text',
      bytes: utf8(jsonl(ten.slice(0, 9)) + '{"id":"e10","env":{"id":"日本'),
      ids: all.slice(0, 9),
      skipped: 1,
      found: [`torn-tail@10:${9 * line(1) + utf8('{"id":"e10","env":{"id":"日本').length}`],
    },
    {
      ...plain,
      name: 'the last line cut short inside a character',
      bytes: bytes(jsonl(ten.slice(0, 9)), '{"id":"', [0xe6, 0x97]),
      ids: all.slice(0, 9),
      skipped: 1,
      found: [`torn-tail@10:${9 * line(1) + 9}`],
    },
    {
      ...plain,
      name: 'bytes that are not UTF-8',
      bytes: latin,
      ids: ids(1, 2),
      repaired: 1,
      found: ['invalid-utf-8@1:25'],
    },
    {
      ...plain,
      name: 'two records on one line',
      bytes: utf8(third(episode(3) + episode(11))),
      ids: others,
      skipped: 1,
      found: [`two-records-on-a-line@3:${two + line(3) - 1}`],
    },
    {
      ...plain,
      name: 'two records on one line, with a comma between',
      bytes: utf8(third(episode(3) + ', ' + episode(11))),
      ids: others,
      skipped: 1,
      found: [`two-records-on-a-line@3:${two + line(3) + 1}`],
    },
    {
      ...plain,
      name: 'a record glued to the beginning of another',
      bytes: utf8(third(episode(3) + '{"id":"e')),
      ids: others,
      skipped: 1,
      found: [`two-records-on-a-line@3:${two + line(3) - 1}`],
    },
    {
      ...plain,
      name: 'two records on a last line without a line feed',
      bytes: utf8(jsonl(ten.slice(0, 2)) + episode(3) + episode(4)),
      ids: ids(1, 2),
      skipped: 1,
      found: [`two-records-on-a-line@3:${two + line(3) - 1}`],
    },
    {
      ...plain,
      name: 'NaN and infinities',
      bytes: utf8(third(episode(3, ',"info":{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN"}'))),
      ids: all,
      repaired: 1,
      found: [`non-finite-number@3:${two + line(3) - 2 + ',"info":{"a":'.length}`],
    },
    {
      ...plain,
      name: 'other words that are no JSON',
      bytes: utf8(third(episode(3, ',"info":{"a":nan}'))),
      ids: others,
      skipped: 1,
      found: [`not-json@3:${two + line(3) - 2 + ',"info":{"a":n'.length}`],
    },
    {
      ...plain,
      name: 'separators that split no line: U+2028, U+2029, U+0085, a lone CR between members',
      bytes: utf8(third(episode(3, ',"info":"\u2028\u2029\u0085"').replace(',"env"', ',\r"env"'))),
      ids: all,
    },
    {
      ...plain,
      name: 'a NUL inside a text',
      bytes: utf8(third(episode(3, ',"info":"\u0000"'))),
      ids: others,
      skipped: 1,
      found: [`not-json@3:${two + line(3) - 2 + ',"info":"'.length}`],
    },
    {
      ...plain,
      name: 'invalid UTF-8, NaN and a comma at once',
      bytes: bytes(episode(1).slice(0, -1), ',"group":{"id":"', [0xff], '","x":NaN}},\n'),
      ids: ids(1),
      repaired: 1,
      found: [
        `invalid-utf-8@1:${end + 16}`,
        `non-finite-number@1:${end + 23}`,
        `trailing-comma@1:${end + 28}`,
      ],
    },
  ];
}
