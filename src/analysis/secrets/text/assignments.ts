/**
 * Names and their values in running text: header lines, `NAME=value`, `name: "value"`, `--name value`, code, JSON with
 * escaped quotes. It refuses to know JSON itself: members are `members.ts`.
 */
import { endOf, isAlphanumeric, isBlank, isQuote, isWord } from '../characters';
import type { Hit } from '../hits';
import { nameKind } from '../names';
import { isCapability, isHexKey, isStrong } from '../strength';
import { beforeColours, isAfterEscape, pastColours } from './boundaries';
import { Headers } from './headers';

const MOST_BETWEEN = 16;
const LONGEST_NAME = 64;
const LONGEST_VALUE = 2048;
const LONGEST_JUDGED = 512;
/** What stands before the last letters and digits of an escape. */
const BEFORE_ESCAPE = '\\%[;:?';

/** Finds assignments in one text; remembers the ends of values and lines, so that no stretch is walked again and again. */
export class Assignments {
  readonly #text: string;
  #bareEnd = -1;
  /** The same without the punctuation that ends a sentence. */
  #bareLast = -1;
  readonly #headers: Headers;

  constructor(text: string) {
    this.#text = text;
    this.#headers = new Headers(text);
  }

  /** At a `:` or `=` that may stand between a name and its value. */
  at(separator: number): Hit | null {
    const nameEnd = this.#nameEnd(separator);
    if (nameEnd <= 0) return null;
    const nameStart = this.#nameStart(nameEnd);
    const name = this.#text.slice(nameStart, nameEnd);
    const kind = nameKind(name);
    if (kind !== null) return this.#judge(kind, separator, nameStart);
    return this.#annotated(separator, name) ?? this.#behindEscape(separator, nameStart, nameEnd);
  }

