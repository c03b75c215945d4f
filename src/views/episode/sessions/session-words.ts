/** What the tree of agents says in words: the same for the row, the facts, the picture and the screen reader. */
import type { BarKind, SessionTree } from '../../../layout/session-tree/columns';
import { BASES, CANCELLATIONS, ENDING_CODES, NONE } from '../../../layout/session-tree/columns';
import type { Measure } from '../../../layout/session-tree/icicle';
import type { SortKey } from '../../../layout/session-tree/rows';
import type { SessionTreeFacts } from '../../../store/session-tree.svelte';
import {
  formatCompact,
  formatCost,
  formatCount,
  formatDuration,
  formatPercent,
  formatPlural,
} from '../../shared/format';
import { drawnText } from '../graph/graph-words';

export type Ending = (typeof ENDING_CODES)[number];
type Basis = (typeof BASES)[number];

export const ENDING_WORDS: Readonly<Record<Ending, string>> = {
  root: 'root',
  returned: 'returned',
  continued: 'returned, then went on',
  no_return: 'no return',
  failed: 'failed',
  cancelled: 'cancelled',
  cancelled_above: 'cancelled with',
  running: 'no end recorded',
  done: 'done',
  unlinked: 'unlinked',
  unknown: 'ending not recorded',
};

export const ENDING_MEANINGS: Readonly<Record<Ending, string>> = {
  root: 'the agent that was given the task',
  returned: 'another agent took its result up',
  continued: 'another agent took a result up, and it worked on after that',
  no_return: 'nobody took a result of it up; why, the trace does not say',
  failed: 'the last that is known of it is a failure',
  cancelled: 'it was stopped before it was done',
  cancelled_above: 'an agent above it was stopped, and it did not return',
  done: 'its record says that it was done; no link says that its result was taken up',
  running: 'its record says that it is at work: it ended without a word, or the record is old',
  unlinked: 'no link and no record says who sent it off',
  unknown: 'the trace has no links, so whether it returned is not known',
};

export const BASIS_WORDS: Readonly<Record<Basis, string>> = {
  root: '',
  unlinked: 'no parent known',
  physical: '',
  ledger: 'parent by ledger',
  directory: 'parent by directory',
  lineage: 'parent by session record',
  declared: 'parent declared',
  returned: 'parent inferred from its return',
};

export const BASIS_MEANINGS: Readonly<Record<Basis, string>> = {
  root: 'no agent is above it, and it gave the reply or came first',
  unlinked: 'nothing names a parent',
  physical: 'all calls of a trace without links count as one agent',
  ledger: 'the harness’s ledger names its session and the session above',
  directory: 'the harness’s own directory of sessions names the one above',
  lineage: 'the harness wrote session and parent session on its calls',
  declared: 'a subagent_call link leads from its parent to it',
  returned: 'no link says who sent it off; all its results went to this one agent',
};

/** Recorded by the harness, or concluded. */
export function isInferred(basis: Basis): boolean {
  return basis === 'returned';
}

export const SORT_WORDS: Readonly<Record<SortKey, string>> = {
  title: 'Agent',
  state: 'State',
  turns: 'Turns',
  tokens: 'Own tokens',
  subtree: 'Tokens',
  cost: 'Cost',
  duration: 'Took',
  share: 'Of parent',
};

export const SORT_MEANINGS: Readonly<Record<SortKey, string>> = {
  title: 'what it was asked',
  state: 'how it ended',
  turns: 'requests to the model, without summaries and probes',
  tokens: 'read and written in its own calls, each with the whole of its prompt',
  subtree: 'read and written in its own calls and in all below it, each with the whole of its prompt',
  cost: 'of its own calls and of all below it',
  duration: 'from the first call to the last, with all below it',
  share: 'its part of the time of its parent, each with all below it',
};

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  tokens: 'Tokens',
  cost: 'Cost',
  time: 'Time in calls',
};

export const BAR_WORDS: Readonly<Record<BarKind, string>> = {
  turn: 'turn',
  summary: 'summary',
  probe: 'probe of one token',
  stale: 'attempt that does not count',
  failed: 'failed call',
  rolled_back: 'rolled back',
};

export function endingOf({ agents }: SessionTree, agent: number): Ending {
  return ENDING_CODES[agents.ending[agent] ?? 0] ?? 'unknown';
}

