/** A continuity worker without a worker: the same job, in this process, with the copying that messages do. */
import type { PortEvents, StartPort } from '../../../src/worker/continuity/client';
import { answerCount } from '../../../src/worker/continuity/jobs';
import type { CountCommand } from '../../../src/worker/continuity/protocol';

export const startContinuityInProcess: StartPort = (events: PortEvents) => {
  let open = true;
  return {
    post(command: CountCommand) {
      const copy = structuredClone(command);
      const answer = async (): Promise<void> => {
        const reply = structuredClone(await answerCount(copy));
        if (open) events.reply(reply);
      };
      setImmediate(() => void answer());
    },
    terminate() {
      open = false;
    },
  };
};
