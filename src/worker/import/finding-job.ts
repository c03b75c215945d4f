/**
 * What is odd inside the traces of files that have been read: by code, the first of each with their places, with the functions
 * of the command line. The index pass counts such findings for a row and keeps none. It refuses to know what they mean.
 */
import { traceFindings } from '../../analysis/findings';
import { graphOf } from '../../analysis/graph';
import { placeKey } from '../../analysis/matching/sighting';
import { semanticsOf } from '../../analysis/semantics';
import type { Diagnostic, DiagnosticCode } from '../../model/diagnostic';
import { cutDiagnostics, DIAGNOSTICS_OF_ONE_CODE } from '../../model/diagnostic';
import type { Trace } from '../../model/episode';
import { readFile } from '../../reading/file';
import { readLegacyMetadata } from '../../reading/legacy-metadata';
import { blobSource } from '../../reading/source';
import type { ReportEdges } from './edge-shape';
import type { ImportAnswer, ImportNews, ReportFile } from './protocol';

const PROGRESS_MILLISECONDS = 100;

export async function findInTraces(
  files: readonly ReportFile[],
  { traces }: ReportEdges,
  signal: AbortSignal,
  report: (news: ImportNews) => void,
): Promise<ImportAnswer> {
  const edges = new Map(traces.map((one) => [placeKey(one.place), one.edges]));
  const answers: (readonly Diagnostic[])[] = [];
  let bytes = 0;
  let records = 0;
  let next = 0;
  for (const [source, { facts, metadata, content }] of files.entries()) {
    const found = new FoundInFile();
    if (facts.episodes > 0) {
      const legacy = metadata === null ? null : readLegacyMetadata(metadata);
      for await (const event of readFile(blobSource(facts.path, content), {
        metadata: legacy,
        tokens: 'keep',
      })) {
        signal.throwIfAborted();
        if (event.kind !== 'record') continue;
        const { reading, line, byte, length } = event;
        if (reading.kind === 'episode') {
          for (const [index, trace] of reading.episode.traces.entries()) {
            const own = edges.get(placeKey({ source, record: line, trace: index }));
            const semantics = semanticsOf(trace, own);
            found.add(trace, traceFindings(trace, graphOf(trace), { line, byte }, semantics), line);
          }
        }
        records += 1;
        if (performance.now() < next) continue;
        next = performance.now() + PROGRESS_MILLISECONDS;
        report({ kind: 'progress', bytes: bytes + byte + length, records });
      }
    }
    bytes += content.size;
    answers.push(found.end());
  }
  return { kind: 'findings', found: answers };
}

/** The first of each code, and how many there are. */
class FoundInFile {
  readonly #kept: Diagnostic[] = [];
  readonly #counts = new Map<DiagnosticCode, number>();

  /** Places of traces' findings begin at the trace; here they begin at the record. */
  add({ path: base }: Trace, findings: readonly Diagnostic[], line: number): void {
    for (const finding of findings) {
      const { code, severity, byte, path, message, count } = finding;
      const before = this.#counts.get(code) ?? 0;
      this.#counts.set(code, before + (count === undefined ? 1 : count - DIAGNOSTICS_OF_ONE_CODE));
      // One more than is listed: `cutDiagnostics` makes the closing entry of it.
      if (before > DIAGNOSTICS_OF_ONE_CODE) continue;
      this.#kept.push({ code, severity, record: line, byte, path: base + (path ?? ''), message });
    }
  }

  end(): readonly Diagnostic[] {
    return cutDiagnostics(this.#kept, this.#counts);
  }
}
