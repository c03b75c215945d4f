/** The public door of record reading, in the shapes that tests ask for. */
import type { Diagnostic } from '../../../src/model/diagnostic';
import type { Episode, Trace } from '../../../src/model/episode';
import type { Json } from '../../../src/model/json';
import type { LegacyMetadata } from '../../../src/reading/legacy-metadata';
import type { RecordReading } from '../../../src/reading/record';
import { readRecord } from '../../../src/reading/record';

export function reading(value: Json, line = 1, metadata: LegacyMetadata | null = null): RecordReading {
  return readRecord(value, { line, byte: 0, metadata });
}

export function episodeIn(value: Json, line = 1, metadata: LegacyMetadata | null = null): Episode {
  const read = reading(value, line, metadata);
  if (read.kind !== 'episode') throw new Error(`read as ${read.kind}, not as an episode`);
  return read.episode;
}

/** The first trace. */
export function traceIn(value: Json, line = 1, metadata: LegacyMetadata | null = null): Trace {
  const [first] = episodeIn(value, line, metadata).traces;
  if (first === undefined) throw new Error('the episode has no trace');
  return first;
}

/** Of the record and of its traces, in one list. */
export function findings(value: Json, metadata: LegacyMetadata | null = null): readonly Diagnostic[] {
  const read = reading(value, 1, metadata);
  if (read.kind === 'foreign') return [];
  const inside = read.kind === 'episode' ? read.episode.traces.flatMap((trace) => trace.diagnostics) : [];
  return [...read.diagnostics, ...inside];
}

/** `code path` of each: what a case expects, in one line each. */
export function notes(value: Json): readonly string[] {
  return findings(value).map(({ code, path }) => (path === null ? code : `${code} ${path}`));
}
