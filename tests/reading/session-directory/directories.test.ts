/** Directories of sessions, of every generation: which files are one tree, who is whose child, and what each message stands behind. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trace } from '../../../src/model/episode';
import type { SampleFile } from '../../samples/sessions/directories';
import {
  DIRECTORIES,
  NANO_CONTINUAL,
  NANO_EARLY,
  NANO_OWNED,
  PRIME_AGENT,
} from '../../samples/sessions/directories';
import { groupsOf, readGroups } from './read';

const SAMPLE = join(import.meta.dirname, '../../../../shared/samples/neighbours/prime-agent-session.jsonl');

async function traceOf(files: readonly SampleFile[]): Promise<Trace> {
  const [first, ...others] = await readGroups(files);
  expect(others).toEqual([]);
  const trace = first?.episode.traces[0];
  if (trace === undefined) throw new Error('no trace');
  return trace;
}

function tree({ sessions = [] }: Trace): string[] {
  return sessions.map(
    ({ id, parent, depth, name, status }) => `${id} < ${parent} d${depth} ${name} ${status}`,
  );
}

/** `1<0 assistant*`: node, what is before it, who speaks, sampled or not. */
function drawn({ nodes }: Trace): string[] {
  return nodes.map(
    ({ index, parent, message, sampled }) => `${index}<${parent ?? '-'} ${message.role}${sampled ? '*' : ''}`,
  );
}

describe('a directory of sessions', () => {
  it.each(DIRECTORIES)('$name is one tree, told in the place of the root', async ({ files }) => {
    const groups = await groupsOf(files);
    expect(groups).toHaveLength(1);
    expect(files[groups[0]?.root ?? -1]?.path).toMatch(
      /^[^/]+\/messages\.jsonl$|sessions\/root-session\.jsonl$/,
    );
  });

  it('of the first generation knows children by their folders', async () => {
    const [read] = await readGroups(NANO_EARLY.files);
    expect(read?.dialect).toBe('session_directory');
    const trace = await traceOf(NANO_EARLY.files);
    expect(tree(trace)).toEqual([
      'a1b2c3d4e5f6 < null d0 null done',
      'sub-11111111 < a1b2c3d4e5f6 d1 null done',
      'sub-22222222 < a1b2c3d4e5f6 d1 null running',
    ]);
    expect(trace).toMatchObject({
      stopCondition: 'done',
      rootReply: 'There are two files.',
      isCompleted: true,
    });
    expect(trace.task?.name).toMatch(/^Count the files/);
  });

  it('of the first generation pairs calls with results, begins again after a compaction, forks where a prompt was rolled back', async () => {
    const trace = await traceOf(NANO_EARLY.files);
    expect(drawn(trace)).toEqual([
      '0<- assistant*',
      '1<0 tool',
      '2<1 assistant*',
      '3<2 tool',
      '4<1 assistant*',
      '5<- compaction',
      '6<5 assistant*',
      '7<- assistant*',
      '8<- assistant*',
    ]);
    expect(trace.nodes[1]?.message.toolCallId).toBe(trace.nodes[0]?.message.toolCalls[0]?.id);
    expect(trace.nodes[2]?.message.toolCalls[0]?.arguments).toBe('{"code": rlm(');
  });

  it('that ended without a result says so (M7)', async () => {
    const { diagnostics } = await traceOf(NANO_EARLY.files);
    expect(diagnostics.map(({ code }) => code)).toEqual(['session-unfinished']);
    expect(diagnostics[0]?.message).toContain('sub-22222222');
    expect(diagnostics[0]?.message).toContain('ended without one, or is still live');
  });

  it('keeps a session that was spawned and left no folder', async () => {
    const files = NANO_EARLY.files.filter(({ path }) => !path.includes('sub-11111111'));
    const trace = await traceOf(files);
    expect(trace.sessions?.at(-1)).toMatchObject({
      id: 'sub-11111111',
      parent: 'a1b2c3d4e5f6',
      depth: 1,
      task: 'rlm "read one.txt"',
    });
  });

  it('with owned children has names, tasks and states, and a root that is called what its children call it', async () => {
    const trace = await traceOf(NANO_OWNED.files);
    expect(tree(trace)).toEqual([
      'trace-of-the-root < null d0 null done',
      `${'c'.repeat(32)} < trace-of-the-root d1 reader-a completed`,
      `${'e'.repeat(32)} < ${'c'.repeat(32)} d2 checker failed`,
      `${'b'.repeat(32)} < trace-of-the-root d1 reader-b cancelled`,
    ]);
    expect(trace.id).toBe('trace-of-the-root');
    expect(trace.errors).toMatchObject([{ type: 'session_failed', message: 'checker: the model refused' }]);
  });

  it('with windows shows each message behind what its window shows before it', async () => {
    expect(drawn(await traceOf(NANO_OWNED.files)).slice(0, 8)).toEqual([
      '0<- system',
      '1<0 user',
      '2<1 assistant*',
      '3<2 tool',
      '4<3 assistant*',
      '5<3 assistant*',
      '6<0 user',
      '7<6 assistant*',
    ]);
  });

  it('of the continual harness is recognised', async () => {
    const [read] = await readGroups(NANO_CONTINUAL.files);
    expect(read?.episode.traces[0]?.calls).toHaveLength(2);
  });

  it('of prime-agent joins transcript, artifacts and ledgers', async () => {
    const trace = await traceOf(PRIME_AGENT.files);
    expect(tree(trace)).toEqual([
      'root-session < null d0 null null',
      'child-session < root-session d1 first-reader null',
      'grandchild < child-session d2 sub-87654321 null',
    ]);
    expect(drawn(trace)).toEqual([
      '0<- user',
      '1<0 assistant*',
      '2<1 tool',
      '3<- compaction',
      '4<3 assistant*',
      '5<- user',
      '6<5 assistant*',
      '7<- assistant*',
    ]);
    expect(trace.nodes[1]?.message.reasoning).toBe('A reader is enough.');
  });

  it('of prime-agent takes out of a message what its children used', async () => {
    const { calls } = await traceOf(PRIME_AGENT.files);
    expect(calls[0]?.usage).toMatchObject({ promptTokens: 100, completionTokens: 20, cachedInputTokens: 0 });
    expect(calls[1]?.usage).toMatchObject({ promptTokens: 50, completionTokens: 12 });
  });

  it.runIf(existsSync(SAMPLE))(
    'reads a real transcript; a repeated attribution counts once, an unknown target is told',
    async () => {
      const trace = await traceOf([
        { path: 'prime-agent-session.jsonl', text: readFileSync(SAMPLE, 'utf8') },
      ]);
      expect(trace.calls.map(({ usage }) => usage?.promptTokens)).toEqual([10, 6]);
      expect(trace.diagnostics.map(({ code }) => code)).toEqual([
        'session-file-odd',
        'bad-parent',
        'bad-parent',
      ]);
    },
  );
});

