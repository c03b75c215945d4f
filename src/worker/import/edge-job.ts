/**
 * Reads files of edges, finds the traces of the run that they belong to, and says of every edge what becomes of it there. The
 * run is read through for its request ids once; what was seen is handed back and need not be seen again.
 */
import { endedEdges } from '../../analysis/edge-listing';
import type { PlacedEdges } from '../../analysis/matching/edge-matching';
import { EdgeMatching } from '../../analysis/matching/edge-matching';
import { placeKey } from '../../analysis/matching/sighting';
import { semanticsOf } from '../../analysis/semantics';
import type { EdgeFile, EdgeSource } from '../../model/edge-source';
import type { Trace } from '../../model/episode';
import type { FileBeside } from '../../reading/edge-sources';
import { edgesBeside, kindBeside, readEdgeSources } from '../../reading/edge-sources';
import { readFile } from '../../reading/file';
import { parseRecord } from '../../reading/json-text';
import { readLegacyMetadata } from '../../reading/legacy-metadata';
import { readRecord } from '../../reading/record';
import { blobSource } from '../../reading/source';
import type { EdgeAsk, EdgesOfTrace, FoundEdgeFile, RunFile, SeenRun, Span } from './edge-shape';
import type { ImportAnswer, ImportNews, NamedBlob } from './protocol';
import { nameInRun } from './report-job';

const PROGRESS_MILLISECONDS = 100;

type Report = (news: ImportNews) => void;

/** Of each file whether it is one of edges, a run, or neither. */
export async function edgesAmong(files: readonly NamedBlob[], signal: AbortSignal): Promise<ImportAnswer> {
  const answers: FileBeside[] = [];
  for (const { path, blob } of files) {
    signal.throwIfAborted();
    answers.push(await kindBeside(blobSource(path, blob)));
  }
  return { kind: 'edges-among', answers };
}

export async function findEdges(ask: EdgeAsk, signal: AbortSignal, report: Report): Promise<ImportAnswer> {
  const { given, policy, seen: before } = ask;
  const { found, read } = await readAll(ask, signal);
  const sources = read.flatMap(({ sources: own }) => own);
  const fileOf = read.flatMap(({ sources: own }, file) => own.map(() => file));
  const beside = new Set(found.flatMap((file) => (file.beside === null ? [] : [file.beside])));
  const chosen = fileOf.map((file) => given[file - beside.size]?.chosen ?? null);
  const matching = new EdgeMatching(sources, {
    trace: null,
    policy,
    chosen: chosen.map((one) => one?.place ?? null),
  });
  let spans = before?.spans ?? new Map<string, Span>();
  if (before !== null && matching.knows(before)) matching.recall(before);
  else if (sources.length > 0) spans = await lookThrough(ask.files, beside, matching, signal, report);
  // Files of edges without any run beside them are looked at as files, and nothing more is asked of them.
  const isRun = given.length > 0 || matching.sightings.traces > 0;
  const plan = isRun ? matching.plan() : { placed: [], unplaced: [] };
  const traces: EdgesOfTrace[] = [];
  for (const placed of plan.placed) {
    signal.throwIfAborted();
    const own = chosen.find((one) => one !== null && placeKey(one.place) === placeKey(placed.place));
    const span = spans.get(placeKey(placed.place)) ?? own;
    if (span === null || span === undefined) continue;
    const trace = await traceAt(ask.files, placed, span);
    if (trace === undefined) continue;
    traces.push({ ...outcome(trace, placed, fileOf), byte: span.byte, length: span.length });
  }
  const unplaced = plan.unplaced.map((one) => ({ file: fileOf[one.source] ?? -1, report: one.report }));
  const seen: SeenRun = { ...(sources.length === 0 && before !== null ? before : matching.sightings), spans };
  return { kind: 'edges', found: { files: found, traces, unplaced, seen } };
}

interface ReadEdges {
  readonly found: readonly FoundEdgeFile[];
  readonly read: readonly EdgeFile[];
}

