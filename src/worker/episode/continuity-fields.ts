/**
 * Two messages, or two definitions of a tool, field by field: the text that differs and what is to know beside it. Bounded
 * in work and length. It refuses to name causes.
 */
import { parsedArguments } from '../../analysis/prefix/call-arguments';
import { sortedJson } from '../../analysis/prefix/sorted-json';
import { textDiff } from '../../analysis/prefix/text-diff';
import type { Message, Tool, Trace } from '../../model/episode';
import { unreachable } from '../../model/unreachable';
import type { FieldDifference, Sides } from './continuity-shape';
import { spacedJson } from './continuity-json';

/** Tool calls of one message that are laid side by side. */
const CALLS = 40;

export function fieldDifferences(trace: Trace, sides: Sides): readonly FieldDifference[] {
  switch (sides.kind) {
    case 'messages':
      return messageDifferences(messageAt(trace, sides.old), messageAt(trace, sides.fresh));
    case 'tools':
      return toolDifferences(
        toolAt(trace, sides.oldRoot, sides.old),
        toolAt(trace, sides.freshRoot, sides.fresh),
      );
    default:
      return unreachable(sides);
  }
}

function messageAt(trace: Trace, node: number | null): Message | null {
  return node === null ? null : (trace.nodes[node]?.message ?? null);
}

function toolAt(trace: Trace, root: number, position: number | null): Tool | null {
  return position === null ? null : (trace.nodes[root]?.tools[position] ?? null);
}

function messageDifferences(old: Message | null, fresh: Message | null): readonly FieldDifference[] {
  const found: FieldDifference[] = [];
  const add = (field: string, before: string | null, after: string | null, mono = false): void => {
    const difference = differenceOf(field, before, after, mono);
    if (difference !== null) found.push(difference);
  };
  add('role', old?.role ?? null, fresh?.role ?? null, true);
  const content = differenceOf('content', contentOf(old), contentOf(fresh), false);
  const form = formNote(old, fresh);
  if (content !== null) found.push({ ...content, note: content.note ?? form });
  else if (form !== null) found.push({ field: 'content', note: form, mono: false, parts: [], by: 'words' });
  add('reasoning', old?.reasoning ?? null, fresh?.reasoning ?? null);
  const count = Math.min(CALLS, Math.max(old?.toolCalls.length ?? 0, fresh?.toolCalls.length ?? 0));
  for (let at = 0; at < count; at += 1) {
    const before = old?.toolCalls[at];
    const after = fresh?.toolCalls[at];
    const name = `tool call ${at + 1}`;
    add(`${name}, name`, callName(before), callName(after), true);
    add(`${name}, id`, before?.id ?? null, after?.id ?? null, true);
    const args = differenceOf(
      `${name}, arguments`,
      before?.arguments ?? null,
      after?.arguments ?? null,
      true,
    );
    if (args !== null) found.push({ ...args, note: args.note ?? spellingNote(before, after) });
  }
  add('answers the call with id', old?.toolCallId ?? null, fresh?.toolCallId ?? null, true);
  add('provider state', stateOf(old), stateOf(fresh), true);
  return found;
}

function toolDifferences(old: Tool | null, fresh: Tool | null): readonly FieldDifference[] {
  const text = (tool: Tool | null): string | null =>
    tool === null ? null : spacedJson(sortedJson(tool.raw));
  const difference = differenceOf('definition', text(old), text(fresh), true);
  return difference === null ? [] : [difference];
}

/** Null where both sides say the same. Null on one side is nothing there. */
function differenceOf(
  field: string,
  old: string | null,
  fresh: string | null,
  mono: boolean,
): FieldDifference | null {
  if (old === fresh) return null;
  const { parts, by } = textDiff(old ?? '', fresh ?? '');
  const note =
    old === null && fresh === ''
      ? 'empty, where there was none'
      : old === '' && fresh === null
        ? 'gone; it was empty'
        : null;
  return { field, note, mono, parts, by };
}

/** All that a reader sees of the content; what is no text stands in brackets, as long as it is. */
function contentOf(message: Message | null): string | null {
  if (message === null) return null;
  const { content } = message;
  if (content.kind === 'none') return '';
  if (content.kind === 'text') return content.text;
  return content.parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'image') return `[image, ${part.url.length} characters: ${part.url.slice(0, 96)}]`;
      return `[${part.type}: ${sortedJson(part.kind === 'native' ? part.native : part.value)}]`;
    })
    .join('\n');
}

function formNote(old: Message | null, fresh: Message | null): string | null {
  if (old === null || fresh === null || contentOf(old) !== contentOf(fresh)) return null;
  const before = formOf(old);
  const after = formOf(fresh);
  return before === after ? null : `The same text, written as ${before} before and as ${after} now.`;
}

function formOf({ content }: Message): string {
  switch (content.kind) {
    case 'none':
      return 'no content';
    case 'text':
      return content.text === '' ? 'an empty string' : 'a plain string';
    case 'parts':
      return content.parts.length === 1 ? 'a list of one part' : `a list of ${content.parts.length} parts`;
    default:
      return unreachable(content);
  }
}

type IssuedCall = Message['toolCalls'][number] | undefined;

function callName(call: IssuedCall): string | null {
  return call === undefined ? null : `${call.namespace === null ? '' : `${call.namespace}.`}${call.name}`;
}

/** Arguments that say the same once parsed are the same call, spelled anew. */
function spellingNote(before: IssuedCall, after: IssuedCall): string | null {
  if (before === undefined || after === undefined) return null;
  return parsedArguments(before) === parsedArguments(after)
    ? 'The same arguments, spelled differently.'
    : null;
}

function stateOf(message: Message | null): string | null {
  if (message === null || message.providerState.length === 0) return null;
  return message.providerState.map((item) => sortedJson(item)).join('\n');
}
