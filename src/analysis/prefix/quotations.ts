/**
 * Which reply a message of a request quotes, if any: only messages of users and systems, only replies in the context of the
 * earlier request, and nothing that the earlier request already said. One keeper serves one trace.
 */
import type { Message } from '../../model/episode';
import { contentText } from '../last-reply';
import type { Contexts } from './contexts';
import { contextsOf } from './contexts';
import { nodesFrom } from './paths';
import type { Quote, ReplyText } from './quotes';
import { QuotableReplies, longestQuote } from './quotes';
import type { Continuity } from './trace-continuity';

export class Quotations {
  readonly #continuity: Continuity;
  readonly #candidates = new Map<number, readonly ReplyText[]>();
  #replies: QuotableReplies | null = null;
  #contexts: Contexts | null = null;

  constructor(continuity: Continuity) {
    this.#continuity = continuity;
  }

  /** `fresh` stands in the request of `node`, whose predecessor is `baseline`. */
  of(fresh: number, baseline: number, node: number): Quote | null {
    const candidates = this.#candidatesFor(fresh);
    if (candidates.length === 0) return null;
    const contexts = (this.#contexts ??= contextsOf(this.#continuity.predecessors));
    const possible = candidates.filter(
      ({ node: reply }) => contexts.areTogether(reply, baseline) && !contexts.leadsBackTo(reply, node),
    );
    if (possible.length === 0) return null;
    const text = this.#message(fresh);
    return text === null
      ? null
      : longestQuote(contentText(text.content), possible, this.#askedBefore(baseline));
  }

  #candidatesFor(fresh: number): readonly ReplyText[] {
    const known = this.#candidates.get(fresh);
    if (known !== undefined) return known;
    const message = this.#message(fresh);
    const mayQuote = message !== null && (message.role === 'user' || message.role === 'system');
    const found = mayQuote ? this.#quotable().candidates(contentText(message.content)) : [];
    this.#candidates.set(fresh, found);
    return found;
  }

  #quotable(): QuotableReplies {
    const replies = this.#continuity.trace.nodes.filter(({ sampled }) => sampled);
    return (this.#replies ??= new QuotableReplies(
      replies.map(({ index, message }) => ({ node: index, text: contentText(message.content) })),
    ));
  }

  /** Everything in the earlier request that no assistant said. */
  *#askedBefore(baseline: number): Generator<string> {
    const { paths } = this.#continuity;
    for (const node of nodesFrom(paths, paths.parents[baseline] ?? -1, 0)) {
      const message = this.#message(node);
      if (message !== null && message.role !== 'assistant') yield contentText(message.content);
    }
  }

  #message(node: number): Message | null {
    return this.#continuity.trace.nodes[node]?.message ?? null;
  }
}
