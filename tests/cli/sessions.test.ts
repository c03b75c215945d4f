/** `wirescope check` on directories of sessions: alone they are a tree, beside a run they name its agents. */
import { describe, expect, it } from 'vitest';
import type { AgentReport, Report } from '../../src/analysis/report-types';
import { parseJson } from '../../src/model/json';
import { DIRECTORIES, NANO_EARLY, NANO_OWNED, PRIME_AGENT } from '../samples/sessions/directories';
import { a, episode, link, request, trace, u } from '../samples/trace-builder';
import { command, inFolder } from './command';

const byPath = (files: readonly { readonly path: string; readonly text: string }[]) =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]));

function report(text: string): Report {
  return parseJson(text) as unknown as Report;
}

function agents(text: string): readonly AgentReport[] {
  return report(text).files.flatMap(({ episodes }) =>
    episodes.flatMap(({ traces }) => traces.flatMap((one) => one.agents)),
  );
}

function drawn(list: readonly AgentReport[]): string[] {
  return list.map(
    ({ label, basis, depth, status, name, session_id: id }) =>
      `${label} ${basis} d${depth} ${status} ${name} ${id}`,
  );
}

describe('a directory alone', () => {
  it.each(DIRECTORIES)('$name is one episode, and every file is counted', async ({ files }) => {
    await inFolder(byPath(files), async (folder) => {
      const { out } = await command(['check', folder, '--json']);
      const read = report(out);
      expect(read.files).toHaveLength(files.length);
      expect(read.files.flatMap(({ episodes }) => episodes)).toHaveLength(1);
      for (const { records } of read.files) expect(records.total).toBe(records.read + records.skipped);
    });
  });

  it('has its sessions as agents, with names and states', async () => {
    await inFolder(byPath(NANO_OWNED.files), async (folder) => {
      const { out, status } = await command(['check', folder, '--json']);
      expect(status).toBe(0);
      expect(drawn(agents(out))).toEqual([
        'root root d0 done null trace-of-the-root',
        `sub 1 lineage d1 completed reader-a ${'c'.repeat(32)}`,
        `sub 1.1 lineage d2 failed checker ${'e'.repeat(32)}`,
      ]);
    });
  });

  it('of prime-agent has its transcripts as agents', async () => {
    await inFolder(byPath(PRIME_AGENT.files), async (folder) => {
      const { out, status } = await command(['check', folder, '--json']);
      expect(status).toBe(0);
      expect(drawn(agents(out))).toEqual([
        'root root d0 null null root-session',
        'sub 1 lineage d1 null first-reader child-session',
        'sub 1.1 lineage d2 null sub-87654321 grandchild',
      ]);
    });
  });

  it('with damaged lines ends with 1 and says which', async () => {
    await inFolder(byPath(NANO_EARLY.files), async (folder) => {
      const { out, status } = await command(['check', folder, '--json']);
      expect(status).toBe(1);
      const codes = report(out).files.flatMap(({ name, diagnostics }) =>
        diagnostics.map(({ code, record }) => `${name.replace(/^.*\//, '')} ${code} ${record}`),
      );
      expect(codes).toContain('programmatic_tool_calls.jsonl not-json 2');
      expect(codes).toContain('messages.jsonl torn-tail 2');
    });
  });

  it('reads as one transcript where it is one file, also from standard input', async () => {
    const text = PRIME_AGENT.files.find(({ path }) => path.endsWith('root-session.jsonl'))?.text ?? '';
    const { out, status } = await command(['check', '-', '--json'], text);
    expect(status).toBe(0);
    expect(report(out).files).toMatchObject([
      { dialect: 'prime_agent_transcript', records: { total: 8, read: 8 } },
    ]);
    expect(agents(out)).toHaveLength(1);
  });
});

/** The root asks three agents; the first asks one more. Ids as the directory has them, or only what was said. */
function run(said: boolean) {
  const nodes = [
    u('Find out what the three files hold.'),
    a(said ? 'I send one reader to each file.' : 'r', { parent: 0 }),
    u('Read the first file.'),
    a(said ? 'The first file holds names.' : 'c1', {
      parent: 2,
      semantic_parents: [link(1, 'subagent_call')],
    }),
    u('Check the names.'),
    a(said ? 'I begin to check the names.' : 'c2', {
      parent: 4,
      semantic_parents: [link(3, 'subagent_call')],
    }),
    u('Read the second file.'),
    a('second', { parent: 6, semantic_parents: [link(1, 'subagent_call')] }),
  ];
  const calls = [1, 3, 5, 7].map((node, at) => request(node, `q${at}`));
  return `${JSON.stringify(episode({ id: 'e', traces: [trace({ id: 'trace-of-the-root', nodes, calls })] }))}\n`;
}

