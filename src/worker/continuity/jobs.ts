/**
 * The work of the continuity worker, without a worker: reads records again, with their token arrays, and counts the breaks
 * in each. It holds one stretch of bytes and one record at a time, and refuses to know runs.
 */
import { episodeBreaks } from '../../analysis/prefix/break-counts';
import type { BreakCounts } from '../../model/breaks';
import { parseRecord } from '../../reading/json-text';
import { readLegacyMetadata } from '../../reading/legacy-metadata';
import { readRecord } from '../../reading/record';
import { breakColumns } from '../../storage/break-columns';
import type { CountCommand, CountReply, RecordStretch, StretchRecord } from './protocol';

export async function answerCount({ job, stretch }: CountCommand): Promise<CountReply> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await stretch.bytes.arrayBuffer());
  } catch (cause) {
    // The file behind the Blob moved, changed or was deleted: the browser rejects, and only then.
    return { kind: 'unreadable', job, message: cause instanceof Error ? cause.message : String(cause) };
  }
  const counts: (BreakCounts | null)[] = [];
  for (const record of stretch.records) counts.push(await countsOf(bytes, stretch, record));
  return { kind: 'counted', job, counts: breakColumns(counts) };
}

/** Null for what is no episode, though the index pass took it for one. */
async function countsOf(
  bytes: Uint8Array<ArrayBuffer>,
  { start, metadata }: RecordStretch,
  { line, byte, length, edges }: StretchRecord,
): Promise<BreakCounts | null> {
  const own = bytes.subarray(byte - start, byte - start + length);
  const record = { kind: 'record', line, byte, bytes: own, terminated: true, repaired: false } as const;
  const { value } = parseRecord(record, 'keep');
  if (value === undefined) return null;
  const legacy = metadata === null ? null : readLegacyMetadata(metadata);
  const reading = readRecord(value, { line, byte, metadata: legacy });
  return reading.kind === 'episode' ? episodeBreaks(reading.episode, (trace) => edges[trace] ?? null) : null;
}
