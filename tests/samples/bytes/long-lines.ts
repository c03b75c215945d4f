/**
 * T4: lines of any length between good ones, made while they are read, so that a file of gigabytes costs no memory. The
 * real sizes belong to the bench; tests use small ones with a small limit.
 */
import type { ByteSource } from '../../../src/reading/source';
import { episode, utf8 } from './lines';

export interface LongLine {
  readonly id: number;
  /** In bytes, the line feed not counted; 0: as short as it can be. */
  readonly length: number;
}

/** Episodes one a line, those of a given length filled with a text of `x`. */
export function longLines(lines: readonly LongLine[], around: 'lines' | 'array' = 'lines'): ByteSource {
  const pieces: Piece[] = [];
  if (around === 'array') pieces.push(text('[\n'));
  lines.forEach(({ id, length }, index) => {
    const [before, behind] = [episode(id, ',"group":{"id":"').slice(0, -1), '"}}'];
    const filling = Math.max(0, length - before.length - behind.length);
    pieces.push(text(before), { bytes: null, length: filling });
    pieces.push(text(behind + (around === 'array' && index + 1 < lines.length ? ',' : '') + '\n'));
  });
  if (around === 'array') pieces.push(text(']\n'));
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { name: 'long', size, slice: (start, end) => Promise.resolve(sliceOf(pieces, start, end)) };
}

/** Null bytes stand for a filling of `x`. */
interface Piece {
  readonly bytes: Uint8Array | null;
  readonly length: number;
}

function text(content: string): Piece {
  const bytes = utf8(content);
  return { bytes, length: bytes.length };
}

function sliceOf(pieces: readonly Piece[], start: number, end: number): Uint8Array<ArrayBuffer> {
  const slice = new Uint8Array(end - start).fill(0x78);
  let at = 0;
  for (const { bytes, length } of pieces) {
    const from = Math.max(start, at);
    const to = Math.min(end, at + length);
    if (bytes !== null && from < to) slice.set(bytes.subarray(from - at, to - at), from - start);
    at += length;
  }
  return slice;
}
