/** The export worker: connects its scope to the jobs and does nothing else. */
import { serveExport } from './serve';
import type { ExportCommand, ExportReply } from './protocol';

/** The two members of the worker's scope that are used; the global is typed as a window. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ExportCommand>) => void) | null;
  postMessage(reply: ExportReply): void;
};

scope.onmessage = (event) => void serveExport(event.data, (reply) => scope.postMessage(reply));
