/**
 * The `metadata.json` that lies beside flat (v0) results: what it adds to their rows, and which results it belongs to.
 * It refuses to guess across folders.
 */
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject } from '../model/json';

export interface LegacyMetadata {
  readonly env: string | null;
  readonly model: string | null;
  readonly sampling: JsonObject | null;
  /** Columns the user asked for: state of the rollout, not metrics. */
  readonly stateColumns: readonly string[];
  readonly raw: JsonObject;
}

export function isLegacyMetadata(value: JsonObject): boolean {
  const named = typeof value.env_id === 'string' || typeof value.env === 'string';
  return named && value.num_examples !== undefined && value.rollouts_per_example !== undefined;
}

/** Null where the value is no such metadata. */
export function readLegacyMetadata(value: Json): LegacyMetadata | null {
  if (!isObject(value) || !isLegacyMetadata(value)) return null;
  const columns = isArray(value.state_columns) ? value.state_columns : [];
  return {
    env: typeof value.env_id === 'string' ? value.env_id : typeof value.env === 'string' ? value.env : null,
    model: typeof value.model === 'string' ? value.model : null,
    sampling: isObject(value.sampling_args) ? value.sampling_args : null,
    stateColumns: columns.filter((column) => typeof column === 'string'),
    raw: value,
  };
}

/**
 * For each path of a drop (by position) the position of its metadata file, or null. `metadata` tells which of the paths
 * were recognised as metadata. One metadata file and one file of results in a folder belong together; of several, those
 * with one stem do (`x.metadata.json` and `x.results.jsonl`, `metadata.json` and `results.jsonl`).
 */
export function pairMetadata(
  paths: readonly string[],
  metadata: readonly boolean[],
): readonly (number | null)[] {
  const folders = new Map<string, { readonly metadata: number[]; readonly results: number[] }>();
  paths.forEach((path, index) => {
    const folder = folderOf(path);
    const here = folders.get(folder) ?? { metadata: [], results: [] };
    folders.set(folder, here);
    if (metadata[index] === true) here.metadata.push(index);
    else if (/\.jsonl?(\.gz|\.zst)?$/i.test(path)) here.results.push(index);
  });
  const found: (number | null)[] = paths.map(() => null);
  for (const here of folders.values()) {
    for (const result of here.results) {
      const lone = here.metadata.length === 1 && here.results.length === 1;
      const stem = stemOf(paths[result] ?? '');
      const own = lone ? here.metadata[0] : here.metadata.find((one) => stemOf(paths[one] ?? '') === stem);
      found[result] = own ?? null;
    }
  }
  return found;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** What is left of a name without its extensions and the words that only say what kind of file it is. */
function stemOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.jsonl?(\.gz|\.zst)?$/i, '')
    .replace(/(^|[._-])(metadata|results|outputs|traces)$/i, '');
}
