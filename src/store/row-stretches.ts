/** Rows whose records lie side by side in one source, to be read together. It refuses to know what for. */
import type { RunRow } from './run.svelte';

/** One question to the worker: so much of a file, or one record. Progress and other runs come between any two. */
const STRETCH_BYTES = 2 * 1024 * 1024;
const STRETCH_RECORDS = 64;

/** One reply at most: no request can have come after another, and nothing need be read. */
export function isPlain({ row }: RunRow): boolean {
  return row.turns <= 1;
}

/** The positions, ascending, in stretches; plain rows apart from others. */
export function* stretchesOf(rows: readonly RunRow[], positions: readonly number[]): Generator<number[]> {
  let stretch: number[] = [];
  let first: RunRow | undefined;
  for (const position of positions) {
    const row = rows[position];
    if (row === undefined) continue;
    if (first === undefined || !isTogether(first, row, stretch.length)) {
      if (stretch.length > 0) yield stretch;
      stretch = [];
      first = row;
    }
    stretch.push(position);
  }
  if (stretch.length > 0) yield stretch;
}

function isTogether(first: RunRow, next: RunRow, length: number): boolean {
  if (first.source !== next.source || isPlain(first) !== isPlain(next)) return false;
  if (isPlain(next)) return true;
  return length < STRETCH_RECORDS && next.row.byte + next.row.length - first.row.byte <= STRETCH_BYTES;
}
