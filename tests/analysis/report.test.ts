/** The report of one episode: rules that hold for any trace, what does not matter, and what is cut. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodeReport } from '../../src/analysis/report';
import { ReportText } from '../../src/analysis/report-stream';
import { summarise, taskLabel } from '../../src/analysis/summary';
import { diagnostic } from '../../src/model/diagnostic';
import type { Task, Trace } from '../../src/model/episode';
import { parseJson } from '../../src/model/json';
import { a, episode, scored, trace, u, unknown, unscored, usage } from './build';

const at = { line: 3, byte: 77 };
const reportOf = async (of: Trace) => {
  const [made] = (await episodeReport(episode([of]), at)).traces;
  if (made === undefined) throw new Error('a trace has a report');
  return made;
};

/** Graphs of `size` nodes whose parents come in any order, with one call for some of them. */
const drawn = fc.integer({ min: 1, max: 14 }).chain((size) =>
  fc.record({
    parents: fc.tuple(
      ...Array.from({ length: size }, (_, node) => fc.option(fc.nat(Math.max(0, node - 1)), { freq: 3 })),
    ),
    counts: fc.array(fc.option(fc.tuple(fc.nat(30), fc.nat(9))), { minLength: size, maxLength: size }),
    order: fc.shuffledSubarray(
      Array.from({ length: size }, (_, node) => node),
      { minLength: size },
    ),
  }),
);

function drawnTrace(
  { parents, counts }: { parents: (number | null)[]; counts: ([number, number] | null)[] },
  order = parents.map((_, node) => node),
): Trace {
  const place = new Map(order.map((node, position) => [node, position]));
  const parentOf = (node: number) => (node === 0 ? null : (parents[node] ?? null));
  return trace({
    nodes: order.map((node) => {
      const parent = parentOf(node);
      return a(String(node), parent === null ? null : (place.get(parent) ?? null));
    }),
    calls: counts.flatMap((count, node) =>
      count === null ? [] : [{ node: place.get(node) ?? 0, usage: usage(count[0], count[1]) }],
    ),
  });
}

describe('any trace', () => {
  it('has counts that add up', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const report = await reportOf(drawnTrace(given));
        expect(report.num_nodes).toBe(given.parents.length);
        expect(report.branches.length).toBeGreaterThanOrEqual(report.num_roots);
        for (const { length } of report.branches) expect(length).toBeLessThanOrEqual(report.num_nodes);
        expect(new Set(report.branches.map(({ root }) => root)).size).toBe(report.num_roots);
        expect(report.tokens.input).toBeLessThanOrEqual(report.usage?.prompt_tokens ?? 0);
        expect(report.tokens.output).toBeGreaterThanOrEqual(report.usage?.completion_tokens ?? 0);
      }),
    );
  });

  it('has the same figures whatever the numbers of its nodes and the order of its calls', async () => {
    const figures = async (of: Trace) => {
      const { tokens, usage: billed, num_roots, num_turns, num_calls, branches } = await reportOf(of);
      const lengths = branches.map(({ length }) => length).sort((left, right) => left - right);
      return { tokens, billed, num_roots, num_turns, num_calls, lengths };
    };
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const plain = drawnTrace(given);
        const expected = await figures(plain);
        expect(await figures(drawnTrace(given, given.order))).toEqual(expected);
        expect(await figures({ ...plain, calls: plain.calls.toReversed() })).toEqual(expected);
      }),
    );
  });

  it('is one line of JSON, and the row of the list says the same', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const whole = episode([drawnTrace(given), drawnTrace(given, given.order)]);
        const report = await episodeReport(whole, at);
        const row = summarise(whole, { ...at, length: 1 }, 0);
        const sum = (of: (one: (typeof report.traces)[number]) => number) =>
          report.traces.reduce((total, one) => total + of(one), 0);
        expect(JSON.stringify(report)).not.toContain('\n');
        expect(row).toMatchObject({
          line: report.record,
          reward: report.reward,
          outcome: report.outcome,
          cost: report.cost,
          duration: report.duration,
          turns: sum(({ num_turns }) => num_turns),
          branches: sum(({ branches }) => branches.length),
          nodes: sum(({ num_nodes }) => num_nodes),
          tokensIn: sum(({ tokens }) => tokens.input),
          tokensOut: sum(({ tokens }) => tokens.output),
        });
      }),
    );
  });
});

describe('single fields', () => {
  it('the last reply is cut, its length is whole', async () => {
    const report = await reportOf(trace({ rootReply: `${'é'.repeat(1_999)}😀x` }));
    expect(report.last_reply).toHaveLength(2_000);
    expect(report.last_reply_length).toBe(2_002);
  });

  it('rewards and metrics by name, null where unscored or unknown', async () => {
    const report = await reportOf(
      trace({ rewards: [scored('a', 2, 0.5), unscored('b'), unknown('__proto__')] }),
    );
    expect(JSON.stringify(report.rewards)).toBe('{"a":1,"b":null,"__proto__":null}');
    expect(report.reward).toBeNull();
  });

  it('the model is the first that a call names, else the agent’s', async () => {
    const agent = { model: 'configured' };
    expect((await reportOf(trace({ agent }))).model).toBe('configured');
    expect((await reportOf(trace({ agent, calls: [{}, { model: 'm1' }, { model: 'm2' }] }))).model).toBe(
      'm1',
    );
    expect((await reportOf(trace())).model).toBeNull();
  });

  it('the task’s key is the recorded one, else the hash', async () => {
    const task = (key: string | null, hash: string | null): Task => ({
      type: 'T',
      key,
      hash,
      name: null,
      data: {},
    });
    expect((await episodeReport(episode([], { task: task(null, 'h') }), at)).task).toEqual({
      key: 'h',
      hash: 'h',
      type: 'T',
    });
    expect((await episodeReport(episode([], { task: task('k', 'h') }), at)).task).toEqual({
      key: 'k',
      hash: 'h',
      type: 'T',
    });
    expect((await episodeReport(episode([], { task: task(null, null) }), at)).task).toEqual({
      key: null,
      hash: null,
      type: 'T',
    });
    expect((await episodeReport(episode(), at)).task).toBeNull();
  });

  it('costs of an episode are those of the calls that report one', async () => {
    const paid = trace({ calls: [{ usage: usage(1, 1, { cost: 0.5 }) }, { usage: [1, 1] }] });
    const extra = trace({ calls: [{ usage: [1, 1] }], extraUsage: [usage(1, 1, { cost: 9 })] });
    expect(await episodeReport(episode([paid, extra]), at)).toMatchObject({
      cost: 0.5,
      traces: [{ cost: 0.5 }, { cost: null }],
    });
  });
});

