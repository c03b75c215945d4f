/** Metadata of sessions and what must not leave them, through the whole command line: vectors M1 to M15. */
import { describe, expect, it } from 'vitest';
import type { EpisodeReport, Report, TraceReport } from '../../src/analysis/report-types';
import type { Json, JsonObject } from '../../src/model/json';
import { parseJson } from '../../src/model/json';
import {
  SECRET,
  SESSION_DRAFT,
  SESSION_G1,
  SESSION_G5,
  RUNTIME_G1,
  omit,
} from '../reading/payloads/payloads';
import { a, call, episode, link, request, trace, u, usage } from '../samples/trace-builder';
import { command, inFolder } from './command';

const SESSION = 'ai.prime.rlm/session-v1';

async function reported(record: JsonObject): Promise<EpisodeReport> {
  const { out } = await command(['check', '-', '--json'], `${JSON.stringify(record)}\n`);
  const read = parseJson(out) as unknown as Report;
  const [one] = read.files.flatMap(({ episodes }) => episodes);
  if (one === undefined) throw new Error('no episode');
  return one;
}

async function traceWith(options: JsonObject): Promise<TraceReport> {
  const [one] = (await reported(episode({ traces: [trace(options)] }))).traces;
  if (one === undefined) throw new Error('no trace');
  return one;
}

/** A root, and two children that it called. */
const FAMILY = {
  nodes: [
    u('q'),
    a('root asks', { parent: 0 }),
    u('one'),
    a('first child', { parent: 2, semantic_parents: [link(1, 'subagent_call')] }),
    u('two'),
    a('second child', { parent: 4, semantic_parents: [link(1, 'subagent_call')] }),
  ],
  calls: [1, 3, 5].map((node, at) => request(node, `q${at}`, { usage: usage(200, 100) })),
};

const said = ({ diagnostics }: TraceReport, code: string) => diagnostics.filter((one) => one.code === code);
const info = (payload: Json) => ({ ...FAMILY, info: { acp_meta: { [SESSION]: payload } } });

describe('what a snapshot says', () => {
  it('M1, M2: of every generation is read, and differs only where it does', async () => {
    for (const payload of [omit(SESSION_G1, 'last_stop_reason'), SESSION_DRAFT]) {
      const one = await traceWith({ id: 'trace-1', ...info(payload) });
      expect(said(one, 'payload-refused')).toEqual([]);
    }
  });

  it('M3: of tokens is the root’s alone; the tree’s are those of the calls', async () => {
    const payload = {
      ...SESSION_G5,
      session_id: 't',
      usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
    };
    const one = await traceWith({ id: 't', ...info(payload) });
    expect(one.tokens.total).toBe(900);
    const [told] = said(one, 'payload-differs').filter(({ path }) =>
      path?.endsWith('/usage/completion_tokens'),
    );
    expect(told?.message).toContain('says 10, the trace shows 100');
    expect(told?.message).toContain('root alone');
  });

  it('of turns and children is held against the calls', async () => {
    const one = await traceWith({
      is_completed: true,
      id: 't',
      ...info({
        ...SESSION_G5,
        session_id: 't',
        turns: 9,
        supervisor: { subagent_calls: 5, active_subagent_calls: 1 },
      }),
    });
    expect(said(one, 'payload-differs').map(({ path }) => path?.replace(/^.*session-v1/, ''))).toEqual(
      expect.arrayContaining(['/turns', '/supervisor/subagent_calls', '/supervisor/active_subagent_calls']),
    );
  });

  it('that is refused names the field', async () => {
    const one = await traceWith(info({ ...SESSION_G5, turns: SECRET }));
    expect(said(one, 'payload-refused')).toMatchObject([
      { path: '/info/acp_meta/ai.prime.rlm~1session-v1/turns' },
    ]);
    expect(JSON.stringify(one.diagnostics)).not.toContain(SECRET);
  });

  it('M4: nothing of sub-sessions leaves nothing missing', async () => {
    expect((await traceWith(FAMILY)).sessions.missing_children).toBeNull();
  });
});

