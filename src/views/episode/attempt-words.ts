/** Attempts under one request id in words, for the screen and for the clipboard: every id with its owner. */
import type { AttemptBody } from '../../store/episode.svelte';
import { unreachable } from '../../model/unreachable';

export function stateWords({ state, error }: AttemptBody): string {
  switch (state) {
    case 'counts':
      return 'committed, and counts';
    case 'superseded':
      return 'committed; a later attempt counts';
    case 'failed':
      return error === null ? 'failed' : `failed: ${error}`;
    case 'nothing':
      return 'committed nothing';
    case 'bad_node':
      return 'names a node that is none of a model’s';
    default:
      return unreachable(state);
  }
}

/** `call #3 of verifiers` and so on, a line each. */
export function attemptsText(id: string, attempts: readonly AttemptBody[]): string {
  const lines = attempts.map((attempt, index) => {
    const node = attempt.node === null ? '' : ` → node #${attempt.node} (verifiers)`;
    return `attempt ${index + 1}: trace #${attempt.trace} call #${attempt.call} (verifiers)${node}, ${stateWords(attempt)}`;
  });
  return [`request id ${id} (the harness)`, ...lines, ''].join('\n');
}
