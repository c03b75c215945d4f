/** Where the raw record is open: at the selected message, until a person goes somewhere else in it. It shows nothing. */
import { untrack } from 'svelte';
import type { NodeIndex } from '../../model/ids';
import type { OpenEpisode } from '../../store/episode.svelte';
import type { EpisodeCursor } from '../../store/episode-cursor.svelte';

export class RawPlace {
  readonly #episode: OpenEpisode;
  readonly #cursor: EpisodeCursor;
  /** Null: where the selected message is. */
  #shown = $state.raw<string | null>(null);

  readonly #selected = $derived.by((): string => {
    const { trace, node } = this.#cursor;
    if (trace === null || node === null) return '';
    return this.#episode.body(trace.index, node)?.pointer.replace(/\/message$/, '') ?? '';
  });

  /** Made while a component is: it follows the cursor as long as that is there. */
  constructor(episode: OpenEpisode, cursor: EpisodeCursor) {
    this.#episode = episode;
    this.#cursor = cursor;
    // The body says where its message is; the worker has it.
    $effect(() => {
      const { trace, node, view } = cursor;
      if (view === 'raw' && trace !== null && node !== null) episode.wantBodies(trace.index, [node]);
    });
    let followed: NodeIndex | null = null;
    // Another message takes the record along.
    $effect(() => {
      const { node } = cursor;
      if (node !== followed) untrack(() => this.clear());
      followed = node;
    });
  }

  get pointer(): string {
    return this.#shown ?? this.#selected;
  }
  show(pointer: string): void {
    this.#shown = pointer;
  }
  clear(): void {
    this.#shown = null;
  }
}
