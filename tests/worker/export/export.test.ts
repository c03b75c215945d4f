/** What an export holds: the chosen records or part of one, the same bytes but for what was replaced, in every format. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FINDING_KINDS } from '../../../src/analysis/secrets/rules';
import { nodeIndex } from '../../../src/model/ids';
import { parseJson, type JsonObject } from '../../../src/model/json';
import { reviewExport } from '../../../src/worker/export/review-job';
import {
  a,
  calling,
  chain,
  episode,
  link,
  request,
  system,
  tool,
  toolCall,
  trace,
  u,
  usage,
} from '../../samples/trace-builder';
import { plainEpisode } from '../../samples/plain-run';
import { NOTHING, partOf, reportsOf, subjectOf, write } from './subjects';

const ALL = { kinds: FINDING_KINDS, exceptions: [] };
const key = (letter: string) => `gh${'p_'}${letter}${'aB3dE5gH7jK9'.repeat(3).slice(0, 35)}`;

/** Root, one trunk of two, then two branches; calls out of order, one that failed, links inside and across branches. */
const forked = trace({
  id: 'forked',
  num_input_tokens: 99,
  nodes: [
    system('rules'),
    u('question', { parent: 0 }),
    a('first', { parent: 1, unknown_member: 1.5 }),
    u('other', { parent: 1, semantic_parents: [link(2, 'continuation')] }),
    a('second', {
      parent: 3,
      semantic_parents: [link(2, 'subagent_return'), link(3, 'continuation'), 'odd', link(99, 'x')],
    }),
    a('third', { parent: 4 }),
  ],
  calls: [
    request(4, 'r2', { usage: usage(20, 2) }),
    request(2, 'r1', { usage: usage(10, 1) }),
    { error: { type: 'E', message: 'failed' } },
    request(5, 'r3', { usage: usage(30, 3) }),
  ],
});
const other = trace({ id: 'other', nodes: chain(u('hello'), a('there')) });
const both = episode({ id: 'both', num_total_tokens: 7, kept: { yes: true }, traces: [forked, other] });

