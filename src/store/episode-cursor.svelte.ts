/**
 * The one cursor of an open episode: which trace, branch and node the address selects, checked against what is there. What
 * the address names and the episode lacks is said, never guessed over. It refuses to know how any view draws.
 */
import type { BranchTree } from '../layout/branch-tree';
import { branchTree, pathTo } from '../layout/branch-tree';
import type { TranscriptRows } from '../layout/transcript-rows';
import { transcriptRows } from '../layout/transcript-rows';
import type { BranchIndex, NodeIndex, TraceIndex } from '../model/ids';
import { branchIndex, nodeIndex } from '../model/ids';
import type { OpenEpisode } from './episode.svelte';
import { NODE_FLAGS } from './episode.svelte';
import type { Navigation } from './navigation.svelte';
import type { EpisodeRoute, EpisodeView } from './route';
import type { TraceOutline } from '../worker/episode/protocol';

/** Something the address names that is not there. */
export type Stray =
  | { readonly kind: 'trace'; readonly trace: number; readonly count: number }
  | { readonly kind: 'branch'; readonly branch: number; readonly count: number }
  | { readonly kind: 'node'; readonly node: number; readonly count: number }
  | { readonly kind: 'node_off_branch'; readonly node: NodeIndex; readonly branch: BranchIndex }
  /** The record's id is not the one the link was made with: the file changed. */
  | { readonly kind: 'id'; readonly expected: string; readonly found: string };

export class EpisodeCursor {
  readonly #episode: OpenEpisode;
  readonly #navigation: Navigation;
  #route: () => EpisodeRoute;

