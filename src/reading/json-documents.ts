/**
 * Cuts a stream into JSON documents: the elements of a top-level array, or pretty-printed values one behind another. It
 * streams: one record is held at a time. A broken record is given whole to whoever parses it, and its neighbours are found
 * again by `json-recovery`. It refuses to know what a record means.
 */
import { diagnostic } from '../model/diagnostic';
import type { Diagnostic } from '../model/diagnostic';
import { unreachable } from '../model/unreachable';
import { ByteWindow } from './byte-window';
import type { ContainerRepair } from './container';
import { LostValue, RecordLayout } from './json-recovery';
import type { Around } from './json-recovery';
import { isBlank, JsonScanner } from './json-scanner';
import { KEPT_OF_OVERLONG, LONGEST_RECORD, overlong } from './raw-record';
import type { FoundRecord } from './raw-record';

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

type State =
  | { readonly kind: 'top' }
  /** In the array, where an element or its end may come. */
  | { readonly kind: 'element' }
  /** In the array, behind an element. */
  | { readonly kind: 'after' }
  | { readonly kind: 'value'; readonly around: Around; readonly start: number; readonly scanner: JsonScanner }
  /** In a value that is no JSON, looking for its end. */
  | { readonly kind: 'lost'; readonly around: Around; readonly start: number; readonly value: LostValue };

export interface DocumentsOptions {
  /** Offset of the first byte that will be pushed. */
  readonly byte: number;
  readonly longest?: number;
  readonly repaired?: ContainerRepair;
  readonly report: (found: Diagnostic) => void;
}

export class DocumentSplitter {
  readonly #options: DocumentsOptions;
  readonly #longest: number;
  readonly #window: ByteWindow;
  #at: number;
  /** Where the line began, while nothing but blanks has been seen on it. */
  #lineStart: number | null;
  #state: State = { kind: 'top' };
  readonly #layout = new RecordLayout();
  /** Once one record was broken, each line that looks like a record's first is taken for one. */
  #wary = false;
  #lineFeed = { at: -1, end: -1 };
  #count = 0;
  /** Whole, but a comma behind it would be a repair. */
  #pending: FoundRecord | null = null;
  #comma = 0;
  /** How an overlong value began; the rest is not held. */
  #beginning: Uint8Array | null = null;
  #found: FoundRecord[] = [];

  constructor(options: DocumentsOptions) {
    this.#options = options;
    this.#longest = options.longest ?? LONGEST_RECORD;
    this.#window = new ByteWindow(options.byte);
    this.#at = options.byte;
    this.#lineStart = options.byte;
  }

  push(chunk: Uint8Array): readonly FoundRecord[] {
    this.#window.append(chunk);
    while (this.#at < this.#window.end && this.#step(false));
    this.#letGo();
    return this.#take();
  }

  end(): readonly FoundRecord[] {
    while (this.#at < this.#window.end && this.#step(true));
    while (this.#endOfContent()) while (this.#at < this.#window.end && this.#step(true));
    this.#flush();
    return this.#take();
  }

  #take(): readonly FoundRecord[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** One step on; false when more bytes are needed for it. */
  #step(last: boolean): boolean {
    const state = this.#state;
    switch (state.kind) {
      case 'top':
      case 'element':
      case 'after':
        return this.#between(state.kind);
      case 'value':
        return this.#inValue(state, last);
      case 'lost':
        return this.#inLost(state, last);
      default:
        return unreachable(state);
    }
  }

  #between(kind: 'top' | 'element' | 'after'): boolean {
    const byte = this.#window.at(this.#at);
    if (isBlank(byte)) {
      if (byte === LINE_FEED) this.#lineStart = this.#at + 1;
      this.#at += 1;
    } else if (kind === 'top') this.#atTop(byte);
    else if (byte === CLOSE_ARRAY) {
      if (kind === 'element') this.#repairPending(this.#comma);
      this.#flush();
      this.#punctuation({ kind: 'top' });
    } else if (byte === COMMA) {
      this.#comma = this.#at;
      this.#punctuation({ kind: 'element' });
    } else if (byte === CLOSE_OBJECT) {
      this.#damage('A brace between two elements of the array closes nothing.');
      this.#punctuation({ kind });
    } else {
      if (kind === 'after') this.#damage('A comma between two elements of the array is missing.');
      this.#startValue('array', byte);
    }
    return true;
  }

  #atTop(byte: number): void {
    if (byte === COMMA) {
      this.#repairPending(this.#at);
      this.#punctuation({ kind: 'top' });
    } else if (byte === OPEN_ARRAY) {
      this.#flush();
      this.#punctuation({ kind: 'element' });
    } else this.#startValue('top', byte);
  }

