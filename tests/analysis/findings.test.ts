/** What graph, calls and figures contradict: each finding once, at its place, cut at the limit of its code. */
import { describe, expect, it } from 'vitest';
import { countFlags, episodeFindings, traceFindings } from '../../src/analysis/findings';
import { graphOf } from '../../src/analysis/graph';
import { summarise } from '../../src/analysis/summary';
import { diagnostic } from '../../src/model/diagnostic';
import type { Trace } from '../../src/model/episode';
import { a, episode, trace, u } from './build';

const at = { line: 7, byte: 1234 };
const place = { ...at, length: 10 };
const found = (of: Trace) => traceFindings(of, graphOf(of), at);

describe('findings', () => {
  const said = [u('q'), a('x', 0)];
  const recordedTokens = { input: 10, output: null, total: 16 };
  const calls = [{ node: 1, usage: [10, 5] as const }];
  const cases = [
    { name: 'nothing', of: trace({ nodes: said, calls }), is: [] },
    {
      name: 'recorded counts that differ',
      of: trace({ nodes: said, calls, recordedTokens }),
      is: [['derived-count-differs', '/num_total_tokens']],
    },
    {
      name: 'a total that counts every call once, as newer writers do',
      of: trace({
        nodes: [...said, u('more', 1), a('y', 2), u('other', 1), a('z', 4)],
        calls: [...calls, { node: 3, usage: [20, 3] }, { node: 5, usage: [18, 4] }],
        recordedTokens: { input: 18, output: 17, total: 30 },
      }),
      is: [],
    },
    {
      name: 'streams of the wrong length (30)',
      of: trace({
        nodes: [
          {
            tokens: {
              ids: [1, 2, 3],
              mask: [false, true, true],
              logprobs: [-1, -2],
              lossWeights: { rl: [1, 0], 'a/b': [0, 0, 1] },
            },
          },
          { parent: 0, tokens: { ids: [1, 2, 3], mask: [true], isContent: [true, true], advantages: [] } },
          { parent: 1, tokens: { ids: [1, 2], mask: [true, true], logprobs: [-1, -1, -1] } },
        ],
      }),
      is: [
        ['length-mismatch', '/nodes/0/loss_weights/rl'],
        ['length-mismatch', '/nodes/1/is_content'],
        ['length-mismatch', '/nodes/1/mask'],
        ['length-mismatch', '/nodes/2/logprobs'],
      ],
    },
  ];
  it.each(cases)('$name', ({ of, is }) => {
    expect(found(of).map(({ code, path }) => [code, path])).toEqual(is);
    for (const { record, byte } of found(of)) expect([record, byte]).toEqual([7, 1234]);
  });

  it('are merged with those of reading, in report order', () => {
    const read = [
      diagnostic('bad-call-node', { record: 7, byte: 1234, path: '/calls/0/node' }, 'by reading'),
      diagnostic('unknown-field', { record: 7, byte: 1234, path: '/zoo' }, 'by reading'),
    ];
    const of = trace({ nodes: said, calls, recordedTokens, diagnostics: read });
    expect(found(of).map(({ code }) => code)).toEqual([
      'bad-call-node',
      'derived-count-differs',
      'unknown-field',
    ]);
    expect(summarise(episode([of]), place, 2).warnings).toBe(4);
  });

  it('are cut at 100 of a code, then one says how many', () => {
    const tokens = { ids: [1, 2], mask: [true] };
    const nodes = Array.from({ length: 5_000 }, (_, at) => ({ parent: at === 0 ? null : at - 1, tokens }));
    const list = found(trace({ nodes }));
    expect(list).toHaveLength(101);
    expect(list[99]?.count).toBeUndefined();
    expect(list[100]).toMatchObject({ code: 'length-mismatch', count: 5_000, path: '/nodes/100/mask' });
    expect(countFlags(list)).toBe(5_000);
  });

  it('of the episode compare recorded sums', () => {
    const of = episode([trace({ nodes: said, calls }), trace({ nodes: said, calls })], {
      recordedTokens: { input: 20, output: 11, total: null },
    });
    expect(episodeFindings(of, at)).toMatchObject([
      { code: 'derived-count-differs', record: 7, path: '/num_output_tokens' },
    ]);
    expect(summarise(of, place, 0).warnings).toBe(1);
  });
});
