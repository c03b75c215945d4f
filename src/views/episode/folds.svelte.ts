/**
 * What a reader has unfolded on the episode page: it outlives the rows, which a virtual list makes and forgets. It knows
 * keys, not messages.
 */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';

export class Folds {
  /** Unfolded or folded by hand, against what is usual for the thing. */
  readonly #byHand = new SvelteMap<string, boolean>();
  readonly #raw = new SvelteSet<string>();
  readonly #shown = new SvelteMap<string, number>();
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
    return this.#shown.get(key) ?? null;
  }
  show(key: string, units: number | null): void {
    if (units === null) this.#shown.delete(key);
    else this.#shown.set(key, units);
  }

  clear(): void {
    this.#byHand.clear();
    this.#raw.clear();
    this.#shown.clear();
    this.#usual = null;
  }
}
