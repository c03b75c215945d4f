/** Where long text is cut for a preview: at a line, at a number of characters, never inside one. */

/** No text node is longer than this: engines lay out one node in one go. */
export const NODE_LIMIT = 32_768;

export interface CutRule {
  readonly lines: number;
  readonly characters: number;
}

/** How much of a text a preview shows. A cut that would hide very little is not made. */
export function previewLength(text: string, { lines, characters }: CutRule): number {
  let end = Math.min(text.length, characters);
  let at = -1;
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0 || at >= end) break;
    if (line === lines - 1) end = at;
  }
  // Within the characters, the last whole line reads better than half a one.
  if (end === characters && end < text.length) {
    const lineEnd = text.lastIndexOf('\n', end);
    if (lineEnd > end * 0.7) end = lineEnd;
  }
  if (text.length - end < Math.min(characters, end) * 0.15 && linesIn(text, end) <= 3) return text.length;
  return betweenCharacters(text, end);
}

function linesIn(text: string, from: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && count < 8; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Moves a position out of a surrogate pair and out of a line end of two characters. */
export function betweenCharacters(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  const splitsPair = before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
  return splitsPair || (before === 0x0d && after === 0x0a) ? at - 1 : at;
}

/** A text in pieces that one node can hold, cut after a line where one ends near. */
export function pieces(text: string, limit = NODE_LIMIT): readonly string[] {
  if (text.length <= limit) return [text];
  const cut: string[] = [];
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + limit);
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to - 1);
      to = line > from + limit / 2 ? line + 1 : betweenCharacters(text, to);
    }
    cut.push(text.slice(from, to));
    from = to;
  }
  return cut;
}