  #punctuation(state: State): void {
    this.#state = state;
    this.#at += 1;
    this.#lineStart = null;
  }

  #startValue(around: Around, byte: number): void {
    this.#flush();
    if (this.#lineStart !== null) {
      this.#layout.learnPlace(around, this.#window.slice(this.#lineStart, this.#at), byte);
    }
    this.#state = { kind: 'value', around, start: this.#at, scanner: new JsonScanner() };
  }

  #inValue(state: State & { kind: 'value' }, last: boolean): boolean {
    const layout = this.#layout;
    const { bytes, shift } = this.#window.view;
    let until = this.#window.end;
    let next = false;
    if (this.#wary && layout.usable) {
      const feed = this.#nextLineFeed();
      const begins = feed < until && layout.beginsRecord(bytes, feed + 1 + shift, until + shift);
      if (feed < until) until = begins === undefined && !last ? feed : feed + 1;
      if (until === this.#at) return false;
      next = begins === true;
    }
    const scanned = state.scanner.feed(bytes, this.#at + shift, until + shift);
    switch (scanned.kind) {
      case 'running':
        this.#at = until;
        if (next) this.#restart(state, until);
        return true;
      case 'whole':
        this.#at = state.start + scanned.end;
        layout.learnInside(this.#held(state.start, this.#at));
        this.#emit(state.around, state.start, this.#at, true);
        return true;
      case 'fault':
        this.#recover(state, state.start + scanned.at);
        return true;
      default:
        return unreachable(scanned);
    }
  }

  /** The value is no JSON from `fault` on: end it where the next record shows itself, else look on from there. */
  #recover(state: State & { kind: 'value' }, fault: number): void {
    this.#wary = true;
    const { around, start, scanner } = state;
    const next = this.#nextRecordBetween(start, fault);
    const byte = this.#window.at(fault);
    this.#at = fault;
    if (next !== null) this.#restart(state, next);
    else if (scanner.expectsKey && byte === OPEN_OBJECT) this.#restart(state, fault, around);
    else {
      const value = new LostValue(around, scanner.depth, scanner.inText, byte);
      this.#state = { kind: 'lost', around, start, value };
    }
  }

  /**
   * The value ends, broken, before the line or bracket that begins the next record. What surrounds that is what surrounded the
   * first record: a stray bracket may have seemed to close the array.
   */
  #restart(broken: { start: number; around: Around }, next: number, around = this.#layout.around): void {
    this.#emit(broken.around, broken.start, next, true);
    this.#at = next;
    this.#lineStart = next;
    this.#state = around === 'top' ? { kind: 'top' } : { kind: 'element' };
  }

  /** Offset of the next line feed, or of the end of what is held; looked for once, however many records there are before it. */
  #nextLineFeed(): number {
    const { at, end } = this.#lineFeed;
    if (at >= this.#at && (at < end || end === this.#window.end)) return at;
    const { bytes, shift } = this.#window.view;
    const found = bytes.indexOf(LINE_FEED, this.#at + shift);
    const until = this.#window.end;
    this.#lineFeed = { at: found === -1 ? until : Math.min(found - shift, until), end: until };
    return this.#lineFeed.at;
  }

  #nextRecordBetween(start: number, end: number): number | null {
    const { bytes, shift } = this.#window.view;
    const from = Math.max(start, this.#window.start);
    const until = Math.min(end + 1, this.#window.end);
    const next = this.#layout.nextRecord(bytes, from + shift, until + shift);
    return next === null ? null : next - shift;
  }

  #inLost(state: State & { kind: 'lost' }, last: boolean): boolean {
    const { around, start, value } = state;
    const { bytes, shift } = this.#window.view;
    const found = value.feed(bytes, this.#at + shift, this.#window.end + shift, this.#layout, last);
    this.#at = found.at - shift;
    switch (found.kind) {
      case 'wait':
        return false;
      case 'end':
        this.#emit(around, start, this.#at, true);
        return true;
      case 'record':
        this.#restart(state, this.#at);
        return true;
      default:
        return unreachable(found.kind);
    }
  }

  /** Ends what is open; true when that gave bytes back to be read again. */
  #endOfContent(): boolean {
    const state = this.#state;
    const end = this.#window.end;
    switch (state.kind) {
      case 'top':
        return false;
      case 'element':
      case 'after':
        this.#options.report(
          diagnostic('torn-tail', { byte: end }, 'The array is cut short: its ] is missing.'),
        );
        this.#state = { kind: 'top' };
        return false;
      case 'value': {
        const whole = state.scanner.finish().kind === 'whole';
        const { known } = this.#layout;
        const next = whole || !known ? null : this.#nextRecordBetween(state.start, end - 1);
        if (next === null) {
          this.#emit(state.around, state.start, end, whole && state.around === 'top');
          if (whole) return state.around === 'array';
          this.#state = { kind: 'top' };
          return false;
        }
        this.#wary = true;
        this.#restart(state, next);
        return true;
      }
      case 'lost':
        this.#emit(state.around, state.start, end, true);
        return state.around === 'array';
      default:
        return unreachable(state);
    }
  }

  #emit(around: Around, start: number, until: number, terminated: boolean): void {
    this.#flush();
    this.#count += 1;
    const length = until - start;
    if (this.#beginning !== null || length > this.#longest) {
      const beginning = this.#beginning ?? this.#window.slice(start, start + KEPT_OF_OVERLONG);
      this.#pending = overlong(this.#count, start, length, beginning);
    } else {
      const { repaired: which = 'none' } = this.#options;
      const repaired = which === 'all' || (which === 'first-line' && this.#count === 1);
      const bytes = withoutBlanksBehind(this.#window.slice(start, until));
      this.#pending = { kind: 'record', line: this.#count, byte: start, bytes, terminated, repaired };
    }
    this.#beginning = null;
    this.#lineStart = null;
    this.#state = around === 'top' ? { kind: 'top' } : { kind: 'after' };
  }

  #flush(): void {
    if (this.#pending !== null) this.#found.push(this.#pending);
    this.#pending = null;
  }

  #repairPending(at: number): void {
    if (this.#pending === null) return;
    const { line } = this.#pending;
    if (this.#pending.kind === 'record') this.#pending = { ...this.#pending, repaired: true };
    const message = 'A comma behind the record was skipped.';
    this.#options.report(diagnostic('trailing-comma', { record: line, byte: at }, message));
    this.#flush();
  }

  #damage(message: string): void {
    this.#options.report(diagnostic('damaged-array', { record: this.#count, byte: this.#at }, message));
  }

  /** Of an overlong value only the beginning is kept. */
  #letGo(): void {
    const state = this.#state;
    if (state.kind === 'value' || state.kind === 'lost') {
      if (this.#at - state.start <= Math.max(this.#longest, KEPT_OF_OVERLONG))
        this.#window.release(state.start);
      else {
        this.#beginning ??= this.#window.slice(state.start, state.start + KEPT_OF_OVERLONG).slice();
        this.#window.release(this.#at);
      }
    } else this.#window.release(this.#lineStart ?? this.#at);
  }

  #held(start: number, end: number): Uint8Array {
    return this.#window.slice(Math.max(start, this.#window.start), end);
  }
}

function withoutBlanksBehind(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && isBlank(bytes[end - 1] ?? 0)) end -= 1;
  return bytes.subarray(0, end);
}