it('a tree of three thousand sessions, three hundred deep at one place, is read', async () => {
  const line = '{"type":"assistant","turn":0,"timestamp":1760000000,"content":"Done with my part of it."}\n';
  const wide = Array.from({ length: 2700 }, (_, at) => `r/sub-${String(at).padStart(8, '0')}`);
  const deep = Array.from(
    { length: 300 },
    (_, at) => `r/${Array.from({ length: at + 1 }, () => 'sub-deepdeep').join('/')}`,
  );
  const files = ['r', ...wide, ...deep].map((folder) => ({ path: `${folder}/messages.jsonl`, text: line }));
  const trace = await traceOf(files);
  expect(trace.sessions).toHaveLength(3001);
  expect(Math.max(...(trace.sessions ?? []).map(({ depth }) => depth ?? 0))).toBe(300);
});

const CASES: readonly {
  readonly name: string;
  readonly paths: readonly string[];
  readonly groups: number;
}[] = [
  { name: 'a file of turns by itself', paths: ['a1b2c3d4e5f6/messages.jsonl'], groups: 1 },
  {
    name: 'a child by itself',
    paths: ['a1b2c3d4e5f6/sub-11111111/messages.jsonl', 'a1b2c3d4e5f6/sub-11111111/meta.json'],
    groups: 1,
  },
  {
    name: 'two children without their parent',
    paths: ['a1b2c3d4e5f6/sub-11111111/messages.jsonl', 'a1b2c3d4e5f6/sub-22222222/meta.json'],
    groups: 2,
  },
];

