/**
 * The index pass over one stream of records: parse, read, derive the row, add up, and say so in batches. It keeps no
 * record; what it holds is at most one batch of rows.
 */
import { recordIndex, sourceIndex } from '../../model/ids';
import { countFlags, episodeFindings, isLinked } from '../../analysis/findings';
import { summarise } from '../../analysis/summary';
import { overlongDiagnostic, parseRecord } from '../../reading/json-text';
import type { Detail, ParsedRecord } from '../../reading/json-text';
import { readRecord } from '../../reading/record';
import type { RecordReading } from '../../reading/record';
import type { FoundRecord, RawRecord } from '../../reading/raw-record';
import { Tally } from '../../reading/tally';
import { type PlacedRow, pageOfRows } from '../../storage/row-columns';
import type { ImportNews, SourceMetadata } from './protocol';

/** The first batch goes out at once, so that a list shows something; later ones are larger and fewer. */
const FIRST_BATCH_ROWS = 16;
const BATCH_MILLISECONDS = 100;
const BATCH_ROWS = 2048;

/** Rows carry no source of their own before they are placed; the page knows which file they are of. */
const UNPLACED = sourceIndex(0);

export interface IndexerOptions {
  readonly metadata: SourceMetadata;
  readonly report: (news: ImportNews) => void;
  /** Runs before rows are sent: what they point into must have gone first. */
  readonly beforeRows?: () => void;
  /** How far in the file's own bytes; without it the records tell. */
  readonly position?: () => number;
}

export class Indexer {
  readonly tally = new Tally();
  #records = 0;
  #bytes = 0;
  #rows: PlacedRow[] = [];
  #numbered: number[] = [];
  #sentAt = performance.now();
  #sentAny = false;
  #detail: 'outline' | 'skip' = 'outline';
  readonly #options: IndexerOptions;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  get records(): number {
    return this.#records;
  }

  take(found: FoundRecord): void {
    if (found.kind === 'overlong') {
      this.tally.skip([overlongDiagnostic(found)]);
      this.#bytes += found.length + 1;
    } else {
      this.#read(found);
      this.#bytes += found.bytes.length + 1;
    }
    this.#records += 1;
    this.#sendWhenDue();
  }

  #read(raw: RawRecord): void {
    const { line, byte, bytes } = raw;
    const { parsed, reading } = this.#readRecord(raw);
    if (reading === null) {
      this.tally.skip(parsed.diagnostics);
      return;
    }
    this.tally.add(line, parsed, reading);
    if (reading.kind !== 'episode') return;
    const { dialect, episode } = reading;
    const place = { line, byte, length: bytes.length };
    for (const finding of episodeFindings(episode, place)) this.tally.note(finding);
    const warnings = countFlags(parsed.diagnostics) + countFlags(reading.diagnostics);
    if (dialect === 'verifiers_legacy') this.#numbered.push(this.#rows.length);
    const row = summarise(episode, place, warnings);
    this.#rows.push({ source: UNPLACED, record: recordIndex(this.#records), row });
  }

  /** Without the texts of messages where they decide nothing of the row; which that is, the record before mostly tells. */
  #readRecord(raw: RawRecord): { readonly parsed: ParsedRecord; readonly reading: RecordReading | null } {
    const { metadata } = this.#options;
    const read = (detail: Detail) => {
      const parsed = parseRecord(raw, detail);
      const { line, byte } = raw;
      const { value } = parsed;
      return { parsed, reading: value === undefined ? null : readRecord(value, { line, byte, metadata }) };
    };
    const first = read(this.#detail);
    const linked = first.reading?.kind === 'episode' && first.reading.episode.traces.some(isLinked);
    const enough = !linked || this.#detail === 'skip';
    this.#detail = linked ? 'skip' : 'outline';
    return enough ? first : read('skip');
  }

  /** Sends what is left. */
  finish(): void {
    this.#send();
  }

  #sendWhenDue(): void {
    const { length } = this.#rows;
    const due =
      length >= BATCH_ROWS ||
      (!this.#sentAny && length >= FIRST_BATCH_ROWS) ||
      performance.now() - this.#sentAt >= BATCH_MILLISECONDS;
    if (due) this.#send();
  }

  #send(): void {
    this.#sentAt = performance.now();
    if (this.#rows.length > 0) {
      this.#options.beforeRows?.();
      this.#options.report({
        kind: 'rows',
        batch: { rows: pageOfRows(this.#rows), numbered: this.#numbered },
      });
      this.#sentAny = true;
      this.#rows = [];
      this.#numbered = [];
    }
    const bytes = this.#options.position?.() ?? this.#bytes;
    this.#options.report({ kind: 'progress', bytes, records: this.#records });
  }
}
