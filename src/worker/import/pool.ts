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
  task: Task | null;
}

export class WorkerPool {
  readonly #start: StartPort;
  readonly #seats: Seat[];
  #queue: Task[] = [];
  #jobs = 0;
  #closed = false;

  constructor(start: StartPort, size: number) {
    this.#start = start;
    this.#seats = Array.from({ length: Math.max(1, size) }, () => ({ port: null, task: null }));
  }

  get size(): number {
    return this.#seats.length;
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
    for (const seat of this.#seats) this.#vacate(seat, { kind: 'cancelled' });
  }

  #dispatch(): void {
    for (const seat of this.#seats) {
      if (seat.task !== null) continue;
      const task = this.#queue.shift();
      if (task === undefined) return;
      seat.task = task;
      seat.port ??= this.#open(seat);
      seat.port.post({ job: task.id, command: task.job });
    }
  }

  #open(seat: Seat): ImportPort {
    const port = this.#start({
      reply: ({ job, reply }) => {
        const { task } = seat;
        // A reply of a job that was ended by force, or of a worker that has been replaced.
        if (task?.id !== job) return;
        switch (reply.kind) {
          case 'progress':
          case 'rows':
          case 'part':
            task.news(reply);
            return;
          default:
            seat.task = null;
            task.settle(reply);
            this.#dispatch();
        }
      },
      crash: (message) => {
        if (seat.port !== port) return;
        this.#vacate(seat, { kind: 'failed', failure: { kind: 'fault', message } });
        this.#dispatch();
      },
    });
    return port;
  }

  #vacate(seat: Seat, end: ImportEnd): void {
    const { task, port } = seat;
    seat.task = null;
    seat.port = null;
    port?.terminate();
    task?.settle(end);
  }

  #cancel(task: Task): void {
    const seat = this.#seats.find((one) => one.task === task);
    if (seat === undefined) {
      this.#queue = this.#queue.filter((waiting) => waiting !== task);
      task.settle({ kind: 'cancelled' });
      return;
    }
    seat.port?.post({ job: task.id, command: 'cancel' });
    setTimeout(() => {
      if (seat.task !== task) return;
      this.#vacate(seat, { kind: 'cancelled' });
      this.#dispatch();
    }, GRACE_MILLISECONDS);
  }
}