/** Files beside the rollouts count only where there are several files: one by itself is the run. */
async function readAll({ files, given }: EdgeAsk, signal: AbortSignal): Promise<ReadEdges> {
  const found: FoundEdgeFile[] = [];
  const read: EdgeFile[] = [];
  const take = (edges: EdgeFile, beside: number | null): void => {
    read.push(edges);
    found.push({
      name: edges.name,
      beside,
      sets: edges.sources.filter(({ kind }) => kind === 'edge_set').length,
      events: edges.sources.reduce((sum, one) => sum + (one.kind === 'ledger' ? one.events.length : 0), 0),
      sessions: edges.sources.reduce((sum, one) => sum + sessionsIn(one), 0),
      diagnostics: edges.diagnostics,
    });
  };
  for (const [index, { path, content }] of files.length > 1 ? files.entries() : []) {
    signal.throwIfAborted();
    const edges = await edgesBeside(blobSource(nameInRun(path), content));
    if (edges !== null) take(edges, index);
  }
  for (const { name, blob } of given) {
    signal.throwIfAborted();
    take(await readEdgeSources(blobSource(name, blob), { as: 'given' }), null);
  }
  return { found, read };
}

function sessionsIn(source: EdgeSource): number {
  return source.kind === 'directory' ? 1 : source.kind === 'payloads' ? source.payloads.length : 0;
}

/** Shows every trace of the run to the matching, and remembers where those lie that carry an id. */
async function lookThrough(
  files: readonly RunFile[],
  beside: ReadonlySet<number>,
  matching: EdgeMatching,
  signal: AbortSignal,
  report: Report,
): Promise<ReadonlyMap<string, Span>> {
  const all = new Map<string, Span>();
  let bytes = 0;
  let records = 0;
  let next = 0;
  for (const [source, file] of files.entries()) {
    const { path, content, metadata, episodes } = file;
    if (episodes > 0 && !beside.has(source)) {
      const legacy = metadata === null ? null : readLegacyMetadata(metadata);
      for await (const event of readFile(blobSource(path, content), { metadata: legacy, tokens: 'skip' })) {
        signal.throwIfAborted();
        if (event.kind !== 'record') continue;
        const { reading, line, byte, length } = event;
        records += 1;
        if (reading.kind === 'episode') {
          for (const [index, trace] of reading.episode.traces.entries()) {
            const place = { source, record: line, trace: index };
            matching.see(place, trace);
            all.set(placeKey(place), { byte, length });
          }
        }
        if (performance.now() < next) continue;
        next = performance.now() + PROGRESS_MILLISECONDS;
        report({ kind: 'progress', bytes: bytes + byte + length, records });
      }
    }
    bytes += content.size;
  }
  const { seen, last } = matching.sightings;
  const kept = new Map<string, Span>();
  for (const { place } of last === null ? seen : [...seen, last]) {
    const span = all.get(placeKey(place));
    if (span !== undefined) kept.set(placeKey(place), span);
  }
  return kept;
}

async function traceAt(
  files: readonly RunFile[],
  { place }: PlacedEdges,
  { byte, length }: Span,
): Promise<Trace | undefined> {
  const file = files[place.source];
  if (file === undefined) return undefined;
  const bytes = await blobSource(file.path, file.content).slice(byte, byte + length);
  const at = { line: place.record, byte };
  const parsed = parseRecord({ kind: 'record', ...at, bytes, terminated: true, repaired: false }, 'skip');
  if (parsed.value === undefined) return undefined;
  const metadata = file.metadata === null ? null : readLegacyMetadata(file.metadata);
  const reading = readRecord(parsed.value, { ...at, metadata });
  return reading.kind === 'episode' ? reading.episode.traces[place.trace] : undefined;
}

function outcome(
  trace: Trace,
  { place, edges, sources }: PlacedEdges,
  fileOf: readonly number[],
): Omit<EdgesOfTrace, keyof Span> {
  return {
    place,
    id: trace.id,
    edges,
    files: [...new Set(sources.map((source) => fileOf[source] ?? -1))],
    reports: semanticsOf(trace, edges).report.edge_sets,
    listed: endedEdges(trace, edges),
  };
}
