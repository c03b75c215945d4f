/**
 * One episode as one row of the list, with the definitions of the report, so that list and report are always equal. It
 * runs for every record of an import and must cost little beside parsing it.
 */
import type { Episode, Task } from '../model/episode';
import { member } from '../model/json';
import type { EpisodeRow } from '../model/row';
import { episodeDuration } from './duration';
import { countFlags, episodeFindings, flagsOf } from './findings';
import { graphOf } from './graph';
import { outcomeOf } from './outcome';
import { episodeScore } from './score';
import { traceTokens } from './tokens';
import { plus, traceCost } from './usage';
import { modelOf, turnsOf } from './trace-facts';

/** Where the record lies: 1-based line or element, offset and length in the uncompressed UTF-8 content. */
export interface RecordPlace {
  readonly line: number;
  readonly byte: number;
  readonly length: number;
}

/** `warnings`: those of severity warning or error that reading reports for the record itself; what the traces and the figures add is counted here. */
export function summarise(episode: Episode, place: RecordPlace, warnings: number): EpisodeRow {
  const { value: reward, scored } = episodeScore(episode);
  const agents = new Set<string>();
  const models = new Set<string>();
  const stops = new Set<string>();
  let turns = 0;
  let branches = 0;
  let nodes = 0;
  let tokensIn = 0;
  let tokensOut = 0;
  let cost: number | null = null;
  let errors = episode.errors.length;
  let flagged = warnings + countFlags(episodeFindings(episode, place));
  for (const trace of episode.traces) {
    const graph = graphOf(trace);
    const tokens = traceTokens(trace, graph);
    const model = modelOf(trace);
    if (trace.agent.name !== null) agents.add(trace.agent.name);
    if (model !== null) models.add(model);
    if (trace.stopCondition !== null) stops.add(trace.stopCondition);
    turns += turnsOf(trace);
    branches += graph.leaves.length;
    nodes += graph.size;
    tokensIn += tokens.input;
    tokensOut += tokens.output;
    // Trace by trace, as the report adds them: sums of floats depend on their order.
    cost = plus(cost, traceCost(trace));
    errors += trace.errors.length;
    flagged += flagsOf(trace, tokens, place);
  }
  return {
    // Named one by one: spread first, an object of so many members costs a hundred times as much.
    line: place.line,
    byte: place.byte,
    length: place.length,
    id: episode.id,
    env: episode.env.id,
    task: taskLabel(episode.task ?? episode.traces[0]?.task ?? null),
    group: episode.group,
    agents: [...agents].join(', '),
    models: [...models].join(', '),
    reward,
    scored,
    outcome: outcomeOf(episode),
    stop: [...stops].join(', '),
    traces: episode.traces.length,
    turns,
    branches,
    nodes,
    tokensIn,
    tokensOut,
    cost,
    duration: episodeDuration(episode),
    errors,
    warnings: flagged,
    errorType:
      (episode.errors[0] ?? episode.traces.find((trace) => trace.errors.length > 0)?.errors[0])?.type ?? null,
  };
}

const HASH = /^[0-9a-f]{32,}$/i;

/** What a person would call the task: its name, a key that is no digest, else its type and number. */
export function taskLabel(task: Task | null): string {
  if (task === null) return '';
  if (task.name !== null && task.name !== '') return task.name;
  const key = task.key ?? '';
  if (key !== '' && !HASH.test(key)) return key;
  const number = ordinal(task);
  const type = task.type ?? '';
  if (number !== '') return type === '' ? `#${number}` : `${type} ${number}`;
  const digest = (key || task.hash || '').slice(0, 8);
  return [type, digest].filter((word) => word !== '').join(' ');
}

function ordinal(task: Task): string {
  for (const name of ['idx', 'example_id', 'id']) {
    const value = member(task.data, name);
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value);
  }
  return '';
}
