/** Scores, outcomes, last replies and times against the format's vectors. */
import { describe, expect, it } from 'vitest';
import { agentSplit, episodeDuration, spanSeconds, traceDuration } from '../../src/analysis/duration';
import { lastReply, stripped } from '../../src/analysis/last-reply';
import { outcomeOf, truncationOf } from '../../src/analysis/outcome';
import { episodeScore, traceScore } from '../../src/analysis/score';
import type { Span } from '../../src/model/episode';
import { UNSET, a, episode, scored, trace, u, unknown, unscored } from './build';

const error = { type: 'E', message: 'x', statusCode: null, traceback: null };
const span = (start: number | null, end: number | null): Span => ({ start, end });

describe('reward', () => {
  const cases = [
    {
      name: 'score times weight (27)',
      rewards: [scored('a', 0.5), scored('b', 1, 0), scored('c', 0.125, 2)],
      is: 0.75,
    },
    { name: 'none declared (15)', rewards: [], is: null, unscored: true },
    { name: 'one unscored (6)', rewards: [scored('r', 1), unscored('solved')], is: 1 },
    { name: 'all unscored', rewards: [unscored('a'), unscored('b')], is: null, unscored: true },
    { name: 'one unknown (7)', rewards: [unknown('r'), scored('s', 1)], is: null },
    { name: 'zero is a score', rewards: [scored('r', 0)], is: 0 },
    { name: 'a sum beyond a double', rewards: [scored('r', 1e308), scored('s', 1e308)], is: null },
  ];
  it.each(cases)('$name', ({ rewards, is, unscored: none = false }) => {
    expect(traceScore(trace({ rewards }))).toEqual({ value: is, scored: !none });
  });

  const judge = { agent: { trainable: false } };
  const means = [
    {
      name: 'mean',
      traces: [trace({ rewards: [scored('r', 1)] }), trace({ rewards: [scored('r', 0)] })],
      is: 0.5,
    },
    { name: 'unscored is left out', traces: [trace({ rewards: [scored('r', 1)] }), trace()], is: 1 },
    {
      name: 'the judge is left out',
      traces: [trace({ rewards: [scored('r', 1)] }), trace({ ...judge, rewards: [scored('r', 0)] })],
      is: 1,
    },
    { name: 'judges alone count', traces: [trace({ ...judge, rewards: [scored('r', 0)] })], is: 0 },
    {
      name: 'a trainable trace without score',
      traces: [trace(), trace({ ...judge, rewards: [scored('r', 0)] })],
      is: null,
      unscored: true,
    },
    { name: 'no traces', traces: [], is: null, unscored: true },
    {
      name: 'one unknown',
      traces: [trace({ rewards: [scored('r', 1)] }), trace({ rewards: [unknown('r')] })],
      is: null,
    },
  ];
  it.each(means)('of an episode: $name', ({ traces, is, unscored: none = false }) => {
    expect(episodeScore(episode(traces))).toEqual({ value: is, scored: !none });
  });
});

describe('truncation (26)', () => {
  const stopped = (stopCondition: string) => trace({ stopCondition, calls: [] });
  const cut = { finishReason: 'length' };
  const cases = [
    {
      name: 'the last call without an error',
      of: trace({ nodes: [u('q'), a('x', 0)], calls: [{ node: 1, ...cut }, { error }] }),
      is: { kind: 'length', call: 0 },
    },
    { name: 'also without a node', of: trace({ calls: [cut] }), is: { kind: 'length', call: 0 } },
    {
      name: 'an earlier call does not count',
      of: trace({ calls: [cut, { finishReason: 'stop' }] }),
      is: null,
    },
    { name: 'recorded by flat results', of: trace({ recordedTruncated: true }), is: { kind: 'recorded' } },
    { name: 'a failed call does not count', of: trace({ calls: [{ ...cut, error }] }), is: null },
    ...[
      'max_turns',
      'max_input_tokens',
      'max_output_tokens',
      'max_total_tokens',
      'context_length',
      'harness_timeout',
      'compaction_failed',
    ].map((condition) => ({
      name: condition,
      of: stopped(condition),
      is: { kind: 'stop_condition', condition },
    })),
    ...['agent_completed', 'error', 'max_turns_reached', ''].map((condition) => ({
      name: `not ${condition}`,
      of: stopped(condition),
      is: null,
    })),
  ];
  it.each(cases)('$name', ({ of, is }) => {
    expect(truncationOf(of)).toEqual(is);
  });
});

