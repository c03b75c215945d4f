/**
 * What of a JSON tree is unfolded, as a flat list of lines: children are fetched when a value is unfolded, by window, and a
 * far element brings the window around it. It knows no markup.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { TreeEntryShape, TreeSource, TreeValueShape } from './json-tree';
import { isContainer } from './json-tree';

const WINDOW = 100;
const NEXT_WINDOW = 500;
/** Containers larger than this are not unfolded unasked. */
const SMALL = 40;
/** The most of one string that is put on the screen. */
const LONGEST_STRING = 250_000;

/** The entries of a container that are here: consecutive ones from `from` on. */
interface Unfolded {
  readonly from: number;
  readonly entries: readonly TreeEntryShape[];
  readonly size: number;
}

export type TreeLine =
  | { readonly kind: 'entry'; readonly entry: TreeEntryShape; readonly depth: number }
  /** Entries of a container that are not here: before or after those that are. */
  | {
      readonly kind: 'rest';
      readonly pointer: string;
      readonly side: 'before' | 'after';
      readonly count: number;
      readonly depth: number;
    };

export class TreeState {
  readonly #source: TreeSource;
  readonly root: string;
  /** Undefined: not known yet. Null: there is no such value. */
  #top = $state.raw<TreeValueShape | null | undefined>(undefined);
  #current = $state.raw('');
  readonly #unfolded = new SvelteMap<string, Unfolded>();
  readonly #texts = new SvelteMap<string, string>();
  readonly #insides = new SvelteMap<string, TreeSource>();
  readonly #lines = $derived.by(() => this.#listed());

  constructor(source: TreeSource, root: string) {
    this.#source = source;
    this.root = root;
    this.#current = root;
  }

  get top(): TreeValueShape | null | undefined {
    return this.#top;
  }
  get lines(): readonly TreeLine[] {
    return this.#lines;
  }
  get current(): string {
    return this.#current;
  }
  set current(pointer: string) {
    this.#current = pointer;
  }

  isOpen(pointer: string): boolean {
    return this.#unfolded.has(pointer) || this.#texts.has(pointer);
  }
  /** The text of a string that was unfolded. */
  textOf(pointer: string): string | undefined {
    return this.#texts.get(pointer);
  }
  insideOf(pointer: string): TreeSource | undefined {
    return this.#insides.get(pointer);
  }

  /** Fetches the value and unfolds so many levels of what is small. */
  async begin(levels: number): Promise<void> {
    const page = await this.#source.page(this.root, 0, WINDOW);
    this.#top = page?.value ?? null;
    if (page === null || !isContainer(page.value)) return;
    this.#unfolded.set(this.root, { from: 0, entries: page.entries, size: page.value.size });
    let level = page.entries;
    for (let depth = 1; depth < levels; depth += 1) {
      const next: TreeEntryShape[] = [];
      for (const entry of level.slice(0, SMALL)) {
        if (!isContainer(entry.value) || entry.value.size === 0 || entry.value.size > SMALL) continue;
        await this.unfold(entry.pointer);
        next.push(...(this.#unfolded.get(entry.pointer)?.entries ?? []));
      }
      level = next;
    }
  }

  async unfold(pointer: string, from = 0): Promise<void> {
    const known = this.#unfolded.get(pointer);
    if (known !== undefined && from >= known.from && from < known.from + Math.max(1, known.entries.length)) {
      return;
    }
    const page = await this.#source.page(pointer, from, from + WINDOW);
    if (page !== null && isContainer(page.value)) {
      this.#unfolded.set(pointer, { from, entries: page.entries, size: page.value.size });
    }
  }

  fold(pointer: string): void {
    this.#unfolded.delete(pointer);
    this.#texts.delete(pointer);
  }

  async toggle(entry: TreeEntryShape): Promise<void> {
    const { value, pointer } = entry;
    if (this.isOpen(pointer)) this.fold(pointer);
    else if (isContainer(value)) {
      if (value.size > 0) await this.unfold(pointer);
    } else if (value.kind === 'string' && !value.whole) {
      const text = await this.#source.text(pointer);
      if (text !== null) this.#texts.set(pointer, text.slice(0, LONGEST_STRING));
    }
  }

  async showMore(pointer: string, side: 'before' | 'after'): Promise<void> {
    const known = this.#unfolded.get(pointer);
    if (known === undefined) return;
    const end = known.from + known.entries.length;
    const from = side === 'after' ? end : Math.max(0, known.from - NEXT_WINDOW);
    const page = await this.#source.page(pointer, from, side === 'after' ? end + NEXT_WINDOW : known.from);
    // Folded meanwhile, or another window came: this one does not fit any more.
    if (page === null || this.#unfolded.get(pointer) !== known) return;
    const entries =
      side === 'after' ? [...known.entries, ...page.entries] : [...page.entries, ...known.entries];
    this.#unfolded.set(pointer, { from: Math.min(from, known.from), entries, size: known.size });
  }

  /** Unfolds the way to a value and makes it the present one. */
  async reveal(goal: string): Promise<void> {
    if (!goal.startsWith(this.root)) return;
    let at = this.root;
    for (const step of goal.slice(this.root.length).split('/').slice(1)) {
      const position = /^(0|[1-9]\d*)$/.test(step) ? Number(step) : 0;
      const below = `${at}/${step}`;
      const isHere = this.#unfolded.get(at)?.entries.some((entry) => entry.pointer === below) === true;
      // Of an array the window around the element; of an object the beginning, which nearly always holds the key.
      if (!isHere) await this.unfold(at, position - (position % WINDOW));
      at = below;
    }
    this.#current = goal;
  }

  toggleInside(pointer: string): void {
    if (!this.#insides.delete(pointer)) this.#insides.set(pointer, this.#source.inside(pointer));
  }

  textAt(pointer: string): Promise<string | null> {
    return this.#source.text(pointer);
  }

  #listed(): readonly TreeLine[] {
    const top = this.#unfolded.get(this.root);
    if (top === undefined) return [];
    const lines: TreeLine[] = [];
    // A stack of what is being listed: the tree may be as deep as a reader unfolds it.
    const stack: { readonly open: Unfolded; readonly pointer: string; at: number }[] = [
      { open: top, pointer: this.root, at: -1 },
    ];
    for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
      const { open, pointer } = level;
      const depth = stack.length - 1;
      if (level.at < 0) {
        if (open.from > 0) lines.push({ kind: 'rest', pointer, side: 'before', count: open.from, depth });
        level.at = 0;
      }
      const entry = open.entries[level.at];
      if (entry === undefined) {
        const left = open.size - open.from - open.entries.length;
        if (left > 0) lines.push({ kind: 'rest', pointer, side: 'after', count: left, depth });
        stack.pop();
        continue;
      }
      level.at += 1;
      lines.push({ kind: 'entry', entry, depth });
      const inner = this.#unfolded.get(entry.pointer);
      if (inner !== undefined) stack.push({ open: inner, pointer: entry.pointer, at: -1 });
    }
    return lines;
  }
}
