/** The texts of one open episode by reference: the only way from a `TextRef` to a string. */
import type { Episode, Message, RolloutError } from '../../model/episode';
import { unreachable } from '../../model/unreachable';
import type { MessageRef, TextHead, TextRef } from './message-shape';
import { TEXT_HEAD } from './protocol';

/** A message by reference; null where there is none. */
export function messageOf(episode: Episode, ref: MessageRef): Message | null {
  const trace = episode.traces[ref.trace];
  if (trace === undefined) return null;
  switch (ref.kind) {
    case 'node':
      return trace.nodes[ref.node]?.message ?? null;
    case 'judge': {
      const judge = trace.judgeCalls[ref.judge];
      if (judge === undefined) return null;
      return ref.message === 'response' ? judge.response : (judge.prompt[ref.message] ?? null);
    }
    default:
      return unreachable(ref);
  }
}

/** Every text but those of documents, which the caller keeps. */
export function textOf(episode: Episode, ref: Exclude<TextRef, { kind: 'value' }>): string | null {
  switch (ref.kind) {
    case 'content':
      return contentOf(messageOf(episode, ref.message), ref.part);
    case 'reasoning':
      return messageOf(episode, ref.message)?.reasoning ?? null;
    case 'arguments':
      return messageOf(episode, ref.message)?.toolCalls[ref.call]?.arguments ?? null;
    case 'error': {
      const errors = ref.trace === null ? episode.errors : episode.traces[ref.trace]?.errors;
      return errorText(errors?.[ref.error], ref.field);
    }
    case 'call-error':
      return errorText(episode.traces[ref.trace]?.calls[ref.call]?.error, ref.field);
    case 'root-reply':
      return episode.traces[ref.trace]?.rootReply ?? null;
    case 'tool':
      return episode.traces[ref.trace]?.tools[ref.tool]?.description ?? null;
    default:
      return unreachable(ref);
  }
}

function contentOf(message: Message | null, part: number | null): string | null {
  if (message === null) return null;
  const { content } = message;
  switch (content.kind) {
    case 'none':
      return null;
    case 'text':
      // A match in content that is one text names its part 0.
      return part === null || part === 0 ? content.text : null;
    case 'parts': {
      const found = part === null ? undefined : content.parts[part];
      if (found?.kind === 'text') return found.text;
      // The raw form of a picture is its address, whole.
      return found?.kind === 'image' ? found.url : null;
    }
    default:
      return unreachable(content);
  }
}

function errorText(error: RolloutError | null | undefined, field: 'message' | 'traceback'): string | null {
  if (error === null || error === undefined) return null;
  return field === 'message' ? error.message : error.traceback;
}

export function headOf(ref: TextRef, text: string, limit = TEXT_HEAD): TextHead {
  return { ref, head: sliceText(text, 0, limit), length: text.length };
}

/** A slice that begins and ends between characters; a cut inside a surrogate pair moves to before it. */
export function sliceText(text: string, from: number, to: number): string {
  return text.slice(between(text, from), between(text, to));
}

/** At most so many units, the last of them a sign that there are more. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${sliceText(text, 0, longest - 1).trimEnd()}…` : text;
}

function between(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(0, at), text.length);
  const isPair = isSurrogate(text.charCodeAt(at - 1), 0xd800) && isSurrogate(text.charCodeAt(at), 0xdc00);
  return isPair ? at - 1 : at;
}

function isSurrogate(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400;
}
