/** By what a model's message is known again in another record of it. It refuses to know which records there are. */
import type { Message } from './episode';

/** How much of a reply is kept to know it again. */
const REPLY_UNITS = 400;
/** Fewer say nothing: many replies are "ok". */
const REPLY_LEAST = 12;

/** Null where a message says too little. Blanks of arguments are the writer's. */
export function replyKey({ content, toolCalls }: Message): string | null {
  const text =
    content.kind === 'text'
      ? content.text
      : content.kind === 'parts'
        ? content.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
        : '';
  const called = toolCalls.map(
    ({ name, arguments: args }) => `${name} ${args.slice(0, REPLY_UNITS).replace(/\s+/g, '')}`,
  );
  const key = [text.slice(0, REPLY_UNITS).trim(), ...called].join('\n').trim();
  return key.length < REPLY_LEAST ? null : key.slice(0, REPLY_UNITS);
}