describe('request ids', () => {
  it('M5: outside the pattern are told, and are no keys', async () => {
    const calls = [request(1, 'x/y'), request(3, 'x/y')];
    const one = await traceWith({ nodes: FAMILY.nodes.slice(0, 4), calls });
    expect(said(one, 'invalid-request-id')).toHaveLength(2);
    expect(said(one, 'request-id-repeated')).toEqual([]);
  });

  it('M6: that are missing amid others are told', async () => {
    const nodes = [u('q'), ...[0, 1, 2, 3, 4].map((at) => a(`a${at}`, { parent: at }))];
    const calls = [1, 2, 3, 4, 5].map((node) => (node === 4 ? call({ node }) : request(node, `q${node}`)));
    expect(said(await traceWith({ nodes, calls }), 'call-without-id')).toMatchObject([
      { path: '/calls/3', severity: 'info' },
    ]);
  });

  it('that stop are told as a ledger that failed', async () => {
    const nodes = [u('q'), ...[0, 1, 2, 3].map((at) => a(`a${at}`, { parent: at }))];
    const calls = [1, 2, 3, 4].map((node) => (node > 2 ? call({ node }) : request(node, `q${node}`)));
    const [told] = said(await traceWith({ nodes, calls }), 'call-without-id');
    expect(told?.message).toContain('none from call #2 on');
  });

  it('of attempts are one request, which a failed one is part of (T13)', async () => {
    const nodes = [
      u('q'),
      a('first', { parent: 0 }),
      u('r'),
      a('again', { parent: 2, semantic_parents: [link(1, 'continuation')] }),
    ];
    const calls = [
      request(1, 'r0'),
      request(null, 'r1', { error: { type: 'Overloaded', message: 'busy' } }),
      request(3, 'r1'),
    ];
    const one = await traceWith({ nodes, calls });
    expect(one.agents).toMatchObject([{ label: 'root', nodes: [1, 3] }]);
    expect(one.sessions.links_incomplete).toBe(false);
  });

  it('M15: with links of the first turn only leave the tree of that turn', async () => {
    const nodes = [
      u('q'),
      a('r', { parent: 0 }),
      u('p'),
      a('c', { parent: 2, semantic_parents: [link(1, 'subagent_call')] }),
      u('s'),
      a('late', { parent: 4 }),
    ];
    const one = await traceWith({
      nodes,
      calls: [1, 3, 5].map((node) => request(node, `q${node}`)),
      errors: [{ type: 'AcpError', message: 'edge names no committed message node' }],
    });
    expect(one.agents.map(({ label }) => label)).toEqual(['root', 'sub 1', 'unlinked 1']);
    expect(one.sessions).toMatchObject({ links_incomplete: true });
    expect(said(one, 'links-incomplete')).toHaveLength(1);
  });
});

describe('files of a directory', () => {
  it('M7: that say “running” and no result are told so, M8: that name the trace give their child its status', async () => {
    const nodes = FAMILY.nodes.slice(0, 4);
    const run = episode({ traces: [trace({ id: 'the-trace', nodes, calls: FAMILY.calls.slice(0, 2) })] });
    const files = {
      'traces.jsonl': `${JSON.stringify(run)}\n`,
      's/meta.json': JSON.stringify({ session_id: 's', depth: 0, status: 'running', model: 'm' }),
      's/sub-00000001/meta.json': JSON.stringify({ id: 'c', parent_id: 'the-trace', status: 'cancelled' }),
    };
    await inFolder(files, async (folder) => {
      const { out } = await command(['check', folder, '--json']);
      const { files: read } = parseJson(out) as unknown as Report;
      const of = (name: string) =>
        read.find((file) => file.name === name)?.episodes.flatMap(({ traces }) => traces)[0];
      expect(of('s/meta.json')?.diagnostics.map(({ code }) => code)).toContain('session-unfinished');
      expect(of('traces.jsonl')?.agents).toMatchObject([
        { label: 'root', status: 'running' },
        { label: 'sub 1', status: 'cancelled', state: 'no_return' },
      ]);
    });
  });
});

interface Leak {
  readonly name: string;
  readonly options: JsonObject;
  readonly rules: readonly string[];
}

const HEX = '0123456789abcdef'.repeat(3).slice(0, 40);
const LEAKS: readonly Leak[] = [
  {
    name: 'M9: a runtime in info',
    options: { info: { 'ai.prime.rlm/runtime-v1': { provider: { api_key: 'zzz' } } } },
    rules: ['runtime-v1'],
  },
  { name: 'M10: a search key', options: { nodes: [u(`SERPER_API_KEY=${HEX}`)] }, rules: ['secret-name'] },
  { name: 'M10: a commit of the same form', options: { nodes: [u(`commit ${HEX}`)] }, rules: [] },
  { name: 'M11: counts', options: { info: { max_tokens: 4096, token_ids: [1] } }, rules: [] },
  {
    name: 'M12: ids everywhere',
    options: { nodes: [u('q'), a('b', { parent: 0 })], calls: [request(1, 'd'.repeat(32))] },
    rules: [],
  },
  {
    name: 'M13: the end of an error',
    options: { errors: [{ type: 'E', message: 'exit 1\nAuthorization: Bearer abcdefgh12345678ijkl' }] },
    rules: ['auth-header'],
  },
  {
    name: 'M14: an environment, not its names',
    options: { agent: { config: { harness: { env: { API_KEY: 'v-and-more' }, forward_env: ['API_KEY'] } } } },
    rules: ['secret-name'],
  },
];

describe('what must not leave', () => {
  it.each(LEAKS)('$name', async ({ options, rules }) => {
    const { secrets } = await reported(episode({ traces: [trace(options)] }));
    expect([...new Set(secrets?.map(({ rule }) => rule))].sort()).toEqual(expect.arrayContaining([...rules]));
    if (rules.length === 0) expect(secrets).toEqual([]);
  });

  it('M9: a runtime that is whole is told by the trace too, and nothing of it', async () => {
    const one = await reported(
      episode({ traces: [trace({ info: { 'ai.prime.rlm/runtime-v1': RUNTIME_G1 } })] }),
    );
    expect(one.traces.flatMap((found) => said(found, 'runtime-in-file'))).toHaveLength(1);
    expect(JSON.stringify(one)).not.toContain(SECRET);
  });
});
