/**
 * What differs between a message and what has become of it, in the words of the causes. It refuses to know where the two
 * stand, and does not look at token ids.
 */
import type { Message } from '../../model/episode';
import type { Json } from '../../model/json';
import { isObject, member } from '../../model/json';
import { parsedArguments } from './call-arguments';
import type { Cause } from './cause-words';
import { answeredCall, callText, contentFormText, contentText, stateText, stateType } from './message-text';

/** In the order of the words; empty for messages of one text. */
export function differencesOf(old: Message, fresh: Message): readonly Cause[] {
  const found: Cause[] = [];
  if (contentText(old.content) !== contentText(fresh.content)) {
    const sameForm = contentFormText(old.content) === contentFormText(fresh.content);
    found.push(sameForm ? 'content_form' : 'content_edited');
  }
  const before = stateOf(old);
  const after = stateOf(fresh);
  const had = old.reasoning !== null || before.reasoning.length > 0;
  const has = fresh.reasoning !== null || after.reasoning.length > 0;
  if (old.reasoning !== fresh.reasoning || !sameTexts(before.reasoning, after.reasoning)) {
    found.push(had && !has ? 'reasoning_dropped' : 'reasoning_changed');
  }
  if (!sameCalls(old, fresh, (call) => callText(call))) {
    const reserialised = sameCalls(old, fresh, (call) => callText(call, parsedArguments));
    found.push(reserialised ? 'arguments_reserialised' : 'tool_call_rewritten');
  } else if (answeredCall(old) !== answeredCall(fresh)) found.push('tool_call_rewritten');
  if (!sameTexts(before.other, after.other) || old.role !== fresh.role) found.push('unknown');
  return found;
}

function sameCalls(
  old: Message,
  fresh: Message,
  text: (call: Message['toolCalls'][number]) => string,
): boolean {
  return sameTexts(old.toolCalls.map(text), fresh.toolCalls.map(text));
}

function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, at) => text === right[at]);
}

interface State {
  readonly reasoning: readonly string[];
  readonly other: readonly string[];
}

const REASONING = new Set(['reasoning', 'thinking', 'redacted_thinking']);
const SECRET = ['encrypted_content', 'signature', 'data'] as const;

/** Native items that keep something, reasoning apart. */
function stateOf({ providerState }: Message): State {
  const reasoning: string[] = [];
  const other: string[] = [];
  for (const item of providerState) {
    const text = stateText(item);
    if (text !== null) (isReasoning(item) ? reasoning : other).push(text);
  }
  return { reasoning, other };
}

function isReasoning(item: Json): boolean {
  if (!isObject(item)) return false;
  return REASONING.has(stateType(item)) || SECRET.some((key) => (member(item, key) ?? null) !== null);
}