describe('a part of a directory', () => {
  it.each(CASES)('$name: $groups', async ({ paths, groups }) => {
    const files = NANO_EARLY.files.filter(({ path }) => paths.includes(path));
    expect(files).toHaveLength(paths.length);
    expect(await groupsOf(files)).toHaveLength(groups);
  });

  it('two transcripts beside each other are two trees', async () => {
    const [text = ''] = PRIME_AGENT.files
      .filter(({ path }) => path.includes('sessions/root'))
      .map((file) => file.text);
    expect(
      await groupsOf([
        { path: 'sessions/a.jsonl', text },
        { path: 'sessions/b.jsonl', text },
      ]),
    ).toHaveLength(2);
  });

  it('artifacts without the root’s transcript are a tree of what is there', async () => {
    const files = PRIME_AGENT.files
      .filter(({ path }) => !path.includes('sessions/root'))
      .map(({ path, text }) => ({ path: path.replace('home/session-artifacts/', ''), text }));
    const trace = await traceOf(files);
    expect(tree(trace)).toEqual([
      'child-session < root-session dnull first-reader null',
      'grandchild < child-session dnull sub-87654321 null',
    ]);
  });

  it('an older transcript of a child that was started again is left out', async () => {
    const again = PRIME_AGENT.files
      .map((file) => file)
      .concat({
        path: 'home/session-artifacts/root-session/sub-12345678/older.jsonl',
        text: '{"type":"session","id":"older","timestamp":"2020-01-01T00:00:00Z","cwd":"/w"}\n',
      });
    const trace = await traceOf(again);
    expect(tree(trace)[1]).toMatch(/^child-session/);
    expect(trace.diagnostics.map(({ message }) => message).join()).toContain('older.jsonl');
  });
});

/** One file with its text changed. */
function changed(files: readonly SampleFile[], path: string, change: (text: string) => string): SampleFile[] {
  return files.map((file) => (file.path === path ? { path, text: change(file.text) } : file));
}

describe('damage', () => {
  const messages = 'f0e1d2c3b4a5/messages.jsonl';
  it('a last line without its line feed is left out since windows are told', async () => {
    const trace = await traceOf(
      changed(NANO_OWNED.files, messages, (text) => text.trimEnd().split('\n').slice(0, 6).join('\n')),
    );
    expect(trace.nodes[4]?.message.content).not.toMatchObject({ text: 'This attempt was given up.' });
    expect(trace.diagnostics).toEqual([]);
  });

  it('a line that is no JSON is told and passed over', async () => {
    const trace = await traceOf(
      changed(NANO_OWNED.files, messages, (text) => text.replace(/^.*message_index":4.*$/m, 'xx')),
    );
    expect(trace.diagnostics.map(({ code }) => code)).toContain('session-line-left-out');
    expect(trace.diagnostics.map(({ message }) => message).join()).toContain('line 7');
  });

  it('numbers that leave a gap are told', async () => {
    const trace = await traceOf(
      changed(NANO_OWNED.files, messages, (text) => text.replace(/^.*"message_index":3.*\n/m, '')),
    );
    expect(trace.diagnostics.map(({ message }) => message)).toContain(
      'messages.jsonl, line 6: message 4 where 3 was due.',
    );
  });

  it('a corrupt ledger is believed up to the line', async () => {
    const ledger = 'home/session-artifacts/root-session/sub-12345678/semantic-edges.jsonl';
    const trace = await traceOf(changed(PRIME_AGENT.files, ledger, (text) => `xx\n${text}`));
    expect(trace.diagnostics.map(({ code }) => code)).toEqual(['ledger-stopped']);
  });

  it('of any kind is answered', async () => {
    const paths = DIRECTORIES.flatMap(({ files }) => files.map(({ path }) => path));
    const texts = DIRECTORIES.flatMap(({ files }) => files.flatMap(({ text }) => text.split('\n')));
    const file = fc.record({
      path: fc.constantFrom(...paths),
      text: fc
        .array(fc.oneof(fc.constantFrom(...texts), fc.json(), fc.string({ maxLength: 20 })), {
          maxLength: 12,
        })
        .map((list) => list.join('\n')),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 8 }),
        async (files) => {
          for (const { episode } of await readGroups(files)) {
            for (const { nodes } of episode.traces) {
              for (const { index, parent } of nodes) expect(parent === null || parent < index).toBe(true);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
