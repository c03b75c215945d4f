/**
 * The library: every run that is stored or open, what is being imported, and what happened on the way. It starts imports
 * and answers with runs; what a run holds is the run's own affair.
 */
import type { RunKey } from '../model/ids';
import type { ImportProgress, OpenRun, RunKeeping } from './run.svelte';

export interface DroppedFile {
  /** Path within what was dropped, with `/`; the bare name for a single file. */
  readonly path: string;
  readonly file: File;
}

/** One card of the start page. */
export interface RunSummary {
  readonly key: RunKey;
  readonly name: string;
  readonly state:
    | { readonly kind: 'importing'; readonly progress: ImportProgress }
    | { readonly kind: 'complete' }
    | { readonly kind: 'cancelled' }
    | { readonly kind: 'failed'; readonly message: string };
  readonly keeping: RunKeeping;
  /** Bytes as given. */
  readonly bytes: number;
  readonly sources: number;
  readonly episodes: number;
  readonly meanReward: number | null;
  readonly skipped: number;
  /** Diagnostics of severity error and warning. */
  readonly findings: number;
  /** Unix milliseconds of the import. */
  readonly added: number;
}

/** Something that happened and that a person should know; stays until dismissed. */
export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'warning';
  readonly text: string;
  /** The run it is about, when there still is one. */
  readonly run: RunKey | null;
}

export interface StorageUsage {
  /** `browser`: kept in this browser's own database. `memory`: for this visit only; `reason` says why. */
  readonly place: 'opening' | 'browser' | 'memory';
  readonly reason: string | null;
  /** Bytes of the runs stored. */
  readonly used: number;
  /** What the browser grants this site, as it reports it; null when it does not say. */
  readonly quota: number | null;
  /** Whether the browser promised not to evict; null when it does not say. */
  readonly persisted: boolean | null;
}

export class Library {
  #runs = $state.raw<readonly RunSummary[]>([]);
  #notices = $state.raw<readonly Notice[]>([]);
  #usage = $state.raw<StorageUsage>({
    place: 'opening',
    reason: null,
    used: 0,
    quota: null,
    persisted: null,
  });

  /** Newest first. */
  get runs(): readonly RunSummary[] {
    return this.#runs;
  }
  get notices(): readonly Notice[] {
    return this.#notices;
  }
  get usage(): StorageUsage {
    return this.#usage;
  }

  /** One drop is one run. Resolves as soon as the run has its key, long before it is read; null when nothing was given. */
  async open(_files: readonly DroppedFile[], _name?: string): Promise<RunKey | null> {
    return null;
  }

  /** Pasted text, as one file. */
  async openText(_text: string): Promise<RunKey | null> {
    return null;
  }

  /** The run, whose rows are fetched from storage on first use; null when the library has no such run. */
  run(_key: RunKey): OpenRun | null {
    return null;
  }

  cancel(_key: RunKey): void {}
  async remove(_key: RunKey): Promise<void> {}
  async removeAll(): Promise<void> {}
  dismiss(id: number): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
  }
  /** Asks the browser not to evict what is stored; resolves to its answer. */
  async persist(): Promise<boolean> {
    return false;
  }
  /** Stops workers and closes the database. */
  close(): void {}
}
