/**
 * How far the token ids of an earlier prompt, and of the reply to it, are still the ids at the front of a later prompt, and
 * where they end. A physical fact beside the verdict, never part of it.
 */
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import type { Json } from '../../model/json';
import { NONE } from '../graph';
import { lengthOf, nodeAtDepth, nodesFrom, sharedLength } from './paths';
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
  const previous = new Stream(
    nodesFrom(paths, baseline, depth).map((at) => ({ at, ids: idsOf(tokensOf(at)) })),
  );
  const head = headLength(tokensOf(node));
  const current = new Stream(
    nodesFrom(paths, node, Math.min(depth, lengthOf(paths, above(node)))).map((at) => ({
      at,
      ids: at === node ? idsOf(tokensOf(at)).slice(0, head) : idsOf(tokensOf(at)),
    })),
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

interface Piece {
  readonly at: number;
  readonly ids: readonly Json[];
}

/** The ids of several messages one after another. */
class Stream {
  readonly #pieces: readonly Piece[];
  #piece = 0;
  #offset = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces.filter(({ ids }) => ids.length > 0);
  }

  /** Undefined at the end. */
  get id(): Json | undefined {
    return this.#pieces[this.#piece]?.ids[this.#offset];
  }

  get place(): TokenPlace | null {
    const piece = this.#pieces[this.#piece];
    return piece === undefined ? null : { node: nodeIndex(piece.at), offset: this.#offset };
  }

  next(): void {
    this.#offset += 1;
    if (this.#offset < (this.#pieces[this.#piece]?.ids.length ?? 0)) return;
    this.#piece += 1;
    this.#offset = 0;
  }
}
