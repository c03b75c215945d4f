/** Jobs over workers that answer, hang, die, or cannot be started. */
import { describe, expect, it } from 'vitest';
import { type ImportPort, type PortEvents, WorkerPool } from '../../../src/worker/import/pool';
import type { ImportCommand, ImportJob, ImportReply } from '../../../src/worker/import/protocol';

/** Workers in the hands of the test: what was posted to them, and a way to let them speak. */
class Workshop {
  readonly workers: { readonly posted: ImportCommand[]; readonly events: PortEvents; ended: boolean }[] = [];

  readonly start = (events: PortEvents): ImportPort => {
    const worker = { posted: [] as ImportCommand[], events, ended: false };
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

  /** The worker answers its latest command. */
  answer(index: number, reply: ImportReply['reply'] = DONE): void {
    const { posted, events } = this.worker(index);
    const job = posted.at(-1)?.job;
    if (job === undefined) throw new Error('nothing was asked');
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
  it('gives each worker one job at a time, in order, urgent ones first', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 2);
    const all = ['a', 'b', 'c', 'd'].map((name) => pool.run(job(name), never));
    const urgent = pool.run(job('now'), never, undefined, true);
    expect(workshop.workers.map(({ posted }) => names(posted))).toEqual([['a'], ['b']]);
    workshop.answer(1);
    workshop.answer(1);
    workshop.answer(0);
    workshop.answer(0);
    workshop.answer(1);
    expect(workshop.workers.map(({ posted }) => names(posted))).toEqual([
      ['a', 'd'],
      ['b', 'now', 'c'],
    ]);
    expect(await Promise.all([...all, urgent])).toEqual(Array.from({ length: 5 }, () => DONE));
  });

  it('passes news on, and none of a job that is over', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 1);
    const heard: unknown[] = [];
    const run = pool.run(job('a'), never, (news) => heard.push(news));
    const news = { kind: 'progress', bytes: 1, records: 1 } as const;
    workshop.answer(0, news);
    workshop.answer(0);
    workshop.answer(0, news);
    await run;
    expect(heard).toEqual([news]);
  });

  it('cancels a job that waits at once, and a running one when it says so', async () => {
    const workshop = new Workshop();
    const pool = new WorkerPool(workshop.start, 1);
    const [first, second] = [new AbortController(), new AbortController()];
    const runs = [pool.run(job('a'), first.signal), pool.run(job('b'), second.signal)];
    second.abort();
    expect(await runs[1]).toEqual({ kind: 'cancelled' });
    first.abort();
    expect(names(workshop.worker(0).posted)).toEqual(['a', 'cancel']);
    workshop.answer(0, { kind: 'cancelled' });
    expect(await runs[0]).toEqual({ kind: 'cancelled' });
    expect(await pool.run(job('c'), first.signal)).toEqual({ kind: 'cancelled' });
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
