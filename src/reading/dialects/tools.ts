/** Tool definitions as advertised to the model, flat or nested under `function`. Their schemas are not read, only kept. */
import type { Tool } from '../../model/episode';
import type { JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { isGiven, objects, text } from '../fields';
import type { Segment, Spot } from '../spot';

const NO_TOOLS: readonly Tool[] = [];
const NO_SCHEMA: JsonObject = {};

export function readTools(value: Field, spot: Spot, segment: Segment): readonly Tool[] {
  return isGiven(value) ? objects(value, spot, segment, readTool) : NO_TOOLS;
}

function readTool(raw: JsonObject, spot: Spot): Tool {
  const flat = isObject(raw.function) && raw.name === undefined ? raw.function : raw;
  return {
    name: text(flat.name, spot, 'name') ?? '',
    description: text(flat.description, spot, 'description') ?? '',
    parameters: flat.parameters ?? NO_SCHEMA,
    raw,
  };
}
