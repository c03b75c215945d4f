/** The shapes that lie in the library's database. They change only together with a step in `database.ts`. */
import type { Diagnostic } from '../model/diagnostic';
import type { RunKey } from '../model/ids';
import type { JsonObject } from '../model/json';
import type { RecordCounts, SourceFacts } from '../model/source';

export interface StoredSource extends SourceFacts {
  /** Size of the uncompressed UTF-8 content: what the blocks add up to. */
  readonly contentSize: number;
  readonly blocks: number;
}

export interface StoredRun {
  readonly key: RunKey;
  readonly name: string;
  /** Unix milliseconds of the import. */
  readonly added: number;
  /** Which reading and which definitions derived the rows; another one derives them again from the bytes. */
  readonly derivation: number;
  readonly sources: readonly StoredSource[];
  /** Sums over the sources, so that the library's list need not add up. */
  readonly bytes: number;
  readonly episodes: number;
  readonly records: RecordCounts;
  readonly meanReward: number | null;
  /** Diagnostics of severity error and warning. */
  readonly findings: number;
  readonly pages: number;
}

export interface StoredImport {
  readonly key: RunKey;
  readonly name: string;
  /** A token of the tab that imports; another tab's writes are refused. */
  readonly owner: string;
  readonly started: number;
  /** Unix milliseconds of the last write: a sign of life where the browser has no locks. */
  readonly touched: number;
}

export interface StoredFindings {
  readonly diagnostics: readonly Diagnostic[];
  /** The metadata file that belongs to v0 results. */
  readonly metadata: JsonObject | null;
}
