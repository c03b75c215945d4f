/** The keys of the requests view as rows of the one table. What they do is the view's business. */
import type { Command } from '../../../store/commands.svelte';

export interface RequestsActions {
  readonly step: (steps: 1 | -1) => void;
  readonly stepBreak: (steps: 1 | -1) => void;
  readonly edge: (end: boolean) => void;
  readonly open: () => void;
  readonly strict: () => void;
  readonly close: () => void;
  readonly hasRows: () => boolean;
  readonly hasBreaks: () => boolean;
  readonly hasSelection: () => boolean;
  readonly canClose: () => boolean;
}

export function requestsCommands(act: RequestsActions): readonly Command[] {
  const { hasRows, hasBreaks, hasSelection, canClose } = act;
  const command = (
    name: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    when: () => boolean,
    keyOnly = false,
  ): Command => ({ id: `requests.${name}`, title, keys, scope: 'episode', run, when, keyOnly });
  return [
    command('next', 'Requests: next call', ['j', 'ArrowDown'], () => act.step(1), hasRows, true),
    command('previous', 'Requests: previous call', ['k', 'ArrowUp'], () => act.step(-1), hasRows, true),
    command('next-break', 'Requests: next break', ['J'], () => act.stepBreak(1), hasBreaks),
    command('previous-break', 'Requests: previous break', ['K'], () => act.stepBreak(-1), hasBreaks),
    command('first', 'Requests: first call', ['Home'], () => act.edge(false), hasRows, true),
    command('last', 'Requests: last call', ['End'], () => act.edge(true), hasRows, true),
    command('open', 'Requests: both requests, then the transcript', ['Enter'], act.open, hasSelection, true),
    command('strict', 'Requests: with or without inferred predecessors', ['s'], act.strict, () => true),
    command('close', 'Requests: close both requests', ['Escape'], act.close, canClose, true),
  ];
}
