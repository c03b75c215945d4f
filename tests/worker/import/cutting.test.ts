/** Any cutting of a file gives the same rows, lines, sums and diagnostics as reading it in one piece. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gzip } from '../../samples/bytes/compressed';
import { utf16 } from '../../samples/bytes/encodings';
import { plainEpisode } from '../../samples/plain-run';
import { readThrough } from './read';

/** Lines of every sort: episodes, flat rows whose ids hold their line, rows without rollouts, blanks, damage. */
const line = fc.oneof(
  { weight: 5, arbitrary: fc.nat({ max: 50 }).map((i) => JSON.stringify(plainEpisode(i))) },
  {
    weight: 2,
    arbitrary: fc
      .nat({ max: 50 })
      .map((id) => JSON.stringify({ example_id: id, prompt: [], completion: [], reward: 1, task: 'x' })),
  },
  fc.constantFrom(
    '',
    '  \t\r',
    '{"broken',
    '{"trace_id":"t","chunk":0,"offset":0}',
    '{"unheard":"of"}',
    '[1,2]',
    `${JSON.stringify(plainEpisode(1))}${JSON.stringify(plainEpisode(2))}`,
    `${JSON.stringify(plainEpisode(3))},`,
    JSON.stringify(plainEpisode(4)).replace('"weight":1', '"weight":NaN'),
    '\u2028"ä\u{1F600}',
  ),
);

const file = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean(), fc.boolean())
  .map(([lines, mark, end]) => (mark ? '\uFEFF' : '') + lines.join('\n') + (end ? '\n' : ''));

describe('cutting a file into ranges', () => {
  it('changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 5000 }),
        async (text, first, block) => {
          const whole = await readThrough(text, { workers: 1, first: 1e9, block: 1e9 });
          const cut = await readThrough(text, {
            workers: 3,
            first,
            block: Math.max(block, Math.ceil(text.length / 50)),
          });
          expect(cut).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('reading a file while another worker decodes it', () => {
  const episodes = (count: number) =>
    Array.from({ length: count }, (_, i) => JSON.stringify(plainEpisode(i)));
  const long = JSON.stringify({ ...plainEpisode(0), id: 'long '.repeat(80_000) });
  const texts = [
    { name: 'one piece', text: episodes(3).join('\n') },
    { name: 'several pieces', text: episodes(300).join('\n') + '\n' },
    {
      name: 'a line over several pieces, and damage',
      text: [long, ...episodes(200), '{"br', '', long].join('\n'),
    },
    { name: 'a byte order mark', text: '\uFEFF' + episodes(200).join('\n') },
  ];

  it.each(texts)('gives the rows of the plain file: $name', async ({ text }) => {
    const plain = await readThrough(text, { workers: 1 });
    for (const workers of [1, 3]) {
      const decoded = await readThrough(gzip(text), { workers });
      expect(decoded.rows).toEqual(plain.rows.map(withoutMark(text)));
      expect(await decoded.content.text()).toBe(await plain.content.text());
      if (decoded.end.kind !== 'read' || plain.end.kind !== 'read') throw new Error('not read');
      expect(decoded.end.facts.records).toEqual(plain.end.facts.records);
      expect(decoded.end.diagnostics.map(({ code, record }) => [code, record])).toEqual(
        plain.end.diagnostics.map(({ code, record }) => [code, record]),
      );
    }
  });

  it('holds for UTF-16', async () => {
    const text = episodes(300).join('\n');
    const plain = await readThrough(text);
    const decoded = await readThrough(utf16(text, 'little'));
    expect(decoded.rows).toEqual(plain.rows);
  });
});

/** Offsets are of the decoded content, which has no mark. */
function withoutMark(text: string) {
  const mark = text.startsWith('\uFEFF') ? 3 : 0;
  return <Placed extends { readonly row: { readonly byte: number } }>(placed: Placed): Placed => ({
    ...placed,
    row: { ...placed.row, byte: placed.row.byte - mark },
  });
}
