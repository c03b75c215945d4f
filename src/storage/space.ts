/** How much the browser grants this site and whether it promised to keep it. It refuses to know what is stored. */
export interface Space {
  /** Bytes; null where the browser does not say. */
  readonly quota: number | null;
  readonly used: number | null;
  readonly persisted: boolean | null;
}

export async function askSpace(): Promise<Space> {
  // Absent where the page has no secure context, and refusing in some private modes.
  const manager: StorageManager | undefined = navigator.storage;
  if (manager === undefined) return { quota: null, used: null, persisted: null };
  const [estimate, persisted] = await Promise.all([
    manager.estimate().catch(() => null),
    manager.persisted().catch(() => null),
  ]);
  return { quota: estimate?.quota ?? null, used: estimate?.usage ?? null, persisted };
}

/** Asks the browser not to evict; false where it declines or cannot say. */
export async function askToPersist(): Promise<boolean> {
  const manager: StorageManager | undefined = navigator.storage;
  if (manager === undefined) return false;
  return manager.persist().catch(() => false);
}
