/** Makes subjects of lines of JSON as the page does, and reads what a job wrote. */
import { episodeReport } from '../../../src/analysis/report';
import type { EpisodeReport } from '../../../src/analysis/report-types';
import { secretReports } from '../../../src/analysis/secrets/secrets';
import { traceIndex, type NodeIndex } from '../../../src/model/ids';
import { readFile } from '../../../src/reading/file';
import { bytesSource } from '../../../src/reading/source';
import type {
  ExportChoice,
  ExportFormat,
  ExportPart,
  ExportSubject,
  Written,
} from '../../../src/worker/export/protocol';
import { writeExport } from '../../../src/worker/export/write-job';

export function subjectOf(text: string, part: ExportPart | null = null): ExportSubject {
  const bytes = new TextEncoder().encode(text);
  const starts: number[] = [];
  const lengths: number[] = [];
  const lines: number[] = [];
  let start = 0;
  let line = 1;
  for (let at = 0; at <= bytes.length; at += 1) {
    if (at < bytes.length && bytes[at] !== 0x0a) continue;
    if (at > start) {
      starts.push(start);
      lengths.push(at - start);
      lines.push(line);
    }
    start = at + 1;
    line += 1;
  }
  return {
    kind: 'records',
    sources: [{ path: 'traces.jsonl', content: new Blob([bytes]), metadata: null }],
    records: {
      source: new Uint32Array(starts.length),
      line: Float64Array.from(lines),
      byte: Float64Array.from(starts),
      length: Float64Array.from(lengths),
    },
    part,
  };
}

export function partOf(trace: number, path: string, nodes: readonly NodeIndex[] | null): ExportPart {
  return { trace: traceIndex(trace), path, nodes };
}

export const NOTHING: ExportChoice = { kinds: [], exceptions: [] };

export async function write(
  subject: ExportSubject,
  format: ExportFormat,
  choice: ExportChoice = NOTHING,
): Promise<Written & { readonly text: string }> {
  const written = await writeExport(
    { kind: 'write', subject, format, choice, name: 'exported.jsonl' },
    () => undefined,
  );
  return { ...written, text: await written.file.text() };
}

export async function reportsOf(text: string): Promise<readonly EpisodeReport[]> {
  const bytes = new TextEncoder().encode(text);
  const reports: EpisodeReport[] = [];
  for await (const event of readFile(bytesSource('a.jsonl', bytes), { metadata: null, tokens: 'keep' })) {
    if (event.kind !== 'record' || event.reading.kind !== 'episode') continue;
    const { line, byte, reading } = event;
    reports.push(
      await episodeReport(reading.episode, { line, byte }, undefined, secretReports(event.text())),
    );
  }
  return reports;
}
