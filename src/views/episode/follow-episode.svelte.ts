/**
 * Keeps the worker at what the address names: the record is opened once the run has its row, edges from beside the run are
 * applied, requests are compared behind what is read. What is drawn of it is the page's affair.
 */
import { untrack } from 'svelte';
import type { EpisodeRef } from '../../model/ids';
import type { EpisodeRoute } from '../../store/route';
import type { RunRow } from '../../store/run.svelte';
import type { EpisodeDesk } from './context';

interface Followed {
  readonly route: () => EpisodeRoute;
  readonly place: () => EpisodeRef;
  /** Null while the run has no such row. */
  readonly row: () => RunRow | null;
  /** Another record is about to be opened. */
  readonly onopen: () => void;
}

/** Beyond, the worker would be at it for seconds while messages are scrolled: then only where requests are looked at. */
const DERIVED_UNASKED = 20_000;

/** Called while a component is made: it follows as long as that is there. All of its effects reach the worker. */
export function followEpisode(desk: EpisodeDesk, { route, place, row, onopen }: Followed): void {
  const { run, episode, cursor, search, folds, continuity } = desk;

  let opened = '';
  $effect(() => {
    const found = row();
    const here = place();
    const target = `${here.run}/${here.source}/${here.record}`;
    if (found === null || target === opened) return;
    opened = target;
    untrack(() => {
      folds.clear();
      search.clear();
      onopen();
      const { line, byte, length } = found.row;
      const bytes = run.blob(here.source).slice(byte, byte + length);
      const metadata = run.metadata(here.source);
      const edges = run.edges.of(here, line);
      const { trace, branch, node, view } = route();
      const first = view === 'transcript' ? { trace, branch, node } : null;
      void episode.show(here, { bytes, line, byte, record: here.record, metadata, edges }, first);
    });
  });

  // Files of edges may lie among the run's own.
  $effect(() => {
    if (run.state.kind === 'complete') untrack(() => run.edges.want());
  });

  $effect(() => {
    const found = row();
    const edges = found === null ? [] : run.edges.of(place(), found.row.line);
    untrack(() => episode.apply(edges));
  });

  $effect(() => {
    void continuity.state;
    const nodes = cursor.trace?.nodes.count ?? 0;
    const isLooked = cursor.view === 'requests' || cursor.view === 'graph';
    if (nodes > 0 && (nodes <= DERIVED_UNASKED || isLooked)) untrack(() => void continuity.want());
  });
}
