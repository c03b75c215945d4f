/** Verdicts in words: the tag of each kind, none where none belongs, names of segments, and cache figures apart. */
import { describe, expect, it } from 'vitest';
import { requestReports } from '../../../src/analysis/prefix/requests-report';
import type { JsonObject } from '../../../src/model/json';
import { callIndex } from '../../../src/model/ids';
import { differencesByCall } from '../../../src/store/continuity-lookup';
import { cacheSum, cacheWords } from '../../../src/views/episode/requests/cache-words';
import { causeName, causeSentence } from '../../../src/views/episode/requests/cause-words';
import { requestFacts } from '../../../src/views/episode/requests/request-facts';
import { tagOf, verdictWords } from '../../../src/views/episode/requests/request-words';
import {
  beginningColumns,
  firstDifferences,
  requestColumns,
} from '../../../src/worker/episode/continuity-columns';
import type { Drawing } from '../../analysis/prefix/traces';
import { A, R, S, T, U, continuityIn, drawnTrace, issuing, linked, of } from '../../analysis/prefix/traces';
import { usage } from '../../samples/trace-builder';

async function told(drawing: Drawing) {
  const trace = drawnTrace(drawing);
  const continuity = await continuityIn(trace);
  const reports = requestReports(continuity);
  const requests = requestColumns(trace, reports);
  const differences = differencesByCall({
    strict: false,
    requests,
    differences: firstDifferences(continuity, reports),
    beginnings: beginningColumns([]),
    summaries: { node: new Int32Array(), state: new Uint8Array() },
    owners: { agent: new Int32Array(), names: [] },
    hasTokens: false,
  });
  const of = (call: number) => differences.get(callIndex(call)) ?? null;
  return {
    requests,
    tag: (call: number) => tagOf(requests, of(call), callIndex(call)),
    words: (call: number) => verdictWords(requests, of(call), callIndex(call)),
    facts: (call: number) => requestFacts(requests, of(call), callIndex(call), false),
  };
}

/** The second request returns a result of the first, with one message changed. */
function edited(first: JsonObject, second: JsonObject, more: Partial<Drawing> = {}): Drawing {
  const call = { message: issuing('c1') };
  return {
    nodes: [S(null), first, R(1, null, call), second, A(3, null, call), T(4, 'c1'), R(5, 'end')],
    ...more,
  };
}

const tool = (name: string) => ({ name, description: '', parameters: {} });
const withTools = (...names: readonly string[]) => ({ tools: names.map(tool) });
const callTools = (before: readonly string[], after: readonly string[]): Drawing => ({
  nodes: [
    S(null, 's', withTools(...before)),
    U(0),
    R(1, null, { message: issuing('c1') }),
    S(null, 's', withTools(...after)),
    U(3),
    A(4, null, { message: issuing('c1') }),
    T(5, 'c1'),
    R(6, 'end'),
  ],
});
const COMPACTED: Drawing = {
  nodes: [
    S(null),
    U(0),
    R(1, 'a'),
    U(2, 'more'),
    R(3, 'b', linked([2, 'continuation'])),
    U(4, 'sum up'),
    R(5, 'so far', linked([4, 'compaction_attempt'])),
    U(0, 'You were told: so far'),
    R(7, 'go on', linked([6, 'compaction'])),
  ],
};

