/** What a text of an episode is called when it stands alone. */
import { unreachable } from '../../model/unreachable';
import type { MessageRef, TextRef } from '../../store/episode.svelte';

export function titleOf(ref: TextRef): string {
  switch (ref.kind) {
    case 'content':
      return `Text of ${messageName(ref.message)}${ref.part === null || ref.part === 0 ? '' : `, part ${ref.part + 1}`}`;
    case 'reasoning':
      return `Reasoning of ${messageName(ref.message)}`;
    case 'arguments':
      return `Arguments of tool call ${ref.call + 1} of ${messageName(ref.message)}`;
    case 'error':
      return ref.field === 'message' ? `Error ${ref.error + 1}` : `Traceback of error ${ref.error + 1}`;
    case 'call-error':
      return ref.field === 'message' ? `Error of call #${ref.call}` : `Traceback of call #${ref.call}`;
    case 'root-reply':
      return 'Root reply';
    case 'tool':
      return `Description of tool ${ref.tool + 1}`;
    case 'value':
      return `Text at ${ref.pointer === '' ? 'the top' : ref.pointer.slice(-80)}`;
    default:
      return unreachable(ref);
  }
}

function messageName(ref: MessageRef): string {
  if (ref.kind === 'node') return `node #${ref.node}`;
  const place = ref.message === 'response' ? 'the response' : `message ${ref.message + 1}`;
  return `${place} of judge call ${ref.judge + 1}`;
}
