/**
 * The analysis report over files that have been read, record by record, with the functions of the command line. What the
 * index pass found is taken as it is; the episodes are read again, this time with their token arrays.
 */
import { placeKey } from '../../analysis/matching/sighting';
import { ReportText } from '../../analysis/report-stream';
import { secretReports } from '../../analysis/secrets/secrets';
import type { JsonObject } from '../../model/json';
import { readFile } from '../../reading/file';
import { type LegacyMetadata, readLegacyMetadata } from '../../reading/legacy-metadata';
import { blobSource } from '../../reading/source';
import type { ReportEdges } from './edge-shape';
import type { ImportAnswer, ImportNews, ReportFile } from './protocol';

/** Text is handed to the browser in pieces of this many characters. */
const PIECE_LENGTH = 4 * 1024 * 1024;

const PROGRESS_MILLISECONDS = 100;

export async function writeReport(
  files: readonly ReportFile[],
  { traces, unmatched }: ReportEdges,
  signal: AbortSignal,
  report: (news: ImportNews) => void,
): Promise<ImportAnswer> {
  const text = new ReportText();
  const edges = new Map(traces.map((one) => [placeKey(one.place), one.edges]));
  const pieces = new Pieces();
  let bytes = 0;
  let records = 0;
  let next = 0;
  pieces.add(text.head());
  for (const [source, file] of files.entries()) {
    const { facts, content } = file;
    pieces.add(text.openFile());
    if (facts.episodes > 0) {
      const options = { metadata: metadataOf(file.metadata), tokens: 'keep' } as const;
      for await (const event of readFile(blobSource(facts.path, content), options)) {
        signal.throwIfAborted();
        if (event.kind !== 'record') continue;
        const { reading, line, byte, length } = event;
        if (reading.kind === 'episode') {
          const edgesOf = (trace: number) => edges.get(placeKey({ source, record: line, trace })) ?? null;
          pieces.add(
            await text.episode(reading.episode, { line, byte }, edgesOf, secretReports(event.text())),
          );
        }
        records += 1;
        if (performance.now() < next) continue;
        next = performance.now() + PROGRESS_MILLISECONDS;
        report({ kind: 'progress', bytes: bytes + byte + length, records });
      }
    }
    bytes += content.size;
    pieces.add(text.closeFile(closing(file)));
  }
  pieces.add(text.tail(unmatched));
  return { kind: 'report', report: pieces.join() };
}

/** The path within what was dropped: a folder's own name is not part of it. */
export function nameInRun(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

function metadataOf(raw: JsonObject | null): LegacyMetadata | null {
  return raw === null ? null : readLegacyMetadata(raw);
}

/** What the figures contradict was found by the index pass too; the report's writer finds it again and adds it itself. */
function closing({ facts, diagnostics }: ReportFile): Parameters<ReportText['closeFile']>[0] {
  const { path, size, digest, container, dialect, records } = facts;
  return {
    name: nameInRun(path),
    bytes: size,
    digest: digest ?? '',
    container,
    dialect,
    records,
    diagnostics: diagnostics.filter(({ code }) => code !== 'derived-count-differs'),
  };
}

class Pieces {
  #blobs: Blob[] = [];
  #text = '';

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= PIECE_LENGTH) this.#cut();
  }

  join(): Blob {
    this.#cut();
    return new Blob(this.#blobs, { type: 'application/json' });
  }

  #cut(): void {
    this.#blobs.push(new Blob([this.#text]));
    this.#text = '';
  }
}
