/**
 * The page's side of the export worker: one worker for one job. To stop a job is to end its worker, so nothing that was
 * found outlives it. It keeps nothing of what it is told.
 */
import type { Result } from '../../model/result';
import { failed, ok } from '../../model/result';
import { startModuleWorker } from '../bootstrap';
import entry from './entry?worker&url';
import type { ExportCommand, ExportReply, Review, Written } from './protocol';

/** A worker, or what stands for one in tests. */
export interface ExportPort {
  post(command: ExportCommand): void;
  terminate(): void;
}
export interface ExportEvents {
  readonly reply: (reply: ExportReply) => void;
  readonly crash: (message: string) => void;
}
export type StartExport = (events: ExportEvents) => ExportPort;

function startExportPort(events: ExportEvents): ExportPort {
  const worker = startModuleWorker(entry, 'wirescope-export');
  worker.onmessage = (event: MessageEvent<ExportReply>) => events.reply(event.data);
  worker.onerror = (event) => events.crash(event.message || 'the worker could not be started');
  return {
    post: (command) => worker.postMessage(command),
    terminate: () => worker.terminate(),
  };
}

export type Progressed = (bytes: number, total: number) => void;
/** `stopped`: by the signal. */
export type ExportFailure =
  { readonly kind: 'stopped' } | { readonly kind: 'failed'; readonly message: string };

type Asked<Kind extends ExportCommand['kind']> = Omit<Extract<ExportCommand, { kind: Kind }>, 'kind'>;

export class ExportClient {
  readonly #start: StartExport;

  constructor(start: StartExport = startExportPort) {
    this.#start = start;
  }

  async review(
    ask: Asked<'review'>,
    signal: AbortSignal,
    progress: Progressed,
  ): Promise<Result<Review, ExportFailure>> {
    const answer = await this.#run({ kind: 'review', ...ask }, signal, progress);
    if (answer.kind === 'failed') return answer;
    if (answer.value.kind !== 'review') throw new Error('the worker answered another question');
    return ok(answer.value.review);
  }

  async write(
    ask: Asked<'write'>,
    signal: AbortSignal,
    progress: Progressed,
  ): Promise<Result<Written, ExportFailure>> {
    const answer = await this.#run({ kind: 'write', ...ask }, signal, progress);
    if (answer.kind === 'failed') return answer;
    if (answer.value.kind !== 'written') throw new Error('the worker answered another question');
    return ok(answer.value.written);
  }

  #run(
    command: ExportCommand,
    signal: AbortSignal,
    progress: Progressed,
  ): Promise<Result<Extract<ExportReply, { kind: 'review' | 'written' }>, ExportFailure>> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(failed({ kind: 'stopped' }));
        return;
      }
      const end = (): void => {
        port.terminate();
        signal.removeEventListener('abort', stop);
      };
      const stop = (): void => {
        end();
        resolve(failed({ kind: 'stopped' }));
      };
      const events: ExportEvents = {
        reply(reply) {
          if (reply.kind === 'progress') {
            progress(reply.bytes, reply.total);
            return;
          }
          end();
          resolve(reply.kind === 'failed' ? failed({ kind: 'failed', message: reply.message }) : ok(reply));
        },
        crash(message) {
          end();
          resolve(failed({ kind: 'failed', message }));
        },
      };
      signal.addEventListener('abort', stop);
      let port: ExportPort;
      try {
        port = this.#start(events);
      } catch (cause) {
        // A browser may refuse to start a worker.
        signal.removeEventListener('abort', stop);
        resolve(failed({ kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) }));
        return;
      }
      port.post(command);
    });
  }
}
