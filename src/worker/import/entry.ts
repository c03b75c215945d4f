/** The import worker: connects its scope to `serveImport` and does nothing else. */
import type { ImportCommand, ImportReply } from './protocol';
import { serveImport } from './serve';

/** The two members of the worker's scope that are used; the global is typed as a window. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ImportCommand>) => void) | null;
  postMessage(reply: ImportReply): void;
};

const serve = serveImport((reply) => scope.postMessage(reply));
scope.onmessage = (event) => serve(event.data);
