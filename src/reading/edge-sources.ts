/**
 * What one file holds of edges from beside a trace: published sets, raw or captured with what was around them, and the
 * events of a session's ledger. It refuses to know traces, and whether sets are sound and what ledgers add up to.
 *
 * A publication repeats all edges of the ones before it, so of several the last says most. They are still kept one by one,
 * in order: a set is applied whole or not at all, and where the last is refused the ones before it may stand.
 */
import type { Diagnostic } from '../model/diagnostic';
import { diagnostic } from '../model/diagnostic';
import type { Dialect } from '../model/dialect';
import type { EdgeFile } from '../model/edge-source';
import type { JsonObject } from '../model/json';
import { isObject } from '../model/json';
import { recogniseContainer } from './container';
import type { EdgeReading } from './edge-collection';
import { EdgeCollection } from './edge-collection';
import { parseRecord } from './json-text';
import type { RecordReading } from './record';
import { readRecord } from './record';
import { recordsOf } from './records';
import { refusalOf } from './refusal';
import { isBundle } from './session-directory/bundle';
import { readSessionTree } from './session-directory/tree';
import type { ByteSource } from './source';

/** Of the content; what edges there are lies in far less. */
const MOST_BYTES = 1024 * 1024 * 1024;

export interface EdgeReadOptions {
  readonly as: EdgeReading;
  /** Injectable for tests. */
  readonly mostBytes?: number;
}

/** Never throws but for a source that cannot be read. */
export async function readEdgeSources(source: ByteSource, options: EdgeReadOptions): Promise<EdgeFile> {
  const { mostBytes = MOST_BYTES } = options;
  const container = await recogniseContainer(source);
  const collected = new EdgeCollection(source.name, options.as);
  for (const found of container.diagnostics) collected.note(found);
  const refusal = refusalOf(container);
  if (refusal !== null) collected.note(diagnostic('no-edges', {}, refusal.message));
  else {
    const report = (found: Diagnostic) => collected.note(found);
    for await (const found of recordsOf(container, { report })) {
      if (found.byte > mostBytes) {
        collected.note(diagnostic('unreadable-file', { byte: found.byte }, tooLong(mostBytes)));
        break;
      }
      collected.take(found);
    }
  }
  return collected.end();
}

/**
 * Of a file that may be anything: its edges where it is a file of edges, its sessions where it is a directory of them, its
 * payloads; null for everything else.
 */
export async function edgesBeside(source: ByteSource): Promise<EdgeFile | null> {
  const first = await firstOf(source);
  if (first === null) return null;
  if (typeof first === 'object') return directoryFile(source.name, first);
  const edges = await readEdgeSources(source, { as: 'found' });
  return edges.sources.length === 0 ? null : edges;
}

/** What a file is to a run beside which it is laid: edges for it, part of a run of its own, or nothing that can be used. */
export type FileBeside = 'edges' | 'run' | 'neither';

/** So many of the first records are asked whether they hold a rollout: not every first line is whole. */
const RECORDS_ASKED = 20;

export async function kindBeside(source: ByteSource): Promise<FileBeside> {
  if ((await edgesBeside(source)) !== null) return 'edges';
  const container = await recogniseContainer(source);
  if (refusalOf(container) !== null) return 'neither';
  let asked = 0;
  for await (const found of recordsOf(container)) {
    if (found.kind === 'overlong') return 'run';
    const { value } = parseRecord(found, 'skip');
    const at = { line: found.line, byte: found.byte, metadata: null };
    if (value !== undefined && isOfRun(readRecord(value, at))) return 'run';
    asked += 1;
    if (asked === RECORDS_ASKED) break;
  }
  return 'neither';
}

/** A session's files hold its rollout together. */
function isOfRun(reading: RecordReading): boolean {
  if (reading.kind === 'row') return ROWS_OF_SESSIONS.has(reading.dialect);
  return reading.kind === 'episode';
}

/** A directory of sessions as one document, as it is composed for reading. */
export function directoryFile(name: string, document: JsonObject): EdgeFile {
  const { tree } = readSessionTree(document, { line: 1, byte: 0 });
  return { name, sources: [{ kind: 'directory', name, tree }], diagnostics: [] };
}

/** By its first record: edges, payloads, or one of no known kind, behind which a capture may have more; or a directory. */
async function firstOf(source: ByteSource): Promise<'edges' | JsonObject | null> {
  const container = await recogniseContainer(source);
  if (refusalOf(container) !== null) return null;
  for await (const found of recordsOf(container)) {
    if (found.kind === 'overlong') return null;
    const { value } = parseRecord(found, 'skip');
    if (value === undefined) return null;
    if (isObject(value) && isBundle(value)) return value;
    const reading = readRecord(value, { line: found.line, byte: found.byte, metadata: null });
    if (reading.kind === 'row') return ROWS_BESIDE.has(reading.dialect) ? 'edges' : null;
    return reading.kind === 'unknown' ? 'edges' : null;
  }
  return null;
}

const ROWS_OF_SESSIONS = new Set<Dialect>(['session_directory', 'prime_agent_transcript']);
const ROWS_BESIDE = new Set<Dialect>(['edge_set', 'edge_ledger', 'rlm_payload']);

function tooLong(mostBytes: number): string {
  return `Only the first ${mostBytes} bytes are looked through for edges; the rest was not read.`;
}
