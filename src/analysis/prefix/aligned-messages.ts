/** What aligning needs to know of each message, made once for a message however many calls it is aligned for. */
import type { Message } from '../../model/episode';
import { contentFormText } from './message-text';
import { Numbering } from './numbering';
import type { Aligned } from './pairing-weights';
import { issuedIds } from './replies';
import type { Continuity } from './trace-continuity';

export class AlignedMessages {
  readonly #continuity: Pick<Continuity, 'trace' | 'digests' | 'replies'>;
  readonly #made: (Aligned | undefined)[] = [];
  readonly #contents = new Numbering<string>();
  readonly #ids = new Numbering<string>();

  constructor(continuity: Pick<Continuity, 'trace' | 'digests' | 'replies'>) {
    this.#continuity = continuity;
  }

  of(node: number): Aligned {
    const known = this.#made[node];
    if (known !== undefined) return known;
    const made = this.#make(node);
    this.#made[node] = made;
    return made;
  }

  #make(node: number): Aligned {
    const { trace, digests } = this.#continuity;
    const form = digests.forms[node] ?? 0;
    const message = trace.nodes[node]?.message;
    if (message === undefined) return { role: '', form, content: 0, ids: 0, hasCalls: false };
    const key = this.#idKey(message);
    return {
      role: message.role,
      form,
      content: this.#contents.of(contentFormText(message.content)),
      ids: key === null ? 0 : this.#ids.of(key),
      hasCalls: message.toolCalls.length > 0,
    };
  }

  /** Ids that two replies issued tell nothing apart. */
  #idKey(message: Message): string | null {
    const { replies } = this.#continuity;
    if (message.role === 'tool') {
      const id = message.toolCallId;
      return id === null || id === '' || !replies.isIssuedOnce(id) ? null : `answers ${id}`;
    }
    if (message.role !== 'assistant') return null;
    const list = issuedIds(message);
    return list !== null && message.toolCalls.every(({ id }) => replies.isIssuedOnce(id))
      ? `issues ${list}`
      : null;
  }
}
