/** Who played: seat, model, configuration, runtime, in the present form and the two before it. */
import type { AgentInfo } from '../../model/episode';
import type { JsonObject } from '../../model/json';
import type { Field } from '../fields';
import { flag, isGiven, object, text } from '../fields';
import type { Spot } from '../spot';

const KNOWN = new Set(['config', 'runtime', 'name', 'trainable', 'model', 'sampling', 'harness']);
/** The seat where the file names none. */
const SEAT = 'agent';

/** `runtime` is the trace's own, where it stood for two weeks. */
export function readAgent(value: Field, runtime: Field, spot: Spot): AgentInfo {
  const outside = object(runtime, spot, 'runtime');
  const raw = object(value, spot, 'agent');
  if (raw === null) return { name: SEAT, trainable: true, model: null, config: null, runtime: outside };
  const inside = spot.under('agent');
  inside.unknownIn(raw, KNOWN, 'agent');
  const config = object(raw.config, inside, 'config') ?? olderConfig(raw, inside);
  return {
    name: text(raw.name, inside, 'name') ?? SEAT,
    trainable: flag(raw.trainable, inside, 'trainable') ?? true,
    model: modelOf(raw, config, inside),
    config,
    runtime: object(raw.runtime, inside, 'runtime') ?? outside,
  };
}

function modelOf(raw: JsonObject, config: JsonObject | null, spot: Spot): string | null {
  const configured = config === null ? null : text(config.model, spot.under('config'), 'model');
  return configured ?? text(raw.model, spot, 'model');
}

/** Model, sampling and harness beside each other are what became the config. */
function olderConfig(raw: JsonObject, spot: Spot): JsonObject | null {
  const { model, sampling, harness } = raw;
  if (!isGiven(sampling) && !isGiven(harness)) return null;
  spot.note('older-variant', null, 'The agent with model, sampling and harness beside each other.');
  return {
    ...(isGiven(model) && { model }),
    ...(isGiven(sampling) && { sampling }),
    ...(isGiven(harness) && { harness }),
  };
}