describe('a task’s label', () => {
  const hash = 'c0ffee'.repeat(6);
  const cases: { name: string; task: Partial<Task>; is: string }[] = [
    { name: 'its name', task: { name: 'manifest-0', key: 'k' }, is: 'manifest-0' },
    { name: 'its key', task: { key: 'coding/module_01', type: 'CodeTask' }, is: 'coding/module_01' },
    {
      name: 'type and number for a key that is a digest',
      task: { key: hash, type: 'EchoTask', data: { idx: 0 } },
      is: 'EchoTask 0',
    },
    {
      name: 'the example of flat results',
      task: { type: 'gsm8k', data: { example_id: 12 } },
      is: 'gsm8k 12',
    },
    { name: 'a number alone', task: { data: { idx: 4 } }, is: '#4' },
    { name: 'type and the head of the digest', task: { hash, type: 'EchoTask' }, is: 'EchoTask c0ffeec0' },
    { name: 'nothing', task: {}, is: '' },
  ];
  it.each(cases)('is $name', ({ task, is }) => {
    expect(taskLabel({ type: null, key: null, hash: null, name: null, data: {}, ...task })).toBe(is);
  });
});

describe('the row', () => {
  it('names seats, models and stops once, in trace order, and the first error', () => {
    const error = (type: string) => ({ type, message: '', statusCode: null, traceback: null });
    const solver = trace({
      agent: { name: 'solver', model: 'm1' },
      stopCondition: 'done',
      errors: [error('Late')],
    });
    const judge = trace({
      agent: { name: 'judge', model: 'm2', trainable: false },
      stopCondition: 'max_turns',
    });
    const row = summarise(
      episode([solver, judge, solver], { errors: [error('First')], group: 'g' }),
      { ...at, length: 9 },
      2,
    );
    expect(row).toMatchObject({
      agents: 'solver, judge',
      models: 'm1, m2',
      stop: 'done, max_turns',
      errors: 3,
      errorType: 'First',
      group: 'g',
      traces: 3,
      length: 9,
      warnings: 2,
      scored: false,
    });
    expect(summarise(episode([judge, solver]), { ...at, length: 9 }, 0).errorType).toBe('Late');
  });
});

describe('the text of a report', () => {
  const facts = {
    name: 'a.jsonl',
    bytes: 1,
    digest: 'd',
    container: 'jsonl',
    dialect: 'verifiers_episode',
    records: { total: 1, read: 1, repaired: 0, skipped: 0 },
    diagnostics: [],
  } as const;
  const written = async (files: readonly number[]) => {
    const text = new ReportText();
    let json = text.head();
    for (const episodes of files) {
      json += text.openFile();
      for (let count = 0; count < episodes; count += 1)
        json += await text.episode(episode([trace({ nodes: [u('q')] })]), at);
      json += text.closeFile(facts);
    }
    return parseJson(json + text.tail());
  };
  it.each([[[]], [[0]], [[1]], [[2, 0, 3]]])('is JSON with %j episodes in its files', async (counts) => {
    const one = (episodes: number) => ({
      name: 'a.jsonl',
      episodes: Array.from({ length: episodes }, () => ({ record: 3 })),
    });
    expect(await written(counts)).toMatchObject({
      format: 'wirescope/report',
      version: 1,
      edge_sets: [],
      files: counts.map(one),
    });
  });

  it('cuts what analysis finds in the records of a file, too', async () => {
    const text = new ReportText();
    text.openFile();
    const differing = episode([], { recordedTokens: { input: 1, output: null, total: null } });
    for (let record = 1; record <= 300; record += 1) {
      await text.episode(differing, { line: record, byte: record });
    }
    const read = [
      diagnostic('torn-tail', { record: 301, byte: 301 }, 'x'),
      diagnostic('byte-order-mark', {}, 'x'),
    ];
    const closing = text.closeFile({ ...facts, diagnostics: read });
    const { diagnostics } = JSON.parse(`{${closing.slice(closing.indexOf('"name"'))}`) as {
      diagnostics: { code: string; count?: number }[];
    };
    expect(diagnostics).toHaveLength(103);
    expect(diagnostics[0]?.code).toBe('byte-order-mark');
    expect(diagnostics[101]).toMatchObject({ code: 'derived-count-differs', record: 101, count: 300 });
    expect(diagnostics[102]?.code).toBe('torn-tail');
  });
});
