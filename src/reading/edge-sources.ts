/**
 * What one file holds of edges from beside a trace: published sets, raw or captured with what was around them, and the
 * events of a session's ledger. It refuses to know traces, and whether sets are sound and what ledgers add up to.
 *
 * A publication repeats all edges of the ones before it, so of several the last says most. They are still kept one by one,
 * in order: a set is applied whole or not at all, and where the last is refused the ones before it may stand.
 */
import type { Diagnostic } from '../model/diagnostic';
import { diagnostic } from '../model/diagnostic';
import type { EdgeFile } from '../model/edge-source';
import { recogniseContainer } from './container';
import type { EdgeReading } from './edge-collection';
import { EdgeCollection } from './edge-collection';
import { parseRecord } from './json-text';
import { readRecord } from './record';
import { recordsOf } from './records';
import { refusalOf } from './refusal';
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

/** Of a file that may be anything: its edges where it is a file of edges; null for everything else. */
export async function edgesBeside(source: ByteSource): Promise<EdgeFile | null> {
  if (!(await mayHoldEdges(source))) return null;
  const edges = await readEdgeSources(source, { as: 'found' });
  return edges.sources.length === 0 ? null : edges;
}

/** By its first record: a row of edges, or one of no known kind, behind which a capture may have more. */
async function mayHoldEdges(source: ByteSource): Promise<boolean> {
  const container = await recogniseContainer(source);
  if (refusalOf(container) !== null) return false;
  for await (const found of recordsOf(container)) {
    if (found.kind === 'overlong') return false;
    const { value } = parseRecord(found, 'skip');
    if (value === undefined) return false;
    const reading = readRecord(value, { line: found.line, byte: found.byte, metadata: null });
    if (reading.kind === 'row') return reading.dialect === 'edge_set' || reading.dialect === 'edge_ledger';
    return reading.kind === 'unknown';
  }
  return false;
}

function tooLong(mostBytes: number): string {
  return `Only the first ${mostBytes} bytes are looked through for edges; the rest was not read.`;
}
