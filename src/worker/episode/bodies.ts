/** Messages, calls, tools and errors in the bounded shapes that cross to the page. */
import type { Call, JudgeCall, Message, RolloutError, Tool } from '../../model/episode';
import type { TraceIndex } from '../../model/ids';
import type { Json, JsonObject, JsonPointer } from '../../model/json';
import { isArray, isObject, member, pointerTo } from '../../model/json';
import { unreachable } from '../../model/unreachable';
import { imageHead } from './images';
import type { CallBody, ErrorBody, JudgeBody, Setting, ToolBody } from './call-shape';
import type { BodyPart, BodyToolCall, MessageBody, MessageRef, TextRef } from './message-shape';
import { headOf, shortened } from './texts';

const JUDGE_PROMPT = 50;
const SETTINGS = 24;
const ERROR_HEAD = 4096;
const SETTING_TEXT = 120;
const LINE = 160;

export function messageBody(message: Message, ref: MessageRef, pointer: JsonPointer): MessageBody {
  return {
    ref,
    pointer,
    role: message.role,
    name: message.name,
    parts: partsOf(message, ref, pointer),
    reasoning:
      message.reasoning === null ? null : headOf({ kind: 'reasoning', message: ref }, message.reasoning),
    toolCalls: message.toolCalls.map((call, index): BodyToolCall => ({
      id: call.id,
      name: call.name,
      type: call.type,
      namespace: call.namespace,
      arguments: headOf({ kind: 'arguments', message: ref, call: index }, call.arguments),
      json: jsonKind(call.arguments, call.type),
    })),
    toolCallId: message.toolCallId,
    providerState: message.providerState.length,
  };
}

function partsOf(message: Message, ref: MessageRef, pointer: JsonPointer): BodyPart[] {
  const { content } = message;
  switch (content.kind) {
    case 'none':
      return [];
    case 'text':
      return [textPart(content.text, { kind: 'content', message: ref, part: null })];
    case 'parts':
      return content.parts.map((part, index): BodyPart => {
        const place = pointerTo(pointer, 'content', index);
        switch (part.kind) {
          case 'text':
            return textPart(part.text, { kind: 'content', message: ref, part: index });
          case 'image':
            return { kind: 'image', part: index, image: imageHead(part.url) };
          case 'native':
            return { kind: 'block', part: index, type: part.type, origin: 'native', pointer: place };
          case 'unknown':
            return { kind: 'block', part: index, type: part.type, origin: 'unknown', pointer: place };
          default:
            return unreachable(part);
        }
      });
    default:
      return unreachable(content);
  }
}

function textPart(text: string, ref: TextRef): BodyPart {
  return { kind: 'text', text: headOf(ref, text), json: isWholeJson(text) };
}

/** Longer texts are not parsed only to see what they are. */
const LONGEST_JSON = 8_000_000;

function isWholeJson(text: string): boolean {
  if (
    text.length > LONGEST_JSON ||
    !/^\s*[[{]/.test(text.slice(0, 200)) ||
    !/[\]}]\s*$/.test(text.slice(-200))
  )
    return false;
  const kind = jsonKind(text, null);
  return kind === 'object' || kind === 'array';
}

/** Free text of a custom tool is never taken for JSON, even where it would parse. */
function jsonKind(text: string, type: string | null): BodyToolCall['json'] {
  if (type === 'custom') return 'text';
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return 'array';
    return typeof value === 'object' && value !== null ? 'object' : 'scalar';
  } catch (cause) {
    // What a model emitted as arguments need not be JSON.
    if (cause instanceof SyntaxError) return 'text';
    throw cause;
  }
}

/** One line of at most about 160 units: what the message says, else what it calls, else what it thinks. */
export function lineOf(message: Message): string {
  const { content } = message;
  const texts = content.kind === 'text' ? [content.text] : [];
  if (content.kind === 'parts') {
    for (const part of content.parts) {
      if (part.kind === 'text') texts.push(part.text);
      else texts.push(part.kind === 'image' ? '[image]' : `[${part.type}]`);
    }
  }
  const said = firstLine(texts);
  if (said !== '') return said;
  if (message.toolCalls.length > 0)
    return shortened(`→ ${message.toolCalls.map((call) => call.name).join(', ')}`, LINE);
  return message.reasoning === null ? '' : firstLine([message.reasoning]);
}

