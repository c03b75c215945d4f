/** The export worker in this process: the same jobs, the same clones, no thread. */
import { ExportClient, type ExportEvents } from '../../../src/worker/export/client';
import type { ExportReply } from '../../../src/worker/export/protocol';
import { serveExport } from '../../../src/worker/export/serve';

/** `started` counts workers; one that is ended answers nothing more. */
export function exportClient(): { readonly client: ExportClient; readonly started: () => number } {
  let count = 0;
  const client = new ExportClient(({ reply }: ExportEvents) => {
    count += 1;
    let ended = false;
    return {
      post(command) {
        void serveExport(structuredClone(command), (answer: ExportReply) => {
          if (!ended) reply(structuredClone(answer));
        });
      },
      terminate() {
        ended = true;
      },
    };
  });
  return { client, started: () => count };
}
