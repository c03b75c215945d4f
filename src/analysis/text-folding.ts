/**
 * Text made comparable: NFC, case folded, and JSON's escapes decoded, each with the way back to the text as written. It
 * refuses to know what is searched.
 */

/** A folded text and where each of its units came from. */
export interface Folded {
  readonly text: string;
  /** The original's first unit for a position of `text`; its end for the end. */
  readonly origin: (position: number) => number;
  /** One past the original's last unit for the end of a stretch of `text`. */
  readonly originEnd: (position: number) => number;
}

/** Same letters, whatever their case and however their accents are composed. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // Upper first: it unites what lower keeps apart (ß and ss, the two lower sigmas).
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

export function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
  return !/[^\u0000-\u007f]/.test(text);
}

/**
 * Pieces that fold on their own: a character with all that combines with it, and the letters of a Hangul syllable. An
 * ASCII run is one piece of equal length, up to its last character, which may carry an accent.
 */
const PIECE =
  /\p{ASCII}+(?![\p{M}\p{ASCII}])|[\u1100-\u115f\ua960-\ua97c]+[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*\p{M}*|[^]\p{M}*/gu;

/** Folding with the way back. Costs several times `fold`: only for texts that are known to match. */
export function foldWithOrigin(text: string): Folded {
  if (isAscii(text)) {
    return { text: text.toLowerCase(), origin: (position) => position, originEnd: (position) => position };
  }
  const pieces = new Pieces(text.length);
  let folded = '';
  for (const match of text.matchAll(PIECE)) {
    pieces.add(folded.length, match.index, isAscii(match[0]));
    folded += fold(match[0]);
  }
  return pieces.over(folded);
}

/** Text as it is inside JSON strings, escaped once or several times: the escapes decoded. */
const ESCAPES = /\\+(?:u([0-9a-fA-F]{4})|(["/]))/g;

/** Null where the text holds no escape, so that there is no second text to search. */
export function unescapedWithOrigin(text: string): Folded | null {
  if (!text.includes('\\')) return null;
  const pieces = new Pieces(text.length);
  let decoded = '';
  let last = 0;
  for (const match of text.matchAll(ESCAPES)) {
    if (match.index > last) {
      pieces.add(decoded.length, last, true);
      decoded += text.slice(last, match.index);
    }
    pieces.add(decoded.length, match.index, false);
    decoded += match[1] === undefined ? (match[2] ?? '') : String.fromCharCode(Number.parseInt(match[1], 16));
    last = match.index + match[0].length;
  }
  if (last === 0) return null;
  if (last < text.length) {
    pieces.add(decoded.length, last, true);
    decoded += text.slice(last);
  }
  return pieces.over(decoded);
}

/** Stretches of a changed text, each with where it began in the original. */
class Pieces {
  readonly #starts: number[] = [];
  readonly #origins: number[] = [];
  readonly #even: boolean[] = [];
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  /** `even`: unit by unit equal in length to the original. */
  add(start: number, origin: number, even: boolean): void {
    // A piece that vanished (folds to nothing) leaves its place to the next.
    this.#starts.push(start);
    this.#origins.push(origin);
    this.#even.push(even);
  }

  over(text: string): Folded {
    return {
      text,
      origin: (position) => this.#origin(position),
      originEnd: (position) => this.#originEnd(position),
    };
  }

  #pieceAt(position: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #origin(position: number): number {
    const piece = this.#pieceAt(position);
    const origin = this.#origins[piece] ?? this.#length;
    return this.#even[piece] === true ? origin + position - (this.#starts[piece] ?? 0) : origin;
  }

  #originEnd(position: number): number {
    if (position <= 0) return 0;
    const piece = this.#pieceAt(position - 1);
    if (this.#even[piece] === true) return this.#origin(position - 1) + 1;
    return this.#origins[piece + 1] ?? this.#length;
  }
}
