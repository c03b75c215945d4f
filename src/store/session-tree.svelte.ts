/**
 * The tree of agents of the trace at the cursor: fetched once, listed anew when it is folded or sorted. Which agent is
 * selected follows from the cursor's message, so that transcript, graph and tree select the same. It refuses to know how
 * any of it is drawn.
 */
import { SvelteSet } from 'svelte/reactivity';
import type { Concurrency, Range } from '../layout/session-tree/concurrency';
import { concurrencyOf, rangeOf } from '../layout/session-tree/concurrency';
import type { Measure } from '../layout/session-tree/icicle';
import type { TreeRows, TreeSort } from '../layout/session-tree/rows';
import { above, treeRows } from '../layout/session-tree/rows';
import type { TraceIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';
import type { EpisodeCursor } from './episode-cursor.svelte';
import type { Failure, OpenEpisode, Outline, TraceSessions } from './episode.svelte';

export type { SessionTreeFacts, TraceSessions } from '../worker/episode/protocol';

export type SessionTreeState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly sessions: TraceSessions }
  | { readonly kind: 'failed'; readonly failure: Failure };

const NONE = -1;

export class EpisodeSessions {
  readonly #episode: OpenEpisode;
  readonly #cursor: EpisodeCursor;
  #fetched = $state.raw<{
    readonly outline: Outline;
    readonly trace: TraceIndex;
    /** Of what is applied from beside the run. */
    readonly revision: number;
    readonly state: SessionTreeState;
  }>();
  readonly #folded = new SvelteSet<number>();
  #sort = $state.raw<TreeSort | null>(null);
  #measure = $state.raw<Measure | null>(null);

  readonly #state = $derived.by((): SessionTreeState => {
    const fetched = this.#fetched;
    if (fetched === undefined || fetched.outline !== this.#episode.outline) return { kind: 'none' };
    return fetched.trace === this.#cursor.route.trace ? fetched.state : { kind: 'none' };
  });
  readonly #sessions = $derived(this.#state.kind === 'ready' ? this.#state.sessions : null);
  readonly #rows = $derived.by((): TreeRows | null => {
    const agents = this.#sessions?.tree.agents;
    return agents === undefined ? null : treeRows(agents, (agent) => !this.#folded.has(agent), this.#sort);
  });
  readonly #range = $derived.by((): Range | null =>
    this.#sessions === null ? null : rangeOf(this.#sessions.tree),
  );
  readonly #concurrency = $derived.by((): Concurrency | null =>
    this.#sessions === null || this.#range === null ? null : concurrencyOf(this.#sessions.tree, this.#range),
  );
  readonly #agent = $derived.by((): number => {
    const { node } = this.#cursor;
    return node === null ? NONE : (this.#sessions?.tree.agentOfNode[node] ?? NONE);
  });

  constructor(episode: OpenEpisode, cursor: EpisodeCursor) {
    this.#episode = episode;
    this.#cursor = cursor;
  }

  get state(): SessionTreeState {
    return this.#state;
  }
  get rows(): TreeRows | null {
    return this.#rows;
  }
  /** Of the drawing beside the tree; null where no call has a place on it. */
  get range(): Range | null {
    return this.#range;
  }
  get concurrency(): Concurrency | null {
    return this.#concurrency;
  }
  get sort(): TreeSort | null {
    return this.#sort;
  }
  set sort(sort: TreeSort | null) {
    this.#sort = sort;
  }
  /** What the cells show; null where they are not shown. */
  get measure(): Measure | null {
    return this.#measure;
  }
  set measure(measure: Measure | null) {
    this.#measure = measure;
  }
  /** The agent of the cursor's message; -1 for none. */
  get agent(): number {
    return this.#agent;
  }
  /** The row of the selected agent, or of the nearest above it that is not folded away; -1 for none. */
  get row(): number {
    const rows = this.#rows;
    const agents = this.#sessions?.tree.agents;
    if (rows === null || agents === undefined || this.#agent === NONE) return NONE;
    for (const agent of [this.#agent, ...above(agents, this.#agent)]) {
      const row = rows.rowOf[agent] ?? NONE;
      if (row !== NONE) return row;
    }
    return NONE;
  }

  /** Fetches the tree of the trace at the cursor, where that has not been done or other edges are applied since. */
  async want(): Promise<void> {
    const { outline, edgesRevision: revision } = this.#episode;
    const { trace } = this.#cursor.route;
    if (outline === null || outline.traces[trace] === undefined) return;
    const isOther = this.#state.kind === 'none';
    if (!isOther && this.#fetched?.revision === revision) return;
    // What is shown stays until the other is there.
    const shown: SessionTreeState = isOther ? { kind: 'loading' } : this.#state;
    this.#fetched = { outline, trace, revision, state: shown };
    if (isOther) this.#folded.clear();
    const found = await this.#episode.sessions(trace);
    const { outline: present, trace: at, revision: latest } = this.#fetched;
    if (present !== outline || at !== trace || latest !== revision) return;
    const state: SessionTreeState =
      found.kind === 'ok'
        ? { kind: 'ready', sessions: found.value }
        : { kind: 'failed', failure: found.failure };
    this.#fetched = { outline, trace, revision, state };
  }

  /** Asks anew, after a first try that failed. */
  refresh(): void {
    this.#fetched = undefined;
  }

  isFolded(agent: number): boolean {
    return this.#folded.has(agent);
  }
  fold(agent: number, folded: boolean): void {
    if (folded) this.#folded.add(agent);
    else this.#folded.delete(agent);
  }
  foldAll(folded: boolean): void {
    this.#folded.clear();
    const agents = this.#sessions?.tree.agents;
    if (!folded || agents === undefined) return;
    for (let agent = 0; agent < agents.count; agent += 1) {
      if ((agents.children[agent] ?? 0) > 0) this.#folded.add(agent);
    }
  }
  /** Opens what hides an agent. */
  reveal(agent: number): void {
    const agents = this.#sessions?.tree.agents;
    if (agents === undefined) return;
    for (const parent of above(agents, agent)) this.#folded.delete(parent);
  }

  /** Moves the cursor to an agent's first call. */
  select(agent: number): void {
    const node = this.#sessions?.tree.agents.node[agent] ?? NONE;
    if (node !== NONE && agent !== this.#agent) this.#cursor.select(nodeIndex(node));
  }
}