describe('the tag at a call', () => {
  const cases: readonly {
    readonly name: string;
    readonly drawing: Drawing;
    readonly call: number;
    readonly words: string | null;
    readonly tone?: string;
    readonly inferred?: boolean;
  }[] = [
    {
      name: 'a path that goes on is quiet',
      drawing: { nodes: [S(null), U(0), R(1, 'a'), U(2), R(3, 'b')] },
      call: 1,
      words: 'Request prefix 2/2 preserved',
      tone: 'quiet',
    },
    {
      name: 'a declared link is plain',
      drawing: COMPACTED,
      call: 1,
      words: 'Request prefix 2/2 preserved',
      tone: 'plain',
    },
    {
      name: 'a changed message, after an inference',
      drawing: edited(U(0, 'q'), U(0, 'Q')),
      call: 1,
      words: 'Request prefix diverged at message 1',
      tone: 'bad',
      inferred: true,
    },
    {
      name: 'a removed tool is named, not the system prompt in its place',
      drawing: callTools(['grep', 'write'], ['grep']),
      call: 1,
      words: 'Request prefix diverged at tool 2',
      tone: 'bad',
      inferred: true,
    },
    {
      name: 'an added tool is named',
      drawing: callTools(['grep'], ['grep', 'write']),
      call: 1,
      words: 'Request prefix diverged at tool 2',
      tone: 'bad',
      inferred: true,
    },
    {
      name: 'tools of the trace alone: messages only',
      drawing: edited(U(0, 'q'), U(0, 'Q'), { tools: [tool('grep')] }),
      call: 1,
      words: 'Message prefix diverged at message 1',
      tone: 'bad',
      inferred: true,
    },
    {
      name: 'form alone is neutral',
      drawing: edited(U(0, [{ type: 'text', text: 'q' }]), U(0, 'q')),
      call: 1,
      words: 'Prefix kept; message 1 changed from parts to text',
      tone: 'neutral',
      inferred: true,
    },
    {
      name: 'a declared compaction is neutral',
      drawing: COMPACTED,
      call: 3,
      words: 'Request prefix rewritten by compaction at message 1',
      tone: 'neutral',
    },
    {
      name: 'a redacted message leaves it unknown',
      drawing: { nodes: [S(null), U(0, 'q', { redacted: true }), R(1, 'a'), U(2), R(3, 'b')] },
      call: 1,
      words: 'Request prefix unknown: 1/2 confirmed, rest unreadable',
      tone: 'warn',
    },
    {
      name: 'another model is not comparable',
      drawing: {
        nodes: [S(null), U(0), R(1, 'a'), U(2), R(3, 'b')],
        calls: [of(2), of(4, { model: 'other' })],
      },
      call: 1,
      words: 'Request prefix not comparable: another model',
      tone: 'warn',
    },
    {
      name: 'settings that were not recorded',
      drawing: {
        nodes: [S(null), U(0), R(1, 'a'), U(2), R(3, 'b')],
        calls: [of(2, { sampling: null }), of(4)],
      },
      call: 1,
      words: 'Request prefix not comparable: sampling not recorded',
      tone: 'warn',
    },
    { name: 'the first has none', drawing: COMPACTED, call: 0, words: null },
    {
      name: 'a start of a context has none',
      drawing: { nodes: [U(null, 'a'), R(0, 'x'), U(null, 'b'), R(2, 'y')] },
      call: 1,
      words: null,
    },
    {
      name: 'a failed call has none',
      drawing: { nodes: [U(null), R(0, 'x')], calls: [of(null), of(1)] },
      call: 0,
      words: null,
    },
  ];
  it.each(cases)('$name', async ({ drawing, call, words, tone, inferred = false }) => {
    const tag = (await told(drawing)).tag(call);
    if (words === null) expect(tag).toBeNull();
    else expect(tag).toMatchObject({ words, tone, inferred });
  });
});

describe('the detail', () => {
  it('names what was expected and what stands there', async () => {
    const { facts } = await told(callTools(['grep', 'write'], ['grep']));
    const words = facts(1).inferred.flatMap(({ label, value }) =>
      value.kind === 'node' ? [`${label}: ${value.after ?? ''}`] : [],
    );
    expect(words).toEqual(['compared with: call #0', 'expected: tool 2 “write”', 'found: system prompt 1']);
  });

  it('says what a retry left behind, in the singular', async () => {
    const request = { acp: { request_id: 'r'.repeat(32) } };
    const { facts } = await told({
      nodes: [S(null), U(0), R(1, 'a'), U(2), R(3, 'b')],
      calls: [of(2), of(null, request), of(4, request)],
    });
    const text = facts(2).derived.map(({ value }) => (value.kind === 'text' ? value.text : ''));
    expect(text).toContain('1 earlier attempt failed; its request was not recorded.');
    expect(text).toContain('2 of 2 under one request id');
  });

  it('names the message that cannot be read, and the domain that both share', async () => {
    const { facts } = await told({
      nodes: [S(null), U(0, 'q', { redacted: true }), R(1, 'a'), U(2), R(3, 'b')],
    });
    const found = facts(1).derived;
    expect(found.find(({ label }) => label === 'unreadable')?.value).toMatchObject({
      node: 1,
      after: 'user message 1 is redacted or cut in this trace',
    });
    expect(found.find(({ label }) => label === 'domain')?.value).toMatchObject({
      text: 'the same model, endpoint and options',
    });
  });

  it('names the first request as such', async () => {
    expect((await told(COMPACTED)).words(0)).toBe('no predecessor: first request of this context');
  });
});

describe('what a provider reported of its cache', () => {
  it('is told in three ways, and summed over those that reported', async () => {
    const { requests } = await told({
      nodes: [S(null), U(0), R(1, 'a'), U(2), R(3, 'b'), U(4), R(5, 'c')],
      calls: [
        of(2, { usage: usage(400, 1) }),
        of(4, { usage: usage(400, 1, { cached_input_tokens: 0 }) }),
        of(6, { usage: usage(400, 1, { cached_input_tokens: 600 }) }),
      ],
    });
    expect([0, 1, 2].map((call) => cacheWords(requests, call))).toEqual([
      'not reported',
      '0 of 400',
      '600 of 1,000',
    ]);
    expect(cacheSum(requests)).toBe('600 of 1,400 input tokens, 2 of 3 calls reported');
  });
});

it('names causes it knows, marks the inferred one, and shows others as they are', () => {
  expect(causeName('reasoning_dropped')).toBe('reasoning dropped');
  expect(causeName('compaction_inferred:12')).toBe('compaction, inferred');
  expect(causeSentence('compaction_inferred:12')).toContain('node #12');
  expect(causeName('constructor')).toBe('constructor');
});
