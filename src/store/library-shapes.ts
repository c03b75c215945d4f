/** What the library shows of itself: cards, usage, and what it is given. */
import type { RunKey } from '../model/ids';
import type { ImportProgress, RunKeeping } from './run.svelte';

export interface DroppedFile {
  /** Path within what was dropped, with `/`; the bare name for a single file. */
  readonly path: string;
  readonly file: File;
}

/** Files that are no run: those of edges, and those that are neither. */
export interface EdgesAmong {
  readonly edges: readonly DroppedFile[];
  readonly others: readonly DroppedFile[];
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
