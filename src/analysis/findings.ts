/** What the graph and the figures of a trace contradict, merged with what reading found. */
import type { Diagnostic } from '../model/diagnostic';
import { compareDiagnostics } from '../model/diagnostic';
import type { Episode, Trace } from '../model/episode';
import type { TraceGraph } from './graph';
import type { ReportPlace } from './report';

/** About one trace, in report order: reading's and the graph's. */
export function traceFindings(trace: Trace, _graph: TraceGraph, _place: ReportPlace): Diagnostic[] {
  return [...trace.diagnostics].sort(compareDiagnostics);
}

/** About the record as a whole, beyond reading: they belong among the file's diagnostics. */
export function episodeFindings(_episode: Episode, _place: ReportPlace): Diagnostic[] {
  return [];
}
