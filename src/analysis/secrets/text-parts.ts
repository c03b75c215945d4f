/** What is found only when adjacent text parts of a message are read as one. It refuses to know what lies inside one part. */
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
  const found: Found[] = [];
  let first = 0;
  for (const one of scanText(texts.join(''), null, layer, options)) {
    const start = one.spans[0]?.start ?? 0;
    const end = one.spans.at(-1)?.end ?? 0;
    while (first + 1 < placed.length && (placed[first]?.to ?? 0) <= start) first += 1;
    const home = placed[first];
    if (home === undefined || end <= home.to) continue;
    const spans = one.spans.flatMap((span) => writtenSpans(text, placed, first, span));
    found.push({ ...one, path: home.part.path(), spans, at: spans[0]?.start ?? home.part.start });
  }
  return found;
}

function writtenSpans(text: string, placed: readonly Placed[], first: number, span: Span): readonly Span[] {
  const out: Span[] = [];
  for (let at = first; at < placed.length; at += 1) {
    const next = placed[at];
    if (next === undefined || next.from >= span.end) break;
    const from = Math.max(span.start, next.from);
    const to = Math.min(span.end, next.to);
    if (from >= to) continue;
    const places = [from - next.from, to - next.from];
    const [start, end] = writtenAt(text, next.part.start, next.part.end, places);
    if (start !== undefined && end !== undefined) out.push({ start, end });
  }
  return out;
}
