/** How a plain file is cut for the pool. It refuses to know what the ranges hold. */
import { BLOCK_BYTES } from '../../reading/block-digest';

/** Small, so that the first rows are there at once, whatever the size of the file. */
export const FIRST_RANGE_BYTES = 256 * 1024;

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** From `start` on: one small range, then up to the next multiple of `block`, then blocks. */
export function cutIntoRanges(
  start: number,
  size: number,
  first: number = FIRST_RANGE_BYTES,
  block: number = BLOCK_BYTES,
): ByteRange[] {
  const ranges: ByteRange[] = [];
  let at = start;
  while (at < size) {
    const end = at === start ? at + first : (Math.floor(at / block) + 1) * block;
    ranges.push({ start: at, end: Math.min(end, size) });
    at = Math.min(end, size);
  }
  return ranges;
}
