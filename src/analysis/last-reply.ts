/** What a rollout answered in the end, trimmed as the format's writer trims. */
import type { Content, Trace } from '../model/episode';

/** What Python's `str.strip` takes away. JavaScript's `trim` differs: it takes U+FEFF and leaves U+001C–U+001F and U+0085. */
const BLANK =
  '[\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const LEADING = new RegExp(`^${BLANK}+`);
const BLANK_UNIT = new RegExp(`^${BLANK}$`);

export function stripped(text: string): string {
  let end = text.length;
  // Backwards by hand: a pattern anchored at the end alone is quadratic on long runs of blanks.
  while (end > 0 && BLANK_UNIT.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end).replace(LEADING, '');
}

/** The text of a message body; parts joined by a line feed, pictures and the like left out. */
export function contentText(content: Content): string {
  switch (content.kind) {
    case 'none':
      return '';
    case 'text':
      return content.text;
    case 'parts':
      return content.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  }
}

/** The root agent's reply where one is recorded, even an empty one; else the last sampled assistant message. */
export function lastReply(trace: Trace): string {
  if (trace.rootReply !== null) return stripped(trace.rootReply);
  const last = trace.nodes.findLast((node) => node.sampled && node.message.role === 'assistant');
  return last === undefined ? '' : stripped(contentText(last.message.content));
}
