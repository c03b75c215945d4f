/**
 * What of a JSON tree is unfolded, as a flat list of lines: children are fetched when a value is unfolded, by window, and a
 * far element brings the window around it. Below a depth the tree is shown from a value further in. It knows no markup.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { TreeEntryShape, TreeSource, TreeValueShape } from './json-tree';
import { isContainer } from './json-tree';

const WINDOW = 100;
const NEXT_WINDOW = 500;
/** Containers larger than this are not unfolded unasked. */
const SMALL = 40;
/** The most of one string that is put on the screen. */
const LONGEST_STRING = 60_000;
/** Levels that are unfolded below where the tree is shown from. */
export const DEEPEST = 64;
/** How far above a value that lies deeper the tree begins. */
const CONTEXT = 12;
/** Windows of a long object that are looked through for a key. */
const SEARCHED = 60;

/** The entries of a container that are here: consecutive ones from `from` on. */
interface Unfolded {
  readonly from: number;
  readonly entries: readonly TreeEntryShape[];
  readonly size: number;
}

export type TreeLine =
  | { readonly kind: 'entry'; readonly key: string; readonly entry: TreeEntryShape; readonly depth: number }
  /** Entries of a container that are not here: before or after those that are. */
  | {
      readonly kind: 'rest';
      readonly key: string;
      readonly pointer: string;
      readonly side: 'before' | 'after';
      readonly count: number;
      /** Of the container, and whether its entries have positions. */
      readonly size: number;
      readonly isArray: boolean;
      readonly depth: number;
    };

export class TreeState {
  readonly #source: TreeSource;
  readonly root: string;
  /** Where it is shown from: the root, or a value deeper in. */
  #base = $state.raw('');
  /** Undefined: not known yet. Null: there is no such value. */
  #top = $state.raw<TreeValueShape | null | undefined>(undefined);
  /** Key of the present line. */
  #current = $state.raw('');
  readonly #unfolded = new SvelteMap<string, Unfolded>();
  readonly #texts = new SvelteMap<string, string>();
  readonly #insides = new SvelteMap<string, TreeSource>();
  readonly #lines = $derived.by(() => this.#listed());
  /** Grows with every wish to go elsewhere: an earlier one is not carried out further. */
  #wish = 0;

  constructor(source: TreeSource, root: string) {
    this.#source = source;
    this.root = root;
    this.#base = root;
  }

