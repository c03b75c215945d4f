/** The keys of the list of episodes as rows of the one table. What they do is the list's business. */
import type { Column } from '../../store/columns';
import type { Command } from '../../store/commands.svelte';

export interface ListActions {
  readonly by: (steps: number) => void;
  readonly page: (pages: 1 | -1) => void;
  readonly edge: (end: boolean) => void;
  readonly open: () => void;
  readonly sortBy: (column: Column) => void;
  readonly hasRows: () => boolean;
  readonly hasSelection: () => boolean;
}

/** `columns`: those that can be sorted by. */
export function listCommands(columns: readonly Column[], act: ListActions): readonly Command[] {
  const { hasRows, hasSelection } = act;
  const move = (name: string, title: string, keys: readonly string[], run: () => void): Command => ({
    id: `run.${name}`,
    title,
    keys,
    scope: 'run',
    keyOnly: true,
    when: hasRows,
    run,
  });
  return [
    move('next-row', 'Next row', ['j', 'ArrowDown'], () => act.by(1)),
    move('previous-row', 'Previous row', ['k', 'ArrowUp'], () => act.by(-1)),
    move('next-page', 'A page down', ['PageDown'], () => act.page(1)),
    move('previous-page', 'A page up', ['PageUp'], () => act.page(-1)),
    move('first-row', 'First row', ['Home'], () => act.edge(false)),
    move('last-row', 'Last row', ['End'], () => act.edge(true)),
    {
      id: 'run.open',
      title: 'Open the selected episode',
      keys: ['Enter'],
      scope: 'run',
      when: hasSelection,
      run: act.open,
    },
    ...columns.map((column) => ({
      id: `run.sort-${column.id}`,
      title: `Sort by ${column.title.toLowerCase()}`,
      keys: [],
      scope: 'run' as const,
      run: () => act.sortBy(column),
    })),
  ];
}
