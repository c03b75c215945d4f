/** The commands of the episode page as rows of the one table. What they do is the page's business. */
import type { Command } from '../../store/commands.svelte';
import type { EpisodeView } from '../../store/route';
import { EPISODE_VIEWS } from '../../store/route';
import type { Copied } from './copying';

export interface EpisodeActions {
  readonly step: (steps: 1 | -1, turns: boolean) => void;
  readonly stepBranch: (steps: 1 | -1) => void;
  readonly stepEpisode: (steps: 1 | -1) => void;
  readonly view: (view: EpisodeView) => void;
  readonly find: () => void;
  readonly togglePane: (pane: 'outline' | 'inspector') => void;
  readonly edge: (end: boolean) => void;
  readonly unfold: () => void;
  readonly raw: () => void;
  readonly copy: (what: Copied) => void;
  readonly leave: () => void;
  readonly isTranscript: () => boolean;
  readonly hasSelection: () => boolean;
  readonly hasBranches: () => boolean;
  readonly hasNext: () => boolean;
  readonly hasPrevious: () => boolean;
}

export function episodeCommands(act: EpisodeActions): readonly Command[] {
  const { isTranscript, hasSelection, hasBranches, hasNext, hasPrevious } = act;
  const command = (
    name: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    when?: () => boolean,
    keyOnly = false,
  ): Command => ({
    id: `episode.${name}`,
    title,
    keys,
    scope: 'episode',
    run,
    keyOnly,
    ...(when && { when }),
  });
  /** Its place among the tabs. */
  const digit = (view: EpisodeView): string => String(EPISODE_VIEWS.indexOf(view) + 1);
  return [
    command('next-message', 'Next message', ['j'], () => act.step(1, false), isTranscript, true),
    command('previous-message', 'Previous message', ['k'], () => act.step(-1, false), isTranscript, true),
    command('next-turn', 'Next turn of the model', ['J'], () => act.step(1, true), isTranscript, true),
    command(
      'previous-turn',
      'Previous turn of the model',
      ['K'],
      () => act.step(-1, true),
      isTranscript,
      true,
    ),
    command('first-message', 'To the first message', ['Home'], () => act.edge(false), isTranscript),
    command('last-message', 'To the last message', ['End'], () => act.edge(true), isTranscript),
    command('unfold', 'Unfold or fold the message', ['Enter'], act.unfold, hasSelection, true),
    command('raw-message', 'Show the message exactly as written', ['r'], act.raw, hasSelection),
    command('copy-message', 'Copy the message as text', ['c'], () => act.copy('message'), hasSelection),
    command('copy-json', 'Copy the JSON of the node', ['y'], () => act.copy('json'), hasSelection),
    command('copy-branch', 'Copy the branch as text', ['C'], () => act.copy('branch'), isTranscript),
    command('next-branch', 'Next branch', [']'], () => act.stepBranch(1), hasBranches),
    command('previous-branch', 'Previous branch', ['['], () => act.stepBranch(-1), hasBranches),
    command('next', 'Next episode', ['n'], () => act.stepEpisode(1), hasNext),
    command('previous', 'Previous episode', ['p'], () => act.stepEpisode(-1), hasPrevious),
    command('transcript', 'Transcript', [digit('transcript')], () => act.view('transcript')),
    command('graph', 'Graph, at what is selected', [digit('graph'), 'g'], () => act.view('graph')),
    command('requests', 'Requests, and what became of their history', [digit('requests')], () =>
      act.view('requests'),
    ),
    command('sessions', 'Sessions: the tree of agents', [digit('sessions')], () => act.view('sessions')),
    command('overview', 'Overview', [digit('overview')], () => act.view('overview')),
    command('raw', 'Raw record', [digit('raw')], () => act.view('raw')),
    command('find', 'Find in the episode', ['/'], act.find),
    command('outline', 'Outline', [','], () => act.togglePane('outline')),
    command('inspector', 'Inspector', ['.'], () => act.togglePane('inspector')),
    command('leave', 'Close what is open, or back to the list', ['Escape'], act.leave),
  ];
}
