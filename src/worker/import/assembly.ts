/**
 * Puts the parts of a file, which finish in any order, back into its order: rows with exact lines and record numbers, sums
 * that do not depend on the cutting. It keeps a part's rows only while an earlier part is still being read.
 */
import { recordIndex, type SourceIndex } from '../../model/ids';
import { renumberedLegacyId } from '../../reading/legacy-id';
import { SeenIds } from '../../reading/seen-ids';
import { Tally } from '../../reading/tally';
import { type PlacedRow, rowsOfPage } from '../../storage/row-columns';
import type { PendingRows } from './client';
import type { RangeAnswer, RowBatch } from './protocol';

interface Part {
  readonly batches: RowBatch[];
  answer: RangeAnswer | null;
}

export class Assembly {
  readonly #source: SourceIndex;
  readonly #emit: (rows: PendingRows) => void;
  readonly #tally = new Tally();
  readonly #parts = new Map<number, Part>();
  readonly #ids = new SeenIds();
  #head = 0;
  #lines = 0;
  #records = 0;
  #episodes = 0;

  constructor(source: SourceIndex, emit: (rows: PendingRows) => void) {
    this.#source = source;
    this.#emit = emit;
  }

  /** The sums of all parts up to the first that is not there yet. */
  get tally(): Tally {
    return this.#tally;
  }

  /** Rows given out so far. */
  get episodes(): number {
    return this.#episodes;
  }

  rows(part: number, batch: RowBatch): void {
    if (part === this.#head) this.#place(batch);
    else this.#part(part).batches.push(batch);
  }

  done(part: number, answer: RangeAnswer): void {
    this.#part(part).answer = answer;
    for (let next = this.#parts.get(this.#head); next !== undefined; next = this.#parts.get(this.#head)) {
      for (const batch of next.batches.splice(0)) this.#place(batch);
      if (next.answer === null) return;
      this.#tally.merge(next.answer.tally, this.#lines);
      this.#lines += next.answer.lines;
      this.#records += next.answer.records;
      this.#parts.delete(this.#head);
      this.#head += 1;
    }
  }

  #part(part: number): Part {
    const known = this.#parts.get(part);
    if (known !== undefined) return known;
    const made: Part = { batches: [], answer: null };
    this.#parts.set(part, made);
    return made;
  }

  /** Ids that hold their line are each of their own. */
  #noteRepeated({ rows, numbered }: RowBatch): void {
    if (numbered.length === rows.id.length) return;
    const unlike = new Set(numbered);
    rows.id.forEach((id, i) => {
      if (unlike.has(i)) return;
      const repeated = this.#ids.note(id, this.#lines + (rows.line[i] ?? 0), rows.byte[i] ?? 0);
      if (repeated !== null) this.#tally.note(repeated);
    });
  }

  #place(batch: RowBatch): void {
    const source = this.#source;
    const records = this.#records;
    const lines = this.#lines;
    const { length } = batch.rows.record;
    this.#episodes += length;
    this.#noteRepeated(batch);
    this.#emit({ length, rows: () => placed(batch, source, records, lines) });
  }
}

function placed(batch: RowBatch, source: SourceIndex, records: number, lines: number): PlacedRow[] {
  const numbered = new Set(batch.numbered);
  return rowsOfPage(batch.rows).map(({ record, row }, i) => ({
    source,
    record: recordIndex(records + record),
    row: {
      ...row,
      line: lines + row.line,
      id: numbered.has(i) ? renumberedLegacyId(row.id, lines + row.line) : row.id,
    },
  }));
}
