/**
 * The page's side of the offline worker: registers it, tells how far it is, and starts a new version only when asked. It
 * shows nothing; whoever subscribes does.
 */
import { ACTIVATE } from './message';

export type OfflineState =
  /** No service worker here: an insecure address, a private window, or the development server. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'preparing' }
  /** The app opens without a network. */
  | { readonly kind: 'ready' }
  /** Ready, and a newer version waits to be asked for. */
  | { readonly kind: 'update' }
  | { readonly kind: 'failed'; readonly message: string };

/** Follows the contract of a readable Svelte store: a subscriber hears the present state at once. */
export interface Offline {
  subscribe(listener: (state: OfflineState) => void): () => void;
  /** Starts the waiting version and reloads the page. Other tabs are told, not reloaded. */
  update(): void;
}

export function registerOffline(
  container: ServiceWorkerContainer | undefined,
  url: URL,
  reload: () => void,
): Offline {
  let state: OfflineState = container === undefined ? { kind: 'unsupported' } : { kind: 'preparing' };
  const listeners = new Set<(state: OfflineState) => void>();
  let registration: ServiceWorkerRegistration | null = null;
  let asked = false;

  function become(next: OfflineState): void {
    state = next;
    for (const listener of listeners) listener(state);
  }

  function follow(worker: ServiceWorker, present: ServiceWorkerRegistration): void {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed' && present.active !== null) become({ kind: 'update' });
      else if (worker.state === 'activated' && state.kind === 'preparing') become({ kind: 'ready' });
      else if (worker.state === 'redundant' && state.kind === 'preparing') {
        become({ kind: 'failed', message: 'not every file of the app could be stored' });
      }
    });
  }

  async function start(container: ServiceWorkerContainer): Promise<void> {
    // The first worker claims the page that installed it; that is no update.
    let first = container.controller === null;
    container.addEventListener('controllerchange', () => {
      if (asked) reload();
      else if (first) first = false;
      else become({ kind: 'update' });
    });
    registration = await container.register(url, { updateViaCache: 'none' });
    const present = registration;
    if (present.installing !== null) follow(present.installing, present);
    present.addEventListener('updatefound', () => {
      if (present.installing !== null) follow(present.installing, present);
    });
    if (present.waiting !== null && present.active !== null) become({ kind: 'update' });
    else if (present.active !== null) become({ kind: 'ready' });
  }

  if (container !== undefined) {
    start(container).catch((error: unknown) => {
      become({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
    update() {
      asked = true;
      const waiting = registration?.waiting ?? null;
      // Without one, another tab has already started the new version.
      if (waiting === null) reload();
      else waiting.postMessage(ACTIVATE);
    },
  };
}
