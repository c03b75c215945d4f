/** How the parts of the episode page reach what they share. */
import { createContext } from 'svelte';
import type { CallIndex, NodeIndex } from '../../model/ids';
import type { EpisodeGraph } from '../../store/call-graph.svelte';
import type { EpisodeContinuity } from '../../store/continuity.svelte';
import type { RequestList } from '../../store/continuity-list.svelte';
import type { OpenEpisode, TextHead, TextRef } from '../../store/episode.svelte';
import type { EpisodeCursor } from '../../store/episode-cursor.svelte';
import type { EpisodeSearch } from '../../store/episode-search.svelte';
import type { EpisodeSecrets } from '../../store/episode-secrets.svelte';
import type { OpenRun } from '../../store/run.svelte';
import type { EpisodeSessions } from '../../store/session-tree.svelte';
import type { Folds } from './folds.svelte';

export interface EpisodeDesk {
  readonly run: OpenRun;
  readonly episode: OpenEpisode;
  readonly cursor: EpisodeCursor;
  readonly search: EpisodeSearch;
  readonly folds: Folds;
  readonly secrets: EpisodeSecrets;
  readonly graph: EpisodeGraph;
  readonly continuity: EpisodeContinuity;
  readonly requestList: RequestList;
  readonly sessions: EpisodeSessions;
  /** Shows a place of the record in the raw view. */
  readonly showRaw: (pointer: string) => void;
  /** Shows a text in full over the page, at a unit of it. */
  readonly readText: (text: TextRef, offset?: number) => void;
  /** Shows the request of a call beside the one before it. */
  readonly showRequest: (call: CallIndex) => void;
  /** Goes to a node and brings it into view. */
  readonly goTo: (node: NodeIndex) => void;
}

export const [useDesk, provideDesk] = createContext<EpisodeDesk>();

/** Fetches slices of a text for `LongText`. */
export function loader(episode: OpenEpisode, text: TextHead) {
  return async (from: number, to: number): Promise<string | null> => {
    const slice = await episode.text(text.ref, from, to);
    return slice.kind === 'ok' ? slice.value : null;
  };
}

/** A text in full, for copying. */
export async function wholeText(episode: OpenEpisode, text: TextHead): Promise<string> {
  if (text.head.length === text.length) return text.head;
  const whole = await episode.wholeText(text.ref, text.length);
  return whole.kind === 'ok' ? whole.value : text.head;
}
