/** String literals of JSON: what they say, and where in the literal a place of what they say is written. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text of the literal between two quotes. Escapes that JSON does not know stay as they are written. */
export function decodeLiteral(text: string, start: number, end: number): string {
  const raw = text.slice(start, end);
  if (!raw.includes('\\')) return raw;
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    if (typeof value === 'string') return value;
  } catch {
    // Control characters or unknown escapes: read leniently below.
  }
  return raw.replace(ESCAPE, (whole, hex: string | undefined, letter: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return letter === undefined ? whole : (LETTERS[letter] ?? letter);
  });
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Where the given places of the decoded text (in rising order) are written in the literal that begins at `start`: the
 * first unit of each. One walk for all of them.
 */
export function writtenAt(
  text: string,
  start: number,
  end: number,
  places: readonly number[],
): readonly number[] {
  if (!text.slice(start, end).includes('\\')) return places.map((place) => start + place);
  const out: number[] = [];
  let at = start;
  let unit = 0;
  for (const place of places) {
    while (unit < place && at < end) {
      at += escapeLength(text, at);
      unit += 1;
    }
    out.push(at);
  }
  return out;
}

/** How many units the character at `at` takes as it is written. */
function escapeLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x5c) return 1;
  const letter = text.charAt(at + 1);
  if (letter === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 1;
  return '"\\/bfnrt'.includes(letter) && letter !== '' ? 2 : 1;
}
