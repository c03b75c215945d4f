/**
 * The literals of a block (RFC 8878, 3.1.1.3.1): stored, one byte repeated, or through a tree, which later blocks may use
 * again. It refuses to know where they go.
 */
import { Damage } from '../decompression';
import { bitsAt, PADDING } from './bits';
import type { Padded } from './bits';
import { LARGEST_BLOCK } from './frame';
import { readHuffman, readHuffmanTable } from './huffman';
import type { HuffmanTable } from './huffman';

const STORED = 0;
const REPEATED = 1;
const WITH_TREE = 2;

export class Literals {
  /** Those of the present block, and how many they are. */
  readonly bytes = new Uint8Array(LARGEST_BLOCK);
  #length = 0;
  #tree: HuffmanTable | null = null;

  get length(): number {
    return this.#length;
  }

  /** A new frame knows no tree. */
  reset(): void {
    this.#tree = null;
  }

  /** Of the block that ends at `end`; gives the byte behind them. */
  read(block: Padded, end: number): number {
    const first = block.bytes[PADDING] ?? 0;
    const kind = first & 3;
    const format = (first >> 2) & 3;
    return kind === STORED || kind === REPEATED
      ? this.#readPlain(block, kind, format, end)
      : this.#readCoded(block, kind === WITH_TREE, format, end);
  }

  #readPlain({ bytes, view }: Padded, kind: 0 | 1, format: number, end: number): number {
    const header = format === 1 ? 2 : format === 3 ? 3 : 1;
    const length =
      header === 1 ? (bytes[PADDING] ?? 0) >> 3 : bitsAt(view, PADDING * 8 + 4, header === 2 ? 12 : 20);
    const at = PADDING + header;
    const behind = at + (kind === STORED ? length : 1);
    this.#expect(length, behind, end);
    if (kind === STORED) this.bytes.set(bytes.subarray(at, behind));
    else this.bytes.fill(bytes[at] ?? 0, 0, length);
    return behind;
  }

  #readCoded(block: Padded, described: boolean, format: number, end: number): number {
    const header = format < 2 ? 3 : format + 2;
    const sizeBits = format < 2 ? 10 : format === 2 ? 14 : 18;
    const length = bitsAt(block.view, PADDING * 8 + 4, sizeBits);
    const at = PADDING + header;
    const behind = at + bitsAt(block.view, PADDING * 8 + 4 + sizeBits, sizeBits);
    this.#expect(length, behind, end);
    const from = described ? this.#readTree(block, at, behind) : at;
    const tree = this.#tree;
    if (tree === null) throw new Damage('literals lack a tree');
    if (format === 0) readHuffman(block, from, behind, tree, this.bytes, 0, length);
    else this.#readFour(block, from, behind, tree);
    return behind;
  }

  #expect(length: number, behind: number, end: number): void {
    if (length > LARGEST_BLOCK || behind > end) throw new Damage('literals end outside their block');
    this.#length = length;
  }

  #readTree(block: Padded, at: number, limit: number): number {
    const { table, end } = readHuffmanTable(block, at, limit);
    this.#tree = table;
    return end;
  }

  /** Four streams, of which the first three name their sizes, each with a quarter of the literals. */
  #readFour(block: Padded, at: number, end: number, tree: HuffmanTable): void {
    const quarter = (this.#length + 3) >> 2;
    if (quarter * 3 > this.#length) throw new Damage('there are too few literals for four streams');
    let from = at + 6;
    for (let stream = 0; stream < 4; stream += 1) {
      const last = stream === 3;
      const to = last ? end : from + block.view.getUint16(at + stream * 2, true);
      if (to > end) throw new Damage('literals end outside their block');
      const start = quarter * stream;
      readHuffman(block, from, to, tree, this.bytes, start, last ? this.#length : start + quarter);
      from = to;
    }
  }
}
