/** The keys of the graph as rows of the one table. What they do is the view's business. */
import type { Command } from '../../../store/commands.svelte';

export interface GraphActions {
  readonly lane: (steps: 1 | -1) => void;
  readonly along: (side: 'in' | 'out') => void;
  readonly edge: (steps: 1 | -1) => void;
  readonly open: () => void;
  readonly around: () => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
  readonly order: () => void;
  readonly text: () => void;
  readonly folds: () => void;
  readonly close: () => void;
  readonly isPicture: () => boolean;
  /** The picture, or the messages around a call. */
  readonly isScaled: () => boolean;
  readonly hasSelection: () => boolean;
  readonly hasCall: () => boolean;
  readonly canClose: () => boolean;
}

const STEP = 1.3;

export function graphCommands(act: GraphActions): readonly Command[] {
  const { isPicture, isScaled, hasSelection, hasCall, canClose } = act;
  const command = (
    name: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    when: () => boolean = isPicture,
    keyOnly = false,
  ): Command => ({ id: `graph.${name}`, title, keys, scope: 'episode', run, when, keyOnly });
  return [
    command('down', 'Graph: next call of the lane', ['ArrowDown', 'j'], () => act.lane(1), isPicture, true),
    command('up', 'Graph: previous call of the lane', ['ArrowUp', 'k'], () => act.lane(-1), isPicture, true),
    command(
      'effect',
      'Graph: along an edge to its effect',
      ['ArrowRight'],
      () => act.along('out'),
      isPicture,
      true,
    ),
    command(
      'cause',
      'Graph: back along an edge to its cause',
      ['ArrowLeft'],
      () => act.along('in'),
      isPicture,
      true,
    ),
    command('next-edge', 'Graph: next edge of the call', ['e'], () => act.edge(1), hasSelection, true),
    command(
      'previous-edge',
      'Graph: previous edge of the call',
      ['E'],
      () => act.edge(-1),
      hasSelection,
      true,
    ),
    command(
      'open',
      'Graph: open in the transcript, or open the fold',
      ['Enter'],
      act.open,
      hasSelection,
      true,
    ),
    command('around', 'Graph: messages around the call', ['a'], act.around, hasCall),
    command('in', 'Graph: nearer', ['+', '='], () => act.zoom(STEP), isScaled),
    command('out', 'Graph: further', ['-'], () => act.zoom(1 / STEP), isScaled),
    command('fit', 'Graph: all of it', ['0'], act.fit, isScaled),
    command('order', 'Graph: causal order or by time', ['o'], act.order),
    command('folds', 'Graph: open or close all folds', ['u'], act.folds),
    command('text', 'Graph: as text or as picture', ['t'], act.text, () => true),
    command('close', 'Graph: deselect, or back to the picture', ['Escape'], act.close, canClose, true),
  ];
}
