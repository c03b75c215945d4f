/**
 * The index pass over one stream of records: parse, read, derive the row, add up, and say so in batches. It keeps no
 * record; what it holds is at most one batch of rows.
 */
import { recordIndex, sourceIndex } from '../../model/ids';
import { summarise } from '../../analysis/summary';
import { overlongDiagnostic, parseRecord } from '../../reading/json-text';
import type { LegacyMetadata } from '../../reading/legacy-metadata';
import { readRecord } from '../../reading/record';
import type { FoundRecord } from '../../reading/records';
import { Tally } from '../../reading/tally';
import { type PlacedRow, pageOfRows } from '../../storage/row-columns';
import type { ImportNews } from './protocol';

/** The first batch goes out at once, so that a list shows something; later ones are larger and fewer. */
const FIRST_BATCH_ROWS = 16;
const BATCH_MILLISECONDS = 100;
const BATCH_ROWS = 2048;

/** Rows carry no source of their own before they are placed; the page knows which file they are of. */
const UNPLACED = sourceIndex(0);

export interface IndexerOptions {
  readonly metadata: LegacyMetadata | null;
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
  readonly #options: IndexerOptions;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  get records(): number {
    return this.#records;
  }

  take(found: FoundRecord): void {
    const record = this.#records;
    this.#records += 1;
    if (found.kind === 'overlong') {
      this.#bytes += found.length;
      this.tally.skip(found.line, [overlongDiagnostic(found)]);
    } else {
      this.#bytes += found.bytes.length + 1;
      const { line, byte, bytes } = found;
      const parsed = parseRecord(found, 'skip');
      if (parsed.value === undefined) {
        this.tally.skip(line, parsed.diagnostics);
      } else {
        const reading = readRecord(parsed.value, {
          line,
          byte,
          metadata: this.#options.metadata,
          ordinal: line,
        });
        this.tally.add(line, parsed, reading);
        if (reading.kind === 'episode') {
          const warnings = countWarnings(parsed.diagnostics) + countWarnings(reading.diagnostics);
          const row = summarise(reading.episode, { line, byte, length: bytes.length }, warnings);
          if (reading.dialect === 'verifiers_legacy' && row.id.endsWith(`#${line}`)) {
            this.#numbered.push(this.#rows.length);
          }
          this.#rows.push({ source: UNPLACED, record: recordIndex(record), row });
        }
      }
    }
    this.#sendWhenDue();
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

function countWarnings(diagnostics: readonly { readonly severity: string }[]): number {
  let count = 0;
  for (const { severity } of diagnostics) if (severity !== 'info') count += 1;
  return count;
}
