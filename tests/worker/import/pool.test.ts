/** Jobs over workers that answer, hang, die, or cannot be started. */
import { describe, expect, it } from 'vitest';
import { jobId } from '../../../src/model/ids';
import { type ImportPort, type PortEvents, WorkerPool } from '../../../src/worker/import/pool';
import type { ImportCommand, ImportJob, ImportReply } from '../../../src/worker/import/protocol';
import { serveImport } from '../../../src/worker/import/serve';

/** Workers in the hands of the test: what was posted to them, and a way to let them speak. */
class Workshop {
  readonly workers: {
    readonly posted: ImportCommand[];
    readonly events: PortEvents;
    readonly over: Set<number>;
    ended: boolean;
  }[] = [];

  readonly start = (events: PortEvents): ImportPort => {
    const worker = { posted: [] as ImportCommand[], events, over: new Set<number>(), ended: false };
    this.workers.push(worker);
    return {
      post: (command) => worker.posted.push(command),
      terminate: () => {
        worker.ended = true;
      },
    };
  };

  worker(index: number) {
    const worker = this.workers[index];
    if (worker === undefined) throw new Error(`no worker ${index}`);
    return worker;
  }

  /** The worker answers the first of its jobs that is not over. */
  answer(index: number, reply: ImportReply['reply'] = DONE): void {
    const { posted, events, over } = this.worker(index);
    const job = posted.find((command) => command.command !== 'cancel' && !over.has(command.job))?.job;
    if (job === undefined) throw new Error('nothing was asked');
    if (reply.kind === 'done' || reply.kind === 'cancelled') over.add(job);
    events.reply({ job, reply });
  }
}

const DONE: ImportReply['reply'] = { kind: 'done', answer: { kind: 'fingerprint', fingerprint: 'f' } };
const job = (name: string): ImportJob => ({
  kind: 'recognise',
  source: { path: name, blob: new Blob([]) },
});
const names = (posted: readonly ImportCommand[]): readonly string[] =>
  posted.map(({ command }) =>
    command === 'cancel' ? 'cancel' : command.kind === 'recognise' ? command.source.path : command.kind,
  );
const never = new AbortController().signal;

describe('a pool', () => {
  it('lets nothing wait behind a job that takes long', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 2);
    const source = { path: 'x', blob: new Blob([new Uint8Array(1e6)]) };
    const all = [
      pool.run({ kind: 'decode', source }, never),
      ...['a', 'b', 'c'].map((name) => pool.run(job(name), never)),
    ];
    expect(workshop.workers.map(({ posted }) => names(posted))).toEqual([['decode'], ['a', 'b']]);
    workshop.answer(0, { kind: 'done', answer: { kind: 'decode', diagnostics: [] } });
    expect(names(workshop.worker(0).posted)).toEqual(['decode', 'c']);
    for (const worker of [0, 1, 1]) workshop.answer(worker);
    await Promise.all(all);
  });

  it('keeps one job waiting at each worker, in order, urgent ones first', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 2);
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => pool.run(job(name), never));
    const urgent = pool.run(job('now'), never, undefined, true);
    const posted = () => workshop.workers.map((worker) => names(worker.posted));
    expect(posted()).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
    workshop.answer(1);
    workshop.answer(0);
    workshop.answer(0);
    expect(posted()).toEqual([
      ['a', 'c', 'e', 'f'],
      ['b', 'd', 'now'],
    ]);
    workshop.answer(0);
    workshop.answer(0);
    workshop.answer(1);
    workshop.answer(1);
    expect(await Promise.all([...all, urgent])).toEqual(Array.from({ length: 7 }, () => DONE));
  });

  it('passes news on, and none of a job that is over', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 1);
    const heard: unknown[] = [];
    const run = pool.run(job('a'), never, (news) => heard.push(news));
    const news = { kind: 'progress', bytes: 1, records: 1 } as const;
    const { events, posted } = workshop.worker(0);
    workshop.answer(0, news);
    workshop.answer(0);
    if (posted[0] !== undefined) events.reply({ job: posted[0].job, reply: news });
    await run;
    expect(heard).toEqual([news]);
  });

  it('cancels a job that waits at once, and a running one when it says so', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 1);
    const stops = [1, 2, 3, 4].map(() => new AbortController());
    const runs = stops.map(({ signal }, i) => pool.run(job('abcd'.charAt(i)), signal));
    expect(names(workshop.worker(0).posted)).toEqual(['a', 'b']);
    stops[2]?.abort();
    expect(await runs[2]).toEqual({ kind: 'cancelled' });
    stops[1]?.abort();
    expect(await runs[1]).toEqual({ kind: 'cancelled' });
    expect(names(workshop.worker(0).posted)).toEqual(['a', 'b', 'cancel', 'd']);
    stops[0]?.abort();
    workshop.answer(0, { kind: 'cancelled' });
    expect(await runs[0]).toEqual({ kind: 'cancelled' });
    const again = stops[0]?.signal ?? never;
    expect(await pool.run(job('c'), again)).toEqual({ kind: 'cancelled' });
    expect(workshop.worker(0).ended).toBe(false);
  });

  it('ends and replaces a worker that does not stop', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 1);
    const stop = new AbortController();
    const hanging = pool.run(job('a'), stop.signal);
    const next = pool.run(job('b'), never);
    stop.abort();
    expect(await hanging).toEqual({ kind: 'cancelled' });
    expect(workshop.worker(0).ended).toBe(true);
    expect(names(workshop.worker(1).posted)).toEqual(['b']);
    // The old one speaks once more: too late.
    workshop.worker(0).events.crash('late');
    workshop.answer(1);
    expect(await next).toEqual(DONE);
  });

  it('fails the job of a worker that dies, and goes on with another', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 1);
    const dying = pool.run(job('a'), never);
    const next = pool.run(job('b'), never);
    workshop.worker(0).events.crash('out of memory');
    expect(await dying).toEqual({ kind: 'failed', failure: { kind: 'fault', message: 'out of memory' } });
    expect(names(workshop.worker(1).posted)).toEqual(['b']);
    workshop.answer(1);
    expect(await next).toEqual(DONE);
  });

  it('settles everything when it is closed, and takes nothing more', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 1);
    const runs = [pool.run(job('a'), never), pool.run(job('b'), never)];
    pool.close();
    expect(await Promise.all(runs)).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
    expect(workshop.worker(0).ended).toBe(true);
    expect(await pool.run(job('c'), never)).toEqual({ kind: 'cancelled' });
  });
});

describe('a worker', () => {
  it('does one job after the other, and passes over what was cancelled before it began', async () => {
    const replies: string[] = [];
    const done = new Promise<void>((resolve) => {
      const serve = serveImport(({ job: id, reply }) => {
        replies.push(`${id} ${reply.kind}`);
        if (id === 3 && reply.kind === 'done') resolve();
      });
      const source = { path: 'x', blob: new Blob(['{"id":"e","env":{"id":"x"},"traces":[]}\n'.repeat(100)]) };
      for (const id of [1, 2, 3]) {
        serve({ job: jobId(id), command: { kind: 'whole', source, metadata: null } });
      }
      serve({ job: jobId(2), command: 'cancel' });
    });
    await done;
    expect(replies.filter((reply) => !/progress|rows/.test(reply))).toEqual([
      '1 done',
      '2 cancelled',
      '3 done',
    ]);
    const last = replies.lastIndexOf('1 done');
    expect(replies.slice(last).some((reply) => reply.startsWith('1 ') && reply !== '1 done')).toBe(false);
    expect(replies.slice(0, last).every((reply) => reply.startsWith('1 '))).toBe(true);
  });
});
