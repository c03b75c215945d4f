/**
 * Request-prefix continuity of the trace at the cursor: derived in the worker when somebody looks, shown only when it is
 * there, and never for another trace, another mode or an older revision. What one call's request has become is fetched when
 * the call is selected. It refuses to know what is on the screen.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { SummaryCode } from '../layout/call-graph/columns';
import type { CallIndex, NodeIndex, TraceIndex } from '../model/ids';
import type {
  FieldDifference,
  FirstDifference,
  RequestColumns,
  RequestDetail,
  Sides,
  TraceRequests,
} from '../worker/episode/protocol';
import type { Beginning } from './continuity-lookup';
import { beginningsByNode, differencesByCall, summariesByNode } from './continuity-lookup';
import type { Failure, OpenEpisode, Outline } from './episode.svelte';
import type { EpisodeCursor } from './episode-cursor.svelte';

export type { FieldDifference, FirstDifference, RequestColumns, RequestDetail, Sides, TraceRequests };
export type {
  DetailLine,
  DiffPart,
  SegmentRef,
  SideMessage,
  TokenSpot,
  ToolChange,
} from '../worker/episode/protocol';
export { BASES, FORM_CHANGES } from '../worker/episode/protocol';

export type ContinuityState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly found: TraceRequests }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Undefined: not here yet. */
export type Arriving<Value> =
  | { readonly kind: 'ready'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | undefined;

interface Asked {
  readonly outline: Outline;
  readonly trace: TraceIndex;
  readonly strict: boolean;
  /** Of what is applied from beside the run. */
  readonly revision: number;
  readonly state: ContinuityState;
}

/** Details and comparisons that are kept. */
const KEPT = 200;

export class EpisodeContinuity {
  readonly #episode: OpenEpisode;
  readonly #cursor: EpisodeCursor;
  #strict = $state.raw(false);
  #asked = $state.raw<Asked | null>(null);
  #stop = new AbortController();
  readonly #details = new SvelteMap<CallIndex, Arriving<RequestDetail>>();
  readonly #comparisons = new SvelteMap<string, Arriving<readonly FieldDifference[]>>();

  readonly #state = $derived.by((): ContinuityState => {
    const asked = this.#asked;
    if (asked === null || asked.outline !== this.#episode.outline) return { kind: 'none' };
    const isThis =
      asked.trace === this.#cursor.route.trace &&
      asked.strict === this.#strict &&
      asked.revision === this.#episode.edgesRevision;
    return isThis ? asked.state : { kind: 'none' };
  });
  readonly #found = $derived(this.#state.kind === 'ready' ? this.#state.found : null);
  readonly #differences = $derived(differencesByCall(this.#found));
  readonly #beginnings = $derived(beginningsByNode(this.#found));
  readonly #summaries = $derived(summariesByNode(this.#found));

  constructor(episode: OpenEpisode, cursor: EpisodeCursor) {
    this.#episode = episode;
    this.#cursor = cursor;
  }

  get state(): ContinuityState {
    return this.#state;
  }
  /** Null while it is derived. */
  get found(): TraceRequests | null {
    return this.#found;
  }
  get requests(): RequestColumns | null {
    return this.#found?.requests ?? null;
  }
  /** Without what is inferred from messages. */
  get strict(): boolean {
    return this.#strict;
  }
  set strict(strict: boolean) {
    this.#strict = strict;
  }

  difference(call: CallIndex): FirstDifference | null {
    return this.#differences.get(call) ?? null;
  }

  /** Why the branch began that this node is the first of its own of; null where nothing is known or nothing began. */
  beginning(node: NodeIndex): Beginning | null {
    return this.#beginnings.get(node) ?? null;
  }

  /** What became of the summary at this node; null where it is none, or nothing is known yet. */
  summary(node: NodeIndex): SummaryCode | null {
    return this.#summaries.get(node) ?? null;
  }

  /** Derives what is looked at, where that has not been done; of several wishes in a row the last is served. */
  async want(): Promise<void> {
    const { outline } = this.#episode;
    const { trace } = this.#cursor.route;
    if (outline === null || outline.traces[trace] === undefined || this.#state.kind !== 'none') return;
    const strict = this.#strict;
    const revision = this.#episode.edgesRevision;
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.#details.clear();
    this.#comparisons.clear();
    this.#asked = { outline, trace, strict, revision, state: { kind: 'loading' } };
    const answer = await this.#episode.requests(trace, strict, stop.signal);
    if (stop.signal.aborted || this.#episode.outline !== outline) return;
    const state: ContinuityState =
      answer.kind === 'ok'
        ? { kind: 'ready', found: answer.value }
        : { kind: 'failed', failure: answer.failure };
    this.#asked = { outline, trace, strict, revision, state };
  }

  /** Asks anew after a failure. */
  refresh(): void {
    this.#stop.abort();
    this.#asked = null;
  }

  detail(call: CallIndex): Arriving<RequestDetail> {
    return this.#found === null ? undefined : this.#details.get(call);
  }
  wantDetail(call: CallIndex): void {
    const asked = this.#asked;
    if (asked?.state.kind !== 'ready' || this.#details.has(call)) return;
    const { trace, strict } = asked;
    void this.#fetch(this.#details, call, (signal) => this.#episode.request(trace, call, strict, signal));
  }

  /** Two messages or tools side by side, field by field. */
  comparison(sides: Sides): Arriving<readonly FieldDifference[]> {
    return this.#comparisons.get(keyOf(sides));
  }
  wantComparison(sides: Sides): void {
    const asked = this.#asked;
    const key = keyOf(sides);
    if (asked?.state.kind !== 'ready' || this.#comparisons.has(key)) return;
    void this.#fetch(this.#comparisons, key, () => this.#episode.compare(asked.trace, sides));
  }

  async #fetch<Key, Value>(
    into: SvelteMap<Key, Arriving<Value>>,
    key: Key,
    ask: (
      signal: AbortSignal,
    ) => Promise<
      { readonly kind: 'ok'; readonly value: Value } | { readonly kind: 'failed'; readonly failure: Failure }
    >,
  ): Promise<void> {
    const { signal } = this.#stop;
    into.set(key, undefined);
    const answer = await ask(signal);
    if (signal.aborted) return;
    into.set(
      key,
      answer.kind === 'ok'
        ? { kind: 'ready', value: answer.value }
        : { kind: 'failed', failure: answer.failure },
    );
    for (const oldest of into.keys()) {
      if (into.size <= KEPT) break;
      into.delete(oldest);
    }
  }
}

function keyOf(sides: Sides): string {
  switch (sides.kind) {
    case 'messages':
      return `${sides.old ?? ''} ${sides.fresh ?? ''}`;
    case 'tools':
      return `tools ${sides.oldRoot} ${sides.freshRoot} ${sides.old ?? ''} ${sides.fresh ?? ''}`;
  }
}