function firstLine(texts: readonly string[]): string {
  for (const text of texts) {
    const line = text.slice(0, 600).replace(/\s+/g, ' ').trim();
    if (line !== '') return shortened(line, LINE);
  }
  return '';
}

export function callBody(call: Call, trace: TraceIndex): CallBody {
  const { usage, index } = call;
  return {
    index,
    pointer: call.path,
    origin: call.origin,
    node: call.node,
    model: call.model,
    endpoint: call.endpoint,
    finishReason: call.finishReason,
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
    cachedInputTokens: usage?.cachedInputTokens ?? null,
    reasoningTokens: usage?.reasoningTokens ?? null,
    cost: usage?.cost ?? null,
    start: call.time.start,
    end: call.time.end,
    sampling: call.sampling === null ? null : settings(call.sampling),
    requestId: call.acp?.requestId ?? null,
    error:
      call.error === null
        ? null
        : errorBody(call.error, (field) => ({ kind: 'call-error', trace, call: index, field })),
    policy: call.policy === null ? null : settings(call.policy),
    hasLineage: call.lineage !== null,
  };
}

export function errorBody(error: RolloutError, ref: (field: 'message' | 'traceback') => TextRef): ErrorBody {
  return {
    type: error.type,
    statusCode: error.statusCode,
    message: headOf(ref('message'), error.message, ERROR_HEAD),
    traceback: error.traceback === null ? null : headOf(ref('traceback'), error.traceback, ERROR_HEAD),
  };
}

export function toolBody(tool: Tool, trace: TraceIndex, index: number, pointer: JsonPointer): ToolBody {
  const type = member(tool.raw, 'type');
  const namespace = member(tool.raw, 'namespace');
  return {
    index,
    name: tool.name,
    type: typeof type === 'string' ? type : null,
    namespace: typeof namespace === 'string' ? namespace : null,
    description: headOf({ kind: 'tool', trace, tool: index }, tool.description),
    pointer,
  };
}

export function judgeBody(judge: JudgeCall, trace: TraceIndex, index: number): JudgeBody {
  const body = (message: Message, place: number | 'response', pointer: JsonPointer): MessageBody =>
    messageBody(message, { kind: 'judge', trace, judge: index, message: place }, pointer);
  return {
    index,
    name: judge.name,
    pointer: judge.path,
    prompt: judge.prompt
      .slice(0, JUDGE_PROMPT)
      .map((message, at) => body(message, at, pointerTo(judge.path, 'request', 'messages', at))),
    promptLeftOut: Math.max(0, judge.prompt.length - JUDGE_PROMPT),
    response:
      judge.response === null
        ? null
        : body(judge.response, 'response', pointerTo(judge.path, 'response', 'message')),
    parsed: judge.parsed === null ? null : settingText(judge.parsed),
    promptTokens: judge.usage?.promptTokens ?? null,
    completionTokens: judge.usage?.completionTokens ?? null,
  };
}

/** Names and short values; the whole is one jump away in the raw view. */
function settings(values: JsonObject): readonly Setting[] {
  return Object.keys(values)
    .slice(0, SETTINGS)
    .map((name) => [name, settingText(member(values, name) ?? null)]);
}

function settingText(value: Json): string {
  if (typeof value === 'string') return shortened(value, SETTING_TEXT);
  if (isArray(value)) return value.length === 0 ? '[]' : `[${value.length}]`;
  if (!isObject(value)) return String(value);
  const names = Object.keys(value).slice(0, 6);
  return names.length === 0 ? '{}' : shortened(`{${names.join(', ')}}`, SETTING_TEXT);
}

/** A node of the graph holds its message; in flat results the entry is the message. */
export function messagePointer(path: JsonPointer): JsonPointer {
  return /\/nodes\/\d+$/.test(path) ? pointerTo(path, 'message') : path;
}
