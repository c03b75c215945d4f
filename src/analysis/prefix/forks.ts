/**
 * Why a branch began: for every node with several children, and for roots that begin alike, a cause in the words of the
 * causes, or one of three more. What the harness declared comes first, then verdicts across the fork, then what the two
 * messages alone show. It refuses to call two messages an edit that nothing but their place connects.
 */
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import { NONE, childrenOf, hasSeveralChildren } from '../graph';
import { AlignedMessages } from './aligned-messages';
import { differencesOf } from './differences';
import { compareDomains } from './domain';
import { isOnPath, nodeAtDepth, sharedLength } from './paths';
import { weightOf } from './pairing-weights';
import type { RequestReport } from './requests-report';
import { namedTools, toolCauses } from './tool-causes';
import type { Continuity } from './trace-continuity';

export interface ForkCause {
  readonly cause: string;
  readonly evidence: { readonly left: NodeIndex; readonly right: NodeIndex };
}

export interface ForkReport extends ForkCause {
  /** Null for two roots. */
  readonly parent: NodeIndex | null;
  readonly children: readonly NodeIndex[];
  /** Of the third child and those behind it. */
  readonly others: readonly ForkCause[];
}

/** Of more roots that begin alike, each is told apart from the first alone: all pairs would be too many to read. */
export const ROOTS_IN_PAIRS = 16;

/** Pairs of roots first, then nodes, ascending. */
export function forkReports(continuity: Continuity, requests: readonly RequestReport[]): ForkReport[] {
  const { graph } = continuity;
  const causes = new ForkCauses(continuity, requests);
  const forks: ForkReport[] = [];
  for (const [left, right] of rootPairs(continuity)) {
    forks.push({ parent: null, children: [left, right], ...causes.of(left, right), others: [] });
  }
  for (let node = 0; node < graph.size; node += 1) {
    if (!hasSeveralChildren(graph, node)) continue;
    const parent = nodeIndex(node);
    const children = childrenOf(graph, parent);
    const [first, ...later] = children;
    if (first === undefined) continue;
    const [second, ...others] = later.map((child) => causes.ofChild(child, first));
    if (second !== undefined) forks.push({ parent, children, ...second, others });
  }
  return forks;
}

function* rootPairs({ graph, paths }: Continuity): Generator<readonly [NodeIndex, NodeIndex]> {
  const alike = new Map<number, NodeIndex[]>();
  for (const root of graph.roots) {
    if (paths.sound[root] !== 1) continue;
    const beginning = paths.forms[root] ?? 0;
    const list = alike.get(beginning);
    if (list === undefined) alike.set(beginning, [root]);
    else list.push(root);
  }
  const pairs = [...alike.values()].flatMap((roots) => {
    const lefts = roots.length > ROOTS_IN_PAIRS ? roots.slice(0, 1) : roots;
    return lefts.flatMap((left, at) => roots.slice(at + 1).map((right) => [left, right] as const));
  });
  yield* pairs.sort(([a, b], [c, d]) => a - c || b - d);
}

/** A request that goes on across a fork: the sides of the fork that the earlier and the later one lie on. */
interface Crossing {
  readonly left: NodeIndex;
  readonly right: NodeIndex;
  readonly cause: string;
}

class ForkCauses {
  readonly #continuity: Continuity;
  readonly #messages: AlignedMessages;
  readonly #requests = new Map<NodeIndex, NodeIndex | null>();
  /** Replies that later requests are inferred to quote. */
  readonly #quoted: ReadonlySet<number>;
  readonly #byPair = new Map<number, Crossing>();
  readonly #byRight = new Map<number, Crossing>();