describe('records', () => {
  it('that hold nothing to replace are written byte for byte', async () => {
    const lines = `{"id":"a","env":{"id":"d"},"n":1.50e+02,"traces":[],"x":NaN}\n{"id":"b", "traces": [] ,"big":12345678901234567890}\n`;
    const written = await write(subjectOf(lines), 'jsonl', ALL);
    expect(written.text).toBe(lines);
    expect(written).toMatchObject({ records: 2, replaced: 0, remaining: [], broken: 0, uncut: false });
  });

  it('say that what their metadata adds is not in the file', async () => {
    const subject = subjectOf('{"example_id":1,"prompt":[],"completion":[],"reward":1}');
    if (subject.kind !== 'records') throw new Error('it is of records');
    const [source] = subject.sources;
    if (source === undefined) throw new Error('it has a source');
    const beside = { ...subject, sources: [{ ...source, metadata: { env_id: 'e', model: 'm' } }] };
    expect((await write(subject, 'jsonl')).withoutMetadata).toBe(false);
    expect((await write(beside, 'jsonl')).withoutMetadata).toBe(true);
    expect((await write(beside, 'report')).withoutMetadata).toBe(false);
  });

  it('with a long run of blanks are walked once: a longer walk would not end here', async () => {
    const line = JSON.stringify({ id: 'a', note: `x${' '.repeat(400_000)}y` });
    for (const end of ['', ',', ', \t', '\t'.repeat(400_000)]) {
      const { text } = await write(subjectOf(line + end), 'jsonl');
      expect(text === `${line}\n`, end.slice(0, 3)).toBe(true);
    }
  });

  it('are brought onto one line', async () => {
    const subject = subjectOf(JSON.stringify(plainEpisode(1), null, 2).replaceAll('\n', '\r'));
    const { text } = await write(subject, 'jsonl');
    expect(text.split('\n')).toHaveLength(2);
    expect(parseJson(text)).toEqual(plainEpisode(1));
  });

  it('give the same report again, but for what was replaced', async () => {
    const secret = key('x');
    const runs = [0, 1, 2].map((index) => ({ ...plainEpisode(index), info: { note: `use ${secret}` } }));
    const lines = `${runs.map((one) => JSON.stringify(one)).join('\n')}\n`;
    const subject = subjectOf(lines);
    const review = await reviewExport(subject, () => undefined);
    expect(review.counts).toEqual([{ kind: 'github-token', count: 3 }]);
    expect(review.findings.map(({ record, line, path, length }) => [record, line, path, length])).toEqual([
      [0, 1, '/info/note', 40],
      [1, 2, '/info/note', 40],
      [2, 3, '/info/note', 40],
    ]);
    expect(JSON.stringify(review)).not.toContain(secret);
    const written = await write(subject, 'jsonl', { kinds: ['github-token'], exceptions: [1] });
    expect(written).toMatchObject({ replaced: 2, remaining: [{ kind: 'github-token', count: 1 }] });
    const before = await reportsOf(lines);
    const after = await reportsOf(written.text);
    expect(before.map(({ secrets }) => secrets?.length)).toEqual([1, 1, 1]);
    expect(after.map(({ secrets }) => secrets?.length)).toEqual([0, 1, 0]);
    const rest = (all: typeof before) => all.map((report) => ({ ...report, secrets: null }));
    expect(rest(after)).toEqual(rest(before));
  });

  it('are told of every place of a value that its name gave away at one, also before it and in other records', async () => {
    const lines = [
      { id: 'a', note: 'it printed Zk3JmQ9pXv and "hunter22"', tag: 'postgres' },
      {
        id: 'b',
        info: { API_KEY: 'hunter22', DB_PASSWORD: 'postgres', args: JSON.stringify({ x: ['hunter22!'] }) },
      },
      {
        id: 'c',
        info: { 'ai.prime.rlm/runtime-v1': { provider: { api_key: 'Zk3JmQ9pXv' } } },
        content: [
          { type: 'text', text: 'say hunt' },
          { type: 'text', text: 'er22 twice' },
        ],
        seen: { hunter22: 1 },
      },
    ];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const review = await reviewExport(subjectOf(text), () => undefined);
    const repeated = review.findings.filter(({ kind }) => kind === 'repeated-value');
    expect(repeated.map(({ record, path }) => `${record} ${path}`)).toEqual([
      '0 /note',
      '0 /note',
      '1 /info/args',
      '2 /content/0/text',
      '2 /seen/[REDACTED]',
    ]);
    expect(repeated.every(({ severity }) => severity === 'high')).toBe(true);
    expect([review.secrets, review.recordsWithSecrets]).toEqual([4, 2]);
    const named = review.findings.find(({ path }) => path === '/info/API_KEY');
    expect(repeated.filter(({ mark }) => mark === named?.mark)).toHaveLength(4);
    const kinds = review.counts.map(({ kind }) => kind);
    const written = await write(subjectOf(text), 'jsonl', { kinds, exceptions: [] });
    expect(written).toMatchObject({ remaining: [], broken: 0, replaced: review.findings.length });
    expect(written.text).not.toMatch(/hunter22|Zk3JmQ9pXv|say hunt|er22/);
    expect(written.text).toContain('"tag":"postgres"');
    // One that is let stand is said of the finished file.
    const [first] = repeated;
    const kept = await write(subjectOf(text), 'jsonl', { kinds, exceptions: [first?.id ?? -1] });
    expect(kept.remaining).toEqual([{ kind: 'repeated-value', count: 1 }]);
    expect(kept.text).toContain('Zk3JmQ9pXv and');
  });

  it('give away what is secret in what is made of them', async () => {
    const of = subjectOf(JSON.stringify({ id: 'a', info: { API_KEY: 'hunter22' }, note: 'hunter22' }));
    if (of.kind !== 'records') throw new Error('it is of records');
    const report = '{"files":[\n{"episodes":[\n{"last_reply":"it is hunter22"}\n],"name":"a"}\n]}\n';
    const made = [
      { kind: 'report', content: new Blob([report]), of },
      { kind: 'table', header: ['Task'], rows: [['it is hunter22']], of },
    ] as const;
    for (const subject of made) {
      const review = await reviewExport(subject, () => undefined);
      expect(review.counts).toEqual([{ kind: 'repeated-value', count: 1 }]);
      const choice = { kinds: ['repeated-value'], exceptions: [] } as const;
      const written = await write(subject, subject.kind === 'table' ? 'csv' : 'report', choice);
      expect(written).toMatchObject({ replaced: 1, remaining: [] });
      expect(written.text).toContain('it is [REDACTED]');
    }
  });

  it('marks equal values alike, and otherwise in every review', async () => {
    const subject = subjectOf(JSON.stringify({ a: key('x'), b: key('x'), c: key('y') }));
    const first = (await reviewExport(subject, () => undefined)).findings.map(({ mark }) => mark);
    const second = (await reviewExport(subject, () => undefined)).findings.map(({ mark }) => mark);
    expect(first[0]).toBe(first[1]);
    expect(first[0]).not.toBe(first[2]);
    expect(second[0]).not.toBe(first[0]);
  });
});

