/** A report that was made over all of a run: it leaves at once where it is clean, and through the review where it is not. */
import { describe, expect, it } from 'vitest';
import { Exports } from '../../src/store/exports.svelte';
import { reportScope } from '../../src/store/export-scopes';
import { ReportText } from '../../src/analysis/report-stream';
import { readFile } from '../../src/reading/file';
import { bytesSource } from '../../src/reading/source';
import { chain, episode, trace, a, u } from '../samples/trace-builder';
import { exportClient } from '../worker/export/in-process';
import { rowsOf, runOf } from './row-builder';

const SECRET = `gh${'p_'}${'aB3dE5gH7jK9'.repeat(3)}`;

/** With as many files as texts, each with one episode that ends so. */
async function reportOf(replies: readonly string[]): Promise<string> {
  const text = new ReportText();
  let out = text.head();
  for (const reply of replies) {
    out += text.openFile();
    const line = JSON.stringify(episode({ traces: [trace({ nodes: chain(u('go'), a(reply)) })] }));
    const events = readFile(bytesSource('a.jsonl', new TextEncoder().encode(line)), {
      metadata: null,
      tokens: 'keep',
    });
    let step = await events.next();
    for (; step.done !== true; step = await events.next()) {
      if (step.value.kind !== 'record' || step.value.reading.kind !== 'episode') continue;
      out += await text.episode(step.value.reading.episode, { line: 1, byte: 0 });
    }
    out += text.closeFile({ name: reply, bytes: 1, digest: '', ...step.value });
  }
  return out + text.tail();
}

async function saved(report: string) {
  const exports = new Exports(exportClient().client);
  const run = runOf(rowsOf([]));
  const file = await exports.save(reportScope(run, new Blob([report])), new AbortController().signal);
  return { exports, run, file };
}

describe('the report of a run', () => {
  it.each([
    { name: 'of no file', replies: [] },
    { name: 'of files that hold paths', replies: ['done in /home/me/x', 'fine'] },
  ])('$name is saved at once, byte for byte', async ({ replies }) => {
    const report = await reportOf(replies);
    const { exports, run, file } = await saved(report);
    expect(file?.name).toBe(`${run.name}.report.json`);
    expect(await file?.file.text()).toBe(report);
    expect(exports.open).toBeNull();
  });

  it('that holds a secret is reviewed, and leaves without it', async () => {
    const report = await reportOf(['fine', `see ${SECRET}`]);
    const { exports, file } = await saved(report);
    expect(file).toBeNull();
    const work = exports.open;
    if (work === null || work.looking.kind !== 'reviewed') throw new Error('it was reviewed');
    expect(work.looking.review.records).toBe(2);
    expect(new Set(work.looking.review.counts.map(({ kind }) => kind))).toEqual(new Set(['github-token']));
    await work.write();
    if (work.writing.kind !== 'written') throw new Error('it was written');
    expect(work.writing.written).toMatchObject({ remaining: [], broken: 0, records: 2 });
    const text = await work.writing.written.file.text();
    expect(text).toBe(report.replaceAll(SECRET, '[REDACTED]'));
    expect(JSON.parse(text)).toMatchObject({ format: 'wirescope/report' });
  });

  it('that holds a secret and is to be kept so takes two words', async () => {
    const { exports } = await saved(await reportOf([`see ${SECRET}`]));
    const work = exports.open;
    work?.turn('github-token');
    await work?.write();
    expect(work?.save()).toBeNull();
    expect(await work?.save()?.text()).toContain(SECRET);
  });
});
