/** The task of a rollout: wrapped with its type, key and hash, or the flat row that it was before. */
import type { Task } from '../../model/episode';
import type { JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { isGiven, object, text } from '../fields';
import type { Spot } from '../spot';

const KNOWN = new Set(['type', 'data', 'key', 'hash']);
const NO_DATA: JsonObject = {};

export function readTask(value: Field, spot: Spot): Task | null {
  const raw = object(value, spot, 'task');
  if (raw === null) return null;
  const inside = spot.under('task');
  if (isFlat(raw)) {
    const asked = isGiven(raw.instruction) ? ', the prompt under the name `instruction`' : '';
    spot.note('older-variant', 'task', `The task's row itself, without type and data${asked}.`);
    return { type: 'Task', key: null, hash: null, name: nameOf(raw), data: raw };
  }
  inside.unknownIn(raw, KNOWN, 'task');
  const data = object(raw.data, inside, 'data') ?? NO_DATA;
  return {
    type: text(raw.type, inside, 'type'),
    key: text(raw.key, inside, 'key'),
    hash: text(raw.hash, inside, 'hash'),
    name: nameOf(data),
    data,
  };
}

function isFlat(raw: JsonObject): boolean {
  if (isObject(raw.data)) return false;
  if (isGiven(raw.idx) || isGiven(raw.prompt) || isGiven(raw.instruction)) return true;
  for (const key in raw) if (!KNOWN.has(key)) return true;
  return false;
}

/** Whatever else a taskset puts under `name`, only text is a name. */
function nameOf(data: JsonObject): string | null {
  return typeof data.name === 'string' ? data.name : null;
}