export function basisOf({ agents }: SessionTree, agent: number): Basis {
  return BASES[agents.basis[agent] ?? 0] ?? 'physical';
}

/** `sub 1.2`, or with the harness's own name `sub 1.2 · reader`. */
export function labelOf({ agents }: SessionTree, agent: number): string {
  const name = agents.name[agent] ?? '';
  const label = agents.label[agent] ?? '';
  return name === '' ? label : `${label} · ${drawnText(name)}`;
}

export function titleOf({ agents }: SessionTree, agent: number): string {
  return drawnText(agents.title[agent] ?? '');
}

const ROOT_WORDS: Readonly<Record<SessionTree['rootReply'], string>> = {
  text: 'gave the reply',
  empty: 'gave an empty reply',
  none: 'no reply recorded',
};

/** `returned`, `cancelled by root`, `cancelled with sub 2`. */
export function endingText(tree: SessionTree, agent: number): string {
  const ending = endingOf(tree, agent);
  const words = ENDING_WORDS[ending];
  if (basisOf(tree, agent) === 'physical') return 'all calls of this trace';
  if (ending === 'root') return ROOT_WORDS[tree.rootReply];
  if (ending === 'cancelled') {
    const by = tree.agentOfNode[tree.agents.cancelledAt[agent] ?? NONE] ?? NONE;
    return by === NONE ? words : `${words} by ${tree.agents.label[by] ?? ''}`;
  }
  if (ending !== 'cancelled_above') return words;
  return `${words} ${tree.agents.label[tree.agents.cancelledAt[agent] ?? 0] ?? 'its parent'}`;
}

/** What the parent rests on; empty where there is no parent to rest. */
export function basisText(tree: SessionTree, agent: number): string {
  return BASIS_WORDS[basisOf(tree, agent)];
}

/** The most turns that a receiver took before it took a result of this agent up; 0 for none or unknown. */
export function latest({ agents, deliveries }: SessionTree, agent: number): number {
  let most = 0;
  const end = agents.deliveries[agent + 1] ?? 0;
  for (let at = agents.deliveries[agent] ?? 0; at < end; at += 1)
    most = Math.max(most, deliveries.turnsBetween[at] ?? 0);
  return most;
}

/** What is out of the ordinary about an agent, in few words, most telling first. */
export function remarksOf(tree: SessionTree, agent: number): readonly string[] {
  const { agents } = tree;
  const at = (column: Int32Array): number => column[agent] ?? 0;
  const remarks: string[] = [];
  const late = latest(tree, agent);
  if (late > 0) remarks.push(`taken up late, ${formatPlural(late, 'turn')} on`);
  const others = strangers(tree, agent);
  if (others.length > 0) remarks.push(`returned to ${others.join(', ')}`);
  if (at(agents.failed) > 0) remarks.push(formatPlural(at(agents.failed), 'failed attempt'));
  if (at(agents.probes) > 0)
    remarks.push(formatPlural(at(agents.probes), 'probe of one token', 'probes of one token'));
  if (at(agents.contexts) > 1) remarks.push(formatPlural(at(agents.contexts) - 1, 'compaction'));
  const lost = at(agents.superseded) + at(agents.aside);
  if (lost > 0) remarks.push(`${formatPlural(lost, 'summary', 'summaries')} not used`);
  if (at(agents.handedBack) > 0) remarks.push('ended with a summary');
  if (at(agents.notResumed) > 0) remarks.push('summary that nothing followed');
  if (at(agents.rolledBack) > 0) remarks.push(`${formatPlural(at(agents.rolledBack), 'turn')} rolled back`);
  return remarks;
}

/** Agents other than the parent that took a result up. */
function strangers({ agents, deliveries }: SessionTree, agent: number): string[] {
  const found = new Set<string>();
  const end = agents.deliveries[agent + 1] ?? 0;
  const parent = agents.parent[agent] ?? NONE;
  for (let at = agents.deliveries[agent] ?? 0; at < end; at += 1) {
    const to = deliveries.to[at] ?? NONE;
    if (parent !== NONE && to !== parent) found.add(agents.label[to] ?? '');
  }
  return [...found].slice(0, 3);
}

