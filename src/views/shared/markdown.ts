/**
 * Markdown as a tree that components draw: no HTML ever, addresses as text, headings as levels. Text that is too deep for
 * the lexer is answered with null and shown as it is. Raw HTML in a text is text.
 */
import type { MarkedToken, Token, Tokens } from 'marked';
import { Lexer } from 'marked';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly address: string; readonly children: readonly Inline[] }
  | { readonly kind: 'image'; readonly address: string; readonly text: string }
  | { readonly kind: 'break' };

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly ListItem[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly TableColumn[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly kind: 'rule' }
  /** HTML and whatever else is shown as typed. */
  | { readonly kind: 'verbatim'; readonly text: string };

export interface ListItem {
  /** Null: no check box. */
  readonly checked: boolean | null;
  readonly children: readonly Block[];
}
export interface TableColumn {
  readonly align: 'left' | 'center' | 'right' | null;
  readonly children: Cell;
}
export type Cell = readonly Inline[];

/** Levels of quotes, lists and emphasis that are drawn; what is deeper is shown as typed. */
const DEEPEST = 24;
/** The lexer's patterns look ahead, so its time grows faster than the text: longer text is drawn in parts. */
export const MARKDOWN_PART = 12_000;
/** Markers in a row, or so much indentation, that the lexer would descend once for each. */
const TOO_DEEP =
  /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){32,}|^[ \t]{100,}(?:[-+*]|\d{1,9}[.)])[ \t]/m;
/** Marks of emphasis, links and code in one paragraph, beyond which pairing them takes too long. */
const MOST_MARKS = 600;

/** Null where the text is no case for Markdown. */
export function markdownOf(text: string): readonly Block[] | null {
  if (text.length > 2 * MARKDOWN_PART || TOO_DEEP.test(text) || marksInParagraph(text) > MOST_MARKS)
    return null;
  try {
    return blocksOf(new Lexer({ gfm: true }).lex(text), 0);
  } catch (cause) {
    // The lexer recurses, and its depth is the text's: that alone is expected to fail.
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** The most marks that stand together without a blank line. */
function marksInParagraph(text: string): number {
  let most = 0;
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // * _ ~ ` [ ] ( ! < @ and a backslash
    if (code === 0x2a || code === 0x5f || code === 0x7e || code === 0x60 || code === 0x5b || code === 0x3c)
      marks += 1;
    else if (code === 0x40 || code === 0x5c || code === 0x28) marks += 1;
    else if (code === 0x0a && text.charCodeAt(at + 1) === 0x0a) {
      most = Math.max(most, marks);
      marks = 0;
    }
  }
  return Math.max(most, marks);
}

/** Parts that can be drawn one by one: cut at blank lines, never inside a fence. */
export function markdownParts(text: string, limit = MARKDOWN_PART): readonly string[] {
  if (text.length <= limit) return [text];
  const parts: string[] = [];
  let from = 0;
  let safe = 0;
  let fence = '';
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next + 1;
    const line = text.slice(at, Math.min(end, at + 200));
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marks !== undefined) {
      if (fence === '') fence = marks;
      else if (marks.startsWith(fence) && line.trim() === marks) fence = '';
    }
    if (fence === '' && line.trim() === '') safe = end;
    if (end - from > limit && safe > from) {
      parts.push(text.slice(from, safe));
      from = safe;
    }
    at = end;
  }
  parts.push(text.slice(from));
  return parts;
}

/** `true` where drawing it would differ from the text itself. */
export function looksLikeMarkdown(text: string): boolean {
  return /(^|\n)\s{0,3}(#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|```|~~~|\|.*\|)|\*\*|__|`|\]\(|~~|(^|\n)(-{3,}|={3,}|\*{3,})\s*(\n|$)|\*\S/.test(
    text,
  );
}

function isKnown(token: Token): token is MarkedToken {
  return KNOWN.has(token.type);
}
const KNOWN: ReadonlySet<string> = new Set([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'list_item',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
]);

function blocksOf(tokens: readonly Token[], depth: number): readonly Block[] {
  return tokens.flatMap((token) => blockOf(token, depth));
}

function blockOf(token: Token, depth: number): readonly Block[] {
  if (!isKnown(token) || depth > DEEPEST) return [{ kind: 'verbatim', text: token.raw }];
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return [];
    case 'paragraph':
      return [{ kind: 'paragraph', children: inlinesOf(token.tokens, depth) }];
    case 'text':
      return [
        { kind: 'paragraph', children: token.tokens ? inlinesOf(token.tokens, depth) : [textOf(token)] },
      ];
    case 'heading':
      return [{ kind: 'heading', level: token.depth, children: inlinesOf(token.tokens, depth) }];
    case 'code':
      // Indented text in a prompt is indented text.
      if (token.codeBlockStyle === 'indented')
        return [{ kind: 'verbatim', text: token.raw.replace(/\n+$/, '') }];
      return [{ kind: 'code', language: (token.lang ?? '').trim().split(/\s/)[0] ?? '', text: token.text }];
    case 'blockquote':
      return [{ kind: 'quote', children: blocksOf(token.tokens, depth + 1) }];
    case 'list':
      return [listOf(token, depth)];
    case 'table':
      return [tableOf(token, depth)];
    case 'hr':
      return [{ kind: 'rule' }];
    default:
      // HTML, definitions of links, and inline things in a place of blocks.
      return [{ kind: 'verbatim', text: token.raw.replace(/\n+$/, '') }];
  }
}

function listOf(token: Tokens.List, depth: number): Block {
  return {
    kind: 'list',
    start: token.ordered ? (token.start === '' ? 1 : token.start) : null,
    items: token.items.map((item) => ({
      checked: item.task ? item.checked === true : null,
      children: blocksOf(item.tokens, depth + 1),
    })),
  };
}

function tableOf(token: Tokens.Table, depth: number): Block {
  return {
    kind: 'table',
    columns: token.header.map((cell) => ({ align: cell.align, children: inlinesOf(cell.tokens, depth) })),
    rows: token.rows.map((row) => row.map((cell) => inlinesOf(cell.tokens, depth))),
  };
}

function inlinesOf(tokens: readonly Token[], depth: number): readonly Inline[] {
  return tokens.flatMap((token) => inlineOf(token, depth));
}

function inlineOf(token: Token, depth: number): readonly Inline[] {
  if (!isKnown(token) || depth > DEEPEST) return [{ kind: 'text', text: token.raw }];
  switch (token.type) {
    case 'text':
      return token.tokens ? inlinesOf(token.tokens, depth + 1) : [textOf(token)];
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'strong':
      return [{ kind: 'strong', children: inlinesOf(token.tokens, depth + 1) }];
    case 'em':
      return [{ kind: 'emphasis', children: inlinesOf(token.tokens, depth + 1) }];
    case 'del':
      return [{ kind: 'deleted', children: inlinesOf(token.tokens, depth + 1) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      // A bare address is its own text: said once.
      return token.text === token.href || `mailto:${token.text}` === token.href || token.raw === token.text
        ? [{ kind: 'text', text: token.raw }]
        : [{ kind: 'link', address: token.href, children: inlinesOf(token.tokens, depth + 1) }];
    case 'image':
      return [{ kind: 'image', address: token.href, text: token.text }];
    case 'checkbox':
      return [];
    default:
      return [{ kind: 'text', text: token.raw }];
  }
}

function textOf(token: Tokens.Text): Inline {
  return { kind: 'text', text: token.text };
}
