/** When a flat row's phases ran: spans in seconds, or a start and lengths in milliseconds, laid end to end. */
import type { Span, Timing } from '../../model/episode';
import type { JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { instant, isGiven, number } from '../fields';
import type { Spot } from '../spot';
import { NO_TIMING, readSpan, readTiming, UNSET } from './timing';

/** `value` may have been unwrapped from a text; `spot` stands at the row. */
export function readLegacyTiming(value: Field, spot: Spot): Timing {
  if (!isObject(value)) {
    if (isGiven(value)) spot.bad('timing', 'an object', value);
    return NO_TIMING;
  }
  // The platform's samples carry the timing of the newer format.
  if (isGiven(value.start) || isGiven(value.boot) || isGiven(value.agent)) return readTiming(value, spot);
  const inside = spot.under('timing');
  const start = instant(value.start_time, inside, 'start_time');
  if (isGiven(value.generation_ms)) return lengths(value, start, inside);
  return {
    ...NO_TIMING,
    start,
    setup: readSpan(value.setup, inside, 'setup'),
    agent: readSpan(value.generation, inside, 'generation'),
    scoring: readSpan(value.scoring, inside, 'scoring'),
    modelSeconds: spansLength(value.model, inside.under('model')),
    harnessSeconds: spansLength(value.env, inside.under('env')),
  };
}

function lengths(raw: JsonObject, start: number | null, spot: Spot): Timing {
  const agent = after(start, number(raw.generation_ms, spot, 'generation_ms'));
  const scoring = after(agent.end, number(raw.scoring_ms, spot, 'scoring_ms'));
  return { ...NO_TIMING, start, agent, scoring };
}

function after(start: number | null, milliseconds: number | null): Span {
  return start === null || milliseconds === null ? UNSET : { start, end: start + milliseconds / 1000 };
}

function spansLength(value: Field, spot: Spot): number | null {
  return isObject(value) ? number(value.duration, spot, 'duration') : null;
}