describe('a part of an episode', () => {
  const text = JSON.stringify(both);

  it('is one trace, with everything around it', async () => {
    const { text: out } = await write(subjectOf(text, partOf(1, '/traces/1', null)), 'jsonl');
    const { num_total_tokens: _, ...rest } = both;
    expect(parseJson(out)).toEqual({ ...rest, traces: [other] });
  });

  it('is one branch, its nodes, calls and links counted anew', async () => {
    const nodes = [0, 1, 3, 4, 5].map(nodeIndex);
    const { text: out } = await write(subjectOf(text, partOf(0, '/traces/0', nodes)), 'jsonl');
    const made = parseJson(out);
    const expected: JsonObject = trace({
      id: 'forked',
      nodes: [
        system('rules'),
        u('question', { parent: 0 }),
        u('other', { parent: 1, semantic_parents: [] }),
        a('second', { parent: 2, semantic_parents: [link(2, 'continuation'), 'odd'] }),
        a('third', { parent: 3 }),
      ],
      calls: [request(3, 'r2', { usage: usage(20, 2) }), request(4, 'r3', { usage: usage(30, 3) })],
    });
    const { num_total_tokens: _, ...rest } = both;
    expect(made).toEqual({ ...rest, traces: [expected] });
    const [report] = await reportsOf(out);
    expect(report?.traces[0]).toMatchObject({ num_nodes: 5, num_roots: 1, num_calls: 2 });
    expect(report?.traces[0]?.branches).toHaveLength(1);
  });

  it('keeps the spelling of what stays', async () => {
    const raw = text.replace('"unknown_member":1.5', '"unknown_member": 1.50E0');
    const { text: out } = await write(
      subjectOf(raw, partOf(0, '/traces/0', [0, 1, 2].map(nodeIndex))),
      'jsonl',
    );
    expect(out).toContain('"unknown_member": 1.50E0');
  });

  it('is cut where its names are written with escapes', async () => {
    const subject = (raw: string) => subjectOf(raw, partOf(0, '/traces/0', [0, 1, 2].map(nodeIndex)));
    const raw = text.replace('"nodes"', '"n\\u006fdes"').replaceAll('"parent"', '"\\u0070arent"');
    const cut = await write(subject(raw), 'jsonl');
    expect(parseJson(cut.text)).toEqual(parseJson((await write(subject(text), 'jsonl')).text));
    expect(cut.uncut).toBe(false);
  });

  it('is cut out of a bare trace, too', async () => {
    const { text: out } = await write(
      subjectOf(JSON.stringify(forked), partOf(0, '', [0, 1, 2].map(nodeIndex))),
      'jsonl',
    );
    expect(parseJson(out)).toMatchObject({
      id: 'forked',
      nodes: [{}, {}, { parent: 1 }],
      calls: [{ node: 2 }],
    });
  });

  it('is all of a record that has no graph to cut, and said so', async () => {
    const row = JSON.stringify({
      example_id: 3,
      prompt: [{ role: 'user', content: 'q' }],
      completion: [{ role: 'assistant', content: 'reply' }],
      reward: 1,
    });
    const subject = subjectOf(row, partOf(0, '', [nodeIndex(1)]));
    expect(await write(subject, 'jsonl')).toMatchObject({ uncut: true, text: `${row}\n` });
    const { text: document } = await write(subject, 'text');
    expect(document).toContain('reply');
    expect(document).not.toContain('[user]');
  });

  it('is cut for every node of a graph that is no tree', async () => {
    const nodes = [
      a('x', { parent: 1 }),
      a('y', { parent: 0 }),
      a('z', { parent: 99 }),
      a('w', { parent: 2 }),
    ];
    const { text: out } = await write(
      subjectOf(JSON.stringify(trace({ nodes })), partOf(0, '', [2, 3].map(nodeIndex))),
      'jsonl',
    );
    expect(parseJson(out)).toMatchObject({ nodes: [{ parent: null }, { parent: 0 }] });
  });
});