  get top(): TreeValueShape | null | undefined {
    return this.#top;
  }
  get base(): string {
    return this.#base;
  }
  /** Levels between the root and where the tree is shown from. */
  get baseDepth(): number {
    return this.#base.slice(this.root.length).split('/').length - 1;
  }
  get lines(): readonly TreeLine[] {
    return this.#lines;
  }
  get current(): string {
    return this.#current;
  }
  set current(key: string) {
    this.#current = key;
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

  /** Shows the tree from a value, with so many levels of what is small unfolded. */
  async begin(levels: number, base = this.root): Promise<void> {
    this.#wish += 1;
    const wish = this.#wish;
    const page = await this.#source.page(base, 0, WINDOW);
    if (wish !== this.#wish) return;
    this.#unfolded.clear();
    this.#base = base;
    this.#top = page?.value ?? null;
    if (page === null || !isContainer(page.value)) return;
    this.#unfolded.set(base, { from: 0, entries: page.entries, size: page.value.size });
    let level = page.entries;
    for (let depth = 1; depth < levels; depth += 1) {
      const next: TreeEntryShape[] = [];
      for (const { value, pointer } of level.slice(0, SMALL)) {
        if (!isContainer(value) || value.size === 0 || value.size > SMALL) continue;
        await this.#unfold(pointer, 0);
        if (wish !== this.#wish) return;
        next.push(...(this.#unfolded.get(pointer)?.entries ?? []));
      }
      level = next;
    }
  }

  async #unfold(pointer: string, from: number, length = WINDOW): Promise<void> {
    const page = await this.#source.page(pointer, from, from + length);
    if (page !== null && isContainer(page.value)) {
      this.#unfolded.set(pointer, { from, entries: page.entries, size: page.value.size });
    }
  }

  fold(pointer: string): void {
    this.#unfolded.delete(pointer);
    this.#texts.delete(pointer);
  }

  /** Unfolds or folds a value; what lies too deep is shown as a tree of its own. */
  async toggle({ value, pointer }: TreeEntryShape, depth: number): Promise<void> {
    if (this.isOpen(pointer)) this.fold(pointer);
    else if (isContainer(value)) {
      if (value.size === 0) return;
      if (depth + 1 >= DEEPEST) await this.begin(1, pointer);
      else await this.#unfold(pointer, 0);
    } else if (value.kind === 'string' && !value.whole) {
      const text = await this.#source.text(pointer, LONGEST_STRING);
      if (text !== null) this.#texts.set(pointer, text);
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

  /** Brings the window around a position of a long container. */
  async goTo(pointer: string, position: number): Promise<void> {
    const size = this.#unfolded.get(pointer)?.size ?? 0;
    const wanted = Math.min(Math.max(0, Math.floor(position)), size - 1);
    await this.#unfold(pointer, Math.max(0, Math.min(wanted - (wanted % WINDOW), size - WINDOW)));
    const found = this.#unfolded.get(pointer);
    const entry = found?.entries[wanted - found.from];
    if (entry !== undefined) this.#current = keyOf(entry);
  }

  /** Unfolds the way to a value and makes it the present one. */
  async reveal(goal: string): Promise<void> {
    if (goal !== this.root && !goal.startsWith(`${this.root}/`)) return;
    const steps = goal.slice(this.root.length).split('/').slice(1);
    this.#wish += 1;
    let wish = this.#wish;
    const within = goal.startsWith(`${this.#base}/`) && steps.length - this.baseDepth <= DEEPEST;
    if (!within) {
      const above = steps.length <= DEEPEST ? 0 : steps.length - CONTEXT;
      const base = [this.root, ...steps.slice(0, above)].join('/');
      await this.begin(1, base);
      wish += 1;
    }
    let at = this.#base;
    for (const step of steps.slice(this.baseDepth)) {
      if (wish !== this.#wish) return;
      const below = `${at}/${step}`;
      await this.#unfoldTo(at, below, step);
      at = below;
    }
    if (wish !== this.#wish) return;
    const above = goal.slice(0, Math.max(0, goal.lastIndexOf('/')));
    const entry = this.#unfolded.get(above)?.entries.findLast((one) => one.pointer === goal);
    if (entry === undefined) return;
    this.#current = keyOf(entry);
    const { value } = entry;
    const { size } = isContainer(value) ? value : { size: 0 };
    if (size > 0 && size <= SMALL && !this.isOpen(goal)) await this.#unfold(goal, 0);
  }

  /** Unfolds a container where one of its entries is. */
  async #unfoldTo(pointer: string, below: string, step: string): Promise<void> {
    const isHere = (): boolean => this.#unfolded.get(pointer)?.entries.some(isWanted) === true;
    const isWanted = (entry: TreeEntryShape): boolean => entry.pointer === below;
    if (isHere()) return;
    const position = /^(0|[1-9]\d*)$/.test(step) ? Number(step) : 0;
    await this.#unfold(pointer, position - (position % WINDOW));
    const size = this.#unfolded.get(pointer)?.size ?? 0;
    // A key of an object: it may be anywhere.
    for (let window = 0; window < SEARCHED && window * NEXT_WINDOW < size && !isHere(); window += 1) {
      await this.#unfold(pointer, window * NEXT_WINDOW, NEXT_WINDOW);
    }
  }

  toggleInside(pointer: string): void {
    if (!this.#insides.delete(pointer)) this.#insides.set(pointer, this.#source.inside(pointer));
  }

  /** Whether only the beginning of an unfolded string is on the screen. */
  isCut(pointer: string): boolean {
    return (this.#texts.get(pointer)?.length ?? 0) >= LONGEST_STRING;
  }
  get canRead(): boolean {
    return this.#source.read !== undefined;
  }
  read(pointer: string): void {
    this.#source.read?.(pointer);
  }

  /** A string in full, for copying. */
  wholeText(pointer: string): Promise<string | null> {
    return this.#source.text(pointer, Infinity);
  }
  /** A value as it is spelled, for copying. */
  spelling({ start, end }: TreeEntryShape): Promise<string> {
    return this.#source.spelling(start, end);
  }

  #listed(): readonly TreeLine[] {
    const top = this.#unfolded.get(this.#base);
    if (top === undefined) return [];
    const lines: TreeLine[] = [];
    // A stack of what is being listed.
    const stack: { readonly open: Unfolded; readonly pointer: string; at: number }[] = [
      { open: top, pointer: this.#base, at: -1 },
    ];
    for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
      const { open, pointer } = level;
      const depth = stack.length - 1;
      const { size } = open;
      const isArray = typeof open.entries[0]?.key === 'number';
      const rest = (side: 'before' | 'after', count: number): void => {
        if (count <= 0) return;
        lines.push({ kind: 'rest', key: `${side} ${pointer}`, pointer, side, count, size, isArray, depth });
      };
      if (level.at < 0) {
        rest('before', open.from);
        level.at = 0;
      }
      const entry = open.entries[level.at];
      if (entry === undefined) {
        rest('after', size - open.from - open.entries.length);
        stack.pop();
        continue;
      }
      level.at += 1;
      lines.push({ kind: 'entry', key: keyOf(entry), entry, depth });
      const inner = this.#unfolded.get(entry.pointer);
      if (inner !== undefined) stack.push({ open: inner, pointer: entry.pointer, at: -1 });
    }
    return lines;
  }
}

/** Two equal keys have one pointer but two places. */
function keyOf({ start, pointer }: TreeEntryShape): string {
  return `${start} ${pointer}`;
}
