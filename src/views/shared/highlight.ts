/**
 * Code in colours: a flat list of stretches with the class of each. Loaded on demand, because the grammars are most of its
 * weight. It refuses to guess a language that was not named.
 */
import { common, createLowlight } from 'lowlight';

export interface CodeSpan {
  readonly text: string;
  /** Null for plain code. */
  readonly scope: string | null;
}

const lowlight = createLowlight(common);

/** Null where the language is not known. */
export function highlight(text: string, language: string): readonly CodeSpan[] | null {
  if (!lowlight.registered(language)) return null;
  const spans: CodeSpan[] = [];
  const open: { readonly node: HastNode; readonly scope: string | null }[] = [
    { node: lowlight.highlight(language, text), scope: null },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, scope } = next;
    if (node.type === 'text') {
      if (node.value !== undefined) spans.push({ text: node.value, scope });
      continue;
    }
    const names = node.properties?.['className'];
    const own = Array.isArray(names) && typeof names[0] === 'string' ? names[0].replace(/^hljs-/, '') : scope;
    for (const child of [...(node.children ?? [])].reverse()) open.push({ node: child, scope: own });
  }
  return spans;
}

/** The part of a hast node that is read here. */
interface HastNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly HastNode[];
}
