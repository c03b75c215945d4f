/**
 * Token ids along the paths of a trace: how many lie before each message, and numbers that are equal exactly when two paths
 * hold the same ids, message by message. It refuses to know texts.
 */
import type { NodeTokens, Trace } from '../../model/episode';
import type { Json } from '../../model/json';
import type { TraceGraph } from '../graph';
import { NONE } from '../graph';
import { SequenceNumbering } from './numbering';
import type { Paths } from './paths';

export interface TokenPaths {
  /** By node: equal ids, equal numbers; 0 where a message has none. */
  readonly ids: Int32Array;
  /** By node, for the whole path. */
  readonly paths: Int32Array;
  /** Ids on the path, those of the node included. */
  readonly counts: Float64Array;
}

/** Null where no message has token ids. */
export function tokenPathsOf(trace: Trace, graph: TraceGraph, { sound }: Paths): TokenPaths | null {
  if (trace.nodes.every((node) => idsOf(node.tokens).length === 0)) return null;
  const size = graph.size;
  const ids = new Int32Array(size);
  const paths = new Int32Array(size);
  const counts = new Float64Array(size);
  const streams = new StreamNumbering();
  for (const node of trace.nodes) ids[node.index] = streams.of(idsOf(node.tokens));
  const sequences = new SequenceNumbering(size + 1);
  for (const node of graph.order) {
    if (sound[node] !== 1) continue;
    const parent = graph.parents[node] ?? NONE;
    paths[node] = sequences.after(paths[parent] ?? 0, ids[node] ?? 0);
    counts[node] = (counts[parent] ?? 0) + idsOf(trace.nodes[node]?.tokens ?? null).length;
  }
  return { ids, paths, counts };
}

export function idsOf(tokens: NodeTokens | null): readonly Json[] {
  return tokens?.ids ?? [];
}

/** Ids of a reply's message that were part of its prompt: what the template opens an answer with. */
export function headLength(tokens: NodeTokens | null): number {
  const ids = idsOf(tokens);
  const mask = tokens?.mask ?? [];
  let head = 0;
  while (head < ids.length && head < mask.length && mask[head] !== true && mask[head] !== 1) head += 1;
  return head;
}

/** From 1; 0 is the empty stream. */
class StreamNumbering {
  readonly #known = new Map<number, { readonly number: number; readonly ids: readonly Json[] }[]>();
  #size = 0;

  of(ids: readonly Json[]): number {
    if (ids.length === 0) return 0;
    const hash = hashOf(ids);
    const alike = this.#known.get(hash) ?? [];
    const same = alike.find((one) => isSameStream(one.ids, ids));
    if (same !== undefined) return same.number;
    this.#size += 1;
    alike.push({ number: this.#size, ids });
    this.#known.set(hash, alike);
    return this.#size;
  }
}

/** 53 bits from two polynomials. */
function hashOf(ids: readonly Json[]): number {
  let one = ids.length;
  let two = 0;
  for (const id of ids) {
    const value = typeof id === 'number' ? id : 0;
    one = (Math.imul(one, 0x01000193) + value) | 0;
    two = (Math.imul(two ^ value, 0x5bd1e995) + 1) | 0;
  }
  return (one >>> 0) * 0x200000 + (two >>> 11);
}

function isSameStream(left: readonly Json[], right: readonly Json[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}
