/** Reads bytes through the client as a drop would, and keeps all that comes. */
import { sourceIndex } from '../../../src/model/ids';
import type { PlacedRow } from '../../../src/storage/row-columns';
import { ImportClient, type SourceEnd } from '../../../src/worker/import/client';
import type { SourceMetadata } from '../../../src/worker/import/protocol';
import { startInProcess } from './in-process';

export interface ReadThrough {
  readonly end: SourceEnd;
  readonly rows: readonly PlacedRow[];
  /** The bytes that offsets refer to. */
  readonly content: Blob;
}

export interface Cutting {
  readonly workers?: number;
  readonly first?: number;
  readonly block?: number;
}

export async function readThrough(
  bytes: BlobPart,
  { workers = 2, ...cut }: Cutting = {},
  metadata: SourceMetadata = null,
): Promise<ReadThrough> {
  const client = new ImportClient(startInProcess, workers, cut);
  const blob = new Blob([bytes]);
  const rows: PlacedRow[] = [];
  const parts: Blob[] = [];
  const end = await client.read(
    sourceIndex(3),
    { path: 'run/traces.jsonl', blob },
    metadata,
    {
      rows: (pending) => rows.push(...pending.rows()),
      progress: () => undefined,
      content: (part) => parts.push(part),
    },
    new AbortController().signal,
  );
  client.close();
  return { end, rows, content: parts.length > 0 ? new Blob(parts) : blob };
}
