/**
 * A message as canonical text: what the recorder itself takes for the same message has the same text. The parts of the text
 * are given apart too, so that a difference can be named. It refuses to know where a message stands.
 */
import type { Content, ContentPart, Message, Node, ToolCall } from '../../model/episode';
import type { Json, JsonObject } from '../../model/json';
import { isObject, member } from '../../model/json';
import { unreachable } from '../../model/unreachable';
import { canonicalArguments } from './call-arguments';
import { sortedJson } from './sorted-json';

export function messageText(message: Message): string {
  return textAround(message, contentText(message.content));
}

/** The text under equal forms: a single text part is the text, no part is none. Null where that changes nothing. */
export function messageFormText(message: Message): string | null {
  return message.content.kind === 'parts' && message.content.parts.length <= 1
    ? textAround(message, contentFormText(message.content))
    : null;
}

function textAround(message: Message, content: string): string {
  const { role, reasoning, toolCalls, providerState } = message;
  const state = providerState.flatMap((item) => stateText(item) ?? []);
  const fields = [
    '"m1"',
    JSON.stringify(role),
    content,
    JSON.stringify(reasoning),
    `[${toolCalls.map((call) => callText(call)).join(',')}]`,
    JSON.stringify(answeredCall(message)),
    `[${state.join(',')}]`,
  ];
  return `[${fields.join(',')}]`;
}

export function contentText(content: Content): string {
  switch (content.kind) {
    case 'none':
      return '["s",""]';
    case 'text':
      return `["s",${JSON.stringify(content.text)}]`;
    case 'parts':
      return `["p",[${content.parts.map(partText).join(',')}]]`;
    default:
      return unreachable(content);
  }
}

export function contentFormText(content: Content): string {
  if (content.kind !== 'parts') return contentText(content);
  const [first, second] = content.parts;
  if (first === undefined) return '["s",""]';
  return first.kind === 'text' && second === undefined
    ? `["s",${JSON.stringify(first.text)}]`
    : contentText(content);
}

function partText(part: ContentPart): string {
  switch (part.kind) {
    case 'text':
      return `["t",${JSON.stringify(part.text)}]`;
    case 'image':
      return `["i",${JSON.stringify(part.url)}]`;
    case 'native':
      return `["n",${JSON.stringify(sortedJson(part.native))}]`;
    case 'unknown':
      return `["o",${JSON.stringify(part.type)}]`;
    default:
      return unreachable(part);
  }
}

/** With the arguments as they are compared; `canonicalArguments` for sameness. */
export function callText(call: ToolCall, argumentsText = canonicalArguments): string {
  const { id, name, type, namespace } = call;
  return `[${JSON.stringify(id)},${JSON.stringify(name)},${argumentsText(call)},${JSON.stringify(type)},${JSON.stringify(namespace)}]`;
}

/** The tool call that this message answers; only a tool's message answers one. */
export function answeredCall({ role, toolCallId }: Message): string | null {
  return role === 'tool' ? toolCallId : null;
}

/** What is left of native items of these types once the message itself has been told. */
const KEPT = ['encrypted_content', 'signature', 'data', 'phase'] as const;
const TOLD = new Set(['message', 'reasoning', 'function_call', 'custom_tool_call']);

/** Null for an item that says nothing beyond the message. */
export function stateText(item: Json): string | null {
  if (!isObject(item)) return `["",${sortedJson(item)}]`;
  const type = stateType(item);
  if (!TOLD.has(type)) return `[${JSON.stringify(type)},${sortedJson(item)}]`;
  const kept = KEPT.flatMap((key): [string, Json][] => {
    const value = member(item, key) ?? null;
    return value === null ? [] : [[key, value]];
  });
  if (kept.length === 0) return null;
  return `[${JSON.stringify(type)},${sortedJson(Object.fromEntries(kept))}]`;
}

export function stateType(item: JsonObject): string {
  const type = member(item, 'type');
  if (typeof type === 'string') return type;
  return member(item, 'role') === 'assistant' ? 'message' : '';
}

/** The text of this message must not support a claim of equality or of difference. */
export function isOpaque({ isRedacted, message }: Pick<Node, 'isRedacted' | 'message'>): boolean {
  if (isRedacted) return true;
  const { content } = message;
  return content.kind === 'parts' && content.parts.some(lacksPayload);
}

function lacksPayload(part: ContentPart): boolean {
  return part.kind === 'unknown' || (part.kind === 'image' && part.url === '');
}
