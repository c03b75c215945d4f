/**
 * JSON text read without losing how its numbers are spelled: a plain parse makes 9007199254740993 and 9007199254740992 one.
 * Strict JSON only, at any depth. It refuses to repair anything: text that is not JSON is null.
 */
import { unreachable } from '../../model/unreachable';
import type { Opened } from './sorted-json';
import { printed } from './sorted-json';

export type Spelled =
  /** A text, `true`, `false` or `null`, as the platform writes it. */
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Spelled[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Spelled> };

export interface SpelledDocument {
  readonly value: Spelled;
  /** Some object has a key twice; the last one was taken. */
  readonly repeatsKey: boolean;
}

interface OpenList {
  readonly kind: 'list';
  readonly items: Spelled[];
}
interface OpenObject {
  readonly kind: 'object';
  readonly members: Map<string, Spelled>;
  key: string;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const LITERALS = ['true', 'false', 'null'] as const;
const parse: (text: string) => unknown = JSON.parse;

export function parseSpelled(text: string): SpelledDocument | null {
  const reader = new Reader(text);
  const open: (OpenList | OpenObject)[] = [];
  let repeatsKey = false;
  for (;;) {
    const opened = reader.opened();
    if (opened !== null && !reader.takes(closing(opened))) {
      if (opened.kind === 'object' && !reader.keyInto(opened)) return null;
      open.push(opened);
      continue;
    }
    let value: Spelled | null = opened ?? reader.scalar();
    if (value === null) return null;
    // The value is whole: put it where it belongs, and close whatever ends with it.
    for (;;) {
      const around = open.at(-1);
      if (around === undefined) return reader.isAtEnd() ? { value, repeatsKey } : null;
      if (around.kind === 'list') around.items.push(value);
      else {
        if (around.members.has(around.key)) repeatsKey = true;
        around.members.set(around.key, value);
      }
      if (reader.takes(',')) {
        if (around.kind === 'object' && !reader.keyInto(around)) return null;
        break;
      }
      if (!reader.takes(closing(around))) return null;
      open.pop();
      value = around;
    }
  }
}

function closing(open: OpenList | OpenObject): string {
  return open.kind === 'list' ? ']' : '}';
}

/** Compact, keys sorted; `spell` says how a number is written. */
export function printSpelled(value: Spelled, spell: (number: string) => string): string {
  return printed<Spelled>(value, (one): Opened<Spelled> => {
    switch (one.kind) {
      case 'plain':
        return one.text;
      case 'number':
        return spell(one.text);
      case 'list':
        return { keys: null, values: one.items };
      case 'object': {
        const entries = [...one.members].sort(([left], [right]) => (left < right ? -1 : 1));
        return { keys: entries.map(([key]) => key), values: entries.map(([, member]) => member) };
      }
      default:
        return unreachable(one);
    }
  });
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** A list or object that begins here. */
  opened(): OpenList | OpenObject | null {
    if (this.takes('[')) return { kind: 'list', items: [] };
    return this.takes('{') ? { kind: 'object', members: new Map(), key: '' } : null;
  }

  scalar(): Spelled | null {
    this.#skipBlanks();
    if (this.#text[this.#at] !== '"') return this.#literal() ?? this.#number();
    const text = this.#string();
    return text === null ? null : { kind: 'plain', text: JSON.stringify(text) };
  }

  keyInto(object: OpenObject): boolean {
    this.#skipBlanks();
    const key = this.#text[this.#at] === '"' ? this.#string() : null;
    if (key === null || !this.takes(':')) return false;
    object.key = key;
    return true;
  }

  takes(mark: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  isAtEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length;
  }

  #skipBlanks(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #string(): string | null {
    let end = this.#text.indexOf('"', this.#at + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) return null;
    const literal = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    try {
      const text = parse(literal);
      return typeof text === 'string' ? text : null;
    } catch {
      // A bad escape or a control character: not JSON, which is an answer here.
      return null;
    }
  }

  /** An odd number of backslashes before it. Runs of them are disjoint, so that this stays linear. */
  #isEscaped(quote: number): boolean {
    let before = quote - 1;
    while (this.#text[before] === '\\') before -= 1;
    return (quote - before) % 2 === 0;
  }

  #literal(): Spelled | null {
    const text = LITERALS.find((literal) => this.#text.startsWith(literal, this.#at));
    if (text === undefined) return null;
    this.#at += text.length;
    return { kind: 'plain', text };
  }

  #number(): Spelled | null {
    NUMBER.lastIndex = this.#at;
    const text = NUMBER.exec(this.#text)?.[0];
    if (text === undefined) return null;
    this.#at += text.length;
    return { kind: 'number', text };
  }
}
