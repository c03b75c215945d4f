/** Lists of messages as flat results and turns have them: a list, a text, or a list as text. */
import type { Message } from '../../model/episode';
import type { JsonPointer } from '../../model/json';
import { isArray, isObject, pointerTo } from '../../model/json';
import { unwrap } from '../embedded-json';
import type { Field } from '../fields';
import { isGiven } from '../fields';
import type { Segment, Spot } from '../spot';
import type { PlacedMessage } from './growing-graph';
import { isMessageList, readMessage, textMessage } from './messages';

/** `base` is the place of what `spot` stands at; `role` is whose message a bare text is. */
export function readMessageList(
  value: Field,
  spot: Spot,
  segment: Segment,
  base: JsonPointer,
  role: string,
): readonly PlacedMessage[] {
  if (!isGiven(value) || value === '') return [];
  const path = pointerTo(base, segment);
  const inside = spot.under(segment);
  if (typeof value === 'string') {
    const inner = unwrap(value);
    // A pointer cannot reach into a text: all of them lie where the text lies.
    if (isMessageList(inner))
      return inner.map((one, index) => ({ path, message: readMessage(one, inside.under(index)) }));
    return [{ path, message: textMessage(role, value) }];
  }
  if (!isArray(value)) {
    if (isObject(value) && isGiven(value.role)) return [{ path, message: readMessage(value, inside) }];
    spot.bad(segment, 'messages or text', value);
    return [];
  }
  return value.flatMap((one, index) => {
    const at = pointerTo(path, index);
    if (typeof one === 'string') return [{ path: at, message: textMessage(role, one) }];
    if (isObject(one)) return [{ path: at, message: readMessage(one, inside.under(index)) }];
    inside.bad(index, 'a message', one);
    return [];
  });
}

export function isFromModel(message: Message): boolean {
  return message.role === 'assistant';
}
