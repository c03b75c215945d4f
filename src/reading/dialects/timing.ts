/** When the phases of a rollout ran, in Unix seconds. A span is as recorded: nothing here orders or completes it. */
import type { Span, Timing } from '../../model/episode';
import type { JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { instant, isGiven, number, object } from '../fields';
import type { Segment, Spot } from '../spot';

const KNOWN = new Set(['start', 'boot', 'setup', 'agent', 'generation', 'finalize', 'scoring', 'duration']);
const SPAN = new Set(['start', 'end', 'duration', 'model', 'harness']);
export const UNSET: Span = { start: null, end: null };
export const NO_TIMING: Timing = {
  start: null,
  boot: UNSET,
  setup: UNSET,
  agent: UNSET,
  finalize: UNSET,
  scoring: UNSET,
  modelSeconds: null,
  harnessSeconds: null,
};

export function readSpan(value: Field, spot: Spot, segment: Segment): Span {
  const raw = object(value, spot, segment);
  if (raw === null) return UNSET;
  const inside = spot.under(segment);
  inside.unknownIn(raw, SPAN, 'time span');
  return { start: instant(raw.start, inside, 'start'), end: instant(raw.end, inside, 'end') };
}

export function readTiming(value: Field, spot: Spot): Timing {
  const raw = object(value, spot, 'timing');
  if (raw === null) return NO_TIMING;
  const inside = spot.under('timing');
  inside.unknownIn(raw, KNOWN, 'timing');
  const agent = agentKey(raw, inside);
  const split = raw[agent];
  const phases = inside.under(agent);
  return {
    start: instant(raw.start, inside, 'start'),
    boot: readSpan(raw.boot, inside, 'boot'),
    setup: readSpan(raw.setup, inside, 'setup'),
    agent: readSpan(split, inside, agent),
    finalize: readSpan(raw.finalize, inside, 'finalize'),
    scoring: readSpan(raw.scoring, inside, 'scoring'),
    modelSeconds: isObject(split) ? seconds(split.model, phases, 'model') : null,
    harnessSeconds: isObject(split) ? seconds(split.harness, phases, 'harness') : null,
  };
}

function agentKey(raw: JsonObject, spot: Spot): 'agent' | 'generation' {
  if (isGiven(raw.agent) || !isGiven(raw.generation)) return 'agent';
  spot.note('older-variant', 'generation', 'The agent span under its older name.');
  return 'generation';
}

function seconds(value: Field, spot: Spot, segment: Segment): number | null {
  const raw = object(value, spot, segment);
  return raw === null ? null : number(raw.duration, spot.under(segment), 'duration');
}
