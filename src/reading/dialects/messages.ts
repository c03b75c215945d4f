/** One chat message, of the graph, of flat results or of a judge's request. It refuses to know where it stands. */
import type { Message } from '../../model/episode';
import type { Json, JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { isGiven, items, text } from '../fields';
import type { Spot } from '../spot';
import { readContent } from './content';
import { readToolCalls } from './tool-calls';

const KNOWN = new Set([
  'role',
  'content',
  'reasoning_content',
  'tool_calls',
  'tool_call_id',
  'name',
  'provider_state',
  'redacted',
  'truncated',
  // Flat results only.
  'thinking_blocks',
  'reasoning',
]);
const ROLES = new Set(['system', 'user', 'assistant', 'tool']);

/** `spot` stands at the message. */
export function readMessage(value: Field, spot: Spot): Message {
  if (!isObject(value)) {
    if (isGiven(value)) spot.bad(null, 'a message', value);
    else spot.note('missing-field', null, 'There is no message here.');
    return messageOf({}, '', spot);
  }
  spot.unknownIn(value, KNOWN, 'message');
  const role = text(value.role, spot, 'role');
  if (role === null) {
    spot.note('missing-field', 'role', 'A message without a role.');
  } else if (!ROLES.has(role) && spot.collector.isFirst(`role ${role}`)) {
    spot.note('unknown-role', 'role', `A message of role ${JSON.stringify(role)}.`);
  }
  return messageOf(value, role ?? '', spot);
}

function messageOf(raw: JsonObject, role: string, spot: Spot): Message {
  return {
    role,
    content: readContent(raw.content, spot),
    reasoning: text(raw.reasoning_content ?? raw.reasoning, spot, 'reasoning_content'),
    toolCalls: readToolCalls(raw.tool_calls, spot),
    toolCallId: text(raw.tool_call_id, spot, 'tool_call_id'),
    name: text(raw.name, spot, 'name'),
    providerState: items(raw.provider_state, spot, 'provider_state'),
  };
}

export function textMessage(role: string, content: string): Message {
  return {
    role,
    content: { kind: 'text', text: content },
    reasoning: null,
    toolCalls: [],
    toolCallId: null,
    name: null,
    providerState: [],
  };
}

/** A list in which every item could be a message. */
export function isMessageList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.every((item: Json) => isObject(item) && typeof item.role === 'string');
}
