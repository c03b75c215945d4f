/** `wirescope check --edges`: which trace edges are applied to, what becomes of them, and the status it ends with. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Report, TraceReport } from '../../src/analysis/report-types';
import type { Json } from '../../src/model/json';
import { parseJson } from '../../src/model/json';
import { a, calling, episode, link, request, trace, u } from '../samples/trace-builder';
import { command, inFolder } from './command';

const KEY = 'ai.prime.acp/semantic-edges-v1';
type Edge = readonly [source: string, target: string, type?: string];
const set = (...edges: readonly Edge[]) => ({
  edges: edges.map(([source, target, type = 'continuation']) => ({
    source_request_id: source,
    target_request_id: target,
    type,
  })),
});
const json = (value: unknown) => JSON.stringify(value);
const lines = (...values: readonly unknown[]) => values.map((value) => `${json(value)}\n`).join('');

/** One conversation for each request id, in the order of the ids. */
function linked(id: string, ids: readonly string[], more: Record<string, Json> = {}) {
  return trace({
    id,
    nodes: ids.flatMap((_, at) => [u(`q${at}`), a(`a${at}`, { parent: 2 * at })]),
    calls: ids.map((name, at) => request(2 * at + 1, name)),
    ...more,
  });
}

const RUN = lines(
  episode({ id: 'e1', traces: [linked('t1', ['a', 'b', 'c'])] }),
  episode({ id: 'e2', traces: [linked('t2', ['x', 'y']), linked('t3', ['k', 'l'])] }),
);
const LEDGER_P = lines(
  { type: 'session_registered', session_id: 'P' },
  { type: 'request_started', request_id: 'x', session_id: 'P' },
  { type: 'request_finished', request_id: 'x' },
  { type: 'child_returned', session_id: 'P', child_session_id: 'K', request_id: 'gone' },
  { type: 'request_started', request_id: 'y', session_id: 'P' },
  { type: 'request_finished', request_id: 'y' },
);

function report(text: string): Report {
  return parseJson(text) as unknown as Report;
}
function traces(text: string): readonly TraceReport[] {
  return report(text).files.flatMap(({ episodes }) => episodes.flatMap((one) => one.traces));
}
/** `t1: 1>3 continuation edge_set` for each link. */
function links(text: string): string[] {
  return traces(text).flatMap(({ id, semantic }) =>
    semantic.links.map(({ source, target, type, origin }) => `${id}: ${source}>${target} ${type} ${origin}`),
  );
}

it('applied edges are declared predecessors', async () => {
  const run = lines(episode({ id: 'e1', traces: [linked('t1', ['a', 'b'])] }));
  await inFolder({ 'run.jsonl': run, 'e.json': json(set(['a', 'b'])) }, async (folder) => {
    const words = ['check', join(folder, 'run.jsonl'), '--json'];
    const requests = async (...more: readonly string[]) =>
      traces((await command([...words, ...more])).out).flatMap((trace) =>
        trace.requests.map(({ node, baseline, basis }) => ({ node, baseline, basis })),
      );
    const unlinked = { baseline: null, basis: null };
    expect(await requests()).toEqual([
      { node: 1, ...unlinked },
      { node: 3, ...unlinked },
    ]);
    expect(await requests('--edges', join(folder, 'e.json'))).toEqual([
      { node: 1, ...unlinked },
      { node: 3, baseline: 1, basis: 'declared' },
    ]);
  });
});

