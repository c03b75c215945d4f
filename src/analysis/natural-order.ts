/**
 * Texts in the order a person expects: case-blind, and numbers inside by their length, so that `task-9` comes before
 * `task-10`. Made for tens of thousands of texts on the page's thread: numbers tell most of them apart, and few are compared.
 */
import { ranksOfNumbers } from './ranks';

/** For each of these distinct texts, its place in their order. */
export function ranksOf(texts: readonly string[]): Uint32Array<ArrayBuffer> {
  const lower = texts.map((text) => text.toLowerCase());
  const ranks = new Uint32Array(texts.length);
  const waiting: Group[] = [{ texts: Uint32Array.from(texts.keys()), first: 0, depth: 0 }];
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    const { first } = group;
    const parts = group.depth < DEEPEST && group.texts.length >= MANY ? partsOf(group, lower) : null;
    if (parts === null) {
      compared(group.texts, lower, texts).forEach((text, place) => (ranks[text] = first + place));
      continue;
    }
    const { grouped, starts } = parts;
    for (let part = 0, start = 0; part + 1 < starts.length; part += 1) {
      const end = starts[part + 1] ?? 0;
      if (end - start === 1) ranks[grouped[start] ?? 0] = first + start;
      else {
        waiting.push({ texts: grouped.subarray(start, end), first: first + start, depth: group.depth + 1 });
      }
      start = end;
    }
  }
  return ranks;
}

/** Texts that come one behind another, with the place of the first of them. */
interface Group {
  readonly texts: Uint32Array;
  readonly first: number;
  /** How often it has been parted: texts made to be alike must not be parted for ever. */
  readonly depth: number;
}

const DEEPEST = 6;
/** Fewer are put in order sooner by comparing them. */
const MANY = 24;

/**
 * The texts in parts, by what follows the start that all of them share: those in different parts are in order. Part `i`
 * begins at `starts[i]` and ends where the next one begins. Null where they do not part.
 */
function partsOf(
  { texts }: Group,
  lower: readonly string[],
): { readonly grouped: Uint32Array; readonly starts: Uint32Array } | null {
  const from = sharedStart(texts, lower);
  const heads = new Float64Array(texts.length);
  for (let at = 0; at < texts.length; at += 1) heads[at] = headOf(lower[texts[at] ?? 0] ?? '', from);
  const places = ranksOfNumbers(heads);
  const parts = 1 + places.reduce((most, place) => Math.max(most, place), 0);
  if (parts === 1) return null;
  // Each part begins where those before it end.
  const starts = new Uint32Array(parts + 1);
  for (const place of places) starts[place + 1] = (starts[place + 1] ?? 0) + 1;
  for (let place = 1; place < starts.length; place += 1) {
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  }
  const next = starts.slice();
  const grouped = new Uint32Array(texts.length);
  for (let at = 0; at < texts.length; at += 1) {
    const place = places[at] ?? 0;
    const to = next[place] ?? 0;
    grouped[to] = texts[at] ?? 0;
    next[place] = to + 1;
  }
  return { grouped, starts };
}

function compared(texts: Uint32Array, lower: readonly string[], written: readonly string[]): Uint32Array {
  if (texts.length < 2) return texts;
  const keys = new Map<number, string>();
  for (const text of texts) keys.set(text, naturalKey(lower[text] ?? ''));
  return texts
    .slice()
    .sort(
      (a, b) =>
        compareText(keys.get(a) ?? '', keys.get(b) ?? '') || compareText(written[a] ?? '', written[b] ?? ''),
    );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Before a run of digits stands its length. Runs beyond sixty digits keep the order of the text. */
const lengthMark = (length: number): number => 48 + Math.min(length, 60);

function naturalKey(text: string): string {
  return text.replace(/[0-9]+/g, (digits) => String.fromCharCode(lengthMark(digits.length)) + digits);
}

/** Length of what all begin with; never ends inside a number. */
function sharedStart(texts: Uint32Array, lower: readonly string[]): number {
  const first = lower[texts[0] ?? 0] ?? '';
  let length = first.length;
  for (const index of texts) {
    const text = lower[index] ?? '';
    let same = 0;
    while (same < length && text.charCodeAt(same) === first.charCodeAt(same)) same += 1;
    length = same;
  }
  while (length > 0 && isDigit(first.charCodeAt(length - 1))) length -= 1;
  return length;
}

const UNITS = 7;

/** The first seven units of the natural key as one number, seven bits each; equal heads say nothing. */
function headOf(text: string, from: number): number {
  let head = 0;
  let units = 0;
  const push = (unit: number): void => {
    if (units === UNITS) return;
    head = head * 128 + unit;
    units += 1;
  };
  for (let at = from; at < text.length && units < UNITS; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code) && (at === from || !isDigit(text.charCodeAt(at - 1)))) {
      let end = at + 1;
      while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
      push(lengthMark(end - at));
    }
    if (code < 2 || code > 126) {
      // Several codes fall together here: what follows must not decide.
      push(code < 2 ? 1 : 127);
      break;
    }
    push(code);
  }
  return head * 128 ** (UNITS - units);
}
