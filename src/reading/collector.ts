/**
 * Collects what reading finds odd in one record or one trace. It counts every finding and keeps as many of a code as the
 * report may list, so that a record in which everything is odd costs no more than one in which a little is.
 */
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic';
import { cutDiagnostics, diagnostic, DIAGNOSTICS_OF_ONE_CODE } from '../model/diagnostic';
import type { JsonPointer } from '../model/json';

const NOTHING: readonly Diagnostic[] = [];

export class Collector {
  readonly #record: number | null;
  readonly #byte: number | null;
  /** Both are made with the first finding: most records have none. */
  #found: Diagnostic[] | null = null;
  #counts: Map<DiagnosticCode, number> | null = null;
  #seen: Set<string> | null = null;

  constructor(record: number | null, byte: number | null) {
    this.#record = record;
    this.#byte = byte;
  }

  /** Counts one finding; true when it is to be added. Ask first where the place or the text costs something to make. */
  wants(code: DiagnosticCode): boolean {
    this.#counts ??= new Map();
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    // One more than are listed: its place is that of the closing entry.
    return count <= DIAGNOSTICS_OF_ONE_CODE + 1;
  }

  add(code: DiagnosticCode, path: JsonPointer | null, message: string): void {
    this.#found ??= [];
    this.#found.push(diagnostic(code, { record: this.#record, byte: this.#byte, path }, message));
  }

  /** For findings that are told once for each kind of thing: true the first time. */
  isFirst(thing: string): boolean {
    this.#seen ??= new Set();
    if (this.#seen.has(thing)) return false;
    this.#seen.add(thing);
    return true;
  }

  /** In report order, cut to the first hundred of a code. */
  done(): readonly Diagnostic[] {
    if (this.#found === null) return NOTHING;
    return cutDiagnostics(this.#found, this.#counts ?? new Map());
  }
}
