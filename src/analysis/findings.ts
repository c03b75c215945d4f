/**
 * What the figures of a trace contradict, merged with what reading found, in report order and cut at the limit of each
 * code. It refuses to judge fields, parents and calls: reading has done that.
 */
import type { Diagnostic } from '../model/diagnostic';
import { DIAGNOSTICS_OF_ONE_CODE, compareDiagnostics, cutDiagnostics } from '../model/diagnostic';
import type { Episode, RecordedTokens, Trace } from '../model/episode';
import type { TraceGraph } from './graph';
import { graphOf } from './graph';
import { graphFindings } from './graph-findings';
import type { RecordAt } from './record-at';
import { findingAt } from './record-at';
import type { TraceSemantics } from './semantics';
import { semanticsOf } from './semantics';
import { streamFindings } from './stream-lengths';
import type { TokenCounts } from './tokens';
import { traceTokens } from './tokens';

/** About one trace, complete. The codes added here are none of reading's, whose own are cut already. */
export function traceFindings(
  trace: Trace,
  graph: TraceGraph,
  at: RecordAt,
  semantics: TraceSemantics = semanticsOf(trace),
): readonly Diagnostic[] {
  const found = [
    ...(trace.recordedTokens === null ? [] : countFindings(trace, traceTokens(trace, graph), at)),
    ...streamFindings(trace, at),
    ...graphFindings(trace, graph, semantics, at),
  ];
  return found.length === 0
    ? trace.diagnostics
    : [...trace.diagnostics, ...cutDiagnostics(found)].sort(compareDiagnostics);
}

/** About the record as a whole, beyond reading; they belong among the file's diagnostics. */
export function episodeFindings(episode: Episode, at: RecordAt): readonly Diagnostic[] {
  return episode.recordedTokens === null
    ? []
    : tokenDifferences(episode.recordedTokens, episodeTokens(episode), episode.traces, at);
}

/** Flags of a trace in the list: warnings and errors, without those of token streams, which the index pass does not read. */
export function flagsOf(trace: Trace, tokens: TokenCounts, at: RecordAt): number {
  return countFlags(trace.diagnostics) + countFindings(trace, tokens, at).length + graphFlags(trace, at);
}

/** Whether links or sessions say whose calls these are. Then texts may decide too: the root's reply is one of them. */
export function isLinked({ nodes, calls }: Trace): boolean {
  return nodes.some(({ links }) => links.length > 0) || calls.some(({ lineage }) => lineage !== null);
}

/** Without links and sessions the graph has nothing to warn of; most traces have neither, and each is looked at. */
function graphFlags(trace: Trace, at: RecordAt): number {
  if (!isLinked(trace)) return 0;
  const found = graphFindings(trace, graphOf(trace), semanticsOf(trace), at);
  return found.filter(({ severity }) => severity !== 'info').length;
}

/** Warnings and errors; the closing entry of a code that was cut stands for all it left out. */
export function countFlags(diagnostics: readonly Diagnostic[]): number {
  let flags = 0;
  for (const { severity, count } of diagnostics) {
    if (severity !== 'info') flags += count === undefined ? 1 : count - DIAGNOSTICS_OF_ONE_CODE;
  }
  return flags;
}

function countFindings(trace: Trace, tokens: TokenCounts, at: RecordAt): readonly Diagnostic[] {
  return trace.recordedTokens === null ? [] : tokenDifferences(trace.recordedTokens, tokens, [trace], at);
}

function tokenDifferences(
  recorded: RecordedTokens,
  computed: TokenCounts,
  traces: readonly Trace[],
  at: RecordAt,
): readonly Diagnostic[] {
  const names = ['input', 'output', 'total'] as const;
  return names.flatMap((name) => {
    const value = recorded[name];
    if (value === null || value === computed[name]) return [];
    if (name === 'total' && value === computed.input + outputOnce(traces)) return [];
    const message = `Recorded as ${value}; from the calls it is ${computed[name]}.`;
    return [findingAt(at, 'derived-count-differs', `/num_${name}_tokens`, message)];
  });
}

/** Writers since 0.4.0 record as a total the input plus the output of every call once, not the sum over branches. */
function outputOnce(traces: readonly Trace[]): number {
  let output = 0;
  for (const { calls } of traces) for (const { usage } of calls) output += usage?.completionTokens ?? 0;
  return output;
}

function episodeTokens(episode: Episode): TokenCounts {
  let [input, output, total] = [0, 0, 0];
  for (const trace of episode.traces) {
    const tokens = traceTokens(trace);
    input += tokens.input;
    output += tokens.output;
    total += tokens.total;
  }
  return { input, output, total };
}
