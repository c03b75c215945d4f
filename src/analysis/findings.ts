/**
 * What the graph, the calls and the figures of a trace contradict, merged with what reading found, in report order and cut
 * at the limit of each code. It refuses to judge single fields: reading has done that.
 */
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import { DIAGNOSTICS_OF_ONE_CODE, compareDiagnostics, cutDiagnostics } from '../model/diagnostic';
import type { Episode, RecordedTokens, Trace } from '../model/episode';
import { pointerTo } from '../model/json';
import type { TraceGraph } from './graph';
import { pairTools } from './pairing';
import type { RecordAt } from './record-at';
import { findingAt } from './record-at';
import { streamFindings } from './stream-lengths';
import type { TokenCounts } from './tokens';
import { traceTokens } from './tokens';

/** About one trace, complete: reading's findings, the graph's, tool results without a call, streams of wrong length. */
export function traceFindings(trace: Trace, graph: TraceGraph, at: RecordAt): readonly Diagnostic[] {
  const found = contradictions(trace, graph, at);
  for (const result of pairTools(trace, graph).orphans) {
    found.push(
      findingAt(at, 'orphan-tool-result', `/nodes/${result}`, `Node ${result} answers no tool call.`),
    );
  }
  found.push(...streamFindings(trace, at));
  return merged(trace.diagnostics, found);
}

/** How many findings of a trace deserve a flag in the list: those of severity warning or error, without token streams,
 * which the index pass does not read. */
export function flagsOf(trace: Trace, graph: TraceGraph, tokens: TokenCounts): number {
  const found = contradictions(trace, graph, { line: 0, byte: 0 }, tokens);
  return countFlags(found.length === 0 ? trace.diagnostics : merged(trace.diagnostics, found));
}

/** About the record as a whole, beyond reading; they belong among the file's diagnostics. */
export function episodeFindings(episode: Episode, at: RecordAt): Diagnostic[] {
  if (episode.recordedTokens === null) return [];
  return tokenDifferences(episode.recordedTokens, episodeTokens(episode), at);
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

/** Warnings and errors. */
export function countFlags(diagnostics: readonly Diagnostic[]): number {
  let flags = 0;
  for (const one of diagnostics) if (one.severity !== 'info') flags += weight(one);
  return flags;
}

function contradictions(trace: Trace, graph: TraceGraph, at: RecordAt, tokens?: TokenCounts): Diagnostic[] {
  const found = graph.cycles.map((cycle) => {
    const sorted = [...cycle].sort((left, right) => left - right);
    const named = sorted.slice(0, NAMED).join(', ') + (sorted.length > NAMED ? ', …' : '');
    const nodes =
      sorted.length === 1 ? `Node ${named} is its own ancestor` : `Nodes ${named} are their own ancestors`;
    return findingAt(at, 'parent-cycle', `/nodes/${sorted[0] ?? 0}/parent`, `${nodes}.`);
  });
  callFindings(trace, at, found);
  if (trace.recordedTokens !== null) {
    found.push(...tokenDifferences(trace.recordedTokens, tokens ?? traceTokens(trace, graph), at));
  }
  return found;
}

/** Nodes of a cycle that its finding names. */
const NAMED = 8;

function callFindings(trace: Trace, at: RecordAt, found: Diagnostic[]): void {
  const firstCall = new Map<number, number>();
  for (const { index, node, nodeAsWritten } of trace.calls) {
    const path = `/calls/${index}/node`;
    if (node === null) {
      if (nodeAsWritten !== null) {
        found.push(findingAt(at, 'bad-call-node', path, `Call ${index} names a node that does not exist.`));
      }
      continue;
    }
    if (trace.nodes[node]?.sampled === false) {
      found.push(
        findingAt(
          at,
          'unsampled-call-node',
          path,
          `Call ${index} names node ${node}, which no model call produced.`,
        ),
      );
    }
    const first = firstCall.get(node);
    if (first === undefined) firstCall.set(node, index);
    else
      found.push(
        findingAt(at, 'call-node-twice', path, `Calls ${first} and ${index} both name node ${node}.`),
      );
  }
}

function tokenDifferences(recorded: RecordedTokens, computed: TokenCounts, at: RecordAt): Diagnostic[] {
  const names = ['input', 'output', 'total'] as const;
  return names.flatMap((name) => {
    const value = recorded[name];
    if (value === null || value === computed[name]) return [];
    const message = `num_${name}_tokens is recorded as ${value}; recomputed it is ${computed[name]}.`;
    return [findingAt(at, 'derived-count-differs', pointerTo('', `num_${name}_tokens`), message)];
  });
}

/** Reading may have said the same of the same place; then its words stand. */
function merged(read: readonly Diagnostic[], found: readonly Diagnostic[]): readonly Diagnostic[] {
  if (found.length === 0) return read.toSorted(compareDiagnostics);
  const said = new Set(read.map(({ code, path }) => `${code} ${path ?? ''}`));
  const all = [...read, ...found.filter(({ code, path }) => !said.has(`${code} ${path ?? ''}`))];
  const counts = new Map<DiagnosticCode, number>();
  for (const one of all) counts.set(one.code, (counts.get(one.code) ?? 0) + weight(one));
  return cutDiagnostics(all, counts);
}

/** How many findings an entry stands for: the closing entry of a code that was cut for all it left out. */
function weight({ count }: Diagnostic): number {
  return count === undefined ? 1 : count - DIAGNOSTICS_OF_ONE_CODE;
}