/** `12.4k`, `≥ 12.4k` where some calls are silent, null where all are. */
export function tokensText(
  { input, output, silent }: SessionTree['agents']['own'],
  agent: number,
): string | null {
  const sum = (input[agent] ?? Number.NaN) + (output[agent] ?? Number.NaN);
  if (Number.isNaN(sum)) return null;
  return `${(silent[agent] ?? 0) > 0 ? '≥ ' : ''}${formatCompact(sum)}`;
}

export function costText({ cost, uncosted }: SessionTree['agents']['own'], agent: number): string | null {
  const sum = cost[agent] ?? Number.NaN;
  if (Number.isNaN(sum)) return null;
  return `${(uncosted[agent] ?? 0) > 0 ? '≥ ' : ''}${formatCost(sum)}`;
}

/** A figure as text, or null for none. */
export function figure(value: number | undefined, words: (value: number) => string): string | null {
  return value === undefined || Number.isNaN(value) ? null : words(value);
}

/** `40 %`, `< 1 %`. */
export function shareText(share: number): string {
  return share > 0 && share < 0.005 ? '< 1 %' : formatPercent(share);
}

/** Where a place on the axis is: `+12 s`, or `call 7`. */
export function placeText({ axis }: SessionTree, from: number, at: number): string {
  return axis === 'time' ? `+${formatDuration(at - from)}` : `call ${formatCount(at + 1)}`;
}

/** An agent's line of the drawing in words. */
export function laneText(tree: SessionTree, agent: number, from: number): string {
  const { agents, deliveries } = tree;
  const start = agents.from[agent] ?? Number.NaN;
  if (Number.isNaN(start)) return 'no call of it has a time';
  const calls = (agents.bars[agent + 1] ?? 0) - (agents.bars[agent] ?? 0);
  const until = agents.until[agent] ?? start;
  const parts = [
    `${formatPlural(calls, 'call')} from ${placeText(tree, from, start)} to ${placeText(tree, from, until)}`,
  ];
  const spawn = agents.spawnAt[agent] ?? Number.NaN;
  if (!Number.isNaN(spawn)) parts.unshift(`sent off at ${placeText(tree, from, spawn)}`);
  const end = agents.deliveries[agent + 1] ?? 0;
  for (let at = agents.deliveries[agent] ?? 0; at < end && parts.length < 6; at += 1) {
    const taken = deliveries.until[at] ?? Number.NaN;
    const to = agents.label[deliveries.to[at] ?? 0] ?? '';
    if (!Number.isNaN(taken)) parts.push(`result taken up by ${to} at ${placeText(tree, from, taken)}`);
  }
  return parts.join('; ');
}

/** An agent in one sentence. */
export function agentSentence(tree: SessionTree, agent: number): string {
  const { agents } = tree;
  const title = titleOf(tree, agent);
  const parts = [endingText(tree, agent), ...remarksOf(tree, agent)];
  const below = agents.descendants[agent] ?? 0;
  parts.push(formatPlural(agents.turns[agent] ?? 0, 'turn'));
  const tokens = tokensText(agents.subtree, agent);
  if (tokens !== null) parts.push(`${tokens} tokens${below > 0 ? ` with the ${below} below` : ''}`);
  return `${labelOf(tree, agent)}${title === '' ? '' : `, ${title}`}: ${parts.join('; ')}`;
}

/** The tree in one sentence. */
export function treeSentence(tree: SessionTree, facts: SessionTreeFacts): readonly string[] {
  const { agents } = tree;
  const { limits } = facts;
  const parts = [formatPlural(agents.count, 'agent')];
  if (agents.count <= 1) return parts;
  const of = (limit: number | null | undefined): string =>
    limit === null || limit === undefined ? '' : ` of ${formatCount(limit)} allowed`;
  parts.push(`depth ${formatCount(facts.deepest)}${of(limits?.depth)}`);
  if (limits !== null && limits.calls !== null && limits.started !== null)
    parts.push(`${formatCount(limits.started)} started${of(limits.calls)}`);
  if (facts.peak !== null) parts.push(`at most ${formatCount(facts.peak)} at once${of(limits?.concurrent)}`);
  const counts = new Map<Ending, number>();
  let late = 0;
  for (let agent = 0; agent < agents.count; agent += 1) {
    const ending = endingOf(tree, agent);
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
    if (latest(tree, agent) > 0) late += 1;
  }
  const count = (...endings: readonly Ending[]): number =>
    endings.reduce((sum, ending) => sum + (counts.get(ending) ?? 0), 0);
  const returned = count('returned', 'continued');
  if (returned > 0)
    parts.push(`${formatCount(returned)} returned${late > 0 ? `, ${formatCount(late)} of them late` : ''}`);
  if (count('failed') > 0) parts.push(`${formatCount(count('failed'))} failed`);
  const cancelled = count('cancelled', 'cancelled_above');
  if (cancelled > 0) parts.push(`${formatCount(cancelled)} cancelled`);
  if (count('no_return') > 0) parts.push(`${formatCount(count('no_return'))} without a return`);
  if (count('running') > 0) parts.push(`${formatCount(count('running'))} without an end`);
  if (count('done') > 0) parts.push(`${formatCount(count('done'))} done`);
  if (count('unlinked') > 0) parts.push(`${formatCount(count('unlinked'))} unlinked`);
  return parts;
}

