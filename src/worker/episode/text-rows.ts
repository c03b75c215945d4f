/**
 * A long text as rows that can be drawn one by one: a row is a line, a stretch of a line that is too long, or several short
 * lines where there are very many. It knows where rows begin and not what a reader sees of them.
 */
import { findPhrase, phraseOf } from '../../analysis/search';

/** Units of one row: about a dozen lines on a wide screen. */
const LONGEST_ROW = 1200;
/** More rows than this are not counted out; lines share rows instead. */
const MOST_ROWS = 400_000;
const FOUND_KEPT = 10_000;

export interface TextRows {
  /** Units of the whole text. */
  readonly length: number;
  readonly lines: number;
  /** First unit of each row. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Number of the line that a row begins or goes on with, counted from 1. */
  readonly lineOf: Uint32Array<ArrayBuffer>;
}

export interface FoundInText {
  /** First units, in order, of those that are kept. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly total: number;
}

export function textRows(text: string, longest = LONGEST_ROW, most = MOST_ROWS): TextRows {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  const together = Math.max(1, Math.ceil(lines / most));
  const starts: number[] = [0];
  const lineOf: number[] = [1];
  let line = 1;
  let inRow = 1;
  for (let from = 0; ;) {
    const end = text.indexOf('\n', from);
    const stop = end < 0 ? text.length : end + 1;
    let start = starts.at(-1) ?? 0;
    while (stop - start > longest + 1) {
      start = betweenUnits(text, start + longest);
      starts.push(start);
      lineOf.push(line);
      inRow = 1;
    }
    if (end < 0) break;
    from = stop;
    line += 1;
    if (inRow < together && stop - start < longest / 2) {
      inRow += 1;
    } else {
      starts.push(stop);
      lineOf.push(line);
      inRow = 1;
    }
  }
  return {
    length: text.length,
    lines,
    starts: Uint32Array.from(starts),
    lineOf: Uint32Array.from(lineOf),
  };
}

export function findInText(text: string, query: string): FoundInText {
  const offsets: number[] = [];
  const lengths: number[] = [];
  const phrase = phraseOf(query);
  const total =
    phrase === null
      ? 0
      : findPhrase(text, phrase, ({ offset, length }) => {
          if (offsets.length >= FOUND_KEPT) return;
          offsets.push(offset);
          lengths.push(length);
        });
  return { offsets: Uint32Array.from(offsets), lengths: Uint32Array.from(lengths), total };
}

/** Not inside a surrogate pair. */
function betweenUnits(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}