describe('edges given', () => {
  interface Case {
    readonly name: string;
    readonly edges: Readonly<Record<string, string | Uint8Array>>;
    readonly words?: readonly string[];
    readonly status: number;
    readonly links: readonly string[];
    /** Trace, set and reason. */
    readonly sets: readonly string[];
    readonly err?: string;
  }
  const T1 = ['t1: 1>3 continuation edge_set', 't1: 3>5 vendor:review edge_set'];
  const cases: readonly Case[] = [
    {
      name: 'a set, by its request ids',
      edges: { 'e.json': json(set(['a', 'b'], ['b', 'c', 'vendor:review'])) },
      status: 0,
      links: T1,
      sets: ['t1 e.json accepted'],
    },
    {
      name: 'a compressed one',
      edges: { 'e.json.gz': gzipSync(json(set(['a', 'b'], ['b', 'c', 'vendor:review']))) },
      status: 0,
      links: T1,
      sets: ['t1 e.json.gz accepted'],
    },
    {
      name: 'a capture with two publications of one session',
      edges: {
        'log.jsonl': lines(
          { result: { _meta: { [KEY]: set(['a', 'b']) } } },
          { result: { _meta: { [KEY]: set(['a', 'b'], ['b', 'c', 'vendor:review']) } } },
        ),
      },
      status: 0,
      links: T1,
      sets: ['t1 log.jsonl (1 of 2) accepted', 't1 log.jsonl (2 of 2) accepted'],
    },
    {
      name: 'a last publication that is refused; those before it stand',
      edges: {
        'log.jsonl': lines(
          { result: { _meta: { [KEY]: set(['a', 'b']) } } },
          { result: { _meta: { [KEY]: set(['a', 'b'], ['b', 'c'], ['c', 'a']) } } },
        ),
      },
      status: 0,
      links: ['t1: 1>3 continuation edge_set'],
      sets: ['t1 log.jsonl (1 of 2) accepted', 't1 log.jsonl (2 of 2) cycle'],
    },
    {
      name: 'a set that closes a cycle, refused',
      edges: { 'e.json': json(set(['a', 'b'], ['b', 'a', 'x'])) },
      status: 0,
      links: [],
      sets: ['t1 e.json cycle'],
    },
    {
      name: 'the same, strictly',
      edges: { 'e.json': json(set(['a', 'b'], ['b', 'a', 'x'])) },
      words: ['--strict'],
      status: 1,
      links: [],
      sets: ['t1 e.json cycle'],
    },
    {
      name: 'the same where loops are allowed',
      edges: { 'e.json': json(set(['a', 'b'], ['b', 'a', 'x'])) },
      words: ['--allow-loops'],
      status: 0,
      links: ['t1: 1>3 continuation edge_set', 't1: 3>1 x edge_set'],
      sets: ['t1 e.json accepted'],
    },
    {
      name: 'a set of no trace',
      edges: { 'e.json': json(set(['a', 'x'])) },
      status: 1,
      links: [],
      sets: ['- e.json no_trace'],
    },
    {
      name: 'the same, for a trace that is named',
      edges: { 'e.json': json(set(['a', 'b'], ['b', 'nobody'])) },
      words: ['--trace', 't1'],
      status: 0,
      links: [],
      sets: ['t1 e.json uncommitted_request'],
    },
    {
      name: 'a trace that is not there',
      edges: { 'e.json': json(set(['a', 'b'])), 'l.jsonl': LEDGER_P },
      words: ['--trace', 't9'],
      status: 1,
      links: [],
      sets: ['- e.json no_trace', '- l.jsonl no_trace'],
    },
    {
      name: 'a set that is no set',
      edges: { 'e.json': json({ ...set(['a', 'b']), more: 1 }) },
      status: 0,
      links: [],
      sets: ['t1 e.json invalid_schema'],
    },
    {
      name: 'an empty set',
      edges: { 'e.json': '{"edges":[]}' },
      status: 1,
      links: [],
      sets: ['- e.json several_traces'],
    },
    {
      name: 'several sets, one after another',
      edges: { '1.json': json(set(['a', 'b'])), '2.json': json(set(['b', 'c', 'vendor:review'])) },
      status: 0,
      links: T1,
      sets: ['t1 1.json accepted', 't1 2.json accepted'],
    },
    {
      name: 'a ledger; what the trace does not hold is skipped',
      edges: { 'semantic-edges.jsonl': LEDGER_P },
      status: 0,
      links: ['t2: 1>3 continuation ledger'],
      sets: ['t2 semantic-edges.jsonl accepted'],
    },
    {
      name: 'a ledger of another run',
      edges: { 'l.jsonl': LEDGER_P.replaceAll('"x"', '"p"').replaceAll('"y"', '"q"') },
      status: 1,
      links: [],
      sets: ['- l.jsonl no_trace'],
    },
    {
      name: 'a file without edges',
      edges: { 'e.json': '{"edge":[]}' },
      status: 1,
      links: [],
      sets: [],
      err: 'e.json: line 1, byte 0: The first record is an object with "edge".',
    },
    {
      name: 'a damaged ledger, up to the damage',
      edges: { 'l.jsonl': LEDGER_P.replace('{"type":"child', 'x') },
      status: 1,
      links: [],
      sets: ['t2 l.jsonl accepted'],
      err: 'line 4',
    },
  ];
  it.each(cases)('$name', async ({ edges, words = [], status, links: expected, sets, err }) => {
    await inFolder({ 'traces.jsonl': RUN, ...edges }, async (folder) => {
      const given = Object.keys(edges).flatMap((name) => ['--edges', join(folder, name)]);
      const paths = ['check', join(folder, 'traces.jsonl'), ...given, ...words];
      const asJson = await command([...paths, '--json']);
      expect(links(asJson.out)).toEqual(expected);
      const told = [
        ...traces(asJson.out).flatMap(({ id, semantic }) =>
          semantic.edge_sets.map(({ name, reason }) => `${id} ${name} ${reason ?? 'accepted'}`),
        ),
        ...report(asJson.out).edge_sets.map(({ name, reason }) => `- ${name} ${reason ?? 'accepted'}`),
      ];
      expect(told).toEqual(sets);
      const table = await command(paths);
      expect([asJson.status, table.status]).toEqual([status, status]);
      if (err === undefined) expect([asJson.err, table.err]).toEqual(['', '']);
      else expect(table.err).toContain(err);
    });
  });

  it('beside a run are applied like those of --edges, whatever they are called', async () => {
    const files = {
      'a/edges.txt': json(set(['a', 'b'])),
      'b/ledger': LEDGER_P,
      'c.log': lines({ method: 'initialize' }, { result: { _meta: { [KEY]: set(['k', 'l', 'x']) } } }),
      'summary.json': '{"episodes":1}',
      'traces.jsonl': RUN,
    };
    await inFolder(files, async (folder) => {
      const { out } = await command(['check', folder, '--json']);
      expect(links(out)).toEqual([
        't1: 1>3 continuation edge_set',
        't2: 1>3 continuation ledger',
        't3: 1>3 x edge_set',
      ]);
      expect(report(out).files.map(({ name }) => name)).toEqual(Object.keys(files).sort());
    });
  });

  it('given twice, as a path too, are applied once', async () => {
    await inFolder(
      { 'e.json': json(set(['a', 'b'])), 'l.jsonl': LEDGER_P, 'r.jsonl': RUN },
      async (folder) => {
        const edges = ['e.json', 'l.jsonl', 'l.jsonl'].flatMap((name) => ['--edges', join(folder, name)]);
        const { out, status } = await command(['check', folder, ...edges, '--json']);
        expect(traces(out).flatMap(({ semantic }) => semantic.edge_sets.map(({ added }) => added))).toEqual([
          1, 1,
        ]);
        expect(status).toBe(0);
      },
    );
  });

  it('without a run are a file as any other', async () => {
    await inFolder({ 'e.json': json(set(['a', 'b'])), 'f.json': json(set(['a', 'b'])) }, async (folder) => {
      const { out, status } = await command(['check', folder, '--json']);
      expect(status).toBe(0);
      expect(report(out).edge_sets).toEqual([]);
    });
  });

  it('and a run from standard input', async () => {
    await inFolder({ 'e.json': json(set(['a', 'b'])), 'r.jsonl': RUN }, async (folder) => {
      const run = await command(['check', '-', '--edges', join(folder, 'e.json'), '--json'], RUN);
      expect(links(run.out)).toEqual(['t1: 1>3 continuation edge_set']);
      const edges = await command(
        ['check', join(folder, 'r.jsonl'), '--edges', '-', '--json'],
        json(set(['a', 'b'])),
      );
      expect(links(edges.out)).toEqual(['t1: 1>3 continuation edge_set']);
    });
  });

  it('that cannot be opened are told, and the rest is done', async () => {
    await inFolder({ 'r.jsonl': RUN }, async (folder) => {
      const { out, err, status } = await command([
        'check',
        join(folder, 'r.jsonl'),
        '--edges',
        join(folder, 'no.json'),
        '--json',
      ]);
      expect(status).toBe(1);
      expect(err).toContain('no.json: no such file');
      expect(traces(out)).toHaveLength(3);
    });
  });

  it('for several traces that carry the same ids are refused, unless one is named', async () => {
    const twice = RUN + lines(episode({ traces: [linked('t4', ['a', 'b'])] }));
    await inFolder({ 'e.json': json(set(['a', 'b'])), 'r.jsonl': twice }, async (folder) => {
      const words = ['check', join(folder, 'r.jsonl'), '--edges', join(folder, 'e.json'), '--json'];
      const refused = await command(words);
      expect(refused.status).toBe(1);
      expect(report(refused.out).edge_sets).toMatchObject([
        { name: 'e.json', edges: 1, reason: 'several_traces', outcomes: ['not_reached'] },
      ]);
      expect(report(refused.out).edge_sets[0]?.detail).toContain('"t1" of record 1, trace "t4" of record 3');
      expect(links((await command([...words, '--trace', 't4'])).out)).toEqual([
        't4: 1>3 continuation edge_set',
      ]);
    });
  });

  it('never change the record', async () => {
    const recorded = linked('t1', ['a', 'b', 'c']);
    await inFolder(
      { 'e.json': json(set(['a', 'c'])), 'r.jsonl': lines(episode({ traces: [recorded] })) },
      async (folder) => {
        const before = await command(['check', join(folder, 'r.jsonl'), '--json']);
        await command(['check', folder, '--json']);
        expect(await command(['check', join(folder, 'r.jsonl'), '--json'])).toEqual(before);
      },
    );
  });
});

