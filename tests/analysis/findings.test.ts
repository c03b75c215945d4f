/** What graph, calls and figures contradict: each finding once, at its place, cut at the limit of its code. */
import { describe, expect, it } from 'vitest';
import { countFlags, episodeFindings, traceFindings } from '../../src/analysis/findings';
import { graphOf } from '../../src/analysis/graph';
import { summarise } from '../../src/analysis/summary';
import { diagnostic } from '../../src/model/diagnostic';
import type { Trace } from '../../src/model/episode';
import { a, episode, shape, trace, u } from './build';

const at = { line: 7, byte: 1234 };
const place = { ...at, length: 10 };
const found = (of: Trace) => traceFindings(of, graphOf(of), at);

describe('findings', () => {
  const said = [u('q'), a('x', 0)];
  const recordedTokens = { input: 10, output: null, total: 16 };
  const calls = [{ node: 1, usage: [10, 5] as const }];
  const cases = [
    { name: 'nothing', of: trace({ nodes: said, calls }), is: [] },
    { name: 'a cycle', of: shape([1, 0, null]), is: [['parent-cycle', '/nodes/0/parent']] },
    { name: 'its own parent', of: shape([null, 1]), is: [['parent-cycle', '/nodes/1/parent']] },
    {
      name: 'a call of no node',
      of: trace({ nodes: said, calls: [{ nodeAsWritten: 99 }, { nodeAsWritten: null }, { node: 1 }] }),
      is: [['bad-call-node', '/calls/0/node']],
    },
    {
      name: 'a call of a message that no call produced',
      of: trace({ nodes: said, calls: [{ node: 0 }] }),
      is: [['unsampled-call-node', '/calls/0/node']],
    },
    {
      name: 'a node of three calls',
      of: trace({ nodes: said, calls: [{ node: 1 }, { node: 1 }, { node: 1 }] }),
      is: [
        ['call-node-twice', '/calls/1/node'],
        ['call-node-twice', '/calls/2/node'],
      ],
    },
    {
      name: 'recorded counts that differ',
      of: trace({ nodes: said, calls, recordedTokens }),
      is: [['derived-count-differs', '/num_total_tokens']],
    },
    {
      name: 'a result without a call',
      of: trace({ nodes: [u('q'), { role: 'tool', answers: 'x', parent: 0 }] }),
      is: [['orphan-tool-result', '/nodes/1']],
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
          { tokens: { ids: [1, 2, 3], mask: [true], isContent: [true, true], advantages: [] } },
          { tokens: { ids: [1, 2], mask: [true, true], logprobs: [-1, -1, -1] } },
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

  it('are merged with those of reading, in order, none told twice', () => {
    const read = [
      diagnostic('bad-call-node', { record: 7, byte: 1234, path: '/calls/0/node' }, 'by reading'),
      diagnostic('bad-field', { record: 7, byte: 1234, path: '/calls/0/model' }, 'by reading'),
    ];
    const of = trace({ nodes: said, calls: [{ nodeAsWritten: 99 }, { node: 0 }], diagnostics: read });
    expect(found(of).map(({ code, message }) => [code, message === 'by reading'])).toEqual([
      ['bad-field', true],
      ['bad-call-node', true],
      ['unsampled-call-node', false],
    ]);
    expect(summarise(episode([of]), place, 2).warnings).toBe(5);
  });

  it('are cut at 100 of a code, then one says how many', () => {
    const of = trace({ nodes: said, calls: Array.from({ length: 5_000 }, () => ({ node: 1 })) });
    const list = found(of);
    expect(list).toHaveLength(101);
    expect(list[99]?.count).toBeUndefined();
    expect(list[100]).toMatchObject({ code: 'call-node-twice', count: 4_999, path: '/calls/101/node' });
    expect(countFlags(list)).toBe(4_999);
    expect(summarise(episode([of]), place, 0).warnings).toBe(4_999);
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