describe('a directory beside a run', () => {
  it('names agents by what their models said, and the one that is left by elimination (M8)', async () => {
    await inFolder({ ...byPath(NANO_OWNED.files), 'traces.jsonl': run(true) }, async (folder) => {
      const { out } = await command(['check', folder, '--json']);
      const [, ...others] = report(out).files.filter(({ name }) => name === 'traces.jsonl');
      expect(others).toEqual([]);
      const own = report(out).files.flatMap(({ name, episodes }) =>
        name === 'traces.jsonl' ? episodes : [],
      );
      expect(drawn(own.flatMap(({ traces }) => traces.flatMap((one) => one.agents)))).toEqual([
        'root root d0 done null trace-of-the-root',
        `sub 1 lineage d1 completed reader-a ${'c'.repeat(32)}`,
        `sub 1.1 lineage d2 failed checker ${'e'.repeat(32)}`,
        `sub 2 lineage d1 cancelled reader-b ${'b'.repeat(32)}`,
      ]);
    });
  });

  it('of one child alone is matched by its parent’s id (M8)', async () => {
    const child = { id: 'c', parent_id: 'trace-of-the-root', status: 'cancelled' };
    const nodes = [
      u('q'),
      a('x', { parent: 0 }),
      u('p'),
      a('y', { parent: 2, semantic_parents: [link(1, 'subagent_call')] }),
    ];
    const text = JSON.stringify(
      episode({
        id: 'e',
        traces: [trace({ id: 'trace-of-the-root', nodes, calls: [request(1, 'q0'), request(3, 'q1')] })],
      }),
    );
    await inFolder(
      { 'traces.jsonl': `${text}\n`, 'sub-11111111/meta.json': JSON.stringify(child) },
      async (folder) => {
        const { out } = await command(['check', folder, '--json']);
        const own = report(out).files.flatMap(({ name, episodes }) =>
          name === 'traces.jsonl' ? episodes : [],
        );
        expect(own.flatMap(({ traces }) => traces.flatMap((one) => one.agents))).toMatchObject([
          { label: 'root', status: null },
          { label: 'sub 1', status: 'cancelled', state: 'no_return', session_id: 'c' },
        ]);
      },
    );
  });

  it('of another run changes nothing', async () => {
    const other = run(false).replaceAll('trace-of-the-root', 'another');
    await inFolder({ ...byPath(NANO_OWNED.files), 'traces.jsonl': other }, async (folder) => {
      const { out } = await command(['check', folder, '--json']);
      const own = report(out).files.flatMap(({ name, episodes }) =>
        name === 'traces.jsonl' ? episodes : [],
      );
      expect(
        own.flatMap(({ traces }) => traces.flatMap((one) => one.agents.map(({ status }) => status))),
      ).toEqual([null, null, null, null]);
    });
  });

  it('is joined by a ledger’s requests; the ledger names sessions, the transcripts their names', async () => {
    const nodes = [
      u('What do the files hold?'),
      a('x', { parent: 0 }),
      u('Read the first file.'),
      a('y', { parent: 2 }),
      u('s'),
      a('z', { parent: 4 }),
    ];
    const calls = [request(1, 'a'.repeat(32)), request(3, '1'.repeat(32)), request(5, 'b'.repeat(32))];
    const text = `${JSON.stringify(episode({ id: 'e', traces: [trace({ id: 'some-trace', nodes, calls })] }))}\n`;
    await inFolder({ ...byPath(PRIME_AGENT.files), 'traces.jsonl': text }, async (folder) => {
      const { out, status } = await command(['check', folder, '--json']);
      expect(status).toBe(0);
      const own = report(out).files.flatMap(({ name, episodes }) =>
        name === 'traces.jsonl' ? episodes : [],
      );
      expect(own.flatMap(({ traces }) => traces.flatMap((one) => drawn(one.agents)))).toEqual([
        'root root d0 null null root-session',
        'sub 1 ledger d1 null first-reader child-session',
      ]);
    });
  });

  it('is joined by the requests that an inbox names', async () => {
    const nodes = [u('q'), a('r', { parent: 0 }), u('p'), a('c', { parent: 2 })];
    const calls = [request(1, '9'.repeat(32)), request(3, '3'.repeat(32))];
    const text = `${JSON.stringify(episode({ id: 'e', traces: [trace({ id: 'some-trace', nodes, calls })] }))}\n`;
    await inFolder({ ...byPath(NANO_OWNED.files), 'traces.jsonl': text }, async (folder) => {
      const { out } = await command(['check', folder, '--json']);
      const own = report(out).files.flatMap(({ name, episodes }) =>
        name === 'traces.jsonl' ? episodes : [],
      );
      const names = own.flatMap(({ traces }) => traces.flatMap((one) => one.agents.map(({ name }) => name)));
      expect(names).toContain('reader-a');
    });
  });
});