describe('agents', () => {
  it('follow from edges that were applied', async () => {
    const run = lines(episode({ traces: [linked('t', ['a', 'k', 'b'])] }));
    const edges = json(set(['a', 'k', 'subagent_call'], ['k', 'b', 'subagent_return'], ['a', 'b']));
    await inFolder({ 'e.json': edges, 'r.jsonl': run }, async (folder) => {
      const found = async (paths: readonly string[]) =>
        traces((await command(['check', ...paths, '--json'])).out)[0]?.agents.map(
          ({ label, basis, state, nodes }) => `${label} ${basis} ${state ?? '-'} ${nodes.join(',')}`,
        );
      expect(await found([join(folder, 'r.jsonl')])).toEqual(['root physical - 1,3,5']);
      expect(await found([folder])).toEqual(['root root root 1,5', 'sub 1 declared returned 3']);
    });
  });

  it('and their sessions follow from ledgers, folded together in any order', async () => {
    const P = lines(
      { type: 'session_registered', session_id: 'P' },
      { type: 'request_started', request_id: 'a', session_id: 'P' },
      { type: 'request_finished', request_id: 'a' },
      { type: 'child_returned', session_id: 'P', child_session_id: 'K', request_id: 'k' },
      { type: 'request_started', request_id: 'b', session_id: 'P' },
      { type: 'request_finished', request_id: 'b' },
    );
    const K = lines(
      { type: 'session_registered', session_id: 'K', parent_session_id: 'P', spawned_by_request_id: 'a' },
      { type: 'request_started', request_id: 'k', session_id: 'K' },
      { type: 'request_finished', request_id: 'k' },
    );
    const run = lines(episode({ traces: [linked('t', ['a', 'k', 'b'])] }));
    await inFolder({ 'P.jsonl': P, 'K.jsonl': K, 'r.jsonl': run }, async (folder) => {
      const both = await Promise.all(
        [
          ['P', 'K'],
          ['K', 'P'],
        ].map(async (order) => {
          const edges = order.flatMap((name) => ['--edges', join(folder, `${name}.jsonl`)]);
          return traces((await command(['check', join(folder, 'r.jsonl'), ...edges, '--json'])).out)[0];
        }),
      );
      for (const one of both) {
        expect(one?.agents.map(({ label, basis, session_id }) => [label, basis, session_id])).toEqual([
          ['root', 'root', 'P'],
          ['sub 1', 'ledger', 'K'],
        ]);
        expect(
          one?.semantic.links.map(({ source, target, type }) => `${source}>${target} ${type}`).sort(),
        ).toEqual(['1>3 subagent_call', '1>5 continuation', '3>5 subagent_return']);
        expect(one?.diagnostics.map(({ code }) => code)).toEqual(['several-roots']);
      }
    });
  });
});

