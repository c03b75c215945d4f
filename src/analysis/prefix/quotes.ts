/**
 * Long runs of text that messages have in common, found without comparing all with all: every text is cut into blocks that
 * are indexed once, and a run grows from a block that another text holds. It refuses to know who said what.
 */
import { eachWindow } from './windows';

/** UTF-16 units in a row that make a quotation. */
export const QUOTED_UNITS = 400;

/** Any run of that length holds a whole block that begins at a multiple of this. */
const BLOCK = QUOTED_UNITS / 2;

/** A block of more texts than this is boilerplate; only the first of them are looked at. */
const TEXTS_OF_ONE_BLOCK = 16;

/** Units compared for each unit of a text, beyond which the text is of the kind that quotes itself, and the search ends. */
const COMPARED_A_UNIT = 24;

/** Where a text repeats at least `QUOTED_UNITS` of a source, as far as they are equal. */
export interface Run<Source> {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

interface Block<Source> {
  readonly source: Source;
  readonly offset: number;
}

export class TextIndex<Source extends { readonly text: string }> {
  readonly #blocks = new Map<number, Block<Source>[]>();

  /** Shorter texts are not quoted. */
  add(source: Source): void {
    if (source.text.length < QUOTED_UNITS) return;
    for (let offset = 0; offset + BLOCK <= source.text.length; offset += BLOCK) {
      eachWindow(source.text.slice(offset, offset + BLOCK), BLOCK, (_, number) => {
        const known = this.#blocks.get(number);
        if (known === undefined) this.#blocks.set(number, [{ source, offset }]);
        // Of a text that repeats itself the first place stands for all, so that `aaaa…` stays linear.
        else if (known.at(-1)?.source !== source && known.length < TEXTS_OF_ONE_BLOCK) {
          known.push({ source, offset });
        }
      });
    }
  }

  /** In the order in which they begin. */
  runsIn(text: string): readonly Run<Source>[] {
    const runs: Run<Source>[] = [];
    if (this.#blocks.size === 0 || text.length < QUOTED_UNITS) return runs;
    const covered = new Map<Source, number>();
    let left = COMPARED_A_UNIT * text.length;
    eachWindow(text, BLOCK, (at, number) => {
      for (const { source, offset } of this.#blocks.get(number) ?? []) {
        if (left < 0 || at + BLOCK <= (covered.get(source) ?? 0)) continue;
        const run = grown(text, at, source.text, offset);
        left -= run.end - run.start;
        covered.set(source, run.end);
        if (run.end - run.start >= QUOTED_UNITS) runs.push({ source, ...run });
      }
    });
    return runs.sort((left, right) => left.start - right.start);
  }
}

/** Unequal blocks of one number grow to nothing. */
function grown(text: string, at: number, source: string, offset: number) {
  let start = at;
  let from = offset;
  while (start > 0 && from > 0 && text.charCodeAt(start - 1) === source.charCodeAt(from - 1)) {
    start -= 1;
    from -= 1;
  }
  let end = at;
  let to = offset;
  while (end < text.length && to < source.length && text.charCodeAt(end) === source.charCodeAt(to)) {
    end += 1;
    to += 1;
  }
  return { start, end };
}

/**
 * Units in a row of a run that no earlier run holds: the longest stretch of windows of `QUOTED_UNITS` that lie in the run
 * and in none of the others. 0 where there is none.
 */
export function unsaidUnits(
  run: Pick<Run<unknown>, 'start' | 'end'>,
  earlier: readonly Pick<Run<unknown>, 'start' | 'end'>[],
): number {
  let longest = 0;
  let next = run.start;
  const last = run.end - QUOTED_UNITS;
  for (const { start, end } of earlier) {
    if (end - QUOTED_UNITS < next) continue;
    longest = Math.max(longest, Math.min(start, last + 1) - next);
    next = Math.max(next, end - QUOTED_UNITS + 1);
  }
  longest = Math.max(longest, last + 1 - next);
  return longest <= 0 ? 0 : longest + QUOTED_UNITS - 1;
}
