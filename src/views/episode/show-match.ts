/** Opens what hides a match, and goes there: to its message, its error, its place in the record, or into a very long text. */
import { traceIndex } from '../../model/ids';
import type { Match } from '../../store/episode.svelte';
import type { EpisodeDesk } from './context';
import { LONGEST_UNFOLDED } from './folds.svelte';

export function showMatch({ cursor, folds, goTo, showRaw, readText }: EpisodeDesk, { place }: Match): void {
  if (place.kind === 'error') {
    if (place.trace !== null) cursor.change({ trace: traceIndex(place.trace), view: 'overview' });
    else cursor.change({ view: 'overview' });
    return;
  }
  if (place.kind === 'value') {
    showRaw(place.pointer);
    return;
  }
  const { trace, node, field, index, offset } = place;
  if (trace === cursor.route.trace) goTo(node);
  else cursor.change({ trace, branch: null, node, view: 'transcript' });
  const key = `${trace}/${node}`;
  const name = {
    content: `${key} ${index}`,
    reasoning: `${key} reasoning`,
    arguments: `${key}/call/${index}`,
  };
  if (field === 'tool_name') return;
  const end = offset + place.length + 2000;
  if (end > LONGEST_UNFOLDED) {
    const message = { kind: 'node', trace, node } as const;
    if (field === 'content') readText({ kind: 'content', message, part: index }, offset);
    else if (field === 'reasoning') readText({ kind: 'reasoning', message }, offset);
    else readText({ kind: 'arguments', message, call: index }, offset);
    return;
  }
  if (field === 'content') folds.set(key, true);
  if (field === 'reasoning') folds.set(name.reasoning, true);
  folds.show(name[field], Math.max(end, folds.shown(name[field]) ?? 0));
}
