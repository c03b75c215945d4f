/**
 * The graph of the trace at the cursor: fetched once, laid out anew when its order or a fold changes, and what is selected
 * in it. A call that is selected is the cursor's own node, so that every view shows the same; links, lanes and folds are
 * the graph's own. It refuses to know how any of it is drawn.
 */
import { SvelteSet } from 'svelte/reactivity';
import type { CallPicture } from '../layout/call-graph/call-graph';
import { layoutCalls, orderCalls } from '../layout/call-graph/call-graph';
import type { GraphOrder } from '../layout/call-graph/rows';
import type { NodeIndex, TraceIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';
import type { Failure, Outline, TraceGraph } from './episode.svelte';
import type { OpenEpisode } from './episode.svelte';
import type { EpisodeCursor } from './episode-cursor.svelte';

export type { TraceGraph } from './episode.svelte';

export type GraphState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly graph: TraceGraph }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Positions in the graph's columns; `edge` in the picture's list of edges. */
export type GraphSelection =
  /** `exact` false: the cursor stands on a message of this call's surroundings, not on its reply. */
  | { readonly kind: 'call'; readonly call: number; readonly exact: boolean }
  | { readonly kind: 'fold'; readonly first: number }
  | { readonly kind: 'edge'; readonly edge: number }
  | { readonly kind: 'group'; readonly group: number };

/** How a kind of edge is named where it is hidden: its label, or this for the physical prefix, which has none. */
export const PREFIX = ' prefix';

const NONE = -1;

