/** `wirescope check`: what it reads, what it prints, and the status it ends with. */
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/analysis/report-types';
import { parseJson } from '../../src/model/json';
import { R, S, U, drawnLine, linked } from '../analysis/prefix/traces';
import { command, inFolder } from './command';

const line = (id: string, rest: object = {}) =>
  `${JSON.stringify({ id, env: { id: 'demo' }, ok: true, errors: [], traces: [{ id: `${id}-t`, nodes: [], calls: [], rewards: { r: { score: 1, weight: 1 } } }], ...rest })}\n`;
const GOOD = line('e1') + line('e2');
const TORN = line('e1') + '{"id":"e2","traces":[{"task"';
/** Read with a warning: a parent that is no index. */
const ODD = line('e1', {
  traces: [{ id: 't', nodes: [{ parent: 5, message: { role: 'user', content: 'x' } }], calls: [] }],
});

const report = (text: string) => parseJson(text) as unknown as Report;

describe('exit status', () => {
  const cases = [
    { name: 'every record read', files: { 'a.jsonl': GOOD }, status: 0 },
    { name: 'an empty file', files: { 'a.jsonl': '' }, status: 0 },
    { name: 'a torn tail', files: { 'a.jsonl': TORN }, status: 1 },
    { name: 'an array that has only begun', files: { 'a.json': '[' }, status: 1 },
    {
      name: 'an array that is cut between two records',
      files: { 'a.json': `[${line('e1')},${line('e2')}` },
      status: 1,
    },
    {
      name: 'a trace for edges, and no edges',
      files: { 'a.jsonl': GOOD },
      words: ['--trace', 'e1-t'],
      status: 1,
    },
    {
      name: 'a record that is not JSON',
      files: { 'a.jsonl': `${line('e1')}{"id":\n${line('e2')}` },
      status: 1,
    },
    {
      name: 'a foreign file',
      files: { 'a.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]) },
      status: 1,
    },
    { name: 'a warning', files: { 'a.jsonl': ODD }, status: 0 },
    { name: 'a warning, strictly', files: { 'a.jsonl': ODD }, words: ['--strict'], status: 1 },
    { name: 'none, strictly', files: { 'a.jsonl': GOOD }, words: ['--strict'], status: 0 },
    { name: 'one good file of two', files: { 'a.jsonl': GOOD, 'b.jsonl': TORN }, status: 1 },
    { name: 'nothing in the folder', files: {}, status: 2 },
  ];
  it.each(cases)('$name', async ({ files, words = [], status }) => {
    await inFolder(files, async (folder) => {
      expect((await command(['check', folder, ...words])).status).toBe(status);
      expect((await command(['check', folder, ...words, '--json'])).status).toBe(status);
    });
  });

  const wrong = [
    { name: 'nothing', words: [], says: 'No command' },
    { name: 'another command', words: ['chek', 'x'], says: 'chek' },
    { name: 'no path', words: ['check'], says: 'No path' },
    { name: 'an unknown option', words: ['check', 'x', '--jsn'], says: '--jsn' },
    {
      name: 'a file that is not there',
      words: ['check', '/no/such/file.jsonl'],
      says: '/no/such/file.jsonl: no such file',
    },
    { name: 'edges without their file', words: ['check', 'x', '--edges'], says: '--edges' },
    { name: 'standard input twice', words: ['check', '-', '-'], says: 'once' },
    {
      name: 'standard input as run and as edges',
      words: ['check', '-', '--edges', '-'],
      says: 'once',
    },
  ];
  it.each(wrong)('2 for $name', async ({ words, says }) => {
    const { status, out, err } = await command(words);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(says);
  });

  it('1 when one of two cannot be opened; the other is read', async () => {
    await inFolder({ 'a.jsonl': GOOD }, async (folder) => {
      const { status, out, err } = await command([
        'check',
        join(folder, 'no.jsonl'),
        join(folder, 'a.jsonl'),
        '--json',
      ]);
      expect(status).toBe(1);
      expect(err).toContain('no.jsonl');
      expect(report(out).files.map(({ name }) => name)).toEqual(['a.jsonl']);
    });
  });

  it('help and version', async () => {
    expect((await command(['--help'])).out).toContain('check PATH');
    expect(await command(['check', '-h'])).toMatchObject({ status: 0, err: '' });
    expect(await command(['--version'])).toEqual({ status: 0, out: '1.2.3\n', err: '' });
  });
});

describe('the report', () => {
  it('has files in order, a folder by code unit, hidden names and links to folders left out', async () => {
    const files = {
      'b/x.jsonl': GOOD,
      'B.jsonl': GOOD,
      'a.jsonl': GOOD,
      'b.jsonl': GOOD,
      'b/.hidden': 'x',
      '.git/config': 'x',
    };
    await inFolder(files, async (folder) => {
      symlinkSync(folder, join(folder, 'loop'));
      symlinkSync(join(folder, 'a.jsonl'), join(folder, 'z.jsonl'));
      const { out, err, status } = await command(['check', join(folder, 'b.jsonl'), folder, '--json']);
      expect(report(out).files.map(({ name }) => name)).toEqual([
        'b.jsonl',
        'B.jsonl',
        'a.jsonl',
        'b.jsonl',
        'b/x.jsonl',
        'z.jsonl',
      ]);
      expect(err).toContain('2 names');
      expect(status).toBe(0);
    });
  });

  it('has its fields in order and says what it has not computed', async () => {
    await inFolder({ 'a.jsonl': GOOD }, async (folder) => {
      const { out } = await command(['check', join(folder, 'a.jsonl'), '--json']);
      const found = report(out);
      expect(Object.keys(found)).toEqual(['format', 'version', 'files', 'edge_sets']);
      expect(found).toMatchObject({ format: 'wirescope/report', version: 1, edge_sets: [] });
      const [file] = found.files;
      expect(Object.keys(file ?? {})).toEqual([
        'episodes',
        'name',
        'bytes',
        'digest',
        'container',
        'dialect',
        'records',
        'diagnostics',
      ]);
      expect(file).toMatchObject({
        bytes: GOOD.length,
        container: 'jsonl',
        dialect: 'verifiers_episode',
        records: { total: 2, read: 2, repaired: 0, skipped: 0 },
      });
      expect(file?.digest).toMatch(/^sha256-16m:[0-9a-f]{64}$/);
      expect(Object.keys(file?.episodes[0] ?? {})).toEqual(
        'id record env task group ok outcome reward duration cost errors secrets traces'.split(' '),
      );
      expect(Object.keys(file?.episodes[0]?.traces[0] ?? {})).toEqual(
        `id agent model trainable ok is_completed stop_condition is_truncated reward rewards metrics num_nodes num_calls
        num_turns num_roots tokens usage last_reply last_reply_length duration cost sessions forks errors branches semantic
        agents requests diagnostics`.split(/\s+/),
      );
      expect(file?.episodes[0]?.traces[0]).toMatchObject({
        sessions: {
          summaries: [],
          returns: [],
          abandoned: [],
          missing_children: null,
          links_incomplete: false,
        },
        forks: [],
        semantic: { links: [], unusable: [], cycles: [], edge_sets: [] },
        requests: [],
      });
    });
  });

  it('keeps names that JavaScript treats as its own', async () => {
    const rewards = '{"__proto__":{"score":0.5,"weight":1},"constructor":null}';
    const odd = `{"id":"e","env":{"id":"d"},"traces":[{"id":"t","nodes":[],"calls":[],"rewards":${rewards},"metrics":{"toString":1}}]}`;
    const { out } = await command(['check', '-', '--json'], odd);
    expect(out).toContain('"rewards":{"__proto__":0.5,"constructor":null},"metrics":{"toString":1}');
  });

  it('is the same for the same bytes', async () => {
    await inFolder({ 'a.jsonl': GOOD + ODD + TORN, 'b.jsonl.gz': gzipSync(GOOD) }, async (folder) => {
      const once = await command(['check', folder, '--json']);
      expect(await command(['check', folder, '--json'])).toEqual(once);
      expect(report(once.out).files.map(({ container }) => container)).toEqual(['jsonl', 'gzip+jsonl']);
    });
  });

  it('of standard input equals that of the file, whatever the pieces it comes in', async () => {
    const bytes = new TextEncoder().encode(GOOD + TORN);
    const pieces = [bytes.subarray(0, 7), bytes.subarray(7, 8), bytes.subarray(8)];
    await inFolder({ '-': bytes }, async (folder) => {
      const file = await command(['check', join(folder, '-'), '--json']);
      expect(await command(['check', '-', '--json'], pieces)).toEqual(file);
      expect(file.status).toBe(1);
    });
  });

  it('names the metadata of flat results and applies it', async () => {
    const row = '{"example_id":3,"prompt":[],"completion":[],"reward":1.0}\n';
    const metadata = '{"env_id":"old-env","model":"m","num_examples":1,"rollouts_per_example":1}';
    await inFolder(
      { 'run/results.jsonl': row, 'run/metadata.json': metadata, 'other/results.jsonl': row },
      async (folder) => {
        const { files } = report((await command(['check', folder, '--json'])).out);
        expect(
          files.map(({ name, dialect, episodes }) => [name, dialect, episodes.map(({ env }) => env)]),
        ).toEqual([
          ['other/results.jsonl', 'verifiers_legacy', ['']],
          ['run/metadata.json', 'verifiers_legacy_metadata', []],
          ['run/results.jsonl', 'verifiers_legacy', ['old-env']],
        ]);
      },
    );
  });

  it('puts a contradiction of the episode itself among the findings of the file, in order', async () => {
    const differing = line('e3', { num_input_tokens: 7 });
    const { out } = await command(['check', '-', '--json'], `${line('e1')}nonsense\n${differing}{"id":`);
    expect(report(out).files[0]?.diagnostics.map(({ code, record }) => [code, record])).toEqual([
      ['not-json', 2],
      ['derived-count-differs', 3],
      ['torn-tail', 4],
    ]);
  });
});

describe('the table', () => {
  it('counts the breaks of an episode, and those that nothing explains', async () => {
    const kept = drawnLine({ nodes: [S(null), U(0), R(1, 'a1'), U(2), R(3, 'a2')] });
    const moved = drawnLine({
      nodes: [U(null, 'q'), R(0, 'a1'), U(null, 'p'), R(2, 'a2', linked([1, 'continuation']))],
    });
    const { out } = await command(['check', '-'], kept + moved);
    const [, header = '', ...rows] = out.split('\n');
    const cells = (line: string) =>
      ['breaks', 'unexplained'].map((title) => {
        const end = header.indexOf(title) + title.length;
        return line.slice(0, end).trim().split(/ +/).at(-1);
      });
    expect(rows.slice(0, 2).map(cells)).toEqual([
      ['0', '0'],
      ['1', '1'],
    ]);
  });

  it('has a line an episode, the totals, and findings by code with their places', async () => {
    await inFolder({ 'a.jsonl': ODD + TORN }, async (folder) => {
      const { out } = await command(['check', join(folder, 'a.jsonl')]);
      const lines = out.split('\n');
      expect(lines[0]).toBe(join(folder, 'a.jsonl'));
      expect(lines[1]).toMatch(/^record {2}outcome +reward +turns/);
      expect(lines[2]).toMatch(/^ +1 {2}unscored +–/);
      expect(lines[3]).toMatch(/^ +2 {2}ok +1\.000/);
      expect(lines[4]).toMatch(/^3 records: 2 read, 0 repaired, 1 skipped · verifiers_episode · jsonl/);
      expect(out).toMatch(
        /warning {2}bad-parent × 1 .*\n {4}record 1, byte 0, \/traces\/0\/nodes\/0\/parent: /,
      );
      expect(out).toMatch(/warning {2}torn-tail × 1/);
    });
  });

  it('keeps columns aligned and the terminal safe', async () => {
    const nasty =
      line('e1', { env: { id: '\u001b[31mred\u202e\u0007' } }) +
      line('e2', { env: { id: '環境環境環境環境環境環境' } });
    const { out } = await command(['check', '-'], nasty);
    expect([...out].filter((sign) => /[\p{Cc}\p{Bidi_Control}]/u.test(sign) && sign !== '\n')).toEqual([]);
    expect(out).toContain('\ufffd[31mred\ufffd\ufffd');
  });

  it('shows a thousand of one code as a count', async () => {
    const nodes = Array.from({ length: 1_000 }, () => ({
      parent: -1,
      message: { role: 'user', content: '' },
    }));
    const { out } = await command(['check', '-'], line('e', { traces: [{ id: 't', nodes, calls: [] }] }));
    expect(out).toContain('bad-parent × 1,000');
    expect(out).toContain('and 997 more');
  });
});

describe('progress', () => {
  it('goes to standard error, only where a person watches, and leaves nothing behind', async () => {
    const many = Array.from({ length: 50 }, (_, at) => line(`e${at}`)).join('');
    expect((await command(['check', '-'], many)).err).toBe('');
    const { err } = await command(['check', '-'], many, true);
    expect(err).toMatch(/\d+ %/);
    expect(err.endsWith('\r\u001b[K')).toBe(true);
  });
});

describe('what cannot be read', () => {
  it.skipIf(process.getuid?.() === 0)('a file without permission', async () => {
    await inFolder({ 'a.jsonl': GOOD }, async (folder) => {
      chmodSync(join(folder, 'a.jsonl'), 0);
      const { status, err } = await command(['check', join(folder, 'a.jsonl')]);
      expect(status).toBe(2);
      expect(err).toContain('permission');
    });
  });
  it('a folder inside a folder is walked, an empty one is no failure', async () => {
    await inFolder({ 'x/a.jsonl': GOOD }, async (folder) => {
      mkdirSync(join(folder, 'empty'));
      expect((await command(['check', folder])).status).toBe(0);
    });
  });
});
