/**
 * Texts in the order a person expects: case-blind, and numbers inside by their length, so that `task-9` comes before
 * `task-10`. Made for tens of thousands of texts on the page's thread: most comparisons are of two numbers.
 */

/** For each of these distinct texts, its place in their order. */
export function ranksOf(texts: readonly string[]): Uint32Array<ArrayBuffer> {
  const lower = texts.map((text) => text.toLowerCase());
  const from = sharedStart(lower);
  const heads = Float64Array.from(lower, (text) => headOf(text, from));
  const keys: (string | undefined)[] = [];
  const keyOf = (index: number): string => (keys[index] ??= naturalKey(lower[index] ?? ''));
  const order = Uint32Array.from(texts.keys()).sort((a, b) => {
    const difference = (heads[a] ?? 0) - (heads[b] ?? 0);
    if (difference !== 0) return difference;
    return compareText(keyOf(a), keyOf(b)) || compareText(texts[a] ?? '', texts[b] ?? '');
  });
  const ranks = new Uint32Array(texts.length);
  for (const [rank, index] of order.entries()) ranks[index] = rank;
  return ranks;
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
function sharedStart(texts: readonly string[]): number {
  const first = texts[0] ?? '';
  let length = first.length;
  for (const text of texts) {
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