  readonly #trace = $derived.by(() => this.#episode.outline?.traces[this.#route().trace] ?? null);
  readonly #tree = $derived.by((): BranchTree | null => {
    const trace = this.#trace;
    return trace === null ? null : branchTree(trace.nodes.parent, trace.branches.leaf);
  });
  readonly #node = $derived.by((): NodeIndex | null => {
    const { node } = this.#route();
    return node !== null && node < (this.#trace?.nodes.count ?? 0) ? node : null;
  });
  readonly #branch = $derived.by((): BranchIndex | 'all' | null => this.#branchOf(this.#route().branch));
  readonly #sequence = $derived.by((): Int32Array => {
    const trace = this.#trace;
    if (trace === null) return new Int32Array(0);
    if (this.#branch === 'all' || this.#branch === null) return everyNode(trace.nodes.count);
    return pathTo(trace.nodes.parent, trace.branches.leaf[this.#branch] ?? -1);
  });
  readonly #rows = $derived.by((): TranscriptRows | null => {
    const trace = this.#trace;
    return trace === null ? null : transcriptRows(trace.nodes, this.#sequence);
  });
  readonly #strays = $derived.by((): readonly Stray[] => this.#findStrays());

  constructor(episode: OpenEpisode, navigation: Navigation, route: () => EpisodeRoute) {
    this.#episode = episode;
    this.#navigation = navigation;
    this.#route = route;
  }

  get route(): EpisodeRoute {
    return this.#route();
  }
  get view(): EpisodeView {
    return this.#route().view;
  }
  /** Null while nothing is open, where the episode has no trace, or where the address names one that is not there. */
  get trace(): TraceOutline | null {
    return this.#trace;
  }
  get tree(): BranchTree | null {
    return this.#tree;
  }
  /** `all` is every node once in stored order; null where the trace has no branch. */
  get branch(): BranchIndex | 'all' | null {
    return this.#branch;
  }
  get node(): NodeIndex | null {
    return this.#node;
  }
  /** The nodes that are shown, in order. */
  get sequence(): Int32Array {
    return this.#sequence;
  }
  get rows(): TranscriptRows | null {
    return this.#rows;
  }
  /** The row of the selected node; -1 for none. */
  get row(): number {
    return this.#node === null ? -1 : (this.#rows?.rowOf(this.#node) ?? -1);
  }
  get strays(): readonly Stray[] {
    return this.#strays;
  }

  change(change: Partial<Omit<EpisodeRoute, 'kind' | 'run' | 'source' | 'record'>>, replace = true): void {
    this.#navigation.go({ ...this.#route(), ...change }, { replace });
  }

  /** Selects a node and, where it is not on the present branch, the first branch that holds it. */
  select(node: NodeIndex, replace = true): void {
    const isHere = (this.#rows?.rowOf(node) ?? -1) >= 0;
    // The branch is pinned, so that a page's own choice of it does not follow the cursor.
    this.change({ node, branch: isHere ? this.#branch : this.#firstBranch(node) }, replace);
  }

  selectTrace(trace: TraceIndex): void {
    this.change({ trace, branch: null, node: null }, false);
  }

  selectBranch(branch: BranchIndex | 'all', node: NodeIndex | null = this.#node): void {
    const trace = this.#trace;
    if (trace === null) return;
    // The cursor stays where the new branch holds it too.
    const keeps = node !== null && (branch === 'all' || this.isOn(node, branch));
    this.change({ branch, node: keeps ? node : null }, false);
  }

  /** To the next or previous branch. */
  stepBranch(steps: 1 | -1): void {
    const count = this.#trace?.branches.count ?? 0;
    if (count === 0) return;
    const present = typeof this.#branch === 'number' ? this.#branch : steps > 0 ? -1 : count;
    const next = present + steps;
    if (next >= 0 && next < count) this.selectBranch(branchIndex(next));
  }

  /** To the next or previous message; with `turns`, to one that a model call produced. */
  step(steps: 1 | -1, turns = false, from: number = this.row): void {
    const rows = this.#rows;
    const trace = this.#trace;
    if (rows === null || trace === null) return;
    for (let row = from + steps; row >= 0 && row < rows.count; row += steps) {
      const result = rows.result[row] ?? -1;
      const node = rows.call[row] === -1 ? (rows.node[row] ?? 0) : result;
      // A call without its result has no node of its own to stand on.
      if (node < 0) continue;
      const isTurn = ((trace.nodes.flags[node] ?? 0) & NODE_FLAGS.sampled) !== 0;
      if (turns && !isTurn) continue;
      this.change({ node: nodeIndex(node), branch: this.#branch });
      return;
    }
  }

  /** Whether a branch holds a node. */
  isOn(node: NodeIndex, branch: BranchIndex): boolean {
    const trace = this.#trace;
    if (trace === null) return false;
    let at = trace.branches.leaf[branch] ?? -1;
    // Parents nearly always have smaller numbers, which ends the walk early; the count ends it in a cycle.
    for (let left = trace.nodes.count; left > 0 && at >= 0; left -= 1) {
      if (at === node) return true;
      at = trace.nodes.parent[at] ?? -1;
    }
    return false;
  }

  #firstBranch(node: NodeIndex): BranchIndex | 'all' {
    const owner = this.#tree?.owner[node] ?? -1;
    return owner < 0 ? 'all' : branchIndex(owner);
  }

  #branchOf(asked: BranchIndex | 'all' | null): BranchIndex | 'all' | null {
    const trace = this.#trace;
    if (trace === null) return null;
    const { count } = trace.branches;
    if (asked === 'all') return 'all';
    if (asked !== null && asked < count) return asked;
    if (this.#node !== null) return this.#firstBranch(this.#node);
    if (count === 0) return trace.nodes.count > 0 ? 'all' : null;
    return trace.mainBranch;
  }

  #findStrays(): readonly Stray[] {
    const { outline } = this.#episode;
    if (outline === null) return [];
    const route = this.#route();
    const strays: Stray[] = [];
    const found = outline.episode.id;
    if (route.id !== null && route.id !== found) strays.push({ kind: 'id', expected: route.id, found });
    const trace = this.#trace;
    if (trace === null) {
      const count = outline.traces.length;
      if (count > 0 || route.trace > 0) strays.push({ kind: 'trace', trace: route.trace, count });
      return strays;
    }
    const { count } = trace.branches;
    if (typeof route.branch === 'number' && route.branch >= count) {
      strays.push({ kind: 'branch', branch: route.branch, count });
    }
    if (route.node !== null && route.node >= trace.nodes.count) {
      strays.push({ kind: 'node', node: route.node, count: trace.nodes.count });
    } else if (route.node !== null && typeof this.#branch === 'number' && this.row < 0) {
      strays.push({ kind: 'node_off_branch', node: route.node, branch: this.#branch });
    }
    return strays;
  }
}

function everyNode(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, node) => node);
}
