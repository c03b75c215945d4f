/** The keys of the tree of agents as rows of the one table. What they do is the view's business. */
import type { Command } from '../../../store/commands.svelte';

export interface SessionActions {
  readonly by: (rows: number) => void;
  readonly page: (pages: 1 | -1) => void;
  readonly edge: (end: boolean) => void;
  readonly inward: () => void;
  readonly outward: () => void;
  readonly foldAll: (folded: boolean) => void;
  readonly open: () => void;
  readonly cells: () => void;
  readonly isTree: () => boolean;
  readonly hasAgent: () => boolean;
}

export function sessionCommands(act: SessionActions): readonly Command[] {
  const { isTree, hasAgent } = act;
  const command = (
    name: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    when: () => boolean = isTree,
    keyOnly = true,
  ): Command => ({ id: `sessions.${name}`, title, keys, scope: 'episode', run, when, keyOnly });
  return [
    command('down', 'Sessions: next agent', ['ArrowDown', 'j'], () => act.by(1)),
    command('up', 'Sessions: previous agent', ['ArrowUp', 'k'], () => act.by(-1)),
    command('page-down', 'Sessions: a page down', ['PageDown'], () => act.page(1)),
    command('page-up', 'Sessions: a page up', ['PageUp'], () => act.page(-1)),
    command('first', 'Sessions: first agent', ['Home'], () => act.edge(false)),
    command('last', 'Sessions: last agent', ['End'], () => act.edge(true)),
    command('in', 'Sessions: unfold, or to the first child', ['ArrowRight'], act.inward, hasAgent),
    command('out', 'Sessions: fold, or to the parent', ['ArrowLeft'], act.outward, hasAgent),
    command('open', 'Sessions: read the agent in the transcript', ['Enter'], act.open, hasAgent),
    command('unfold-all', 'Sessions: unfold all', ['*'], () => act.foldAll(false), isTree, false),
    command('fold-all', 'Sessions: fold all', ['Shift+Backspace'], () => act.foldAll(true), isTree, false),
    command('cells', 'Sessions: by tokens, cost, time, or none', ['i'], act.cells, isTree, false),
  ];
}
