/** Whether a reply came back in the next request as it was given. A fact beside the verdict, never part of it. */
import type { Message } from '../../model/episode';
import { answeredCall, callText, contentText, stateText } from './message-text';

const PARTS: readonly (readonly [string, (message: Message) => string])[] = [
  ['reasoning', ({ reasoning }) => JSON.stringify(reasoning)],
  ['content', ({ content }) => contentText(content)],
  [
    'tool_calls',
    (message) => JSON.stringify([message.toolCalls.map((call) => callText(call)), answeredCall(message)]),
  ],
  [
    'provider_state',
    ({ providerState }) => JSON.stringify(providerState.flatMap((item) => stateText(item) ?? [])),
  ],
];

/** Of two messages that are not the same: which parts differ, in one order. */
export function alteredParts(before: Message, after: Message): readonly string[] {
  return PARTS.flatMap(([name, text]) => (text(before) === text(after) ? [] : [name]));
}
