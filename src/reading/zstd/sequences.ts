/**
 * The head of a block's sequences (RFC 8878, 3.1.1.3.2): how many they are and by which tables they are read, which later
 * blocks may use again. It refuses to follow them.
 */
import { Damage } from '../decompression';
import type { Padded } from './bits';
import { fseTable, oneSymbolTable, readFseTable } from './fse';
import type { FseLimits, FseTable } from './fse';

/** Sequences whose stream of bits is in bytes [from, to), read backwards. */
export interface Sequences {
  readonly count: number;
  readonly from: number;
  readonly to: number;
  readonly runs: FseTable;
  readonly offsets: FseTable;
  readonly matches: FseTable;
}

/** What a code stands for: `base`, and as many bits of the stream as `bits` says. */
export interface Codes {
  readonly bits: Uint8Array;
  readonly base: Int32Array;
}

/** One of the three numbers of a sequence: the bounds of its tables, and the one that needs no description. */
interface Part {
  readonly limits: FseLimits;
  readonly standard: FseTable;
}

const RUN: Part = {
  limits: { accuracy: 9, symbols: 36 },
  standard: fseTable(
    6,
    [
      4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1,
      -1, -1,
    ],
  ),
};

const OFFSET: Part = {
  limits: { accuracy: 8, symbols: 32 },
  standard: fseTable(
    5,
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
  ),
};

const MATCH: Part = {
  limits: { accuracy: 9, symbols: 53 },
  standard: fseTable(
    6,
    [
      1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
    ],
  ),
};

/** How many literals come first. */
export const RUN_CODES = codes(0, 16, [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
/** How many bytes are repeated. */
export const MATCH_CODES = codes(
  3,
  32,
  [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
);

/** Each code goes on where the one before it ends; the first `plain` of them take no bits. */
function codes(first: number, plain: number, more: readonly number[]): Codes {
  const bits = Uint8Array.from([...new Array<number>(plain).fill(0), ...more]);
  let next = first;
  const base = Int32Array.from(bits, (count) => {
    const start = next;
    next += 2 ** count;
    return start;
  });
  return { bits, base };
}

export class SequenceTables {
  readonly #before = new Map<Part, FseTable>();

  /** A new frame knows no tables. */
  reset(): void {
    this.#before.clear();
  }

  /** Null where the block is literals alone. */
  read(block: Padded, start: number, end: number): Sequences | null {
    const { bytes } = block;
    if (start >= end) throw new Damage('a block ends before its sequences');
    const first = bytes[start] ?? 0;
    const second = bytes[start + 1] ?? 0;
    let at = start + (first < 128 ? 1 : first < 255 ? 2 : 3);
    const count =
      first < 128
        ? first
        : first < 255
          ? (first - 128) * 256 + second
          : second + (bytes[start + 2] ?? 0) * 256 + 0x7f00;
    if (count === 0) {
      if (at !== end) throw new Damage('bytes stand behind a block of literals');
      return null;
    }
    const modes = bytes[at] ?? 0;
    if ((modes & 3) !== 0) throw new Damage('sequences are of an unknown kind');
    at += 1;
    const next = (part: Part, mode: number): FseTable => {
      const read = this.#table(block, part, mode & 3, at, end);
      at = read.end;
      this.#before.set(part, read.table);
      return read.table;
    };
    const runs = next(RUN, modes >> 6);
    const offsets = next(OFFSET, modes >> 4);
    const matches = next(MATCH, modes >> 2);
    if (at > end) throw new Damage('tables end outside their block');
    return { count, from: at, to: end, runs, offsets, matches };
  }

  #table(
    block: Padded,
    part: Part,
    mode: number,
    at: number,
    limit: number,
  ): { readonly table: FseTable; readonly end: number } {
    if (mode === 0) return { table: part.standard, end: at };
    if (mode === 2) return readFseTable(block, at, limit, part.limits);
    if (mode === 1) {
      const symbol = block.bytes[at] ?? 0;
      if (symbol >= part.limits.symbols) throw new Damage('a sequence has an unknown code');
      return { table: oneSymbolTable(symbol), end: at + 1 };
    }
    const table = this.#before.get(part);
    if (table === undefined) throw new Damage('a table is used again that was never given');
    return { table, end: at };
  }
}
