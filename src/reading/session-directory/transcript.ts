/**
 * One transcript of prime-agent: a header, then entries that each name the one before it. It adds its messages to the graph;
 * usage of children, which is folded into an earlier message later, is taken out of it again.
 */
import type { ContentPart, Lineage, Message, ToolCall } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import type { Json, JsonObject } from '../../model/json';
import { isArray, isObject } from '../../model/json';
import { replyKey } from '../../model/reply-key';
import type { RecordedSession } from '../../model/session-tree';
import { textMessage } from '../dialects/messages';
import { compactJson } from '../embedded-json';
import { isGiven } from '../fields';
import type { Spot } from '../spot';
import type { SessionReading } from './nano';
import type { FileLine } from './nano-lines';
import { textIn } from './nano-lines';
import { ChildUsage } from './child-usage';
import type { TranscriptGraph } from './transcript-graph';
import { timeOf } from './transcript-graph';

export interface TranscriptPlace {
  readonly folder: string;
  readonly above: RecordedSession | null;
  /** From a ledger, which says it outright. */
  readonly parentOf: (session: string) => string | null;
}

export function readTranscript(
  lines: readonly FileLine[],
  { folder, above, parentOf }: TranscriptPlace,
  graph: TranscriptGraph,
  spot: Spot,
): SessionReading {
  const header = lines.find(({ value }) => value.type === 'session')?.value ?? {};
  const own = folder.split('/').at(-1) ?? '';
  const id = textIn(header.id) ?? (own === '' ? 'root' : own);
  const parent = parentOf(id) ?? above?.id ?? null;
  const depth = above === null ? (parent === null ? 0 : null) : above.depth === null ? null : above.depth + 1;
  const lineage: Lineage = {
    sessionId: id,
    depth,
    turn: null,
    parentSessionId: parent,
    parentTurn: null,
    parentToolCallId: null,
    raw: {},
  };
  const usage = new ChildUsage(lines);
  const replies: string[] = [];
  /** The node at or above each entry: entries that are no messages pass on what is before them. */
  const nodeOf = new Map<string, NodeIndex | null>();
  let model: string | null = null;
  let first: string | null = null;
  let name: string | null = null;
  for (const { value, path } of lines) {
    if (value.type === 'session' || value.type === 'child_usage_attributed') continue;
    const before = textIn(value.parentId);
    const parentKnown = before === null || nodeOf.has(before);
    const above = before === null ? null : (nodeOf.get(before) ?? null);
    if (value.type === 'model_change') model = textIn(value.modelId) ?? model;
    if (value.type === 'session_info') name = textIn(value.name) ?? name;
    const message = messageOf(value);
    let node = above;
    if (message !== null) {
      // A summary begins a context of its own.
      const start = value.type === 'compaction' ? null : above;
      const placed = { message, path, time: timeOf(value.timestamp) };
      if (message.role === 'user') first ??= firstWords(message);
      if (message.role === 'assistant') {
        const key = replyKey(message);
        if (key !== null) replies.push(key);
        const raw = isObject(value.message) ? value.message : {};
        const reply = {
          lineage,
          model: textIn(raw.model) ?? model,
          usage: usage.ownOf(textIn(value.id), raw.usage),
          finishReason: textIn(raw.stopReason),
          request: null,
        };
        node = graph.reply(start, placed, reply, parentKnown);
      } else node = graph.add(start, placed, parentKnown || value.type === 'compaction');
      if (!parentKnown)
        spot.at(path).note('bad-parent', 'parentId', 'It names an entry that is not in the transcript.');
    }
    const entry = textIn(value.id);
    if (entry !== null) nodeOf.set(entry, node);
  }
  for (const target of usage.unknownTargets) {
    spot.note(
      'session-file-odd',
      null,
      `Usage of a child is charged to the entry “${target}”, which has no usage here.`,
    );
  }
  return {
    session: {
      id,
      aliases: own === '' || own === id ? [] : [own],
      folder,
      parent,
      depth,
      name: name ?? (own === '' ? null : own),
      task: first,
      status: null,
      error: null,
      requests: [],
      replies,
    },
    generation: 'prime-agent',
    meta: header,
    answer: null,
    model,
    received: [],
    spawned: [],
  };
}

const TASK_UNITS = 200;

function firstWords({ content }: Message): string | null {
  const text = content.kind === 'text' ? content.text.trim() : '';
  return text === '' ? null : text.slice(0, TASK_UNITS);
}

/** Null for entries that no model is shown. */
function messageOf(value: JsonObject): Message | null {
  switch (value.type) {
    case 'message':
      return isObject(value.message) ? chatMessage(value.message) : null;
    case 'compaction':
    case 'branch_summary':
      return textMessage(value.type, typeof value.summary === 'string' ? value.summary : '');
    case 'custom_message': {
      const { content } = chatMessage({ role: 'custom', content: value.content ?? null });
      return { ...textMessage('custom', ''), content, name: textIn(value.customType) };
    }
    default:
      return null;
  }
}

function chatMessage(raw: JsonObject): Message {
  const role = textIn(raw.role) ?? '';
  const given = isArray(raw.content) ? raw.content : [];
  const thoughts = given.flatMap((part) =>
    isObject(part) && typeof part.thinking === 'string' ? [part.thinking] : [],
  );
  const parts = given.filter(
    (part) => !isObject(part) || (part.type !== 'thinking' && part.type !== 'toolCall'),
  );
  const [only] = parts;
  const content: Message['content'] =
    typeof raw.content === 'string'
      ? { kind: 'text', text: raw.content }
      : parts.length === 0
        ? { kind: 'none' }
        : parts.length === 1 && isObject(only) && typeof only.text === 'string'
          ? { kind: 'text', text: only.text }
          : { kind: 'parts', parts: parts.map(partOf) };
  return {
    role: role === 'toolResult' ? 'tool' : role,
    content,
    reasoning: thoughts.length === 0 ? null : thoughts.join('\n\n'),
    toolCalls: given.flatMap(toolCallOf),
    toolCallId: textIn(raw.toolCallId),
    name: textIn(raw.toolName),
    providerState: [],
  };
}

function partOf(part: Json): ContentPart {
  if (!isObject(part)) return { kind: 'unknown', type: '', value: part };
  const type = textIn(part.type) ?? '';
  if (typeof part.text === 'string') return { kind: 'text', text: part.text };
  if (type === 'image' && typeof part.data === 'string') {
    return { kind: 'image', url: `data:${textIn(part.mimeType) ?? ''};base64,${part.data}` };
  }
  return { kind: 'unknown', type, value: part };
}

function toolCallOf(part: Json): readonly ToolCall[] {
  if (!isObject(part) || part.type !== 'toolCall') return [];
  const { arguments: args } = part;
  return [
    {
      id: textIn(part.id) ?? '',
      name: textIn(part.name) ?? '',
      arguments: typeof args === 'string' ? args : isGiven(args) ? compactJson(args) : '',
      type: null,
      namespace: null,
    },
  ];
}
