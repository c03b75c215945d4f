/** The values of header lines in running text: `Authorization: Bearer …`, also quoted, and in code. It sees no other names. */
import { endOf, isQuote, mixtureOf } from '../characters';
import type { Hit } from '../hits';
import { credentialIn } from '../members';
import { isStrong } from '../strength';

const LONGEST_QUOTED = 8192;
const LONGEST_JUDGED = 512;
const LEAST = 6;
const LEAST_IN_PROSE = 16;

/** Remembers the end of the line and of the last value, so that no stretch is walked again and again. */
export class Headers {
  readonly #text: string;
  #lineEnd = -1;
  /** The same without the blanks before it. */
  #lineLast = -1;
  #done = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `from`: behind the separator; `isNameQuoted`: the value may share its quotes; `isAssigned`: behind `=`, which is code. */
  at(from: number, isNameQuoted: boolean, isAssigned: boolean): Hit | null {
    const text = this.#text;
    if (from < this.#done) return null;
    const opening = endOf(text, from, (code) => code === 0x5c || isQuote(code), 10);
    const isOpened = opening > from;
    if (isAssigned && !isOpened) return null;
    const end = this.#endOf(opening, isOpened || isNameQuoted);
    const value = text.slice(opening, Math.min(end, opening + LONGEST_JUDGED));
    const credential = credentialIn(value);
    // A template, or a call: what stands here is code.
    if (credential === null || value.includes('{') || /^[\w.]+[([]/.test(value)) return null;
    const start = opening + credential.start;
    const blank = endOf(text, start, (code) => code > 0x20, Math.min(end - start, LONGEST_JUDGED));
    const word = text.slice(start, blank);
    let last = end;
    if (credential.hasScheme) {
      // Prose about a header goes on: "Authorization: Bearer token is needed".
      if (blank < end && (word.length < LEAST_IN_PROSE || !isStrong(word))) return null;
      if (word.length < LEAST || mixtureOf(word).classes < 2) return null;
      last = blank < end && end - start < LONGEST_JUDGED ? blank : end;
    } else if (!credential.isCookie && !isStrong(value)) return null;
    if (last <= start) return null;
    this.#done = last;
    return { kind: 'auth-header', start, end: last };
  }

  #endOf(opening: number, isQuoted: boolean): number {
    const text = this.#text;
    if (isQuoted) {
      const end = endOf(
        text,
        opening,
        (code) => !isQuote(code) && code !== 0x5c && !isLineEnd(code),
        LONGEST_QUOTED,
      );
      return withoutBlanks(text, opening, end);
    }
    if (opening >= this.#lineEnd) {
      this.#lineEnd = endOf(text, opening, (code) => !isLineEnd(code));
      this.#lineLast = withoutBlanks(text, opening, this.#lineEnd);
    }
    return Math.max(opening, this.#lineLast);
  }
}

function withoutBlanks(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && text.charCodeAt(last - 1) <= 0x20) last -= 1;
  return last;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}
