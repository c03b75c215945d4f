/**
 * Where the reader is: the current route, kept equal to the address. The browser's history and location come in from
 * outside, so that this runs in tests; what a route shows is no concern of it.
 */
import type { RunKey } from '../model/ids';
import type { Route, RunRoute } from './route';
import { formatRoute, parseRoute, runRoute, samePage } from './route';

/** The part of the browser that navigation needs. */
export interface Address {
  readonly hash: string;
  /** How many entries of this app lie behind the present one, as remembered with it; null for an entry not made here. */
  readonly depth: number | null;
  push(hash: string, depth: number): void;
  replace(hash: string, depth: number): void;
  back(): void;
  /** Called when the address changed by Back, Forward, or by hand. */
  onChange(listener: () => void): () => void;
}

/** Browsers refuse to write the address more than about a hundred times in thirty seconds. */
const PAUSE_MS = 350;

export class Navigation {
  readonly #address: Address;
  #route: Route;
  #depth: number;
  /** Hashes of the entries that this visit has seen, by depth. */
  readonly #trail: string[] = [];
  /**
   * How each list was left: what leads to it again leads to the same filter, order and selection. Not reactive by design:
   * every change of it comes with a change of the route.
   */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- see above
  readonly #lists = new Map<RunKey, RunRoute>();
  /** Replacements wait here for the end of the pause. */
  #pending: Route | null = null;
  #pause: ReturnType<typeof setTimeout> | null = null;

  constructor(address: Address) {
    this.#address = address;
    this.#route = $state.raw(parseRoute(address.hash));
    this.#depth = address.depth ?? 0;
    address.replace(address.hash, this.#depth);
    this.#trail[this.#depth] = address.hash;
    this.#remember();
    address.onChange(() => this.#follow());
  }

  get route(): Route {
    return this.#route;
  }

  /** The list of a run as it is or as it was left; the whole list where it was not seen yet. */
  listRoute(run: RunKey): RunRoute {
    const route = this.#route;
    return route.kind === 'run' && route.run === run ? route : (this.#lists.get(run) ?? runRoute(run));
  }

  /**
   * Goes to a route. `replace` adds no entry to the history: for a selection or a filter, which change often and are no
   * place to come back to.
   */
  go(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
    this.#route = route;
    this.#remember();
    if (replace) {
      this.#pending = route;
      if (this.#pause === null) this.#write();
      return;
    }
    this.settle();
    this.#depth += 1;
    const hash = formatRoute(route);
    this.#trail.length = this.#depth;
    this.#trail[this.#depth] = hash;
    this.#address.push(hash, this.#depth);
  }

  /** Leaves a page for the one it was opened from: by the history if that is where it leads, else as a new step. */
  back(to: Route): void {
    const previous = this.#trail[this.#depth - 1];
    if (previous !== undefined && samePage(parseRoute(previous), to)) {
      this.settle();
      this.#address.back();
    } else {
      this.go(to);
    }
  }

  /** Undoes a step within a page: by the history if that is where it leads, else in the entry that is there. */
  undo(to: Route): void {
    if (this.#trail[this.#depth - 1] === formatRoute(to)) {
      this.settle();
      this.#address.back();
    } else {
      this.go(to, { replace: true });
    }
  }

  /** Writes what still waits, before the entry is left. */
  settle(): void {
    if (this.#pending === null) return;
    const hash = formatRoute(this.#pending);
    this.#pending = null;
    this.#trail[this.#depth] = hash;
    if (hash !== this.#address.hash) this.#address.replace(hash, this.#depth);
  }

  #follow(): void {
    const { hash, depth } = this.#address;
    // One change can be told twice, as history and as hash.
    if (depth === this.#depth && hash === this.#trail[this.#depth]) return;
    // What was still to be written belonged to an entry that has been left.
    this.#pending = null;
    if (depth === null) {
      this.#depth += 1;
      this.#trail.length = this.#depth;
      this.#address.replace(hash, this.#depth);
    } else {
      this.#depth = depth;
    }
    this.#trail[this.#depth] = hash;
    this.#route = parseRoute(hash);
    this.#remember();
  }

  #remember(): void {
    if (this.#route.kind === 'run') this.#lists.set(this.#route.run, this.#route);
  }

  #write(): void {
    this.settle();
    this.#pause = setTimeout(() => {
      this.#pause = null;
      if (this.#pending !== null) this.#write();
    }, PAUSE_MS);
  }
}
