/**
 * Finding a phrase in texts: case, composition of accents and JSON escapes make no difference. It answers with places in
 * the text as written and refuses to know where texts come from.
 */
import type { Folded } from './text-folding';
import { fold, foldWithOrigin, isAscii, unescapedWithOrigin } from './text-folding';

/** A stretch of a text, in UTF-16 units. */
export interface Found {
  readonly offset: number;
  readonly length: number;
}

export interface Phrase {
  readonly folded: string;
  /** Whether escapes can hide it: it has a character that JSON writers escape. */
  readonly hides: boolean;
}

/** Null for a query that finds nothing because it is empty. */
export function phraseOf(query: string): Phrase | null {
  const folded = fold(query);
  if (folded === '') return null;
  // eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
  return { folded, hides: /[^\u0000-\u007f]|["/]/.test(folded) };
}

/**
 * Calls `take` with every place of the phrase, in order and without overlap, until it answers false; answers how many there
 * were. Where the text as written has none, its JSON escapes are decoded and it is searched once more.
 */
export function findPhrase(text: string, phrase: Phrase, take: (found: Found) => void): number {
  const folded = fold(text);
  const first = folded.indexOf(phrase.folded);
  if (first >= 0) {
    // Only a text that matches pays for the way back.
    const origin = isAscii(text) ? null : foldWithOrigin(text);
    return origin === null
      ? places(folded, phrase, identity, take)
      : places(origin.text, phrase, origin, take);
  }
  if (!phrase.hides) return 0;
  const plain = unescapedWithOrigin(text);
  if (plain === null) return 0;
  const again = fold(plain.text);
  if (!again.includes(phrase.folded)) return 0;
  const inner = foldWithOrigin(plain.text);
  const through: Way = {
    origin: (position) => plain.origin(inner.origin(position)),
    originEnd: (position) => plain.originEnd(inner.originEnd(position)),
  };
  return places(inner.text, phrase, through, take);
}

type Way = Pick<Folded, 'origin' | 'originEnd'>;
const identity: Way = { origin: (position) => position, originEnd: (position) => position };

function places(text: string, phrase: Phrase, way: Way, take: (found: Found) => void): number {
  let count = 0;
  const { length } = phrase.folded;
  for (let at = text.indexOf(phrase.folded); at >= 0; at = text.indexOf(phrase.folded, at + length)) {
    const offset = way.origin(at);
    take({ offset, length: way.originEnd(at + length) - offset });
    count += 1;
  }
  return count;
}

/** A line around a found place: before, itself, after; white space becomes single blanks. */
export function excerptOf(
  text: string,
  { offset, length }: Found,
  around = 48,
): readonly [string, string, string] {
  const before = text.slice(Math.max(0, offset - around), offset);
  const after = text.slice(offset + length, offset + length + around);
  return [
    (offset > around ? '…' : '') + flat(before),
    flat(text.slice(offset, offset + Math.min(length, 200))),
    flat(after) + (offset + length + around < text.length ? '…' : ''),
  ];
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}
