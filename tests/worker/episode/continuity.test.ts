/** Verdicts as the page gets them: columns, first differences, forks, one call in detail, and two messages side by side. */
import { describe, expect, it } from 'vitest';
import type { CallIndex, NodeIndex } from '../../../src/model/ids';
import { callIndex, nodeIndex } from '../../../src/model/ids';
import type { Json, JsonObject } from '../../../src/model/json';
import { BASES, FORM_CHANGES, REQUEST_NOTES, REQUEST_STATUSES } from '../../../src/worker/episode/protocol';
import type { DetailLine, DiffPart, Sides, TraceRequests } from '../../../src/worker/episode/protocol';
import { R, S, T, U, A, issuing, of } from '../../analysis/prefix/traces';
import { threeLevels } from '../../samples/session-run';
import { episode, tokens, trace, usage } from '../../samples/trace-builder';
import { desk, FIRST, never, sourceOf } from './desk';

interface Given {
  readonly nodes: readonly JsonObject[];
  readonly calls?: readonly JsonObject[];
  readonly tools?: readonly Json[];
}

function asked({ nodes, calls, tools }: Given) {
  const own = nodes.flatMap((one, index) => (one['sampled'] === true ? [of(index)] : []));
  return askedOf(trace({ nodes, calls: calls ?? own, tools }));
}

async function askedOf(made: JsonObject) {
  const { client } = desk();
  const source = sourceOf(episode({ traces: [made] }));
  await client.open(source, never);
  const value = <Value>(answer: { kind: 'ok'; value: Value } | { kind: 'failed'; failure: unknown }) => {
    if (answer.kind === 'failed') throw new Error(JSON.stringify(answer.failure));
    return answer.value;
  };
  return {
    client,
    source,
    requests: async (strict = false) => value(await client.requests(source, FIRST, strict, never)),
    detail: async (call: number) => value(await client.request(source, FIRST, callIndex(call), false, never)),
    compare: async (sides: Sides) => value(await client.compare(source, FIRST, sides)),
  };
}

/** A request whose history was edited in one message, with a tool call between, so that its ids tell the predecessor. */
function edited(change: JsonObject): JsonObject[] {
  return [
    S(null),
    U(0),
    R(1, null, { message: issuing('c1') }),
    change,
    A(3, null, { message: issuing('c1') }),
    T(4, 'c1'),
    R(5, 'end'),
  ];
}

const words = ({ requests }: TraceRequests, call: number) => ({
  status: REQUEST_STATUSES[requests.status[call] ?? -1],
  counts: `${requests.preserved[call]}/${requests.previous[call]}`,
  basis: BASES[requests.basis[call] ?? -1],
  baseline: requests.baselineCall[call],
  causes: requests.sets[requests.causes[call] ?? -1],
});

const begun = ({ beginnings: { node, sibling, cause, words } }: TraceRequests) =>
  [...node].map((one, at) => [one, sibling[at], words[cause[at] ?? -1]]);

