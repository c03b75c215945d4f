/** The run that an episode belongs to; older writers kept it on the trace. */
import type { RunInfo } from '../../model/episode';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { integer, object, text } from '../fields';
import type { Spot } from '../spot';

export function readRun(value: Field, spot: Spot): RunInfo | null {
  const raw = object(value, spot, 'run');
  if (raw === null) return null;
  const inside = spot.under('run');
  const work = isObject(raw.work) ? raw.work : null;
  return {
    type: text(raw.type, inside, 'type'),
    id: text(raw.id, inside, 'id'),
    name: text(raw.name, inside, 'name'),
    step:
      work === null ? integer(raw.step, inside, 'step') : integer(work.step, inside.under('work'), 'step'),
    raw,
  };
}
