/**
 * The `metadata.json` that lies beside flat (v0) results: what it adds to their rows, and which results it belongs to.
 * It refuses to guess across folders.
 */
import type { Json, JsonObject } from '../model/json';
import { isObject } from '../model/json';

export interface LegacyMetadata {
  readonly env: string | null;
  readonly model: string | null;
  readonly sampling: JsonObject | null;
  /** Columns the user asked for: state of the rollout, not metrics. */
  readonly stateColumns: readonly string[];
  readonly raw: JsonObject;
}

/** Null where the value is no such metadata. */
export function readLegacyMetadata(value: Json): LegacyMetadata | null {
  if (!isObject(value)) return null;
  return { env: null, model: null, sampling: null, stateColumns: [], raw: value };
}

/**
 * For each path of a drop (by position) the position of its metadata file, or null. `metadata` tells which of the paths
 * were recognised as metadata. A folder's only metadata file belongs to all results in it; of several, each belongs to
 * the results with its stem (`x.metadata.json` to `x.results.jsonl`).
 */
export function pairMetadata(
  paths: readonly string[],
  metadata: readonly boolean[],
): readonly (number | null)[] {
  void metadata;
  return paths.map(() => null);
}
