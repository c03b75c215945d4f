/** The episode worker's own file: connects the jobs to the messages, and nothing else. */
import { EpisodeJobs } from './jobs';
import type { Command, Reply } from './protocol';

/** The part of a worker's global scope that is used, typed by the protocol. */
interface EpisodeScope {
  onmessage: ((event: MessageEvent<Command>) => void) | null;
  postMessage(reply: Reply, transfer: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as EpisodeScope;
const jobs = new EpisodeJobs((reply, transfer = []) => scope.postMessage(reply, [...transfer]));
scope.onmessage = (event) => {
  // What is wrong in our own code must reach the page as an error, not end as a rejection nobody hears.
  jobs.take(event.data).catch((cause: unknown) => {
    setTimeout(() => {
      throw cause;
    });
  });
};
