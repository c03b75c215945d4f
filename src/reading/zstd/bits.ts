/**
 * Bits of a block: read forwards in the descriptions of tables, backwards in the streams they describe. A block stands
 * between zeros, so that words may be read beyond its ends; whoever reads checks where it has come to.
 */
import { Damage } from '../decompression';

/** Zeros before and behind a block: more than what is read between two checks of a position, and a word. */
export const PADDING = 16;

/** Bytes of a block between zeros; places in it count from the beginning of the zeros. */
export interface Padded {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** 25 bits or fewer at a position that counts bits. */
export function bitsAt(view: DataView, position: number, count: number): number {
  return (view.getUint32(position >> 3, true) >>> (position & 7)) & ((1 << count) - 1);
}

/** Where a stream that is read backwards begins: at its highest bit that is set, which only marks the place. */
export function endOfBits(bytes: Uint8Array, from: number, to: number): number {
  const last = to > from ? (bytes[to - 1] ?? 0) : 0;
  if (last === 0) throw new Damage('a stream of bits lacks its end mark');
  return (to - 1) * 8 + highestBit(last);
}

/** Of a number that is not 0. */
export function highestBit(value: number): number {
  return 31 - Math.clz32(value);
}
