/** Where a match lies, in words. */
import { unreachable } from '../../model/unreachable';
import type { MatchPlace } from '../../store/episode.svelte';

const FIELDS = {
  content: 'text',
  reasoning: 'reasoning',
  tool_name: 'tool name',
  arguments: 'arguments',
} as const;
const SECTIONS = {
  info: 'info',
  task: 'task data',
  tools: 'tool definitions',
  calls: 'a failed call',
} as const;

export function placeText(place: MatchPlace): string {
  switch (place.kind) {
    case 'message':
      return `node #${place.node}, ${FIELDS[place.field]}`;
    case 'error':
      return place.trace === null ? 'an error of the episode' : 'an error';
    case 'value':
      return SECTIONS[place.section];
    default:
      return unreachable(place);
  }
}
