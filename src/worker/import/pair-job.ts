/** Which files of a drop are the metadata of flat (v0) results beside them; read before the results, whose rows need it. */
import { type LegacyMetadata, pairMetadata, readLegacyMetadata } from '../../reading/legacy-metadata';
import { parseRecord } from '../../reading/json-text';
import { inLanes } from './lanes';
import type { ImportAnswer, NamedBlob } from './protocol';

/** Metadata files are small; a larger file is not looked into. */
const METADATA_BYTES = 1024 * 1024;
const OPENING_BRACE = 0x7b;
const READS_AT_ONCE = 8;

export async function pair(sources: readonly NamedBlob[], signal: AbortSignal): Promise<ImportAnswer> {
  const found = await inLanes(sources, READS_AT_ONCE, ({ blob }) => {
    signal.throwIfAborted();
    // A file by itself has nothing to be metadata of.
    return sources.length > 1 ? metadataOf(blob) : Promise.resolve(null);
  });
  const pairs = pairMetadata(
    sources.map(({ path }) => path),
    found.map((metadata) => metadata !== null),
  );
  return { kind: 'pair', metadata: pairs.map((index) => (index === null ? null : (found[index] ?? null))) };
}

async function metadataOf(blob: Blob): Promise<LegacyMetadata | null> {
  if (blob.size > METADATA_BYTES) return null;
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    if (bytes[0] !== OPENING_BRACE) return null;
    const raw = { kind: 'record', line: 1, byte: 0, bytes, terminated: true, repaired: false } as const;
    const { value } = parseRecord(raw, 'keep');
    return value === undefined ? null : readLegacyMetadata(value);
  } catch {
    // Unreadable: then it is nobody's metadata, and its own reading will say what is wrong with it.
    return null;
  }
}
