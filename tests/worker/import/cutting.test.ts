/** Any cutting of a file gives the same rows, lines, sums and diagnostics as reading it in one piece. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
