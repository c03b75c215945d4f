/** An export from the choice to the file: switches, the second scan, and that nothing is handed out before it is clean. */
import { describe, expect, it, vi } from 'vitest';
import { Export, isClean } from '../../src/store/export.svelte';
import type { ExportScope } from '../../src/store/export-scopes';
import { exportClient } from '../worker/export/in-process';
import { subjectOf } from '../worker/export/subjects';

const token = (letter: string) => `gh${'p_'}${letter}${'aB3dE5gH7jK9'.repeat(3).slice(0, 35)}`;
const record = (letter: string) =>
  JSON.stringify({
    id: letter,
    env: { id: 'd' },
    traces: [],
    note: `${token(letter)} in /home/me/x`,
    ok: true,
  });

const rows: ExportScope = {
  id: 'rows',
  title: 'All',
  formats: ['jsonl', 'csv'],
  name: 'run',
  subject: (format) =>
    format === 'csv'
      ? { kind: 'table', header: ['Id'], rows: [['a'], [token('t')]] }
      : subjectOf(`${record('a')}\n${record('b')}\n`),
};
const one: ExportScope = {
  ...rows,
  id: 'one',
  title: 'One',
  name: 'one',
  subject: () => subjectOf(record('c')),
};

async function reviewed(scopes: readonly ExportScope[] = [rows]) {
  const { client, started } = exportClient();
  const work = new Export(scopes, client);
  work.start();
  await vi.waitFor(() => expect(work.looking.kind).toBe('reviewed'));
  if (work.looking.kind !== 'reviewed') throw new Error('it was reviewed');
  return { work, started, findings: work.looking.review.findings };
}

async function written(work: Export) {
  await work.write();
  if (work.writing.kind !== 'written') throw new Error(`it is ${work.writing.kind}`);
  return work.writing.written;
}

describe('an export', () => {
  it('replaces secrets at first, and paths where it is asked to', async () => {
    const { work, findings } = await reviewed();
    expect(findings.map(({ kind }) => kind)).toEqual([
      'github-token',
      'home-path',
      'github-token',
      'home-path',
    ]);
    expect(work.replaced).toBe(2);
    expect(await (await written(work)).file.text()).toContain('[REDACTED] in /home/me/x');
    work.turn('home-path');
    expect(work.replaced).toBe(4);
    expect(work.writing.kind).toBe('none');
    const file = await written(work);
    expect(isClean(file)).toBe(true);
    expect(await file.file.text()).toContain('[REDACTED] in [REDACTED]');
    expect(work.name).toBe('run.traces.jsonl');
    expect(work.save()).toBe(file.file);
  });

  it('is handed out with a secret in it only after two words', async () => {
    const { work, findings } = await reviewed();
    const [first] = findings;
    if (first === undefined) throw new Error('it was found');
    work.turnOne(first);
    expect([work.isReplaced(first), work.replaced]).toEqual([false, 1]);
    const file = await written(work);
    expect(isClean(file)).toBe(false);
    expect(file.remaining).toEqual([{ kind: 'github-token', count: 1 }]);
    expect(work.save()).toBeNull();
    expect(work.save()).toBe(file.file);
    // Another choice, another file: both words are to be said again.
    work.turnOne(first);
    work.turnOne(first);
    await written(work);
    expect(work.save()).toBeNull();
  });

  it('forgets what was said of single findings when their kind is switched', async () => {
    const { work, findings } = await reviewed();
    const [first] = findings;
    if (first === undefined) throw new Error('it was found');
    work.turnOne(first);
    work.turn('github-token');
    expect(findings.map((finding) => work.isReplaced(finding))).toEqual([false, false, false, false]);
    work.turn('github-token');
    expect(work.replaced).toBe(2);
  });

  it('looks again when something else is taken, and only then', async () => {
    const { work, started } = await reviewed([rows, one]);
    work.take(one);
    expect(work.looking.kind).toBe('looking');
    await vi.waitFor(() => expect(work.looking.kind).toBe('reviewed'));
    expect(work.replaced).toBe(1);
    work.take(rows);
    work.writeAs('csv');
    await vi.waitFor(() => expect(work.looking.kind).toBe('reviewed'));
    expect(work.replaced).toBe(1);
    expect(await (await written(work)).file.text()).toBe('Id\r\na\r\n[REDACTED]\r\n');
    expect(started()).toBe(5);
  });

  it('gives a file no name that holds a secret', async () => {
    const { work } = await reviewed([{ ...one, name: `${token('n')} of me` }]);
    expect(work.name).toBe('[REDACTED] of me.traces.jsonl');
  });

  it('says what went wrong', async () => {
    const gone: ExportScope = {
      ...rows,
      subject: () => {
        const subject = subjectOf(record('a'));
        if (subject.kind !== 'records') return subject;
        return { ...subject, sources: [{ path: 'gone', content: new Blob([]), metadata: null }] };
      },
    };
    const work = new Export([gone], exportClient().client);
    work.start();
    await vi.waitFor(() => expect(work.looking.kind).not.toBe('looking'));
    expect(work.looking.kind).toBe('failed');
  });

  it('stops making a file when it is told to', async () => {
    const { work } = await reviewed();
    const making = work.write();
    expect(work.writing.kind).toBe('writing');
    work.stopWriting();
    await making;
    expect(work.writing.kind).toBe('none');
    expect(work.looking.kind).toBe('reviewed');
  });

  it('ends its worker when it is closed', async () => {
    const { client, started } = exportClient();
    const work = new Export([rows], client);
    work.start();
    work.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(work.looking.kind).toBe('looking');
    expect(started()).toBe(1);
  });
});
