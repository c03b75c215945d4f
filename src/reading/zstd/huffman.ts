/**
 * Huffman trees of literals (RFC 8878, 4.2): from their descriptions to a table, and a stream through it. It refuses to
 * know how many streams there are, and where.
 */
import { Damage } from '../decompression';
import { bitsAt, endOfBits, highestBit } from './bits';
import type { Padded } from './bits';
import { readFseTable } from './fse';

/** Looked up by the next `depth` bits: the symbol, and the length of its code in the bits above. */
export interface HuffmanTable {
  readonly depth: number;
  readonly entries: Uint16Array;
}

const DEEPEST = 11;

const MOST_OF_WEIGHTS = { accuracy: 6, symbols: DEEPEST + 1 };

/** The tree described at byte `at`; `end` is the byte behind its description. */
export function readHuffmanTable(
  block: Padded,
  at: number,
  limit: number,
): { readonly table: HuffmanTable; readonly end: number } {
  const header = block.bytes[at] ?? 0;
  const plain = header >= 128;
  const end = at + 1 + (plain ? (header - 126) >> 1 : header);
  if (end > limit) throw new Damage('a tree ends outside its block');
  const weights = plain ? plainWeights(block.bytes, at + 1, header - 127) : codedWeights(block, at + 1, end);
  return { table: huffmanTable(weights), end };
}

function plainWeights(bytes: Uint8Array, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const pair = bytes[from + (index >> 1)] ?? 0;
    return index % 2 === 0 ? pair >> 4 : pair & 15;
  });
}

/** Two states take turns until the bits run out; then the other still has its symbol. */
function codedWeights(block: Padded, from: number, to: number): number[] {
  const { table, end } = readFseTable(block, from, to, MOST_OF_WEIGHTS);
  const { accuracy, states } = table;
  const first = end * 8;
  let position = endOfBits(block.bytes, end, to) - 2 * accuracy;
  if (position < first) throw new Damage('the weights of a tree end too early');
  let state = bitsAt(block.view, position + accuracy, accuracy);
  let other = bitsAt(block.view, position, accuracy);
  const weights: number[] = [];
  while (weights.length < 254) {
    const entry = states[state] ?? 0;
    const count = (entry >> 8) & 0xff;
    weights.push(entry & 0xff);
    position -= count;
    if (position < first) return [...weights, (states[other] ?? 0) & 0xff];
    const follower = (entry >> 16) + bitsAt(block.view, position, count);
    state = other;
    other = follower;
  }
  throw new Damage('a tree has too many symbols');
}

/** The last symbol's weight is not given: it is what is missing to a power of two. */
function huffmanTable(given: readonly number[]): HuffmanTable {
  let sum = 0;
  for (const weight of given) {
    if (weight > DEEPEST) throw new Damage('a tree is deeper than allowed');
    if (weight > 0) sum += 1 << (weight - 1);
  }
  const depth = sum === 0 ? 0 : highestBit(sum) + 1;
  const missing = (1 << depth) - sum;
  if (depth === 0 || depth > DEEPEST || (missing & (missing - 1)) !== 0) {
    throw new Damage('the weights of a tree do not add up');
  }
  const weights = [...given, highestBit(missing) + 1];
  const entries = new Uint16Array(1 << depth);
  let at = 0;
  for (let weight = 1; weight <= depth; weight += 1) {
    weights.forEach((each, symbol) => {
      if (each !== weight) return;
      const until = at + (1 << (weight - 1));
      entries.fill(symbol | ((depth + 1 - weight) << 8), at, until);
      at = until;
    });
  }
  return { depth, entries };
}

/** Fills `output` from [start, end) with the stream in bytes [from, to), which must come out even. */
export function readHuffman(
  { bytes, view }: Padded,
  from: number,
  to: number,
  { depth, entries }: HuffmanTable,
  output: Uint8Array,
  start: number,
  end: number,
): void {
  const first = from * 8;
  const shift = 24 - depth;
  const mask = (1 << depth) - 1;
  let position = endOfBits(bytes, from, to);
  let at = start;
  // Two codes of at most eleven bits are in every 24.
  for (const pairs = end - 1; at < pairs && position - 24 >= first; at += 2) {
    const low = position - 24;
    const word = view.getUint32(low >> 3, true) >>> (low & 7);
    const one = entries[(word >>> shift) & mask] ?? 0;
    const used = one >> 8;
    const two = entries[(word >>> (shift - used)) & mask] ?? 0;
    output[at] = one;
    output[at + 1] = two;
    position -= used + (two >> 8);
  }
  for (; at < end; at += 1) {
    // Bits before the stream are zeros, whatever stands there.
    const low = position - depth;
    const outside = Math.min(Math.max(first - low, 0), depth);
    const entry = entries[(bitsAt(view, low, depth) >>> outside) << outside] ?? 0;
    output[at] = entry;
    position -= entry >> 8;
    if (position < first) throw new Damage('literals end too early');
  }
  if (position !== first) throw new Damage('literals do not come out even');
}
