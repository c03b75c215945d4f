/** Markdown as a tree: balanced whatever the text, nothing lost, links and pictures as what they are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Inline } from '../../../src/views/shared/markdown';
import { looksLikeMarkdown, markdownOf, markdownParts } from '../../../src/views/shared/markdown';
import { MARKDOWN_TEXTS } from '../../samples/hard-texts';

/** All texts of a tree, for what must not be lost. */
function wordsOf(blocks: readonly Block[] | null): string {
  const words: string[] = [];
  const inlines = (children: readonly Inline[]): void => {
    for (const child of children) {
      if (child.kind === 'text' || child.kind === 'code') words.push(child.text);
      else if (child.kind === 'image') words.push(child.text, child.address);
      else if (child.kind !== 'break') {
        inlines(child.children);
        if (child.kind === 'link') words.push(child.address);
      }
    }
  };
  const walk = (list: readonly Block[]): void => {
    for (const block of list) {
      if (block.kind === 'paragraph' || block.kind === 'heading') inlines(block.children);
      else if (block.kind === 'code') words.push(block.language, block.text);
      else if (block.kind === 'verbatim') words.push(block.text);
      else if (block.kind === 'quote') walk(block.children);
      else if (block.kind === 'list') for (const item of block.items) walk(item.children);
      else if (block.kind === 'table') {
        for (const column of block.columns) inlines(column.children);
        for (const row of block.rows) for (const cell of row) inlines(cell);
      }
    }
  };
  walk(blocks ?? []);
  return words.join(' ');
}

const textNamed = (name: string): string => MARKDOWN_TEXTS.find((one) => one.name === name)?.text ?? '';

describe('markdownOf', () => {
  it.each(MARKDOWN_TEXTS)('answers for $name', ({ text }) => {
    const tree = markdownOf(text);
    if (tree === null) return;
    const shown = wordsOf(tree);
    for (const word of text.match(/\p{L}{3,}/gu) ?? []) expect(shown).toContain(word);
  });

  it.each([{ name: 'too deep for a lexer' }, { name: 'too many marks' }, { name: 'brackets' }])(
    'refuses what is $name',
    ({ name }) => {
      expect(markdownOf(textNamed(name))).toBeNull();
    },
  );

  it('keeps a fence inside a longer fence', () => {
    expect(markdownOf(textNamed('nested fences'))).toEqual([
      { kind: 'code', language: '', text: '````\n```js\nconst a = 1;\n```\n````' },
      { kind: 'paragraph', children: [{ kind: 'text', text: 'after' }] },
    ]);
  });

  it('takes an unclosed fence to the end', () => {
    expect(markdownOf(textNamed('unclosed fence'))?.at(-1)).toEqual({
      kind: 'code',
      language: 'python',
      text: 'print(1)\n# not a heading',
    });
  });

  it('keeps the words of links and pictures, and their addresses as text', () => {
    const words = wordsOf(markdownOf(textNamed('links')));
    expect(words).toContain('https://example.org/a?b=c');
    expect(words).toContain('https://example.org/i.png');
    expect(words).toContain('alt');
  });

  it('leaves HTML, tags of prompts, names and indented text as typed', () => {
    expect(markdownOf('<task>\nDo *it*.\n</task>')).toEqual([
      { kind: 'verbatim', text: '<task>\nDo *it*.\n</task>' },
    ]);
    expect(markdownOf('    indented')).toEqual([{ kind: 'verbatim', text: '    indented' }]);
    expect(wordsOf(markdownOf('my_long_name &amp; __init__.py'))).toContain('my_long_name &amp;');
  });

  it('knows lists, checks, tables and quotes', () => {
    expect(markdownOf('3. a\n4. b')).toMatchObject([
      { kind: 'list', start: 3, items: [{ checked: null }, {}] },
    ]);
    expect(markdownOf('- [x] a\n- [ ] b')).toMatchObject([
      { kind: 'list', start: null, items: [{ checked: true }, { checked: false }] },
    ]);
    expect(markdownOf('|a|b|\n|:-|-:|\n|1|2|')).toMatchObject([
      {
        kind: 'table',
        columns: [{ align: 'left' }, { align: 'right' }],
        rows: [[[{ text: '1' }], [{ text: '2' }]]],
      },
    ]);
    expect(markdownOf('> a\n> > b')).toMatchObject([{ kind: 'quote', children: [{}, { kind: 'quote' }] }]);
  });

  it('never throws, whatever is written', () => {
    const piece = fc.constantFrom(
      '#',
      ' ',
      '\n',
      '*',
      '_',
      '`',
      '```',
      '~~~',
      '>',
      '-',
      '1.',
      '|',
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
      '\\',
      'a',
      '&',
      ':',
      '\r',
      '    ',
      '[^1]:',
      'http://a.b',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        markdownOf(pieces.join(''));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('markdownParts', () => {
  it('loses nothing and never cuts a fence', () => {
    const block = fc.oneof(
      fc.constant('para '.repeat(20)),
      fc.constant(`\`\`\`py\n${'code\n\n'.repeat(10)}\`\`\``),
      fc.constant('# head'),
      fc.constant('~~~\n```\n~~~'),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 30 }), fc.integer({ min: 20, max: 400 }), (blocks, limit) => {
        const text = blocks.join('\n\n');
        const parts = markdownParts(text, limit);
        expect(parts.join('')).toBe(text);
        for (const part of parts)
          expect((part.match(/^```(py)?$/gm) ?? []).length % 2 === 0 || part.includes('~~~')).toBe(true);
      }),
    );
  });

  it.each([
    { name: 'prose', text: 'Just words, and 3 > 2.', is: false },
    { name: 'a list', text: 'so:\n- one', is: true },
    { name: 'emphasis', text: 'this is **it**', is: true },
    { name: 'code', text: 'call `x`', is: true },
    { name: 'a fence', text: '```\na\n```', is: true },
  ])('recognises $name', ({ text, is }) => {
    expect(looksLikeMarkdown(text)).toBe(is);
  });
});