  constructor(continuity: Continuity, requests: readonly RequestReport[]) {
    this.#continuity = continuity;
    this.#messages = new AlignedMessages(continuity);
    this.#quoted = new Set(requests.flatMap(({ causes }) => causes.flatMap(quotedReply)));
    const sorted = requests.toSorted((one, other) => (one.node ?? 0) - (other.node ?? 0));
    for (const request of sorted) {
      const crossing = crossingOf(continuity, request);
      if (crossing === null) continue;
      const pair = this.#pairKey(crossing.left, crossing.right);
      if (!this.#byPair.has(pair)) this.#byPair.set(pair, crossing);
      if (!this.#byRight.has(crossing.right)) this.#byRight.set(crossing.right, crossing);
    }
  }

  /** Of a later child: against the sibling that it goes on from, else against the first. */
  ofChild(child: NodeIndex, first: NodeIndex): ForkCause {
    const crossing = this.#byRight.get(child);
    return this.of(crossing?.left ?? first, child);
  }

  of(left: NodeIndex, right: NodeIndex): ForkCause {
    const crossing =
      this.#byPair.get(this.#pairKey(left, right)) ?? this.#byPair.get(this.#pairKey(right, left)) ?? null;
    const cause =
      this.#declared(left, right) ??
      (this.#isRetry(left, right) ? 'retry' : null) ??
      crossing?.cause ??
      this.#summary(left, right) ??
      this.#shown(left, right) ??
      'unknown';
    return { cause, evidence: { left, right } };
  }

  /**
   * Of the side that began later, else of the other: a fork is where either begins. Two roots are no fork: there the later
   * one alone says why it began.
   */
  #declared(left: NodeIndex, right: NodeIndex): string | null {
    const areRoots = this.#continuity.trace.nodes[right]?.parent === null;
    return this.#begun(right) ?? (areRoots ? null : this.#begun(left));
  }

  /** What the harness declared to begin on this side. */
  #begun(side: NodeIndex): string | null {
    const request = this.#firstRequest(side);
    if (request === null) return null;
    const { predecessors, lineage } = this.#continuity;
    const outcome = predecessors.get(request);
    if (outcome?.kind === 'none' && outcome.reason === 'subagent_call') return 'subagent_start';
    return lineage(request).links.some(({ type }) => type !== 'continuation') ? 'compaction_declared' : null;
  }

  /** One side is the summary that a later request quotes, though nobody declared a compaction. */
  #summary(left: NodeIndex, right: NodeIndex): string | null {
    const quoted = [left, right]
      .map((side) => this.#firstRequest(side))
      .find((node) => this.#quoted.has(node ?? NONE));
    return quoted === undefined ? null : `compaction_inferred:${quoted}`;
  }

  /** The request that this side of the fork was made for, where there is only one. */
  #firstRequest(side: NodeIndex): NodeIndex | null {
    const known = this.#requests.get(side);
    if (known !== undefined) return known;
    const found = this.#searchRequest(side);
    this.#requests.set(side, found);
    return found;
  }

  #searchRequest(side: NodeIndex): NodeIndex | null {
    const { trace, graph } = this.#continuity;
    let at: number = side;
    for (let steps = 0; steps < graph.size; steps += 1) {
      if (trace.nodes[at]?.sampled === true) return nodeIndex(at);
      const child = graph.firstChild[at] ?? NONE;
      if (child === NONE || hasSeveralChildren(graph, at)) return null;
      at = child;
    }
    return null;
  }

  /** Two replies to one request: of one id, or without any. */
  #isRetry(left: NodeIndex, right: NodeIndex): boolean {
    const { trace, recordOf } = this.#continuity;
    if (trace.nodes[left]?.sampled !== true || trace.nodes[right]?.sampled !== true) return false;
    if (trace.nodes[left].parent !== trace.nodes[right].parent) return false;
    const one = trace.calls[recordOf[left] ?? NONE];
    const other = trace.calls[recordOf[right] ?? NONE];
    if (one === undefined || other === undefined || compareDomains(one, other).kind === 'different')
      return false;
    return (one.acp?.requestId ?? null) === (other.acp?.requestId ?? null);
  }

  /** What two messages show by themselves. Two replies are two replies; other texts may be anything. */
  #shown(left: NodeIndex, right: NodeIndex): string | null {
    const { trace, digests, tokens } = this.#continuity;
    const one = trace.nodes[left];
    const other = trace.nodes[right];
    if (one === undefined || other === undefined || (one.sampled && other.sampled)) return null;
    if (one.parent === null && other.parent === null) {
      const [changed] = toolCauses(
        namedTools(this.#continuity, left),
        namedTools(this.#continuity, right),
      ).keys();
      if (changed !== undefined) return changed;
    }
    if (digests.opaque[left] === 1 || digests.opaque[right] === 1) return null;
    if (digests.messages[left] === digests.messages[right]) {
      const before = tokens?.ids[left] ?? 0;
      const after = tokens?.ids[right] ?? 0;
      return before !== 0 && after !== 0 && before !== after ? 'retokenised' : null;
    }
    if (weightOf(this.#messages.of(left), this.#messages.of(right)) === 0) return null;
    const [old, fresh] = other.sampled ? [other, one] : [one, other];
    return differencesOf(old.message, fresh.message)[0] ?? null;
  }

  #pairKey(left: number, right: number): number {
    return left * this.#continuity.graph.size + right;
  }
}

function crossingOf({ paths }: Continuity, { node, baseline, causes }: RequestReport): Crossing | null {
  const cause = causes.includes('compaction_declared') ? 'compaction_declared' : causes[0];
  if (node === null || baseline === null || cause === undefined) return null;
  if (isOnPath(paths, baseline, node) || isOnPath(paths, node, baseline)) return null;
  const depth = sharedLength(paths, baseline, node, null);
  return {
    left: nodeIndex(nodeAtDepth(paths, baseline, depth)),
    right: nodeIndex(nodeAtDepth(paths, node, depth)),
    cause,
  };
}

function quotedReply(cause: string): readonly number[] {
  return cause.startsWith('compaction_inferred:') ? [Number(cause.slice(cause.indexOf(':') + 1))] : [];
}
