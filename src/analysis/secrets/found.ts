/** What is found in one document: a kind, its places in the document's text, and of what it consists. */
import type { JsonPointer } from '../../model/json';
import type { Span } from './literals';
import type { FindingKind } from './rules';
import { rankOf } from './rules';

export interface Found {
  readonly kind: FindingKind;
  readonly path: JsonPointer;
  /** UTF-16 units of the credential; 0 for an object as a whole. */
  readonly length: number;
  /** The credential; empty for an object. It must not leave the worker. */
  readonly value: string;
  /** What a redaction replaces, in the document's text. Several where it goes over the border of parts. */
  readonly spans: readonly Span[];
  /** Where it is reported from: the object's own beginning, else that of the first span. */
  readonly at: number;
  readonly isKey: boolean;
  readonly isObject: boolean;
  /** Where what tells of it begins in running text; not known of what a structure tells. */
  readonly named?: number;
  /** Seen only in adjacent parts read as one. */
  readonly isAcross?: boolean;
  /** Text around it, in which other findings are masked. */
  readonly before: string;
  readonly after: string;
}

/** Further than the text that is shown around a finding, also where every character is written as an escape. */
const NEAR = 600;

interface Taken extends Span {
  readonly index: number;
}

/**
 * Puts what was seen late (pairs, private set-ups, borders of parts) among what the strings themselves gave: of two that
 * overlap the earlier rule's stands, and of one rule the late one, which saw more. In the order of the text.
 */
export function withLate(early: readonly Found[], late: readonly Found[]): readonly Found[] {
  if (late.length === 0) return early;
  const taken: Taken[] = early.flatMap((found, index) =>
    found.isObject ? [] : found.spans.map(({ start, end }) => ({ start, end, index })),
  );
  taken.sort((a, b) => a.start - b.start);
  const gone = new Set<number>();
  const near = new Set<number>();
  const wider = new Map<number, readonly Span[]>();
  const kept: Found[] = [];
  const literals = new Map<number, Found>();
  for (const found of [...late].sort((a, b) => rankOf(a.kind) - rankOf(b.kind))) {
    const [first] = found.spans;
    if (first === undefined || literals.has(first.start)) continue;
    const over = found.spans.flatMap((span) => overlapping(taken, span));
    const stronger = over.find((index) => rankOf(early[index]?.kind ?? 'email') < rankOf(found.kind));
    if (stronger !== undefined) {
      // It stands for all of what the weaker rule saw, so that a redaction leaves nothing of that behind.
      wider.set(stronger, [...(wider.get(stronger) ?? []), ...found.spans]);
      continue;
    }
    for (const index of over) gone.add(index);
    // Only what is seen across a border shares a string with others; any other late one fills its own.
    const around = found.isAcross !== true ? [] : found.spans.flatMap((span) => nearTo(taken, span));
    for (const index of around) near.add(index);
    literals.set(first.start, found);
    kept.push(around.length > over.length ? { ...found, before: '…', after: '…' } : found);
  }
  // What stands around them may be a piece of what was only seen as a whole.
  const rest = early.map((found, index) => {
    const more = wider.get(index);
    if (more === undefined && !near.has(index)) return found;
    const spans = more === undefined ? found.spans : united([...found.spans, ...more]);
    return { ...found, spans, before: '…', after: '…' };
  });
  return inOrder([...rest.filter((_, index) => !gone.has(index)), ...kept]);
}

function united(spans: readonly Span[]): readonly Span[] {
  const out: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = out.at(-1);
    if (last === undefined || span.start >= last.end) out.push(span);
    else out[out.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return out;
}

function nearTo(taken: readonly Taken[], { start, end }: Span): readonly number[] {
  return overlapping(taken, { start: start - NEAR, end: end + NEAR });
}

function overlapping(taken: readonly Taken[], { start, end }: Span): readonly number[] {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((taken[middle]?.end ?? Infinity) <= start) low = middle + 1;
    else high = middle;
  }
  const out: number[] = [];
  for (let at = low; at < taken.length; at += 1) {
    const next = taken[at];
    if (next === undefined || next.start >= end) break;
    out.push(next.index);
  }
  return out;
}

export function inOrder(found: readonly Found[]): readonly Found[] {
  return [...found].sort((a, b) => a.at - b.at || rankOf(a.kind) - rankOf(b.kind));
}
