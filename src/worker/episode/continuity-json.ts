/** Compact JSON with a line for every member, so that a difference in it is a difference of lines. It parses nothing. */

/** Deeper levels stand no further to the right. */
const DEEPEST = 24;

/** `text` must be compact JSON: no blanks between its signs. */
export function spacedJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  const line = (): string => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      at = closingQuote(text, at);
    } else if (sign === '{' || sign === '[') {
      const isEmpty = text[at + 1] === '}' || text[at + 1] === ']';
      if (isEmpty) {
        at += 1;
        continue;
      }
      depth += 1;
      out.push(text.slice(from, at + 1), line());
      from = at + 1;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      out.push(text.slice(from, at), line());
      from = at;
    } else if (sign === ',') {
      out.push(text.slice(from, at + 1), line());
      from = at + 1;
    } else if (sign === ':') {
      out.push(text.slice(from, at + 1), ' ');
      from = at + 1;
    }
  }
  out.push(text.slice(from));
  return out.join('');
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
