/**
 * Where the reader is: the current route, kept equal to the address. The browser's history and location come in from
 * outside, so that this runs in tests; what a route shows is no concern of it.
 */
import type { Route } from './route';
import { formatRoute, parseRoute } from './route';

/** The part of `window` that navigation needs. */
export interface Address {
  readonly hash: string;
  push(hash: string): void;
  replace(hash: string): void;
  /** Called when the address changed by Back, Forward, or by hand. */
  onChange(listener: () => void): () => void;
}

/** Browsers refuse to write the address more than about a hundred times in thirty seconds. */
const PAUSE_MS = 350;

export class Navigation {
  readonly #address: Address;
  #route: Route;
  #visits = 0;
  /** Replacements wait here for the end of the pause. */
  #pending: Route | null = null;
  #pause: ReturnType<typeof setTimeout> | null = null;

  constructor(address: Address) {
    this.#address = address;
    this.#route = $state.raw(parseRoute(address.hash));
    address.onChange(() => {
      // What was still to be written belonged to an entry that has been left.
      this.#pending = null;
      this.#route = parseRoute(address.hash);
    });
  }

  get route(): Route {
    return this.#route;
  }

  /** True once this tab has gone somewhere itself: Back then stays inside the app. */
  get hasPast(): boolean {
    return this.#visits > 0;
  }

  /**
   * Goes to a route. `replace` adds no entry to the history: for a selection or a filter, which change often and are no
   * place to come back to.
   */
  go(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
    this.#route = route;
    if (replace) {
      this.#pending = route;
      if (this.#pause === null) this.#write();
      return;
    }
    this.settle();
    this.#visits += 1;
    this.#address.push(formatRoute(route));
  }

  /** Writes what still waits, before the entry is left. */
  settle(): void {
    if (this.#pending === null) return;
    const hash = formatRoute(this.#pending);
    this.#pending = null;
    if (hash !== this.#address.hash) this.#address.replace(hash);
  }

  #write(): void {
    this.settle();
    this.#pause = setTimeout(() => {
      this.#pause = null;
      if (this.#pending !== null) this.#write();
    }, PAUSE_MS);
  }
}
