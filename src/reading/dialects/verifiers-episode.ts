/**
 * Episode lines of `verifiers` v1, the draft that kept the episode's own fields one level deeper, and bare traces, each of
 * which is an episode of its own.
 */
import type { Diagnostic } from '../../model/diagnostic';
import type { Episode, Task, Trace } from '../../model/episode';
import type { JsonObject, JsonPointer } from '../../model/json';
import { isObject } from '../../model/json';
import { Collector } from '../collector';
import type { Field } from '../fields';
import { flag, isGiven, items, object, text } from '../fields';
import { Spot } from '../spot';
import { readErrors } from './errors';
import { readRun } from './run-info';
import { readTask } from './task';
import type { ReadGraph } from './verifiers-trace';
import { readRecordedTokens, readTrace } from './verifiers-trace';

const KNOWN = new Set([
  'id',
  'env',
  'task',
  'group',
  'run',
  'ok',
  // Since 0.4.0.
  'is_timeout',
  'errors',
  'traces',
  'info',
  'num_input_tokens',
  'num_output_tokens',
  'num_total_tokens',
  'assessment_batches',
  'credit_assignments',
  'credit_errors',
  'assessment_errors',
  'assessment_finalization_state',
]);
const DRAFT = new Set(['episode', 'traces', ...KNOWN]);

export interface EpisodePlace {
  /** Of the episode inside its record; empty but for wrapped ones. */
  readonly path: JsonPointer;
  readonly line: number;
  readonly byte: number;
}

export interface EpisodeReading {
  readonly episode: Episode;
  readonly diagnostics: readonly Diagnostic[];
}

export function readEpisode(raw: JsonObject, place: EpisodePlace): EpisodeReading {
  const collector = new Collector(place.line, place.byte);
  const spot = Spot.root(collector).at(place.path);
  const draft = isGiven(raw.id) ? null : object(raw.episode, spot, 'episode');
  spot.unknownIn(raw, draft === null ? KNOWN : DRAFT, 'episode');
  if (draft !== null)
    spot.note('older-variant', 'episode', 'A draft: the episode’s own fields are inside `episode`.');
  const traces = readTraces(raw.traces, place, spot);
  const head = draft === null ? readHead(raw, traces, spot) : readHead(draft, traces, spot.under('episode'));
  return { episode: head, diagnostics: collector.done() };
}

interface PlacedTrace {
  readonly raw: JsonObject;
  readonly trace: Trace;
}

function readTraces(value: Field, place: EpisodePlace, spot: Spot): readonly PlacedTrace[] {
  const listed = spot.under('traces');
  return items(value, spot, 'traces').flatMap((raw, index) => {
    if (isObject(raw)) {
      const path = `${place.path}/traces/${index}`;
      return [{ raw, trace: readTrace(raw, { path, line: place.line, byte: place.byte }) }];
    }
    listed.bad(index, 'a trace', raw);
    return [];
  });
}

function readHead(raw: JsonObject, found: readonly PlacedTrace[], spot: Spot): Episode {
  const traces = found.map(({ trace }) => trace);
  const errors = readErrors(raw.errors, null, spot);
  return {
    id: text(raw.id, spot, 'id') ?? '',
    env: readEnv(raw.env, spot),
    task: readTask(raw.task, spot) ?? taskOf(traces),
    group: readGroup(raw.group, spot),
    run: readRun(raw.run, spot) ?? runOf(found),
    ok:
      flag(raw.ok, spot, 'ok') ?? (traces.length > 0 && errors.length === 0 && traces.every(({ ok }) => ok)),
    errors,
    traces,
    recordedTokens: readRecordedTokens(raw, spot),
  };
}

/** Older episodes have no task of their own: it is that of the first trace. */
function taskOf(traces: readonly Trace[]): Task | null {
  return traces[0]?.task ?? null;
}

/** Older writers put the run on the trace. What is odd in it was said there, or is not worth saying twice. */
function runOf(found: readonly PlacedTrace[]): Episode['run'] {
  const holder = found.find(({ raw }) => isObject(raw.run));
  return holder === undefined ? null : readRun(holder.raw.run, Spot.root(new Collector(null, null)));
}

function readEnv(value: Field, spot: Spot): Episode['env'] {
  // Before the environment had a name beside its id.
  if (typeof value === 'string') return { id: value, name: null };
  const raw = object(value, spot, 'env');
  if (raw === null) return { id: '', name: null };
  const inside = spot.under('env');
  return { id: text(raw.id, inside, 'id') ?? '', name: text(raw.name, inside, 'name') };
}

function readGroup(value: Field, spot: Spot): string | null {
  if (typeof value === 'string') return value;
  const raw = object(value, spot, 'group');
  return raw === null ? null : text(raw.id, spot.under('group'), 'id');
}

/** An episode of its own id, without errors and without group. */
export function readBareTrace(raw: JsonObject, place: EpisodePlace, graphOf?: ReadGraph): EpisodeReading {
  const trace = readTrace(raw, place, graphOf);
  const run = runOf([{ raw, trace }]);
  return { episode: aroundTrace(trace, { id: trace.id, env: '', run }), diagnostics: [] };
}

interface Around {
  readonly id: string;
  readonly env: string;
  readonly run: Episode['run'];
}

export function aroundTrace(trace: Trace, { id, env, run }: Around): Episode {
  return {
    id,
    env: { id: env, name: null },
    task: trace.task,
    group: null,
    run,
    ok: trace.ok,
    errors: [],
    traces: [trace],
    recordedTokens: null,
  };
}
