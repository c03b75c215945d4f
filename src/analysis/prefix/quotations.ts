/**
 * Which reply a message of a request quotes, if any: only messages of users and systems, only replies in the context of the
 * earlier request, and nothing that the earlier request already said. One keeper serves one trace.
 */
import type { NodeIndex } from '../../model/ids';
import { NONE } from '../graph';
import { contentText } from '../last-reply';
import type { Contexts } from './contexts';
import { contextsOf } from './contexts';
import { nodesFrom } from './paths';
import type { Run } from './quotes';
import { TextIndex, unsaidUnits } from './quotes';
import type { Continuity } from './trace-continuity';

export interface Quote {
  readonly reply: NodeIndex;
  /** UTF-16 units in a row. */
  readonly length: number;
}

/** Everything that has one text, whoever repeats it. */
interface Said {
  readonly text: string;
  /** The number of the message. */
  readonly message: number;
  readonly replies: NodeIndex[];
  /** No assistant said it. */
  readonly isAsked: boolean;
}

export class Quotations {
  readonly #continuity: Continuity;
  readonly #runs = new Map<number, readonly Run<Said>[]>();
  #index: TextIndex<Said> | null = null;
  #contexts: Contexts | null = null;
  #asked: { readonly last: number; readonly messages: ReadonlySet<number> } | null = null;

  constructor(continuity: Continuity) {
    this.#continuity = continuity;
  }

  /** `fresh` stands in the request of `node`, whose predecessor is `baseline`. The longest quote, then the lowest reply. */
  of(fresh: number, baseline: number, node: number): Quote | null {
    const runs = this.#runsIn(fresh);
    if (!runs.some(({ source }) => source.replies.length > 0)) return null;
    const contexts = (this.#contexts ??= contextsOf(this.#continuity.predecessors));
    const asked = this.#askedBefore(baseline);
    const earlier = runs.filter(({ source }) => source.isAsked && asked.has(source.message));
    let best: Quote | null = null;
    for (const run of runs) {
      const reply = run.source.replies.find(
        (one) => contexts.areTogether(one, baseline) && !contexts.leadsBackTo(one, node),
      );
      const length = reply === undefined ? 0 : unsaidUnits(run, earlier);
      if (reply === undefined || length === 0) continue;
      if (best === null || length > best.length || (length === best.length && reply < best.reply)) {
        best = { reply, length };
      }
    }
    return best;
  }

  #runsIn(fresh: number): readonly Run<Said>[] {
    const known = this.#runs.get(fresh);
    if (known !== undefined) return known;
    const message = this.#continuity.trace.nodes[fresh]?.message;
    const mayQuote = message !== undefined && (message.role === 'user' || message.role === 'system');
    const runs = mayQuote ? this.#texts().runsIn(contentText(message.content)) : [];
    this.#runs.set(fresh, runs);
    return runs;
  }

  #texts(): TextIndex<Said> {
    if (this.#index !== null) return this.#index;
    const { trace, digests } = this.#continuity;
    const said = new Map<number, Said>();
    for (const { index, sampled, message } of trace.nodes) {
      const isAsked = message.role !== 'assistant';
      if (!sampled && !isAsked) continue;
      const number = digests.messages[index] ?? 0;
      const one = said.get(number) ?? {
        text: contentText(message.content),
        message: number,
        replies: [],
        isAsked,
      };
      said.set(number, one);
      if (sampled) one.replies.push(index);
    }
    const index = new TextIndex<Said>();
    for (const one of said.values()) index.add(one);
    this.#index = index;
    return index;
  }

  /** The messages of the earlier request, by their numbers. */
  #askedBefore(baseline: number): ReadonlySet<number> {
    const { paths, digests } = this.#continuity;
    const last = paths.parents[baseline] ?? NONE;
    if (this.#asked?.last === last) return this.#asked.messages;
    const messages = new Set(nodesFrom(paths, last, 0).map((node) => digests.messages[node] ?? 0));
    this.#asked = { last, messages };
    return messages;
  }
}
