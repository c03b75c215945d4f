/**
 * Jobs over a few workers: queueing, replies, cancelling by signal and then by force, replacing a worker that died. It
 * knows no job from another.
 */
import { type JobId, jobId } from '../../model/ids';
import type { ImportCommand, ImportEnd, ImportJob, ImportNews, ImportReply } from './protocol';

/** A worker as the pool sees it; in tests it runs in process. */
export interface ImportPort {
  post(command: ImportCommand): void;
  terminate(): void;
}

export interface PortEvents {
  reply(reply: ImportReply): void;
  /** The worker threw outside a job, could not start, or died. */
  crash(message: string): void;
}

export type StartPort = (events: PortEvents) => ImportPort;

/** How long a cancelled job may take to stop by itself; then its worker is ended and replaced. */
const GRACE_MILLISECONDS = 300;

interface Task {
  readonly id: JobId;
  readonly job: ImportJob;
  readonly news: (news: ImportNews) => void;
  readonly settle: (end: ImportEnd) => void;
}

interface Seat {
  port: ImportPort | null;
  /** In the order they were posted: the worker does the first; the others have not begun. */
  tasks: readonly Task[];
}

/** Jobs posted to one worker: the one it does, and the next, so that it never waits for a page that is busy drawing. */
const JOBS_OF_A_WORKER = 2;

/** A folder may hold thousands of files this small: of those a next one waits, as behind any job. */
const SHORT_BYTES = 256 * 1024;

/** What waits behind such a job would wait for long; another worker does it sooner. */
function isLong({ job }: Task): boolean {
  return (job.kind === 'decode' || job.kind === 'whole') && job.source.blob.size > SHORT_BYTES;
}

export class WorkerPool {
  readonly #start: StartPort;
  readonly #seats: Seat[];
  #queue: Task[] = [];
  #jobs = 0;
  #closed = false;

  constructor(start: StartPort, size: number) {
    this.#start = start;
    this.#seats = Array.from({ length: Math.max(1, size) }, () => ({ port: null, tasks: [] }));
  }

  /** So many jobs keep every worker busy. */
  get size(): number {
    return this.#seats.length * JOBS_OF_A_WORKER;
  }

  /** Never rejects. `urgent` jobs go before those that wait. */
  run(
    job: ImportJob,
    signal: AbortSignal,
    news: (news: ImportNews) => void = () => undefined,
    urgent = false,
  ): Promise<ImportEnd> {
    return new Promise((resolve) => {
      if (signal.aborted || this.#closed) {
        resolve({ kind: 'cancelled' });
        return;
      }
      this.#jobs += 1;
      const cancel = (): void => this.#cancel(task);
      const task: Task = {
        id: jobId(this.#jobs),
        job,
        news,
        settle(end) {
          signal.removeEventListener('abort', cancel);
          resolve(end);
        },
      };
      signal.addEventListener('abort', cancel, { once: true });
      if (urgent) this.#queue.unshift(task);
      else this.#queue.push(task);
      this.#dispatch();
    });
  }

  /** Starts a worker ahead of the first job, whose start would otherwise wait for it. */
  warm(): void {
    const [seat] = this.#seats;
    if (seat !== undefined && !this.#closed) seat.port ??= this.#open(seat);
  }

  close(): void {
    this.#closed = true;
    const waiting = this.#queue;
    this.#queue = [];
    for (const task of waiting) task.settle({ kind: 'cancelled' });
    for (const seat of this.#seats) {
      const { tasks, port } = seat;
      seat.tasks = [];
      seat.port = null;
      port?.terminate();
      for (const task of tasks) task.settle({ kind: 'cancelled' });
    }
  }

  #dispatch(): void {
    // One each before a second for anyone.
    for (let load = 0; load < JOBS_OF_A_WORKER; load += 1) {
      for (const seat of this.#seats) {
        if (seat.tasks.length > load || seat.tasks.some(isLong)) continue;
        const task = this.#queue.shift();
        if (task === undefined) return;
        seat.tasks = [...seat.tasks, task];
        seat.port ??= this.#open(seat);
        seat.port.post({ job: task.id, command: task.job });
      }
    }
  }

  #open(seat: Seat): ImportPort {
    const port = this.#start({
      reply: ({ job, reply }) => {
        const task = seat.tasks.find(({ id }) => id === job);
        // A reply of a job that was ended by force, or of a worker that has been replaced.
        if (task === undefined) return;
        switch (reply.kind) {
          case 'progress':
          case 'rows':
          case 'part':
            task.news(reply);
            return;
          default:
            seat.tasks = seat.tasks.filter((other) => other !== task);
            task.settle(reply);
            this.#dispatch();
        }
      },
      crash: (message) => {
        if (seat.port !== port) return;
        this.#replace(seat, { kind: 'failed', failure: { kind: 'fault', message } });
      },
    });
    return port;
  }

  #cancel(task: Task): void {
    const seat = this.#seats.find(({ tasks }) => tasks.includes(task));
    if (seat === undefined) {
      this.#queue = this.#queue.filter((waiting) => waiting !== task);
      task.settle({ kind: 'cancelled' });
      return;
    }
    seat.port?.post({ job: task.id, command: 'cancel' });
    if (seat.tasks[0] !== task) {
      // Not begun: the worker will pass it over.
      seat.tasks = seat.tasks.filter((other) => other !== task);
      task.settle({ kind: 'cancelled' });
      this.#dispatch();
      return;
    }
    setTimeout(() => {
      if (seat.tasks[0] === task) this.#replace(seat, { kind: 'cancelled' });
    }, GRACE_MILLISECONDS);
  }

  /** Ends a worker, and with it the job it was doing; what it had not begun goes to another. */
  #replace(seat: Seat, end: ImportEnd): void {
    const [doing, ...waiting] = seat.tasks;
    seat.port?.terminate();
    seat.port = null;
    seat.tasks = [];
    this.#queue = [...waiting, ...this.#queue];
    doing?.settle(end);
    this.#dispatch();
  }
}
