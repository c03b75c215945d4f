/**
 * What is found only when adjacent text parts of a message are read as one: what goes over a border, and values whose name
 * stands in the part before. It refuses to know what one part tells by itself.
 */
import type { JsonPointer } from '../../model/json';
import type { Found } from './found';
import type { Span } from './literals';
import { decodeLiteral, writtenAt } from './literals';
import { scanText, type ScanOptions } from './scan-text';

export interface TextPart extends Span {
  readonly path: () => JsonPointer;
}

interface Placed {
  readonly part: TextPart;
  readonly from: number;
  readonly to: number;
}

export function acrossParts(
  text: string,
  parts: readonly TextPart[],
  layer: number,
  options: ScanOptions,
): readonly Found[] {
  const texts = parts.map(({ start, end }) => decodeLiteral(text, start, end));
  const placed: Placed[] = [];
  let length = 0;
  parts.forEach((part, index) => {
    const to = length + (texts[index]?.length ?? 0);
    placed.push({ part, from: length, to });
    length = to;
  });
  const seen: { readonly one: Found; readonly pieces: readonly Piece[] }[] = [];
  let first = 0;
  for (const one of scanText(texts.join(''), null, layer, options)) {
    const start = one.spans[0]?.start ?? 0;
    while (first + 1 < placed.length && (placed[first]?.to ?? 0) <= start) first += 1;
    const home = placed[first];
    if (home === undefined) continue;
    const end = one.spans.at(-1)?.end ?? 0;
    // What tells of it stands in the part that holds all of it: that was read by itself.
    if (one.named !== undefined && end <= home.to && one.named >= home.from) continue;
    seen.push({ one, pieces: one.spans.flatMap((span) => piecesOf(placed, first, span)) });
  }
  const written = writtenPlaces(
    text,
    seen.flatMap(({ pieces }) => pieces),
  );
  return seen.map(({ one, pieces }) => {
    const spans = pieces.map(({ placed: { part }, from, to }) => ({
      start: written.get(part)?.get(from) ?? part.start,
      end: written.get(part)?.get(to) ?? part.end,
    }));
    const path = pieces[0]?.placed.part.path() ?? '';
    return { ...one, path, spans, at: spans[0]?.start ?? 0, isAcross: true };
  });
}

/** A stretch of one part, in units of its text. */
interface Piece {
  readonly placed: Placed;
  readonly from: number;
  readonly to: number;
}

function piecesOf(placed: readonly Placed[], first: number, span: Span): readonly Piece[] {
  const out: Piece[] = [];
  for (let at = first; at < placed.length; at += 1) {
    const next = placed[at];
    if (next === undefined || next.from >= span.end) break;
    const from = Math.max(span.start, next.from);
    const to = Math.min(span.end, next.to);
    if (from < to) out.push({ placed: next, from: from - next.from, to: to - next.from });
  }
  return out;
}

/** Each part is walked once, however many places in it are asked for. */
function writtenPlaces(
  text: string,
  pieces: readonly Piece[],
): ReadonlyMap<TextPart, ReadonlyMap<number, number>> {
  const places = new Map<TextPart, Set<number>>();
  for (const { placed, from, to } of pieces) {
    const here = places.get(placed.part) ?? new Set<number>();
    places.set(placed.part, here.add(from).add(to));
  }
  const out = new Map<TextPart, ReadonlyMap<number, number>>();
  for (const [part, wanted] of places) {
    const sorted = [...wanted].sort((a, b) => a - b);
    const written = writtenAt(text, part.start, part.end, sorted);
    out.set(part, new Map(sorted.map((place, index) => [place, written[index] ?? part.end])));
  }
  return out;
}
