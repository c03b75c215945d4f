/**
 * Starts a module worker from a `blob:` address that imports the worker's file: only then does the page's content policy
 * bind the worker too (one started by the address of its file gets none). It knows no protocol.
 */
export function startModuleWorker(entry: string, name: string): Worker {
  const address = new URL(entry, globalThis.location.href).href;
  const bootstrap = new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' });
  const bootstrapAddress = URL.createObjectURL(bootstrap);
  const worker = new Worker(bootstrapAddress, { type: 'module', name });
  // The address must live until the worker has fetched it; the first sign of life, good or bad, says that it has.
  const release = (): void => URL.revokeObjectURL(bootstrapAddress);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
}
