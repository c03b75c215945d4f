/**
 * Texts that are hard to show: very long, Markdown at its edges, terminal output, characters that act, escapes within
 * escapes. Each is named; `wrapped` makes an episode that holds it in every place of a conversation.
 */
import type { JsonObject } from '../../src/model/json';
import { a, calling, chain, episode, system, tool, toolCall, trace, u } from './trace-builder';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** T3. Sizes can be made smaller for quick tests; the shapes stay. */
export function longTexts(scale = 1): readonly NamedText[] {
  const of = (length: number): number => Math.max(10, Math.floor(length * scale));
  return [
    { name: '15 MB in one text', text: 'All work and no play makes a long text. '.repeat(of(375_000)) },
    { name: '1.4 MB without a blank', text: 'abcdefghij'.repeat(of(140_000)) },
    { name: '100,000 lines of 80 columns', text: `${'='.repeat(79)}\n`.repeat(of(100_000)) },
    { name: '738,000 characters', text: 'The model went on and on. '.repeat(of(28_400)) },
  ];
}

/** T8. */
export const MARKDOWN_TEXTS: readonly NamedText[] = [
  { name: 'nested fences', text: '`````\n````\n```js\nconst a = 1;\n```\n````\n`````\nafter' },
  { name: 'unclosed fence', text: 'before\n```python\nprint(1)\n# not a heading' },
  { name: 'tildes', text: '~~~ts\nconst b = `x`;\n```\n~~~\nafter ~~struck~~' },
  { name: 'wide table', text: table(200, 3) },
  {
    name: 'a heading in every line',
    text: Array.from({ length: 30 }, (_, index) => `# Heading ${index}`).join('\n'),
  },
  { name: 'CRLF', text: 'one\r\ntwo\r\n\r\n- three\r\n- four\r\n' },
  { name: 'lone CR', text: 'one\rtwo\rthree' },
  { name: 'mathematics', text: 'Let $x_1 * y_1$ and $$\\sum_{i=0}^n i_k$$ be. \\(a_b\\) costs $5 to $7.' },
  { name: 'underscored names', text: 'call my_long_name and __init__ and **bold** and *em*' },
  { name: 'task list', text: '- [x] done\n- [ ] open\n  1. nested\n  2. twice' },
  { name: 'quotes in quotes', text: '> one\n> > two\n> > > three' },
  { name: 'raw HTML', text: '<details><summary>More</summary>\n\n*inside*\n\n</details>' },
  { name: 'tags of prompts', text: '<task>\nDo it.\n</task>\n<example>\n# not big\n</example>' },
  { name: 'too deep for a lexer', text: `${'> '.repeat(5000)}deep` },
  { name: 'too many marks', text: '*a_'.repeat(4000) },
  { name: 'brackets', text: '['.repeat(8000) },
  {
    name: 'links',
    text: '[text](https://example.org/a?b=c) ![alt](https://example.org/i.png) <https://example.org>',
  },
];

function table(columns: number, rows: number): string {
  const line = (of: (column: number) => string): string =>
    `| ${Array.from({ length: columns }, (_, column) => of(column)).join(' | ')} |`;
  return [
    line((column) => `h${column}`),
    line(() => '---'),
    ...Array.from({ length: rows }, () => line(String)),
  ].join('\n');
}

/** T10. */
export const ODD_TEXTS: readonly NamedText[] = [
  { name: 'right-to-left override', text: 'file \u202egpj.exe\u202c end' },
  { name: 'Hebrew in English', text: 'the word שלום and then (1) and [2]' },
  { name: 'Arabic', text: 'مرحبا بالعالم, said 3 people' },
  { name: 'zero width', text: 'in\u200bvis\u2060ible\ufeff' },
  { name: 'joined emoji', text: '👩‍👩‍👧‍👦 👩🏽‍💻 🏴󠁧󠁢󠁳󠁣󠁴󠁿' },
  { name: 'stacked marks', text: `Z${'\u0351\u034a\u0363'.repeat(20)}algo` },
  { name: 'controls', text: 'a\u0000b\u0007c\u0008d\u000be\u000cf\u001bg\u007fh\u0085i' },
  { name: 'lone surrogates', text: 'a\ud800b\udc00c' },
  { name: 'line separators', text: 'one\u2028two\u2029three\u0085four' },
  { name: 'NFC', text: 'café Ångström' },
  { name: 'NFD', text: 'cafe\u0301 A\u030angstro\u0308m' },
  { name: 'escaped once', text: String.raw`{"said":"\u4f60\u597d"}` },
  { name: 'escaped twice', text: JSON.stringify({ said: String.raw`{"inner":"\u4f60\u597d"}` }) },
  {
    name: 'escaped thrice',
    text: JSON.stringify({ said: JSON.stringify({ inner: String.raw`{"core":"\u4f60\u597d"}` }) }),
  },
];

