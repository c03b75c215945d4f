/**
 * One long text while it is read: where its rows begin, the stretches of it that have been fetched, and what was found in
 * it. The whole text stays in the worker.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { OpenEpisode } from './episode.svelte';
import type { FoundInText, TextRef, TextRows } from '../worker/episode/protocol';

const PAGE_ROWS = 64;
const PAGES_KEPT = 120;

export interface Stretch {
  readonly text: string;
  readonly kind: 'plain' | 'found' | 'present';
}

export class TextReading {
  readonly #episode: OpenEpisode;
  readonly ref: TextRef;
  /** Undefined: on its way. Null: it cannot be had. */
  #rows = $state.raw<TextRows | null | undefined>(undefined);
  readonly #pages = new SvelteMap<number, string>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- what was asked for is nobody's picture
  readonly #asked = new Set<number>();
  #query = $state.raw('');
  #found = $state.raw<FoundInText | null>(null);
  #at = $state.raw(-1);
  #searching = $state.raw(false);

  constructor(episode: OpenEpisode, ref: TextRef) {
    this.#episode = episode;
    this.ref = ref;
  }

  get rows(): TextRows | null | undefined {
    return this.#rows;
  }
  get query(): string {
    return this.#query;
  }
  /** Matches, also those whose places were not kept. */
  get total(): number {
    return this.#found?.total ?? 0;
  }
  /** Of the present match among those that are kept; -1 for none. */
  get at(): number {
    return this.#at;
  }
  get searching(): boolean {
    return this.#searching;
  }
  /** The row of the present match; -1 for none. */
  get presentRow(): number {
    const offset = this.#found?.offsets[this.#at];
    return offset === undefined ? -1 : this.rowAt(offset);
  }

  async open(): Promise<void> {
    const rows = await this.#episode.textRows(this.ref);
    this.#rows = rows.kind === 'ok' ? rows.value : null;
  }

  whole(): Promise<string> {
    const length = this.#rows?.length ?? 0;
    return this.#episode.wholeText(this.ref, length).then((text) => (text.kind === 'ok' ? text.value : ''));
  }

  /** The row that holds a unit. */
  rowAt(offset: number): number {
    return lastAtMost(this.#rows?.starts, offset);
  }
  rowOfLine(line: number): number {
    const lines = this.#rows?.lineOf;
    let row = lastAtMost(lines, line);
    // A long line has several rows: its first.
    while (row > 0 && lines?.[row - 1] === lines?.[row]) row -= 1;
    return row;
  }

  want(first: number, last: number): void {
    for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page += 1) {
      if (this.#pages.has(page) || this.#asked.has(page)) continue;
      this.#asked.add(page);
      void this.#fetch(page);
    }
  }

  async #fetch(page: number): Promise<void> {
    const from = this.#start(page * PAGE_ROWS);
    const text = await this.#episode.text(this.ref, from, this.#start((page + 1) * PAGE_ROWS));
    this.#asked.delete(page);
    if (text.kind === 'failed') return;
    this.#pages.set(page, text.value);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= PAGES_KEPT) break;
      this.#pages.delete(old);
    }
  }

  /** A row's text in stretches; undefined while it is on its way. */
  stretches(row: number): readonly Stretch[] | undefined {
    const page = Math.floor(row / PAGE_ROWS);
    const text = this.#pages.get(page);
    if (text === undefined) return undefined;
    const base = this.#start(page * PAGE_ROWS);
    const start = this.#start(row);
    const end = this.#start(row + 1);
    const cut = (from: number, to: number): string => text.slice(from - base, to - base).replace(/\n$/, '');
    const found = this.#found;
    if (found === null) return [{ kind: 'plain', text: cut(start, end) }];
    const stretches: Stretch[] = [];
    let at = start;
    for (
      let match = Math.max(0, lastAtMost(found.offsets, start));
      match < found.offsets.length;
      match += 1
    ) {
      const offset = found.offsets[match] ?? end;
      if (offset >= end) break;
      const from = Math.max(at, offset);
      const to = Math.min(end, offset + (found.lengths[match] ?? 0));
      if (to <= from) continue;
      if (from > at) stretches.push({ kind: 'plain', text: text.slice(at - base, from - base) });
      const kind = match === this.#at ? 'present' : 'found';
      stretches.push({ kind, text: text.slice(from - base, to - base) });
      at = to;
    }
    return [...stretches, { kind: 'plain', text: cut(at, end) }];
  }

  /** Answers whether anything was found. With `near`, the first match at or after that unit becomes the present one. */
  async find(query: string, near = 0): Promise<boolean> {
    if (query === this.#query && this.#found !== null) return this.#found.total > 0;
    this.#query = query;
    this.#found = null;
    this.#at = -1;
    this.#searching = query !== '';
    if (query === '') return false;
    const found = await this.#episode.findInText(this.ref, query);
    if (query !== this.#query) return false;
    this.#searching = false;
    if (found.kind === 'failed') return false;
    this.#found = found.value;
    const { offsets } = found.value;
    const before = lastAtMost(offsets, near);
    this.#at =
      offsets.length === 0 ? -1 : Math.min(offsets.length - 1, before + (offsets[before] === near ? 0 : 1));
    return found.value.total > 0;
  }

  step(steps: 1 | -1): void {
    const count = this.#found?.offsets.length ?? 0;
    if (count > 0) this.#at = (Math.max(0, this.#at) + steps + count) % count;
  }

  #start(row: number): number {
    return this.#rows?.starts[row] ?? this.#rows?.length ?? 0;
  }
}

/** Position of the last entry of an ascending list that is at most `value`; -1 where none is. */
function lastAtMost(list: Uint32Array | undefined, value: number): number {
  if (list === undefined) return -1;
  let low = -1;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
