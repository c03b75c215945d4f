/** The `metadata.json` of flat (v0) results: found among the files given, read before them, paired by folder and stem. */
import { readFile } from 'node:fs/promises';
import { parseJson } from '../model/json';
import type { LegacyMetadata } from '../reading/legacy-metadata';
import { pairMetadata, readLegacyMetadata } from '../reading/legacy-metadata';
import type { Input } from './inputs';

/** Metadata files are small; a larger file is not looked into. */
const MOST_BYTES = 1024 * 1024;

/** For each input the metadata that belongs to it, or null. */
export async function metadataOf(inputs: readonly Input[]): Promise<readonly (LegacyMetadata | null)[]> {
  const found: (LegacyMetadata | null)[] = [];
  for (const input of inputs) found.push(inputs.length > 1 ? await metadataIn(input) : null);
  const pairs = pairMetadata(
    inputs.map((input) => (input.kind === 'file' ? input.path.replaceAll('\\', '/') : input.name)),
    found.map((metadata) => metadata !== null),
  );
  return pairs.map((index) => (index === null ? null : (found[index] ?? null)));
}

async function metadataIn(input: Input): Promise<LegacyMetadata | null> {
  if (input.kind !== 'file' || input.size > MOST_BYTES || input.size === 0) return null;
  try {
    return readLegacyMetadata(parseJson(await readFile(input.path, 'utf8')));
  } catch {
    // Not one JSON document: then it is no metadata, and its own reading will say what it is.
    return null;
  }
}
