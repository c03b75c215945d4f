/** The continuity worker's own file: connects the job to the messages, and nothing else. */
import { answerCount } from './jobs';
import type { CountCommand, CountReply } from './protocol';

/** The part of a worker's global scope that is used, typed by the protocol. */
interface ContinuityScope {
  onmessage: ((event: MessageEvent<CountCommand>) => void) | null;
  postMessage(reply: CountReply): void;
}

const scope = globalThis as unknown as ContinuityScope;
/** One after another: memory holds one record. */
let before: Promise<void> = Promise.resolve();
scope.onmessage = (event) => {
  before = before.then(async () => scope.postMessage(await answerCount(event.data)));
  // What is wrong in our own code must reach the page as an error, not end as a rejection nobody hears.
  before.catch((cause: unknown) => {
    setTimeout(() => {
      throw cause;
    });
  });
};
