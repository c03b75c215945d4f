/**
 * Tables of finite state entropy (RFC 8878, 4.1): from their descriptions to what each state stands for, and which may
 * follow. It refuses to know what the symbols mean.
 */
import { Damage } from '../decompression';
import { bitsAt, highestBit } from './bits';
import type { Padded } from './bits';

export interface FseTable {
  /** As many bits as the first state takes. */
  readonly accuracy: number;
  /**
   * By state: its symbol in the lowest eight bits; above them, in eight, how many bits of the stream to add to what stands
   * in the highest sixteen, to have the next state. One number, for it is looked up for every symbol of every file.
   */
  readonly states: Int32Array;
}

export interface FseLimits {
  readonly accuracy: number;
  readonly symbols: number;
}

/** The table described at byte `at`; `end` is the byte behind its description. */
export function readFseTable(
  { view }: Padded,
  at: number,
  limit: number,
  most: FseLimits,
): { readonly table: FseTable; readonly end: number } {
  const accuracy = bitsAt(view, at * 8, 4) + 5;
  if (accuracy > most.accuracy) throw new Damage('a table is finer than allowed');
  const shares: number[] = [];
  let position = at * 8 + 4;
  let remaining = 1 << accuracy;
  while (remaining > 0) {
    if (position > limit * 8) throw new Damage('a table ends outside its block');
    // A share is from -1 to what remains, in one bit less where a small one allows.
    const count = highestBit(remaining + 1) + 1;
    const low = (1 << (count - 1)) - 1;
    const short = (1 << count) - 2 - remaining;
    let value = bitsAt(view, position, count);
    if ((value & low) < short) {
      value &= low;
      position += count - 1;
    } else {
      if (value > low) value -= short;
      position += count;
    }
    const share = value - 1;
    remaining -= Math.abs(share);
    shares.push(share);
    for (let zeros = share === 0 ? 3 : 0; zeros === 3 && shares.length <= most.symbols;) {
      zeros = bitsAt(view, position, 2);
      position += 2;
      for (let i = 0; i < zeros; i += 1) shares.push(0);
    }
    if (shares.length > most.symbols) throw new Damage('a table has too many symbols');
  }
  const end = (position + 7) >> 3;
  if (end > limit) throw new Damage('a table ends outside its block');
  return { table: fseTable(accuracy, shares), end };
}

/** `shares` are how many states each symbol has, all of them together; -1 is the least there is. */
export function fseTable(accuracy: number, shares: readonly number[]): FseTable {
  const size = 1 << accuracy;
  const symbols = new Uint8Array(size);
  const counts = new Uint16Array(shares.length);
  let top = size;
  shares.forEach((share, symbol) => {
    counts[symbol] = Math.abs(share);
    if (share === -1) symbols[(top -= 1)] = symbol;
  });
  // The step is odd, so it comes to every state below `top` before it comes to one again.
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  shares.forEach((share, symbol) => {
    for (let i = 0; i < share; i += 1) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= top);
    }
  });
  const states = new Int32Array(size);
  for (let state = 0; state < size; state += 1) {
    const symbol = symbols[state] ?? 0;
    const count = counts[symbol] ?? 0;
    counts[symbol] = count + 1;
    const bits = accuracy - highestBit(count);
    states[state] = symbol | (bits << 8) | (((count << bits) - size) << 16);
  }
  return { accuracy, states };
}

/** A table that knows one symbol and takes no bits. */
export function oneSymbolTable(symbol: number): FseTable {
  return { accuracy: 0, states: Int32Array.of(symbol) };
}
