/**
 * The page's side of the continuity worker: one worker, one question at a time, ended as soon as nobody waits. It knows no
 * run and keeps nothing of what it is told.
 */
import type { BreakCounts } from '../../model/breaks';
import { type JobId, jobId } from '../../model/ids';
import { countsOfColumns } from '../../storage/break-columns';
import { startModuleWorker } from '../bootstrap';
import entry from './entry?worker&url';
import type { CountCommand, CountReply, RecordStretch } from './protocol';

/** A worker, or what stands for one in tests. */
export interface ContinuityPort {
  post(command: CountCommand): void;
  terminate(): void;
}
export interface PortEvents {
  readonly reply: (reply: CountReply) => void;
  readonly crash: (message: string) => void;
}
export type StartPort = (events: PortEvents) => ContinuityPort;

export function startContinuityPort(events: PortEvents): ContinuityPort {
  const worker = startModuleWorker(entry, 'wirescope-continuity');
  worker.onmessage = (event: MessageEvent<CountReply>) => events.reply(event.data);
  worker.onerror = (event) => events.crash(event.message || 'the worker could not be started');
  worker.onmessageerror = () => events.crash('an answer could not be received');
  return {
    post: (command) => worker.postMessage(command),
    terminate: () => worker.terminate(),
  };
}

export type Counted =
  /** One entry a record; null where it could not be read. */
  | { readonly kind: 'counted'; readonly counts: readonly (BreakCounts | null)[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

interface Waiting {
  readonly job: JobId;
  readonly settle: (counted: Counted) => void;
}

export class ContinuityClient {
  readonly #start: StartPort;
  #port: ContinuityPort | null = null;
  #waiting: Waiting | null = null;
  #jobs = 0;

  constructor(start: StartPort = startContinuityPort) {
    this.#start = start;
  }

  /** Ask again only when the answer is there. Who aborts is answered at once, and the worker ends with its work. */
  count(stretch: RecordStretch, signal: AbortSignal): Promise<Counted> {
    if (this.#waiting !== null) throw new Error('one question at a time');
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    return new Promise((resolve) => {
      const job = jobId((this.#jobs += 1));
      const stop = (): void => this.rest();
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting = {
        job,
        settle: (counted) => {
          signal.removeEventListener('abort', stop);
          this.#waiting = null;
          resolve(counted);
        },
      };
      this.#port ??= this.#open();
      this.#port.post({ job, stretch });
    });
  }

  /** Ends the worker, and with it what it does; the next question starts another. */
  rest(): void {
    this.#port?.terminate();
    this.#port = null;
    this.#waiting?.settle({ kind: 'cancelled' });
  }

  #open(): ContinuityPort {
    const port: ContinuityPort = this.#start({
      reply: (reply) => {
        if (this.#waiting?.job === reply.job) this.#waiting.settle(countedOf(reply));
      },
      crash: (message) => {
        if (this.#port !== port) return;
        port.terminate();
        this.#port = null;
        this.#waiting?.settle({ kind: 'failed', message });
      },
    });
    return port;
  }
}

function countedOf(reply: CountReply): Counted {
  return reply.kind === 'counted'
    ? { kind: 'counted', counts: countsOfColumns(reply.counts) }
    : { kind: 'failed', message: reply.message };
}