describe('the table', () => {
  it('says what was added, what was there, what was refused and why', async () => {
    const recorded = linked('t1', ['a', 'b', 'c']);
    const nodes = [
      u('q0'),
      a('a0', { parent: 0 }),
      u('q1'),
      a('a1', { parent: 2, semantic_parents: [link(1, 'continuation')] }),
      u('q2'),
      a(null, { parent: 4, message: calling() }),
    ];
    const run = lines(episode({ id: 'e1', traces: [{ ...recorded, nodes }] }));
    const files = {
      '1.json': json(set(['a', 'b'], ['b', 'c'])),
      '2.json': json(set(['a', 'b'], ['a', 'c', 'x'], ['c', 'b', 'y'])),
      '3.json': json(set(['a', 'z'])),
      'r.jsonl': run,
    };
    await inFolder(files, async (folder) => {
      const { out } = await command(['check', folder]);
      expect(out).toContain('        edges 1.json: 1 added, 1 already there\n');
      expect(out).toContain(
        '        edges 2.json: 3 refused (cycle), nothing added. Edge #2 (request "c" → request "b", y)',
      );
      expect(out).toContain('          edge #1: req a → req c, x: would have been added\n');
      expect(out).toContain('          edge #2: req c → req b, y: refused\n');
      expect(out).not.toContain('edge #0:');
      expect(out).toContain('edges that were not applied\n        edges 3.json: 1 refused (no_trace)');
      expect(out).toContain('lacks 1 of its 2 request ids, the first "z"');
    });
  });

  it('is safe to print, whatever names and labels hold', async () => {
    const run = lines(episode({ traces: [linked('t1', ['a', 'b'])] }));
    const edges = { edges: [{ source_request_id: 'a', target_request_id: 'b', type: '\u001b[31m\u202e' }] };
    await inFolder({ 'e.json': json(edges), 'r.jsonl': run }, async (folder) => {
      const { out } = await command(['check', folder]);
      expect(out).toContain('bad_label');
      expect([...out].filter((sign) => /[\p{Cc}\p{Bidi_Control}]/u.test(sign) && sign !== '\n')).toEqual([]);
    });
  });
});