describe('outcome', () => {
  const good = trace({ rewards: [scored('r', 0)] });
  const long = trace({ stopCondition: 'max_turns' });
  const cases = [
    { name: 'not ok', of: episode([long], { ok: false }), is: 'error' },
    { name: 'ok with old errors', of: episode([good], { errors: [error] }), is: 'ok' },
    { name: 'truncated before unscored', of: episode([long]), is: 'truncated' },
    { name: 'unscored', of: episode([trace({ rewards: [unscored('r')] })]), is: 'unscored' },
    { name: 'an unknown score is a score', of: episode([trace({ rewards: [unknown('r')] })]), is: 'ok' },
    { name: 'no traces', of: episode([]), is: 'unscored' },
  ];
  it.each(cases)('$name', ({ of, is }) => {
    expect(outcomeOf(of)).toBe(is);
  });
});

describe('last reply (31)', () => {
  const said = [u('q'), a('x', 0)];
  const part = (text: string) => ({ kind: 'text', text }) as const;
  const inParts = trace({ nodes: said });
  const cases = [
    { name: 'an empty root reply counts', of: trace({ nodes: said, rootReply: '' }), is: '' },
    {
      name: 'the last sampled assistant',
      of: trace({ nodes: [...said, { role: 'assistant', text: 'supplied', parent: 1 }] }),
      is: 'x',
    },
    {
      name: 'a sampled tool message is none',
      of: trace({ nodes: [...said, { role: 'tool', text: 't', sampled: true, parent: 1 }] }),
      is: 'x',
    },
    { name: 'trimmed', of: trace({ rootReply: '  hi ' }), is: 'hi' },
    { name: 'nothing said', of: trace({ nodes: [u('q')] }), is: '' },
    { name: 'no content', of: trace({ nodes: [{ role: 'assistant', sampled: true }] }), is: '' },
    {
      name: 'parts',
      of: {
        ...inParts,
        nodes: inParts.nodes.map((node) => ({
          ...node,
          message: {
            ...node.message,
            content: { kind: 'parts', parts: [part('a'), { kind: 'image', url: 'x' }, part('b ')] } as const,
          },
        })),
      },
      is: 'a\nb',
    },
  ];
  it.each(cases)('$name', ({ of, is }) => {
    expect(lastReply(of)).toBe(is);
  });

  it('trims as Python does', () => {
    const blanks =
      '\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000';
    expect(stripped(`${blanks}x y${blanks}`)).toBe('x y');
    expect(stripped(blanks)).toBe('');
    expect(stripped('\ufeffx\u200b')).toBe('\ufeffx\u200b');
    expect(stripped(' '.repeat(200_000) + 'x' + ' '.repeat(200_000) + 'y')).toHaveLength(200_002);
  });
});

describe('times', () => {
  const spans = [
    { name: 'not ended (32)', span: span(5, null), is: 0 },
    { name: 'ends before it starts (32)', span: span(5, 3), is: 0 },
    { name: 'closed', span: span(5, 7.5), is: 2.5 },
    { name: 'unset', span: UNSET, is: 0 },
    { name: 'negative times', span: span(-3, -1), is: 2 },
  ];
  it.each(spans)('span: $name', ({ span: given, is }) => {
    expect(spanSeconds(given)).toBe(is);
  });

  it('the agent span splits into model and harness (32)', () => {
    const calls = [{ time: span(0, 4) }, { time: span(1, 10) }];
    expect(agentSplit(trace({ timing: { agent: span(100, 110) }, calls }))).toEqual({
      model: 10,
      harness: 0,
      origin: 'derived',
    });
    expect(
      agentSplit(trace({ timing: { agent: span(100, 110) }, calls: [{ time: span(0, 4) }] })),
    ).toMatchObject({ model: 4, harness: 6 });
    expect(agentSplit(trace({ timing: { agent: span(100, null) }, calls }))).toBeNull();
    const recorded = { agent: span(100, 110), modelSeconds: 3, harnessSeconds: 7 };
    expect(agentSplit(trace({ timing: recorded, calls }))).toEqual({
      model: 3,
      harness: 7,
      origin: 'recorded',
    });
  });

  it('a duration spans all usable spans of all traces', () => {
    const first = trace({ timing: { start: 1, boot: span(10, 11), scoring: span(30, 31) } });
    const second = trace({ calls: [{ time: span(5, 8) }, { time: span(90, 40) }, { time: span(null, 99) }] });
    expect(traceDuration(first)).toBe(21);
    expect(traceDuration(second)).toBe(3);
    expect(episodeDuration(episode([first, second]))).toBe(26);
    expect(episodeDuration(episode([trace()]))).toBeNull();
    expect(traceDuration(trace({ timing: { agent: span(4, 4) } }))).toBe(0);
  });
});
