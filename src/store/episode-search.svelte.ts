/**
 * Finding in the open episode: the query, the matches that have arrived, which one is gone to. A newer query stops the
 * older one. It refuses to know where on the screen a match is.
 */
import type { Found } from '../analysis/search';
import { findPhrase, phraseOf } from '../analysis/search';
import type { TraceIndex } from '../model/ids';
import type { Match } from '../worker/episode/protocol';
import { MATCH_LIMIT } from '../worker/episode/protocol';
import type { OpenEpisode } from './episode.svelte';

export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed' };

export class EpisodeSearch {
  readonly #episode: OpenEpisode;
  #query = $state.raw('');
  #everywhere = $state.raw(false);
  #matches = $state.raw<readonly Match[]>([]);
  #total = $state.raw(0);
  #at = $state.raw(-1);
  #state = $state.raw<SearchState>({ kind: 'idle' });
  #running = new AbortController();

  constructor(episode: OpenEpisode) {
    this.#episode = episode;
  }

  get query(): string {
    return this.#query;
  }
  /** All traces, not the present one alone. */
  get everywhere(): boolean {
    return this.#everywhere;
  }
  /** Those whose places are kept: at most `MATCH_LIMIT`. */
  get matches(): readonly Match[] {
    return this.#matches;
  }
  get total(): number {
    return this.#total;
  }
  get isCapped(): boolean {
    return this.#total > MATCH_LIMIT;
  }
  /** Position of the present match; -1 before the first step. */
  get at(): number {
    return this.#at;
  }
  get current(): Match | null {
    return this.#matches[this.#at] ?? null;
  }
  get state(): SearchState {
    return this.#state;
  }

  /** Starts over with a query; an empty one finds nothing. */
  async find(query: string, trace: TraceIndex, everywhere: boolean): Promise<void> {
    this.#running.abort();
    this.#query = query;
    this.#everywhere = everywhere;
    this.#matches = [];
    this.#total = 0;
    this.#at = -1;
    if (query === '') {
      this.#state = { kind: 'idle' };
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#state = { kind: 'searching' };
    const found = await this.#episode.find(
      query,
      everywhere ? null : trace,
      running.signal,
      (matches, total) => {
        if (running.signal.aborted) return;
        if (matches.length > 0) this.#matches = this.#matches.concat(matches);
        this.#total = total;
      },
    );
    if (running.signal.aborted) return;
    this.#state = { kind: found.kind === 'ok' ? 'done' : 'failed' };
  }

  clear(): void {
    this.#running.abort();
    this.#query = '';
    this.#matches = [];
    this.#total = 0;
    this.#at = -1;
    this.#state = { kind: 'idle' };
  }

  /** To the next or previous match, round the ends. */
  step(steps: 1 | -1): Match | null {
    const count = this.#matches.length;
    if (count === 0) return null;
    const from = this.#at < 0 ? (steps > 0 ? -1 : count) : this.#at;
    this.#at = (from + steps + count) % count;
    return this.current;
  }

  goTo(index: number): Match | null {
    if (index < 0 || index >= this.#matches.length) return null;
    this.#at = index;
    return this.current;
  }
}

/** Every place of a query in a text that is on the screen, found as the worker finds it. */
export function placesIn(text: string, query: string): readonly Found[] {
  const phrase = phraseOf(query);
  const found: Found[] = [];
  if (phrase !== null) findPhrase(text, phrase, (place) => found.push(place));
  return found;
}
