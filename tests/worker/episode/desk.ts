/** The episode worker in process: a client on one side, the jobs on the other, messages copied as a worker would. */
import type { JsonObject } from '../../../src/model/json';
import { traceIndex } from '../../../src/model/ids';
import type { EpisodeSource, StartPort } from '../../../src/worker/episode/client';
import { EpisodeClient } from '../../../src/worker/episode/client';
import { EpisodeJobs } from '../../../src/worker/episode/jobs';
import type { Command } from '../../../src/worker/episode/protocol';

export const FIRST = traceIndex(0);

export interface Desk {
  readonly client: EpisodeClient;
  readonly crashes: string[];
  readonly commands: Command[];
  /** Makes the present worker stop as one that ran out of memory. */
  readonly crash: (message: string) => void;
}

export function desk(): Desk {
  const crashes: string[] = [];
  const commands: Command[] = [];
  let crash: (message: string) => void = () => undefined;
  const start: StartPort = (events) => {
    let alive = true;
    crash = (message) => {
      alive = false;
      events.crash(message);
    };
    const jobs = new EpisodeJobs((reply, transfer = []) => {
      const copy = structuredClone(reply, { transfer: [...transfer] });
      queueMicrotask(() => {
        if (alive) events.reply(copy);
      });
    });
    return {
      post: (command) => {
        commands.push(command);
        setTimeout(() => {
          if (alive) void jobs.take(command);
        });
      },
      terminate: () => {
        alive = false;
      },
    };
  };
  const client = new EpisodeClient(start);
  client.onCrash((message) => crashes.push(message));
  return { client, crashes, commands, crash: (message) => crash(message) };
}

export function sourceOf(record: JsonObject | string, key = 'a'): EpisodeSource {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  return { key, ask: { bytes: new Blob([text]), line: 1, byte: 0, record: 0, metadata: null, edges: [] } };
}

export const never = new AbortController().signal;
