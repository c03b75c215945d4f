/**
 * Who may write a run: one tab at a time. The browser's locks do it across tabs and let go when a tab dies; where there
 * are none, only this tab's own work is kept apart.
 */
export interface Locks {
  /** Whether other tabs are kept out too. */
  readonly shared: boolean;
  /** Waits for the lock; undefined when `signal` was faster. */
  hold<Value>(name: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value | undefined>;
  /** Undefined when someone else holds it. */
  holdIfFree<Value>(name: string, work: () => Promise<Value>): Promise<Value | undefined>;
}

export function browserLocks(): Locks {
  // Absent where the page has no secure context.
  const manager: LockManager | undefined = navigator.locks;
  return manager === undefined ? ownLocks() : sharedLocks(manager);
}

function sharedLocks(manager: LockManager): Locks {
  return {
    shared: true,
    async hold(name, signal, work) {
      try {
        return await manager.request(name, { signal }, work);
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
    holdIfFree: (name, work) =>
      manager.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : work())),
  };
}

export function ownLocks(): Locks {
  const held = new Map<string, Promise<unknown>>();
  async function take<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const running = work();
    held.set(name, running);
    try {
      return await running;
    } finally {
      held.delete(name);
    }
  }
  return {
    shared: false,
    async hold(name, signal, work) {
      for (let before = held.get(name); before !== undefined; before = held.get(name)) {
        await Promise.race([before.catch(() => undefined), aborted(signal)]);
        if (signal.aborted) return undefined;
      }
      return signal.aborted ? undefined : take(name, work);
    },
    holdIfFree: async (name, work) => (held.has(name) ? undefined : take(name, work)),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
