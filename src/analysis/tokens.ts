/**
 * Token counts of branches and of a trace, from what the provider reported for each call; from the token arrays where a
 * file has no calls. Linear in nodes and leaves: along a path every figure is that of the parent plus the node's own part,
 * because a call's increment depends on the nearest call above it alone.
 */
import type { Trace, Usage } from '../model/episode';
import type { TraceGraph } from './graph';
import { NONE, graphOf } from './graph';
import { inputTokens, totalTokens } from './usage';

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

/**
 * `output` and `total` add up the branches, so calls on shared beginnings count several times; `input` counts each call
 * once, in the first branch that contains it. So the format defines them.
 */
export function traceTokens(trace: Trace, graph: TraceGraph = graphOf(trace)): TokenCounts {
  if (!hasUsage(trace)) return arrayTokens(trace);
  const paths = pathTokens(trace, graph);
  let output = 0;
  let total = 0;
  for (const leaf of graph.leaves) {
    output += paths.output[leaf] ?? 0;
    total += paths.total[leaf] ?? 0;
  }
  return { input: inputOnce(graph, paths), output, total };
}

/** One entry a branch. From token arrays the parts of a path are simply added. */
export function branchTokens(trace: Trace, graph: TraceGraph = graphOf(trace)): TokenCounts[] {
  const { input, output, total } = hasUsage(trace) ? pathTokens(trace, graph) : pathArrays(trace, graph);
  return graph.leaves.map((leaf) => ({
    input: input[leaf] ?? 0,
    output: output[leaf] ?? 0,
    total: total[leaf] ?? 0,
  }));
}

/** Calls, even none, count by usage; token arrays only where the file has no calls at all, nor usage to make them from. */
function hasUsage(trace: Trace): boolean {
  return trace.callsRecorded || trace.calls.some((call) => call.usage !== null);
}

/** The call of each node: of several the last. */
export function callOfNode(trace: Trace): Int32Array {
  const calls = new Int32Array(trace.nodes.length).fill(NONE);
  trace.calls.forEach((call, index) => {
    if (call.node !== null && call.node < calls.length) calls[call.node] = index;
  });
  return calls;
}

/** Figures of the path that ends at each node. */
interface PathTokens {
  readonly input: Float64Array;
  readonly output: Float64Array;
  /** Total of the last call with usage on the path; 0 where there is none, which clamps nothing. */
  readonly total: Float64Array;
}

function pathTokens(trace: Trace, graph: TraceGraph): PathTokens {
  const paths = emptyPaths(graph.size);
  const calls = callOfNode(trace);
  const usageOf = (node: number): Usage | null => trace.calls[calls[node] ?? NONE]?.usage ?? null;
  const done = new Uint8Array(graph.size);
  for (const cycle of graph.cycles) {
    walkCycle(cycle, usageOf, paths);
    for (const node of cycle) done[node] = 1;
  }
  for (const node of graph.order) {
    if (done[node] === 1) continue;
    const parent = graph.parents[node] ?? NONE;
    const above = parent === NONE ? 0 : (paths.total[parent] ?? 0);
    const usage = usageOf(node);
    const grown = usage === null ? 0 : Math.max(0, inputTokens(usage) - above);
    paths.input[node] = (paths.input[parent] ?? 0) + grown;
    paths.output[node] = (paths.output[parent] ?? 0) + (usage?.completionTokens ?? 0);
    paths.total[node] = usage === null ? above : totalTokens(usage);
  }
  return paths;
}

function emptyPaths(size: number): PathTokens {
  return {
    input: new Float64Array(size),
    output: new Float64Array(size),
    total: new Float64Array(size),
  };
}