const ESC = '\u001b';

/** T11: what is written, and the final state as text. */
export const TERMINAL_TEXTS: readonly (NamedText & { readonly shown: string })[] = [
  {
    name: 'sixteen colours',
    text: `${ESC}[31mred${ESC}[0m ${ESC}[1;92mbright${ESC}[m plain`,
    shown: 'red bright plain',
  },
  {
    name: '256 colours',
    text: `${ESC}[38;5;208morange${ESC}[48;5;17m on blue${ESC}[0m`,
    shown: 'orange on blue',
  },
  {
    name: 'true colour',
    text: `${ESC}[38;2;255;0;128mpink${ESC}[38:2::1:2:3mcolons${ESC}[0m`,
    shown: 'pinkcolons',
  },
  {
    name: 'weights',
    text: `${ESC}[1mb${ESC}[22;2md${ESC}[22;3mi${ESC}[23;4mu${ESC}[24;7mr${ESC}[27;9ms${ESC}[0m`,
    shown: 'bdiurs',
  },
  {
    name: 'a progress bar',
    text:
      Array.from({ length: 5000 }, (_, step) => `\r[${String(Math.floor(step / 50)).padStart(3)}%]`).join(
        '',
      ) + '\ndone',
    shown: '[ 99%]\ndone',
  },
  { name: 'a shorter redraw', text: 'downloading\rdone', shown: 'doneloading' },
  { name: 'a redraw with erasing', text: `downloading\r${ESC}[Kdone`, shown: 'done' },
  { name: 'cursor up', text: `one\ntwo\n${ESC}[2A${ESC}[2KONE\n`, shown: 'ONE\ntwo' },
  { name: 'cursor by columns', text: `ab${ESC}[3Ccd${ESC}[1Gx`, shown: 'xb   cd' },
  { name: 'backspaces', text: 'spinner |\b/\b-\b\\\b done', shown: 'spinner  done' },
  { name: 'a title', text: `${ESC}]0;the title\u0007after`, shown: 'after' },
  {
    name: 'a link',
    text: `${ESC}]8;;https://example.org${ESC}\\press${ESC}]8;;${ESC}\\ here`,
    shown: 'press here',
  },
  { name: 'a cleared screen', text: `old\n${ESC}[2J${ESC}[Hnew`, shown: 'new' },
  { name: 'cut off at the end', text: `text${ESC}[38;5`, shown: 'text' },
  { name: 'cut off escape', text: `text${ESC}`, shown: 'text' },
  { name: 'a title without an end', text: `${ESC}]0;never closed\nnext line`, shown: '\nnext line' },
  { name: 'modes and queries', text: `${ESC}[?25lhidden${ESC}[?25h${ESC}[6n`, shown: 'hidden' },
  { name: 'far numbers', text: `a${ESC}[999999999Cb`, shown: `a${' '.repeat(1999)}b` },
  { name: 'Windows line ends', text: 'one\r\ntwo\r\n', shown: 'one\ntwo\n' },
  { name: 'nothing special', text: 'plain\ntext', shown: 'plain\ntext' },
];

/** Escapes enough to hang a parser that starts over at each. */
export function manyEscapes(count = 200_000): string {
  return Array.from({ length: count }, (_, index) => `${ESC}[3${index % 8}mx`).join('');
}

/** One episode that says a text in every voice. */
export function wrapped({ name, text }: NamedText): JsonObject {
  const nodes = chain(
    system(text),
    u(text),
    a(text, {
      message: {
        reasoning_content: text,
        ...calling(toolCall('c1', 'shell', JSON.stringify({ command: text }))),
      },
    }),
    tool('c1', text),
    a('That was it.'),
  );
  return episode({
    id: name,
    task: { type: 'Text', key: name, data: { name } },
    traces: [trace({ id: name, nodes })],
  });
}