/** Which limit is passed, and what else a reader must know to judge the tree. */
export function treeNotes(tree: SessionTree, facts: SessionTreeFacts): readonly string[] {
  const { limits, missingChildren, countedSessions } = facts;
  const notes: string[] = [];
  if (limits !== null && limits.depth !== null && facts.deepest > limits.depth)
    notes.push(`the tree is deeper than the limit of ${formatCount(limits.depth)}`);
  if (limits !== null && limits.concurrent !== null && (facts.peak ?? 0) > limits.concurrent)
    notes.push(`more agents were at work at once than the limit of ${formatCount(limits.concurrent)}`);
  if (missingChildren === 'unsure')
    notes.push(
      `how many sub-sessions are missing cannot be told: the harness counted ${formatCount(countedSessions ?? 0)}`,
    );
  else if (missingChildren !== null && missingChildren > facts.absent.length)
    notes.push(
      `${formatPlural(missingChildren, 'sub-session')} left no committed call: the harness counted ${missingChildren === 1 ? 'it' : 'them'}, the trace holds nothing of ${missingChildren === 1 ? 'it' : 'them'}`,
    );
  else if (missingChildren !== null && missingChildren < 0)
    notes.push(`${formatPlural(-missingChildren, 'agent')} more than the harness counted`);
  if (countedSessions === null && limits !== null && (limits.started ?? 0) > tree.agents.count - 1)
    notes.push(
      `the harness let ${formatPlural(limits.started ?? 0, 'sub-session')} start, more than are here`,
    );
  if (facts.linksIncomplete) notes.push('some requests have an id but no link: the links are incomplete');
  if (facts.loose > 0)
    notes.push(
      `${formatPlural(facts.loose, 'failed call')} committed nothing; whose ${facts.loose === 1 ? 'it was' : 'they were'} is not known`,
    );
  if (facts.cutLoops.length > 0)
    notes.push(
      `${formatPlural(facts.cutLoops.length, 'loop')} of agents that sent each other off, cut at the first`,
    );
  if (facts.unusableLinks > 0)
    notes.push(`${formatPlural(facts.unusableLinks, 'recorded link')} could not be used`);
  if (facts.untimed > 0 && tree.axis === 'time')
    notes.push(
      `${formatPlural(facts.untimed, 'call')} without a time ${facts.untimed === 1 ? 'is' : 'are'} not drawn`,
    );
  return notes;
}

const ABOUT: Readonly<Record<SessionTreeFacts['disagreements'][number]['about'], string>> = {
  session: 'session of the request',
  parent_session: 'parent session',
  identity: 'links join two sessions',
  parent: 'parent of the agent',
};

/** `parent of the agent: root by the record, sub 1 by the links`. */
export function disagreementText({
  about,
  kept,
  dropped,
}: SessionTreeFacts['disagreements'][number]): string {
  return `${ABOUT[about]}: ${drawnText(kept.slice(0, 80))} by the stronger source, ${drawnText(dropped.slice(0, 80))} by the weaker`;
}

/** What a cancellation rests on. */
export function cancellationText({ agents }: SessionTree, agent: number): string | null {
  switch (CANCELLATIONS[agents.cancelledBy[agent] ?? 0] ?? 'none') {
    case 'none':
      return null;
    case 'record':
      return 'the harness’s record of its session says so';
    case 'link':
      return 'a subagent_cancel link';
    case 'ancestor':
      return `${agents.label[agents.cancelledAt[agent] ?? 0] ?? 'an agent above'} was cancelled`;
  }
}
