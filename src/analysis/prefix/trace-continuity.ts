/**
 * Everything about one trace that verdicts, causes and forks are derived from, computed once: digests, paths, replies,
 * predecessors, call records. The way in to request-prefix continuity. It refuses to know other traces.
 */
import type { Trace } from '../../model/episode';
import type { TraceGraph } from '../graph';
import { NONE, graphOf } from '../graph';
import type { Digests } from './digests';
import { digestsOf } from './digests';
import type { DeclaredLinks, LineageOf } from './lineage';
import { lineageOf } from './lineage';
import type { Paths } from './paths';
import { pathsOf } from './paths';
import type { PredecessorOptions, Predecessors } from './predecessors';
import { predecessorsOf } from './predecessors';
import type { Replies } from './replies';
import { repliesOf } from './replies';
import type { RequestTools } from './segments';
import { requestTools } from './segments';
import type { TokenPaths } from './token-paths';
import { tokenPathsOf } from './token-paths';

export interface Continuity {
  readonly trace: Trace;
  readonly graph: TraceGraph;
  readonly digests: Digests;
  readonly paths: Paths;
  /** Null where the trace has no token ids. */
  readonly tokens: TokenPaths | null;
  readonly tools: RequestTools;
  readonly replies: Replies;
  readonly lineage: LineageOf;
  /** Of each sampled node. */
  readonly predecessors: Predecessors;
  /** The call that names a node; `NONE` without one, `SEVERAL` with more than one. */
  readonly recordOf: Int32Array;
}

export const SEVERAL = -2;

export async function continuityOf(
  trace: Trace,
  links: DeclaredLinks,
  options: PredecessorOptions = { strict: false },
): Promise<Continuity> {
  const graph = graphOf(trace);
  const tools = requestTools(trace);
  const digests = await digestsOf(
    trace,
    graph.roots.map((root) => tools.of(root)),
  );
  const paths = pathsOf(trace, graph, digests);
  const replies = repliesOf(trace, paths);
  const lineage = lineageOf(links);
  const isSampled = (node: number) => trace.nodes[node]?.sampled === true;
  return {
    trace,
    graph,
    digests,
    paths,
    tokens: tokenPathsOf(trace, graph, paths),
    tools,
    replies,
    lineage,
    predecessors: predecessorsOf(trace, { paths, replies, isSampled }, lineage, options),
    recordOf: recordsOf(trace),
  };
}

function recordsOf(trace: Trace): Int32Array {
  const records = new Int32Array(trace.nodes.length).fill(NONE);
  for (const { index, node } of trace.calls) {
    if (node !== null && node < records.length) records[node] = records[node] === NONE ? index : SEVERAL;
  }
  return records;
}