export class EpisodeGraph {
  readonly #episode: OpenEpisode;
  readonly #cursor: EpisodeCursor;
  #fetched = $state.raw<{
    readonly outline: Outline;
    readonly trace: TraceIndex;
    /** Of what is applied from beside the run. */
    readonly revision: number;
    readonly state: GraphState;
  }>();
  #order = $state.raw<GraphOrder>('causal');
  #unfolded = $state.raw(false);
  readonly #open = new SvelteSet<number>();
  readonly #hidden = new SvelteSet<string>();
  #picked = $state.raw<{ readonly what: GraphSelection; readonly at: NodeIndex | null } | null>(null);
  #around = $state.raw<number | null>(null);

  readonly #state = $derived.by((): GraphState => {
    const fetched = this.#fetched;
    if (fetched === undefined || fetched.outline !== this.#episode.outline) return { kind: 'none' };
    return fetched.trace === this.#cursor.route.trace ? fetched.state : { kind: 'none' };
  });
  readonly #ordered = $derived(this.#state.kind === 'ready' ? orderCalls(this.#state.graph.calls) : null);
  readonly #picture = $derived.by((): CallPicture | null => {
    const ordered = this.#ordered;
    if (ordered === null) return null;
    return layoutCalls(ordered, this.#order, this.#unfolded ? 'all' : this.#open);
  });
  readonly #callOfNode = $derived.by((): Int32Array => {
    const calls = this.#ordered?.graph.calls;
    const of = new Int32Array(this.#cursor.trace?.nodes.count ?? 0).fill(NONE);
    calls?.node.forEach((node, call) => {
      if (node !== NONE) of[node] = call;
    });
    return of;
  });
  readonly #selection = $derived.by((): GraphSelection | null => this.#select());

  constructor(episode: OpenEpisode, cursor: EpisodeCursor) {
    this.#episode = episode;
    this.#cursor = cursor;
  }

  get state(): GraphState {
    return this.#state;
  }
  get picture(): CallPicture | null {
    return this.#picture;
  }
  /** The order that was asked for; where no call has a time the picture stays causal. */
  get order(): GraphOrder {
    return this.#order;
  }
  set order(order: GraphOrder) {
    this.#order = order;
  }
  get unfolded(): boolean {
    return this.#unfolded;
  }
  set unfolded(all: boolean) {
    this.#unfolded = all;
    if (!all) this.#open.clear();
  }
  get selection(): GraphSelection | null {
    return this.#selection;
  }
  /** The call whose messages are looked at; null for the whole picture. */
  get around(): number | null {
    return this.#around;
  }
  set around(call: number | null) {
    this.#around = call;
  }

  /** Fetches the graph of the trace at the cursor, where that has not been done or other edges are applied since. */
  async want(): Promise<void> {
    const { outline, edgesRevision: revision } = this.#episode;
    const { trace } = this.#cursor.route;
    if (outline === null || outline.traces[trace] === undefined) return;
    const isOther = this.#state.kind === 'none';
    if (!isOther && this.#fetched?.revision === revision) return;
    // What is drawn stays until the other is there.
    const shown: GraphState = isOther ? { kind: 'loading' } : this.#state;
    this.#fetched = { outline, trace, revision, state: shown };
    if (isOther) {
      this.#open.clear();
      this.#picked = null;
      this.#around = null;
    }
    const found = await this.#episode.graph(trace);
    const { outline: present, trace: at, revision: latest } = this.#fetched;
    if (present !== outline || at !== trace || latest !== revision) return;
    const state: GraphState =
      found.kind === 'ok'
        ? { kind: 'ready', graph: found.value }
        : { kind: 'failed', failure: found.failure };
    this.#picked = null;
    this.#fetched = { outline, trace, revision, state };
  }

  /** Asks anew, after a first try that failed. */
  refresh(): void {
    this.#fetched = undefined;
  }

  isHidden(kind: string): boolean {
    return this.#hidden.has(kind);
  }
  toggle(kind: string): void {
    if (!this.#hidden.delete(kind)) this.#hidden.add(kind);
  }
  /** Whether an edge of the picture's list of items' edges is drawn. */
  readonly isShown = (itemEdge: number): boolean => {
    const picture = this.#picture;
    if (picture === null || this.#hidden.size === 0) return true;
    return !this.#hidden.has(kindOfEdge(picture, picture.itemEdges.edge[itemEdge] ?? NONE));
  };

  openFold(first: number): void {
    this.#open.add(first);
    this.#picked = null;
  }

  /** The call that committed a message; -1 for none. */
  callOf(node: NodeIndex): number {
    return this.#callOfNode[node] ?? NONE;
  }

  selectCall(call: number): void {
    const node = this.#ordered?.graph.calls.node[call] ?? NONE;
    if (node === NONE) {
      this.#pick({ kind: 'call', call, exact: true });
    } else {
      this.#picked = null;
      this.#cursor.select(nodeIndex(node));
    }
  }
  selectItem(item: number): void {
    const items = this.#picture?.items;
    const first = items?.first[item];
    if (items === undefined || first === undefined) return;
    if ((items.size[item] ?? 1) > 1) this.#pick({ kind: 'fold', first });
    else this.selectCall(first);
  }
  selectEdge(edge: number): void {
    this.#pick({ kind: 'edge', edge });
  }
  selectGroup(group: number): void {
    this.#pick({ kind: 'group', group });
  }
  /** Back to the cursor's own call; where that is selected already, to nothing. */
  clear(): void {
    if (this.#picked !== null) this.#picked = null;
    else this.#cursor.change({ node: null });
  }
  get hasPick(): boolean {
    return this.#picked !== null && this.#picked.at === this.#cursor.node;
  }

  /** The item of what is selected; -1 where it is no item. */
  get item(): number {
    const items = this.#picture?.items;
    const selection = this.#selection;
    if (items === undefined || selection === null) return NONE;
    if (selection.kind === 'call') return items.ofCall[selection.call] ?? NONE;
    return selection.kind === 'fold' ? (items.ofCall[selection.first] ?? NONE) : NONE;
  }

  /** Opens the fold that hides the cursor's call. */
  reveal(): void {
    const items = this.#picture?.items;
    const selection = this.#selection;
    if (items === undefined || selection?.kind !== 'call') return;
    const item = items.ofCall[selection.call] ?? NONE;
    const first = items.first[item];
    if (first !== undefined && (items.size[item] ?? 1) > 1) this.#open.add(first);
  }

  #pick(what: GraphSelection): void {
    this.#picked = { what, at: this.#cursor.node };
  }

  #select(): GraphSelection | null {
    const { node, trace } = this.#cursor;
    const picked = this.#picked;
    // A cursor that moved elsewhere since takes the selection with it.
    if (picked !== null && picked.at === node) return picked.what;
    if (node === null || trace === null || this.#picture === null) return null;
    let at: number = node;
    for (let left = trace.nodes.count; left > 0 && at >= 0; left -= 1) {
      const call = this.#callOfNode[at] ?? NONE;
      if (call !== NONE) return { kind: 'call', call, exact: at === node };
      at = trace.nodes.parent[at] ?? NONE;
    }
    return null;
  }
}

/** What an edge is called where kinds are told apart: its label, or `PREFIX`. */
export function kindOfEdge({ graph, edges }: CallPicture, edge: number): string {
  const link = edges.link[edge] ?? NONE;
  return link === NONE ? PREFIX : (graph.links.types[graph.links.type[link] ?? 0] ?? '');
}