describe('documents', () => {
  const spoken = trace({
    id: 't1',
    nodes: chain(
      system('be kind'),
      u('run it'),
      a('so be it', {
        message: { reasoning_content: 'think\nhard', ...calling(toolCall('c', 'run', '{"a":1}')) },
      }),
      tool('c', 'done\n```\n# not a heading\n````\n', { message: { name: 'run' } }),
      a(`the key is ${key('x')}`),
    ),
  });
  const subject = subjectOf(JSON.stringify(episode({ traces: [spoken] })));

  it('in Markdown keep what a tool wrote inside its fence', async () => {
    const { text, remaining } = await write(subject, 'markdown', ALL);
    expect(text).toContain('# Episode e1\n');
    expect(text).toContain('### tool run · node \\#3\n\n`````\ndone\n```\n# not a heading\n````\n`````\n');
    expect(text).toContain('> ```\n> think\n> hard\n> ```\n\n```\nso be it\n```\n');
    expect(text).toContain('the key is [REDACTED]');
    expect(remaining).toEqual([]);
  });

  it('in plain text name every message and its place', async () => {
    const { text, remaining } = await write(subject, 'text', NOTHING);
    expect(text).toContain(
      '[assistant] node #2\n\n<reasoning>\nthink\nhard\n</reasoning>\n\nso be it\n\n→ run({"a":1})',
    );
    expect(text).toContain(key('x'));
    expect(remaining).toEqual([{ kind: 'github-token', count: 1 }]);
  });

  it('as a report are that of the lines', async () => {
    const { text } = await write(subject, 'report', ALL);
    const report = parseJson(text);
    const lines = (await write(subject, 'jsonl', ALL)).text;
    expect(report).toMatchObject({
      format: 'wirescope/report',
      files: [{ name: 'exported.jsonl', bytes: lines.length, records: { read: 1 } }],
    });
    const [made] = await reportsOf(lines);
    expect(report).toMatchObject({ files: [{ episodes: [JSON.parse(JSON.stringify(made))] }] });
  });

  it('as a table are safe in a spreadsheet', async () => {
    const table = {
      kind: 'table',
      header: ['Record', 'Task', 'Reward'],
      rows: [
        [1, '=HYPERLINK("x")', -0.5],
        [2, `two, "quoted"\nlines ${key('x')}`, null],
        [3, '+1 -1 @me', 1e21],
      ],
    } as const;
    const { text, replaced } = await write(table, 'csv', ALL);
    expect(text).toBe(
      'Record,Task,Reward\r\n1,"\'=HYPERLINK(""x"")",-0.5\r\n2,"two, ""quoted""\nlines [REDACTED]",\r\n3,\'+1 -1 @me,1e+21\r\n',
    );
    expect(replaced).toBe(1);
  });
});

/** Lengths change where something is replaced, and two texts that differ only there become equal. */
const NOT_COMPARED = new Set(['secrets', 'requests', 'forks', 'byte', 'last_reply_length']);

const samples = new URL('../../../../shared/samples/verifiers-v1/', import.meta.url);

describe.runIf(existsSync(samples))('real runs', () => {
  it('give the same reports after everything was replaced, but for that', async () => {
    const files = readdirSync(samples).filter((name) => name.endsWith('.jsonl'));
    for (const name of files.filter((file) => !file.startsWith('run-'))) {
      const text = readFileSync(new URL(name, samples), 'utf8');
      const written = await write(subjectOf(text), 'jsonl', ALL);
      expect(written, name).toMatchObject({ remaining: [], broken: 0 });
      const figures = (all: unknown) =>
        JSON.stringify(all, (member, value: unknown) =>
          NOT_COMPARED.has(member) || typeof value === 'string' ? null : value,
        );
      const after = figures(await reportsOf(written.text));
      expect(after === figures(await reportsOf(text)), name).toBe(true);
    }
  }, 120_000);
});
