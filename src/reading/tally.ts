/**
 * Adds up what a file held: records read, repaired and skipped, the dialect of the majority, diagnostics cut to the first
 * hundred of a code. Parts merged in any order give what one pass gives. It refuses to know how records are read.
 */
import { compareDiagnostics, cutDiagnostics, diagnostic, DIAGNOSTICS_OF_ONE_CODE } from '../model/diagnostic';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import type { Dialect } from '../model/dialect';
import { unreachable } from '../model/unreachable';
import type { ParsedRecord } from './json-text';
import type { RecordReading } from './record';
import type { Refusal } from './refusal';

export interface RecordCounts {
  readonly total: number;
  readonly read: number;
  /** Among `read`. */
  readonly repaired: number;
  readonly skipped: number;
}

export interface FileEnd {
  /** Container kinds, outermost first, joined by `+`. */
  readonly container: string;
  readonly dialect: Dialect;
  readonly records: RecordCounts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plain data, so that it can be posted from a worker and stored. Record numbers are relative to the part. */
export interface TallyState {
  readonly read: number;
  readonly repaired: number;
  readonly skipped: number;
  readonly dialects: readonly DialectCount[];
  readonly foreign: readonly ForeignCount[];
  readonly found: readonly Found[];
}

interface DialectCount {
  readonly dialect: Dialect;
  readonly records: number;
  /** Number of the first such record. */
  readonly first: number;
}

interface ForeignCount extends DialectCount {
  readonly advice: string;
}

/** One code: how many there are, and those that come first. */
interface Found {
  readonly code: DiagnosticCode;
  readonly count: number;
  readonly kept: readonly Diagnostic[];
}

export class Tally {
  #read = 0;
  #repaired = 0;
  #skipped = 0;
  #dialects = new Map<Dialect, DialectCount>();
  #foreign = new Map<Dialect, ForeignCount>();
  #found = new Map<DiagnosticCode, { count: number; kept: Diagnostic[] }>();
  #refusal: Refusal | null = null;

  /** About the file as a whole (container, decompression). */
  note(found: Diagnostic): void {
    this.#add(found, 1);
  }

  /** The file as a whole is not read. */
  refuse(refusal: Refusal): void {
    this.#refusal = refusal;
  }

  /** A record that could not be parsed, or was too long. */
  skip(diagnostics: readonly Diagnostic[]): void {
    this.#skipped += 1;
    for (const found of diagnostics) this.note(found);
  }

  /** A record that was parsed; `parsed` tells of repairs, `reading` what it is. */
  add(line: number, parsed: ParsedRecord, reading: RecordReading): void {
    switch (reading.kind) {
      case 'episode':
      case 'row':
        this.#read += 1;
        if (parsed.repaired) this.#repaired += 1;
        count(this.#dialects, { dialect: reading.dialect, records: 1, first: line });
        break;
      case 'foreign':
        this.#skipped += 1;
        count(this.#foreign, { dialect: reading.dialect, records: 1, first: line, advice: reading.advice });
        this.note(foreignRecord(line, parsed.byte, reading.advice));
        return;
      case 'unknown':
        this.#skipped += 1;
        break;
      default:
        unreachable(reading);
    }
    for (const found of parsed.diagnostics) this.note(found);
    for (const found of reading.diagnostics) this.note(found);
  }

  get counts(): RecordCounts {
    const [read, repaired, skipped] = [this.#read, this.#repaired, this.#skipped];
    return { total: read + skipped, read, repaired, skipped };
  }

  state(): TallyState {
    return {
      read: this.#read,
      repaired: this.#repaired,
      skipped: this.#skipped,
      dialects: [...this.#dialects.values()],
      foreign: [...this.#foreign.values()],
      found: [...this.#found].map(([code, { count, kept }]) => ({ code, count, kept: [...kept] })),
    };
  }

  /** Adds a part whose first line is line `lineOffset + 1` of the file. */
  merge(part: TallyState, lineOffset: number): void {
    this.#read += part.read;
    this.#repaired += part.repaired;
    this.#skipped += part.skipped;
    for (const one of part.dialects) count(this.#dialects, { ...one, first: one.first + lineOffset });
    for (const one of part.foreign) count(this.#foreign, { ...one, first: one.first + lineOffset });
    for (const { count: all, kept } of part.found) {
      kept.forEach((found, index) => {
        const record = found.record === null ? null : found.record + lineOffset;
        this.#add({ ...found, record }, index === 0 ? 1 + all - kept.length : 1);
      });
    }
  }

  end(container: string): FileEnd {
    const refusal = this.#refusal ?? this.#refusalByRecords();
    if (refusal !== null) {
      const notes = [...this.#found.values()].flatMap(({ kept }) => kept.filter(isNote));
      return {
        container,
        dialect: refusal.dialect,
        records: { total: 0, read: 0, repaired: 0, skipped: 0 },
        diagnostics: cutDiagnostics([...notes, diagnostic(refusal.code, {}, refusal.message)]),
      };
    }
    const { counts } = this;
    const found = [...this.#found.values()].flatMap(({ kept }) => kept);
    const all = new Map([...this.#found].map(([code, { count }]) => [code, count]));
    if (counts.total === 0 && !found.some(isError)) {
      found.push(diagnostic('empty-file', {}, 'The file holds no records.'));
      all.set('empty-file', 1);
    }
    const [most] = [...this.#dialects.values()].sort(byMajority);
    return {
      container,
      dialect: most?.dialect ?? 'unknown',
      records: counts,
      diagnostics: cutDiagnostics(found, all),
    };
  }

  /** Foreign records alone make a foreign file; among others each is one that was skipped. */
  #refusalByRecords(): Refusal | null {
    const [most] = [...this.#foreign.values()].sort(byMajority);
    if (most === undefined || this.#read > 0) return null;
    return { dialect: most.dialect, code: 'foreign-format', message: most.advice };
  }

  #add(found: Diagnostic, count: number): void {
    const before = this.#found.get(found.code) ?? { count: 0, kept: [] };
    before.count += count;
    before.kept.push(found);
    // One more than is listed: its place is that of the closing entry.
    if (before.kept.length > 2 * (DIAGNOSTICS_OF_ONE_CODE + 1)) {
      before.kept.sort(compareDiagnostics).length = DIAGNOSTICS_OF_ONE_CODE + 1;
    }
    this.#found.set(found.code, before);
  }
}

/** Among records that are read; a file of such records alone is refused as a whole. */
export function foreignRecord(line: number, byte: number, advice: string): Diagnostic {
  return diagnostic('foreign-format', { record: line, byte }, advice);
}

function count<Count extends DialectCount>(counts: Map<Dialect, Count>, one: Count): void {
  const before = counts.get(one.dialect);
  if (before === undefined) {
    counts.set(one.dialect, one);
    return;
  }
  const earlier = one.first < before.first ? one : before;
  counts.set(one.dialect, { ...earlier, records: before.records + one.records });
}

function byMajority(left: DialectCount, right: DialectCount): number {
  return right.records - left.records || left.first - right.first;
}

/** About the file, not one of its records; and no second error beside the refusal. */
function isNote({ record, severity }: Diagnostic): boolean {
  return record === null && severity !== 'error';
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
