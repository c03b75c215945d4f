/**
 * Whether a node says that something was taken out of it: `redacted` or `truncated` true on the node, its message or a part
 * of the message. It refuses to guess from texts that look cut.
 */
import type { JsonObject } from '../../model/json';
import { isArray, isObject } from '../../model/json';
import type { Field } from '../fields';

export function saysRedacted(node: JsonObject): boolean {
  if (isMarked(node)) return true;
  const message = node.message;
  if (!isObject(message)) return false;
  if (isMarked(message)) return true;
  return isArray(message.content) && message.content.some(isMarked);
}

function isMarked(value: Field): boolean {
  return isObject(value) && (value.redacted === true || value.truncated === true);
}
