/**
 * The JSON documents of one open episode as lazy trees: the record itself, and texts that hold JSON. Children come by
 * window; a long array is walked once and remembered by marks, so that its end is as near as its beginning.
 */
import type { JsonPointer } from '../../model/json';
import { pointerTo } from '../../model/json';
import type { EntrySpan, ValueSpan } from './json-bytes';
import { decodeString, locate, walkEntries } from './json-bytes';
import type { BytesPage, TreeEntry, TreePage, TreeValue } from './record-shape';
import { TREE_WINDOW } from './protocol';

/** Bytes of a string that a tree shows before it is unfolded. */
const STRING_HEAD = 400;
const MARK_EVERY = 256;
const REMEMBERED = 64;

interface Place {
  readonly value: ValueSpan;
  /** Byte of every 256th entry. */
  readonly marks: number[];
}

export class JsonDocument {
  readonly bytes: Uint8Array;
  readonly #places = new Map<JsonPointer, Place>();
  #lastText: { readonly pointer: JsonPointer; readonly text: string } | null = null;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Entries [from, to) of the value at a pointer; null where the pointer leads nowhere. */
  page(pointer: JsonPointer, from: number, to: number): TreePage | null {
    const place = this.#placeOf(pointer);
    if (place === null) return null;
    const { value, marks } = place;
    const entries: TreeEntry[] = [];
    const until = Math.min(to, from + TREE_WINDOW, value.size);
    const page = { value: this.#shown(value), start: value.start, end: value.end, from, entries };
    if ((value.kind !== 'object' && value.kind !== 'array') || until <= from) return page;
    const mark = Math.min(Math.floor(from / MARK_EVERY), marks.length - 1);
    const at = marks[mark];
    const begin = at === undefined ? undefined : { at, index: mark * MARK_EVERY };
    const visit = (entry: EntrySpan, start: number): boolean => {
      if (entry.index % MARK_EVERY === 0) marks[entry.index / MARK_EVERY] ??= start;
      if (entry.index >= from) entries.push(this.#entry(pointer, entry));
      return entry.index + 1 < until;
    };
    walkEntries(this.bytes, value.start, visit, begin);
    return page;
  }

  /** The string at a pointer, decoded; null where there is none. */
  text(pointer: JsonPointer): string | null {
    // A long text is asked for slice by slice.
    if (this.#lastText?.pointer === pointer) return this.#lastText.text;
    const { value, exact } = locate(this.bytes, pointer);
    const text = exact && value.kind === 'string' ? decodeString(this.bytes, value) : null;
    if (text !== null) this.#lastText = { pointer, text };
    return text;
  }

  /** Bytes around [from, to), moved to the beginnings of characters. */
  slice(from: number, to: number): BytesPage {
    const start = this.#characterStart(from);
    const end = this.#characterStart(to);
    const bytes = this.bytes.subarray(start, end);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const replaced = text.includes('\ufffd') && new TextEncoder().encode(text).length !== bytes.length;
    return { start, end, text, replaced };
  }

  /** The first byte at or after `at` that begins a character; never further than a character is long. */
  #characterStart(at: number): number {
    let next = Math.min(Math.max(0, at), this.bytes.length);
    for (let step = 0; step < 3 && ((this.bytes[next] ?? 0) & 0xc0) === 0x80; step += 1) next += 1;
    return next;
  }

  #placeOf(pointer: JsonPointer): Place | null {
    const known = this.#places.get(pointer);
    if (known !== undefined) return known;
    // Trees are unfolded step by step, so the value above is known nearly always.
    const above = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
    const parent = pointer === '' ? undefined : this.#places.get(above);
    const from = parent === undefined ? undefined : { pointer: above, start: parent.value.start };
    const { value, exact } = locate(this.bytes, pointer, from);
    if (!exact) return null;
    const place = { value, marks: [] };
    if (this.#places.size >= REMEMBERED) {
      const [oldest] = this.#places.keys();
      if (oldest !== undefined) this.#places.delete(oldest);
    }
    this.#places.set(pointer, place);
    return place;
  }

  #entry(parent: JsonPointer, { key, index, value }: EntrySpan): TreeEntry {
    const name = key === null ? index : decodeString(this.bytes, key);
    return {
      key: name,
      pointer: pointerTo(parent, name),
      start: value.start,
      end: value.end,
      value: this.#shown(value),
    };
  }

  #shown(value: ValueSpan): TreeValue {
    const { kind, start, end, size } = value;
    if (kind === 'object' || kind === 'array') return { kind, size };
    if (kind === 'string') {
      const whole = end - start - 2 <= STRING_HEAD;
      const head = decodeString(this.bytes, value, whole ? Infinity : STRING_HEAD);
      return { kind, head, whole, holdsJson: /^\s*(?:[[{]|"(?:[^"\\]|\\.)*[\\{[])/.test(head) };
    }
    return { kind, text: decodeLiteral(this.bytes.subarray(start, Math.min(end, start + STRING_HEAD))) };
  }
}

function decodeLiteral(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
