/**
 * How far the token ids of an earlier prompt, and of the reply to it, are still the ids at the front of a later prompt, and
 * where they end. A physical fact beside the verdict, never part of it.
 */
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import type { Json } from '../../model/json';
import { NONE } from '../graph';
import { nodeAtDepth, nodesDown, sharedLength } from './paths';
import { headLength, idsOf } from './token-paths';
import type { Continuity } from './trace-continuity';

export interface Kept {
  readonly kept: number;
  readonly of: number;
}

/** A position in the ids of one message. */
export interface TokenPlace {
  readonly node: NodeIndex;
  readonly offset: number;
}

export interface TokenReuse {
  /** Of the earlier prompt. */
  readonly prompt: Kept;
  /** Of what the reply to it sampled; counts on from the front, so 0 after a changed prompt. Null without sampled ids. */
  readonly reply: Kept | null;
  /** Where the kept ids end; null on the side that has no more. */
  readonly end: { readonly previous: TokenPlace | null; readonly current: TokenPlace | null };
}

/** Null where either prompt has no token ids, or no sound path. */
export function tokenReuse(
  { trace, paths, tokens }: Continuity,
  baseline: NodeIndex,
  node: NodeIndex,
): TokenReuse | null {
  if (tokens === null || paths.sound[baseline] !== 1 || paths.sound[node] !== 1) return null;
  const tokensOf = (at: number) => trace.nodes[at]?.tokens ?? null;
  const above = (at: number) => paths.parents[at] ?? NONE;
  const promptLength = (at: number) => (tokens.counts[above(at)] ?? 0) + headLength(tokensOf(at));
  const of = promptLength(baseline);
  if (of === 0 || promptLength(node) === 0) return null;
  // Messages with equal ids are skipped together; what is left is compared id by id, because messages may be cut differently.
  const depth = sharedLength(paths, above(baseline), above(node), tokens.paths);
  const shared = depth === 0 ? NONE : nodeAtDepth(paths, above(node), depth - 1);
  const previous = new Stream(nodesDown(paths, baseline, depth), (at) => idsOf(tokensOf(at)));
  const head = headLength(tokensOf(node));
  const current = new Stream(nodesDown(paths, node, depth), (at) =>
    at === node ? idsOf(tokensOf(at)).slice(0, head) : idsOf(tokensOf(at)),
  );
  let kept = tokens.counts[shared] ?? 0;
  while (previous.id !== undefined && previous.id === current.id) {
    kept += 1;
    previous.next();
    current.next();
  }
  const sampled = idsOf(tokensOf(baseline)).length - headLength(tokensOf(baseline));
  return {
    prompt: { kept: Math.min(kept, of), of },
    reply: sampled === 0 ? null : { kept: Math.max(0, kept - of), of: sampled },
    end: { previous: previous.place, current: current.place },
  };
}

/** The ids of several messages one after another. Most streams part early, so messages are asked for one by one. */
class Stream {
  readonly #nodes: Iterator<number, undefined>;
  readonly #idsAt: (node: number) => readonly Json[];
  #node: number | undefined;
  #ids: readonly Json[] = [];
  #offset = 0;

  constructor(nodes: Iterator<number, undefined>, idsAt: (node: number) => readonly Json[]) {
    this.#nodes = nodes;
    this.#idsAt = idsAt;
    this.#turn();
  }

  /** Undefined at the end. */
  get id(): Json | undefined {
    return this.#ids[this.#offset];
  }

  get place(): TokenPlace | null {
    return this.#node === undefined ? null : { node: nodeIndex(this.#node), offset: this.#offset };
  }

  next(): void {
    this.#offset += 1;
    if (this.#offset >= this.#ids.length) this.#turn();
  }

  /** To the next message that has ids. */
  #turn(): void {
    this.#offset = 0;
    do {
      this.#node = this.#nodes.next().value;
      this.#ids = this.#node === undefined ? [] : this.#idsAt(this.#node);
    } while (this.#node !== undefined && this.#ids.length === 0);
  }
}
