/** Errors of an episode, a trace or a call. An error is never dropped for its form: failures must stay visible. */
import type { RolloutError } from '../../model/episode';
import type { Json } from '../../model/json';
import { isObject } from '../../model/json';
import { compactJson } from '../embedded-json';
import type { Field } from '../fields';
import { integer, isGiven, items, text } from '../fields';
import type { Segment, Spot } from '../spot';
import { nameOfType } from '../spot';

const KNOWN = new Set(['type', 'message', 'status_code', 'traceback']);
const NO_ERRORS: readonly RolloutError[] = [];

/** `single` is the one error that the oldest traces have instead of a list. */
export function readErrors(value: Field, single: Field, spot: Spot): readonly RolloutError[] {
  const found = items(value, spot, 'errors');
  const errors = found.length === 0 ? NO_ERRORS : readList(found, spot.under('errors'));
  const one = readError(single, spot, 'error');
  return one === null ? errors : [...errors, one];
}

function readList(found: readonly Json[], spot: Spot): readonly RolloutError[] {
  return found.flatMap((item, index) => readError(item, spot, index) ?? []);
}

export function readError(value: Field, spot: Spot, segment: Segment): RolloutError | null {
  if (!isGiven(value)) return null;
  if (!isObject(value)) {
    spot.note(
      'repaired-field',
      segment,
      `Expected an error, found ${nameOfType(value)}; read as its message.`,
    );
    const message = typeof value === 'string' ? value : compactJson(value);
    return { type: '', message, statusCode: null, traceback: null };
  }
  const inside = spot.under(segment);
  inside.unknownIn(value, KNOWN, 'error');
  return {
    type: text(value.type, inside, 'type') ?? '',
    message: text(value.message, inside, 'message') ?? '',
    statusCode: integer(value.status_code, inside, 'status_code'),
    traceback: text(value.traceback, inside, 'traceback'),
  };
}
