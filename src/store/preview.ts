/** What the preview shows of an open episode: which messages are its first prompt and its last reply. */
import type { NodeIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';
import type { MessageBody, TraceOutline } from './episode.svelte';
import { NODE_FLAGS, ROLE_CODES } from './episode.svelte';

const USER = ROLE_CODES.indexOf('user');
const ASSISTANT = ROLE_CODES.indexOf('assistant');

/** The first message of the user; without one, the first message. */
export function firstPrompt({ nodes }: TraceOutline): NodeIndex | null {
  if (nodes.count === 0) return null;
  const user = nodes.role.indexOf(USER);
  return nodeIndex(user < 0 ? 0 : user);
}

/** The last message of the assistant that a model call produced. */
export function lastReply({ nodes }: TraceOutline): NodeIndex | null {
  for (let node = nodes.count - 1; node >= 0; node -= 1) {
    if (nodes.role[node] === ASSISTANT && ((nodes.flags[node] ?? 0) & NODE_FLAGS.sampled) !== 0) {
      return nodeIndex(node);
    }
  }
  return null;
}

/** The beginning of a message's text, or what it is where it has none. */
export function excerptOf(body: MessageBody, longest: number): string {
  const texts: string[] = [];
  let length = 0;
  for (const part of body.parts) {
    if (length >= longest) break;
    const text = part.kind === 'text' ? part.text.head : part.kind === 'image' ? '[image]' : `[${part.type}]`;
    texts.push(text);
    length += text.length;
  }
  const text = texts.join('\n').trim();
  if (text !== '') return text.length > longest ? `${text.slice(0, longest)}…` : text;
  const names = body.toolCalls.map(({ name }) => name);
  return names.length > 0 ? `[calls ${names.join(', ')}]` : '';
}
