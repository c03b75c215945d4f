/**
 * Which recorded reply a message quotes: the trace of a compaction that nobody declared. Short of comparing every text with
 * every text: blocks of all replies are indexed once, and only replies with a block in the message are looked at.
 */
import type { NodeIndex } from '../../model/ids';
import { eachWindow } from './windows';

/** UTF-16 units in a row that make a quotation. */
export const QUOTED_UNITS = 400;

/** Any quotation holds a whole block that begins at a multiple of this. */
const BLOCK = QUOTED_UNITS / 2;

export interface ReplyText {
  readonly node: NodeIndex;
  readonly text: string;
}

export interface Quote {
  readonly reply: NodeIndex;
  /** Units in a row. */
  readonly length: number;
}

export class QuotableReplies {
  readonly #byBlock = new Map<number, ReplyText[]>();

  constructor(replies: Iterable<ReplyText>) {
    for (const reply of replies) {
      if (reply.text.length < QUOTED_UNITS) continue;
      for (let start = 0; start + BLOCK <= reply.text.length; start += BLOCK) {
        eachWindow(reply.text.slice(start, start + BLOCK), BLOCK, (_, block) => {
          const known = this.#byBlock.get(block);
          if (known === undefined) this.#byBlock.set(block, [reply]);
          else if (known.at(-1) !== reply) known.push(reply);
        });
      }
    }
  }

  /** Replies that may be quoted, in the order of their nodes; most texts have none. */
  candidates(text: string): readonly ReplyText[] {
    if (text.length < QUOTED_UNITS || this.#byBlock.size === 0) return [];
    const blocks = new Set<number>();
    eachWindow(text, BLOCK, (_, block) => {
      if (this.#byBlock.has(block)) blocks.add(block);
    });
    const found = new Set<ReplyText>();
    for (const block of blocks) for (const reply of this.#byBlock.get(block) ?? []) found.add(reply);
    return [...found].sort((left, right) => left.node - right.node);
  }
}

/** The longest quotation, of several the reply with the lowest node. What stood in an earlier text is no quotation. */
export function longestQuote(
  text: string,
  candidates: readonly ReplyText[],
  earlier: Iterable<string>,
): Quote | null {
  if (candidates.length === 0 || text.length < QUOTED_UNITS) return null;
  const numbers = new Map<number, number>();
  const windows = new Int32Array(text.length - QUOTED_UNITS + 1);
  eachWindow(text, QUOTED_UNITS, (start, window) => {
    const known = numbers.get(window) ?? numbers.size;
    if (known === numbers.size) numbers.set(window, known);
    windows[start] = known;
  });
  const wasEarlier = markedIn(numbers, earlier);
  let longest: Quote | null = null;
  for (const { node, text: reply } of candidates) {
    const isQuoted = markedIn(numbers, [reply]);
    let run = 0;
    for (const window of windows) {
      run = isQuoted[window] === 1 && wasEarlier[window] === 0 ? run + 1 : 0;
      const length = run + QUOTED_UNITS - 1;
      if (run > 0 && (longest === null || length > longest.length)) longest = { reply: node, length };
    }
  }
  return longest;
}

function markedIn(numbers: ReadonlyMap<number, number>, texts: Iterable<string>): Uint8Array {
  const marked = new Uint8Array(numbers.size);
  for (const text of texts) {
    eachWindow(text, QUOTED_UNITS, (_, window) => {
      const number = numbers.get(window);
      if (number !== undefined) marked[number] = 1;
    });
  }
  return marked;
}