describe('columns', () => {
  it('hold a kept prefix, and what is not there as none', async () => {
    const { requests } = await asked({ nodes: [S(null), U(0), R(1, 'a'), U(2, 'more'), R(3, 'b')] });
    const found = await requests();
    expect(words(found, 1)).toEqual({
      status: 'preserved',
      counts: '2/2',
      basis: 'physical',
      baseline: 0,
      causes: [],
    });
    expect(words(found, 0)).toMatchObject({ status: 'no_predecessor', baseline: -1, basis: undefined });
    expect(found.requests.words[found.requests.reason[0] ?? -1]).toBe('only_unlinked');
    expect(found.requests.tokensKept[1]).toBeNaN();
    expect(found.differences).toEqual([]);
    expect(found.hasTokens).toBe(false);
  });

  it('name the first difference and its cause', async () => {
    const { requests } = await asked({ nodes: edited(U(0, 'Q')) });
    const found = await requests();
    expect(words(found, 1)).toMatchObject({
      status: 'diverged',
      counts: '1/2',
      basis: 'tool_call_ids',
      causes: ['content_edited'],
    });
    expect(found.differences).toMatchObject([
      {
        call: 1,
        expected: { kind: 'message', index: 0, node: 1 },
        found: { index: 0, node: 3 },
        apart: null,
      },
    ]);
    expect(begun(found)).toEqual([
      [3, 1, 'content_edited'],
      [1, 3, 'content_edited'],
    ]);
  });

  it('name whose a call was, a failed one among them', async () => {
    const { requests } = await askedOf(threeLevels());
    const { owners, requests: columns } = await requests();
    const failed = [...columns.node].flatMap((node, call) => (node === -1 ? [call] : []));
    const names = failed.map((call) => owners.names[owners.agent[call] ?? -1]);
    expect(names).toEqual(['sub 3', 'sub 3', 'sub 3']);
    expect([...owners.agent].filter((agent) => agent < 0)).toEqual([]);
  });

  it('tell a change of form apart, in its direction', async () => {
    const { requests } = await asked({
      nodes: [S(null), U(0, [{ type: 'text', text: 'q' }]), ...edited(U(0, 'q')).slice(2)],
    });
    const found = await requests();
    expect(words(found, 1)).toMatchObject({ status: 'diverged', causes: ['content_form'] });
    expect(FORM_CHANGES[found.requests.form[1] ?? 0]).toBe('parts_to_text');
    expect(REQUEST_STATUSES[found.requests.apartStatus[1] ?? -1]).toBe('preserved');
    expect(found.requests.notes[1]).toBe(REQUEST_NOTES.content_form);
  });

  it('take inferred predecessors away in strict mode, and say so', async () => {
    const { requests } = await asked({ nodes: edited(U(0, 'Q')) });
    const strict = await requests(true);
    expect(strict.strict).toBe(true);
    expect(words(strict, 1)).toMatchObject({ status: 'unavailable', counts: '0/0', basis: undefined });
  });

  it('keep usage apart: reported reads, nothing reported, no usage; and attempts under one id', async () => {
    const request = { acp: { request_id: 'r'.repeat(32) } };
    const { requests } = await asked({
      nodes: [S(null), U(0), R(1, 'a'), U(2), R(3, 'b')],
      calls: [
        of(2, { usage: usage(400, 5, { cached_input_tokens: 600, cost: 0.5 }) }),
        of(null, { ...request, error: { type: 'RateLimit', message: 'slow down' } }),
        of(4, { ...request, usage: usage(400, 5) }),
      ],
    });
    const { requests: columns } = await requests();
    expect([...columns.input]).toEqual([1000, Number.NaN, 400]);
    expect([...columns.cacheReads]).toEqual([600, Number.NaN, Number.NaN]);
    expect([...columns.cost]).toEqual([0.5, Number.NaN, Number.NaN]);
    expect([...columns.attempt]).toEqual([0, 1, 2]);
    expect([...columns.attempts]).toEqual([0, 2, 2]);
    // What failed recorded no request, so that nothing is noted on it.
    expect([...columns.failedAttempts]).toEqual([0, 0, 1]);
  });
});

const told = (line: DetailLine): string => {
  switch (line.kind) {
    case 'equal':
    case 'appended':
      return `${line.count} ${line.kind}`;
    case 'changed':
      return `#${line.old.node} → #${line.fresh.node}: ${line.causes.join(' ')}`;
    case 'unreadable':
      return `#${line.old.node} ? #${line.fresh.node}`;
    case 'removed':
    case 'reply_left_out':
      return `${line.kind} #${line.old.node}`;
    case 'inserted':
      return `inserted #${line.fresh.node}`;
  }
};