/** The path that ends at a node of a cycle begins at the node below it: every call once, the first of them unclamped. */
function walkCycle(
  cycle: readonly number[],
  usageOf: (node: number) => Usage | null,
  paths: PathTokens,
): void {
  const called = cycle.flatMap((node) => usageOf(node) ?? []);
  const before = (at: number) => called[(at + called.length - 1) % called.length];
  const growth = (usage: Usage, at: number) => {
    const above = before(at);
    return Math.max(0, inputTokens(usage) - (above === undefined ? 0 : totalTokens(above)));
  };
  let grown = 0;
  let output = 0;
  called.forEach((usage, at) => {
    grown += growth(usage, at);
    output += usage.completionTokens;
  });
  // How many calls lie at or before the node: the next one, counted round, opens the path.
  let passed = 0;
  for (const node of cycle) {
    if (usageOf(node) !== null) passed += 1;
    const at = called.length === 0 ? 0 : passed % called.length;
    const first = called[at];
    const last = before(at);
    paths.input[node] = first === undefined ? 0 : grown - growth(first, at) + Math.max(0, inputTokens(first));
    paths.output[node] = output;
    paths.total[node] = last === undefined ? 0 : totalTokens(last);
  }
}

/** Each node's own part once. A cycle counts in the first branch that leaves it; without one it is on no branch. */
function inputOnce(graph: TraceGraph, paths: PathTokens): number {
  const cycleOf = new Map<number, number>();
  graph.cycles.forEach((cycle, index) => {
    for (const node of cycle) cycleOf.set(node, index);
  });
  let input = 0;
  for (const node of graph.order) {
    if (cycleOf.has(node)) continue;
    input += (paths.input[node] ?? 0) - (paths.input[graph.parents[node] ?? NONE] ?? 0);
  }
  for (const entry of firstEntries(graph, cycleOf)) input += paths.input[entry] ?? 0;
  return input;
}

/** For each cycle that branches leave: the node at which the first of them does. */
function firstEntries(graph: TraceGraph, cycleOf: ReadonlyMap<number, number>): Iterable<number> {
  const first = new Map<number, number>();
  if (cycleOf.size === 0) return [];
  const entryOf = new Int32Array(graph.size).fill(NONE);
  for (const node of graph.order) {
    const parent = graph.parents[node] ?? NONE;
    if (cycleOf.has(node)) entryOf[node] = node;
    else if (parent !== NONE) entryOf[node] = entryOf[parent] ?? NONE;
  }
  for (const leaf of graph.leaves) {
    const entry = entryOf[leaf] ?? NONE;
    const cycle = cycleOf.get(entry);
    if (cycle !== undefined && !first.has(cycle)) first.set(cycle, entry);
  }
  return first.values();
}

/** Each node once, on a branch or not. */
function arrayTokens(trace: Trace): TokenCounts {
  let output = 0;
  let total = 0;
  for (const { tokens } of trace.nodes) {
    output += sampledTokens(tokens?.mask ?? []);
    total += tokens?.ids.length ?? 0;
  }
  return { input: total - output, output, total };
}

function pathArrays(trace: Trace, graph: TraceGraph): PathTokens {
  const paths = emptyPaths(graph.size);
  for (const cycle of graph.cycles) {
    let output = 0;
    let total = 0;
    for (const node of cycle) {
      output += sampledTokens(trace.nodes[node]?.tokens?.mask ?? []);
      total += trace.nodes[node]?.tokens?.ids.length ?? 0;
    }
    for (const node of cycle) {
      paths.output[node] = output;
      paths.total[node] = total;
    }
  }
  const cyclic = new Set<number>(graph.cycles.flat());
  for (const node of graph.order) {
    if (!cyclic.has(node)) {
      const parent = graph.parents[node] ?? NONE;
      const tokens = trace.nodes[node]?.tokens;
      paths.output[node] = (paths.output[parent] ?? 0) + sampledTokens(tokens?.mask ?? []);
      paths.total[node] = (paths.total[parent] ?? 0) + (tokens?.ids.length ?? 0);
    }
    paths.input[node] = (paths.total[node] ?? 0) - (paths.output[node] ?? 0);
  }
  return paths;
}

function sampledTokens(mask: readonly unknown[]): number {
  let count = 0;
  for (const value of mask) if (value === true || value === 1) count += 1;
  return count;
}
