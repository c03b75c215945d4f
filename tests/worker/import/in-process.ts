/** An import worker without a worker: the same jobs, in this process, with the copying that messages do. */
import type { PortEvents, StartPort } from '../../../src/worker/import/pool';
import type { ImportCommand, ImportReply } from '../../../src/worker/import/protocol';
import { serveImport } from '../../../src/worker/import/serve';

export const startInProcess: StartPort = (events: PortEvents) => {
  let open = true;
  const serve = serveImport((reply: ImportReply) => {
    const copy = structuredClone(reply);
    // A message arrives in a task of its own.
    setImmediate(() => {
      if (open) events.reply(copy);
    });
  });
  return {
    post(command: ImportCommand) {
      const copy = structuredClone(command);
      setImmediate(() => serve(copy));
    },
    terminate() {
      open = false;
    },
  };
};