describe('one call in detail', () => {
  it('lays both requests side by side from where they part, with evidence for each cause', async () => {
    const { detail } = await asked({ nodes: edited(U(0, 'Q')) });
    const found = await detail(1);
    expect(found).toMatchObject({ node: 6, baseline: 2, shared: 1, linesLeftOut: 0, tokens: null });
    expect(found.lines.map(told)).toEqual(['#1 → #3: content_edited', '1 equal', '1 appended']);
    expect(found.evidence).toEqual([{ cause: 'content_edited', old: 1, fresh: 3, label: null }]);
    expect(found.lines[0]).toMatchObject({
      old: { role: 'user', place: { kind: 'message', index: 0 }, line: 'q' },
    });
  });

  it('names the tools that changed, and shows how', async () => {
    const tool = (name: string, description: string) => ({ name, description, parameters: {} });
    const { requests, detail, compare } = await asked({
      nodes: [
        S(null, 's', { tools: [tool('grep', 'find'), tool('write', 'put')] }),
        U(0),
        R(1, null, { message: issuing('c1') }),
        S(null, 's', { tools: [tool('grep', 'look for')] }),
        U(3),
        A(4, null, { message: issuing('c1') }),
        T(5, 'c1'),
        R(6, 'end'),
      ],
    });
    expect(words(await requests(), 1)).toMatchObject({
      status: 'diverged',
      causes: ['tools_changed', 'tools_removed'],
    });
    const found = await detail(1);
    expect(found.tools).toEqual([
      { name: 'grep', change: 'changed', old: 0, fresh: 0 },
      { name: 'write', change: 'removed', old: 1, fresh: null },
    ]);
    const { old, fresh } = found.toolRoots;
    const [difference] = await compare({ kind: 'tools', oldRoot: old, freshRoot: fresh, old: 0, fresh: 0 });
    expect(changes(difference?.parts ?? [])).toEqual(['-find', '+look for']);
  });

  it('says where the kept token ids end, with ids around', async () => {
    const { requests, detail } = await asked({
      nodes: [
        U(null, 'q', tokens([1, 2, 3])),
        R(0, 'a', { ...tokens([4, 5, 6, 7], 1), message: issuing('c1') }),
        A(0, 'a', { ...tokens([4, 5, 8, 7]), message: issuing('c1') }),
        T(2, 'c1', 'x', tokens([9, 10])),
        R(3, 'b', tokens([11, 12], 1)),
      ],
    });
    const found = await requests();
    expect(found.hasTokens).toBe(true);
    expect(words(found, 1)).toMatchObject({ status: 'preserved', causes: ['retokenised'] });
    const { tokens: spots } = await detail(1);
    expect(spots).toEqual({
      kept: 5,
      old: { node: 1, offset: 2, ids: ['4', '5', '6', '7'], at: 2, before: 0, after: 0 },
      fresh: { node: 2, offset: 2, ids: ['4', '5', '8', '7'], at: 2, before: 0, after: 0 },
    });
  });

  it('fails where nothing is known to come before', async () => {
    const { client, source } = await asked({ nodes: [S(null), U(0), R(1, 'a')] });
    const answer = await client.request(source, FIRST, callIndex(0), false, never);
    expect(answer).toMatchObject({ kind: 'failed', failure: { kind: 'missing' } });
  });
});

function changes(parts: readonly DiffPart[]): readonly string[] {
  return parts.flatMap((part) =>
    part.kind === 'removed' || part.kind === 'added'
      ? [`${part.kind === 'removed' ? '-' : '+'}${part.text}`]
      : [],
  );
}

describe('two messages side by side', () => {
  const at = (old: number | null, fresh: number | null): Sides => {
    const index = (node: number | null): NodeIndex | null => (node === null ? null : nodeIndex(node));
    return { kind: 'messages', old: index(old), fresh: index(fresh) };
  };
  const calling = (args: string) => ({ tool_calls: [{ id: 'c', name: 'run', arguments: args }] });
  const nodes = [
    U(null, 'It is Monday.'),
    U(null, 'It is Tuesday.'),
    A(null, null, { message: { reasoning_content: 'hm', ...calling('{"a": 1}') } }),
    A(null, null, { message: calling('{"a":1}') }),
    U(null, [{ type: 'text', text: 'It is Monday.' }]),
  ];
  const cases: readonly {
    readonly name: string;
    readonly sides: Sides;
    readonly fields: readonly string[];
    readonly note?: string;
  }[] = [
    { name: 'the word that changed', sides: at(0, 1), fields: ['content: -Monday +Tuesday'] },
    {
      name: 'reasoning that is gone, and arguments spelled anew',
      sides: at(2, 3),
      fields: ['reasoning: -hm', 'tool call 1, arguments: - '],
      note: 'The same arguments, spelled differently.',
    },
    {
      name: 'a change of form alone',
      sides: at(4, 0),
      fields: ['content: '],
      note: 'The same text, written as a list of one part before and as a plain string now.',
    },
    {
      name: 'a message that is gone',
      sides: at(0, null),
      fields: ['role: -user', 'content: -It is Monday.'],
    },
    { name: 'two of one text', sides: at(0, 0), fields: [] },
  ];
  it.each(cases)('$name', async ({ sides, fields, note }) => {
    const { compare } = await asked({ nodes });
    const found = await compare(sides);
    expect(found.map(({ field, parts }) => `${field}: ${changes(parts).join(' ')}`)).toEqual(fields);
    if (note !== undefined) expect(found.map((one) => one.note)).toContain(note);
  });
});

it('answers nothing after it was cancelled, and answers again when asked anew', async () => {
  const { client, source } = await asked({ nodes: edited(U(0, 'Q')) });
  const stop = new AbortController();
  const first = client.requests(source, FIRST, false, stop.signal);
  stop.abort();
  expect(await first).toMatchObject({ kind: 'failed', failure: { kind: 'cancelled' } });
  const again = await client.requests(source, FIRST, false, never);
  expect(again.kind).toBe('ok');
  const missing: CallIndex = callIndex(99);
  expect(await client.request(source, FIRST, missing, false, never)).toMatchObject({ kind: 'failed' });
});
