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
/** More characters than this are not looked at in one go; pages are shorter. */
export const MARKDOWN_LIMIT = 40_000;
/** Markers in a row that would make the lexer descend once for each. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){32,}/m;
/** Runs on which the lexer's patterns look ahead again and again. */
const TOO_LONG = /([[\]()*_~`<>!|\\])\1{400,}|(?:[[(<*_!]{1,3}[^\n]{0,2}){1500,}/;

/** Null where the text is no case for Markdown. */
export function markdownOf(text: string): readonly Block[] | null {
  if (text.length > MARKDOWN_LIMIT || TOO_DEEP.test(text) || TOO_LONG.test(text)) return null;
  try {
    return blocksOf(new Lexer({ gfm: true }).lex(text), 0);
  } catch (cause) {
    // The lexer recurses, and its depth is the text's: that alone is expected to fail.
    if (cause instanceof RangeError) return null;
    throw cause;
  }
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