  /** `\nAuthorization: …`: the first letter of the name belongs to what stands before it. */
  #behindEscape(separator: number, from: number, end: number): Hit | null {
    const text = this.#text;
    if (from === 0 || !BEFORE_ESCAPE.includes(text.charAt(from - 1))) return null;
    for (let start = from + 1; start < Math.min(end, from + 6); start += 1) {
      const kind = isAfterEscape(text, start) ? nameKind(text.slice(start, end)) : null;
      if (kind !== null) return this.#judge(kind, separator, start);
    }
    return null;
  }

  /** At the first `-` of `--name value`. */
  flagAt(dashes: number): Hit | null {
    const from = dashes + 2;
    const end = endOf(this.#text, from, isWord, LONGEST_NAME);
    if (!isBlank(this.#text.charCodeAt(end))) return null;
    const kind = nameKind(this.#text.slice(from, end));
    return kind === null ? null : this.#judge(kind, end, dashes);
  }

  /** A value shortly behind a name, with no separator: `capability`, `scope`, `serper`. */
  beside(
    name: number,
    nameEnd: number,
    is: (value: string) => boolean,
    kind: 'capability' | 'search-key',
  ): Hit | null {
    const text = this.#text;
    let at = nameEnd;
    for (let word = 0; word < 4 && at < text.length && at - nameEnd < 64; word += 1) {
      at = endOf(text, at, (code) => !isWord(code) && code !== 0x0a, 24);
      const end = endOf(text, at, isWord, 64);
      if (end === at) return null;
      if (is(text.slice(at, end))) return { kind, start: at, end, named: name };
      at = end;
    }
    return null;
  }

  /** `separator`: a sign, or the blank behind a flag. */
  #judge(kind: ReturnType<typeof nameKind>, separator: number, nameStart: number): Hit | null {
    const text = this.#text;
    const from = this.#pastSeparator(separator + 1);
    switch (kind) {
      case 'auth-header': {
        const isNameQuoted = isQuote(text.charCodeAt(nameStart - 1));
        const isAssigned = text.charCodeAt(separator) === 0x3d;
        return named(this.#headers.at(from, isNameQuoted, isAssigned), nameStart);
      }
      case 'secret-name': {
        const value = this.#value(from);
        if (value === null) return null;
        const judged = text.slice(value.start, Math.min(value.end, value.start + LONGEST_JUDGED));
        const isQuoted = isQuote(text.charCodeAt(value.start - 1));
        return isStrong(judged) && (isQuoted || !isNameOfSecret(judged))
          ? { kind: 'secret-name', ...value, named: nameStart }
          : null;
      }
      case 'search-key':
        return named(this.#ofForm(from, isHexKey, 'search-key'), nameStart);
      case 'scope':
      case 'capability':
        return named(this.#ofForm(from, isCapability, 'capability'), nameStart);
      case null:
        return null;
    }
  }

  #ofForm(from: number, is: (value: string) => boolean, kind: 'capability' | 'search-key'): Hit | null {
    const value = this.#value(from);
    if (value === null || value.end - value.start > LONGEST_NAME) return null;
    return is(this.#text.slice(value.start, value.end)) ? { kind, ...value } : null;
  }

  /** The name may be quoted, with backslashes, and in brackets: `headers["x"] =`. */
  #nameEnd(separator: number): number {
    const text = this.#text;
    let end = separator;
    for (let steps = 0; steps < MOST_BETWEEN && end > 0; steps += 1) {
      end = beforeColours(text, end);
      const code = text.charCodeAt(end - 1);
      if (!isBlank(code) && !isQuote(code) && code !== 0x5c && code !== 0x5d && code !== 0x3a) break;
      end -= 1;
    }
    return end > 0 && isWord(text.charCodeAt(end - 1)) ? end : 0;
  }

  #nameStart(end: number): number {
    let start = end;
    while (start > 0 && end - start < LONGEST_NAME && isWord(this.#text.charCodeAt(start - 1))) start -= 1;
    return start;
  }

  /** Past `==`, `=>`, blanks, the prefix of a literal, and backslashes. */
  #pastSeparator(from: number): number {
    const text = this.#text;
    let at = from;
    while (at - from < 3 && (text.charAt(at) === '=' || text.charAt(at) === '>')) at += 1;
    at = pastColours(text, endOf(text, at, isBlank, MOST_BETWEEN));
    const literal = /^[bfru]{1,2}(?=["'])/i.exec(text.slice(at, at + 3));
    return at + (literal?.[0].length ?? 0);
  }

  /** `api_key: str = "value"`: the type stands between. */
  #annotated(separator: number, type: string): Hit | null {
    const text = this.#text;
    if (text.charAt(separator) !== '=' || !/^(?:str|string|String|bytes)$/.test(type)) return null;
    const near = Math.max(0, separator - 24);
    const before = text.slice(near, separator).lastIndexOf(':') + near;
    if (before < near) return null;
    const end = this.#nameEnd(before);
    if (end <= 0) return null;
    const start = this.#nameStart(end);
    return this.#judge(nameKind(text.slice(start, end)), separator, start);
  }

  /** The stretch of a value that begins at `from`: a quoted one up to its quote, another up to what cannot be part of it. */
  #value(from: number): { readonly start: number; readonly end: number } | null {
    const text = this.#text;
    const start = endOf(text, from, (code) => code === 0x5c, 8);
    const quote = text.charCodeAt(start);
    if (isQuote(quote)) {
      const inside = start + 1;
      const end = endOf(
        text,
        inside,
        (code) => code !== quote && code !== 0x5c && code !== 0x0a,
        LONGEST_VALUE,
      );
      const blank = endOf(text, inside, (code) => code > 0x20, end - inside);
      return blank < end || end === inside ? null : { start: inside, end };
    }
    if (start > from) return null;
    if (start >= this.#bareEnd) this.#walkBare(start);
    const next = text.charCodeAt(this.#bareEnd);
    // `get_token(`, `environ[`: code, not a value.
    if (next === 0x28 || next === 0x5b || next === 0x7b) return null;
    return this.#bareLast > start ? { start, end: this.#bareLast } : null;
  }

  #walkBare(start: number): void {
    const text = this.#text;
    const end = endOf(text, start, isBare);
    let last = end;
    while (last > start && '.:!?'.includes(text.charAt(last - 1))) last -= 1;
    this.#bareEnd = end;
    this.#bareLast = last;
  }
}

function named(hit: Hit | null, name: number): Hit | null {
  return hit === null ? null : { ...hit, named: name };
}

/** `private_key: Ed25519PrivateKey`: a type or a variable, made of words and named after what it holds. */
function isNameOfSecret(value: string): boolean {
  if (value.length < 16 || !/^[A-Za-z_][\w.]*$/.test(value) || !/Key|Secret|Token|Password/.test(value))
    return false;
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  return value.length / words.length >= 3;
}

/** What an unquoted value may consist of. */
function isBare(code: number): boolean {
  if (code <= 0x20 || code === 0x7f) return false;
  return isAlphanumeric(code) || !`"'\`,;()[]{}<>|&\\`.includes(String.fromCharCode(code));
}
