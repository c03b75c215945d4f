/**
 * What a reader has unfolded on the episode page: it outlives the rows, which a virtual list makes and forgets. It knows
 * keys, not messages.
 */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';

/** More of one text is not put into the transcript: it is read in full over the page. */
export const LONGEST_UNFOLDED = 250_000;
/** Of each text, when all are unfolded at once. */
const UNFOLDED_UNASKED = 64_000;

export class Folds {
  /** Unfolded or folded by hand, against what is usual for the thing. */
  readonly #byHand = new SvelteMap<string, boolean>();
  readonly #raw = new SvelteSet<string>();
  /** Null: the preview, although all texts were unfolded. */
  readonly #shown = new SvelteMap<string, number | null>();
  #usual = $state.raw<boolean | null>(null);

  isOpen(key: string, usual: boolean): boolean {
    return this.#byHand.get(key) ?? this.#usual ?? usual;
  }
  set(key: string, open: boolean): void {
    this.#byHand.set(key, open);
  }

  /** All of them, also those not yet on the screen. */
  setAll(open: boolean): void {
    this.#byHand.clear();
    this.#shown.clear();
    this.#usual = open;
  }
  /** Whether everything was last unfolded or folded at once; null where neither. */
  get all(): boolean | null {
    return this.#usual;
  }

  isRaw(key: string): boolean {
    return this.#raw.has(key);
  }
  toggleRaw(key: string): void {
    if (!this.#raw.delete(key)) this.#raw.add(key);
  }

  /** Units of a long text that are shown; null is the preview. */
  shown(key: string): number | null {
    const byHand = this.#shown.get(key);
    if (byHand !== undefined) return byHand;
    return this.#usual === true ? UNFOLDED_UNASKED : null;
  }
  show(key: string, units: number | null): void {
    this.#shown.set(key, units);
  }

  /** Unfolds a fold and the texts beside it, or folds them where any of them is unfolded. */
  toggle(fold: string, texts: readonly string[]): void {
    const open = !this.isOpen(fold, false) && texts.every((text) => this.shown(text) === null);
    this.set(fold, open);
    for (const text of texts) this.show(text, open ? UNFOLDED_UNASKED : null);
  }

  clear(): void {
    this.#byHand.clear();
    this.#raw.clear();
    this.#shown.clear();
    this.#usual = null;
  }
}
