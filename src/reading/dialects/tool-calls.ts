/**
 * Tool calls of a message in every spelling: flat, nested under `function`, or each as JSON text. Arguments stay the text
 * that the model emitted; whether that is JSON is not asked here.
 */
import type { ToolCall } from '../../model/episode';
import type { Json, JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import { compactJson, unwrap } from '../embedded-json';
import type { Field } from '../fields';
import { isGiven, items, text } from '../fields';
import type { Spot } from '../spot';

const KNOWN = new Set(['id', 'name', 'arguments', 'type', 'namespace', 'function', 'custom', 'index']);
const NO_CALLS: readonly ToolCall[] = [];

export function readToolCalls(value: Field, spot: Spot): readonly ToolCall[] {
  const found = items(value, spot, 'tool_calls');
  if (found.length === 0) return NO_CALLS;
  const listed = spot.under('tool_calls');
  const calls: ToolCall[] = [];
  found.forEach((item, index) => {
    const raw = typeof item === 'string' ? unwrap(item) : item;
    if (isObject(raw)) calls.push(readToolCall(raw, listed.under(index)));
    else listed.bad(index, 'a tool call', item);
  });
  return calls;
}

function readToolCall(raw: JsonObject, spot: Spot): ToolCall {
  spot.unknownIn(raw, KNOWN, 'tool call');
  const nested = isObject(raw.function) ? raw.function : isObject(raw.custom) ? raw.custom : raw;
  const id = text(raw.id, spot, 'id');
  const name = text(nested.name, spot, 'name');
  if (id === null) spot.note('missing-field', 'id', 'A tool call without an id; no result can name it.');
  if (name === null) spot.note('missing-field', 'name', 'A tool call without a name.');
  return {
    id: id ?? '',
    name: name ?? '',
    arguments: argumentsText(nested.arguments ?? nested.input, spot),
    type: text(raw.type, spot, 'type'),
    namespace: text(raw.namespace, spot, 'namespace'),
  };
}

function argumentsText(value: Json | undefined, spot: Spot): string {
  if (typeof value === 'string') return value;
  if (!isGiven(value)) return '';
  spot.note('repaired-field', 'arguments', 'Arguments that were no text were written as JSON.');
  return compactJson(value);
}
