/**
 * Things of one episode that are fetched by number when somebody looks at them, and forgotten when too many were. Wishes
 * of one moment become one request; what arrives after `clear` is dropped.
 */
/* eslint-disable svelte/prefer-svelte-reactivity -- wishes are bookkeeping: only what arrived is shown */
import { SvelteMap } from 'svelte/reactivity';
import type { TraceIndex } from '../model/ids';

/** Null where fetching failed. */
type Fetch<Value> = (
  trace: TraceIndex,
  keys: readonly number[],
) => Promise<readonly (readonly [number, Value])[] | null>;

/** The first answer of many should not wait for the last. */
const AT_ONCE = 60;
/** More nodes than a trace can have. */
const STRIDE = 2 ** 32;

export class Fetched<Key extends number, Value> {
  readonly #values = new SvelteMap<number, Value>();
  readonly #limit: number;
  readonly #fetch: Fetch<Value>;
  readonly #asked = new Set<number>();
  #wishes = new Map<TraceIndex, Set<number>>();
  #era = 0;

  constructor(limit: number, fetch: Fetch<Value>) {
    this.#limit = limit;
    this.#fetch = fetch;
  }

  get(trace: TraceIndex, key: Key): Value | undefined {
    return this.#values.get(trace * STRIDE + key);
  }

  want(trace: TraceIndex, keys: readonly Key[]): void {
    for (const key of keys) {
      const place = trace * STRIDE + key;
      if (this.#values.has(place) || this.#asked.has(place)) continue;
      this.#asked.add(place);
      const wishes = this.#wishes.get(trace) ?? new Set();
      if (this.#wishes.size === 0) queueMicrotask(() => void this.#send());
      this.#wishes.set(trace, wishes.add(key));
    }
  }

  /** Keeps what came unasked. */
  put(trace: TraceIndex, values: readonly (readonly [number, Value])[]): void {
    for (const [key, value] of values) this.#values.set(trace * STRIDE + key, value);
  }

  clear(): void {
    this.#era += 1;
    this.#values.clear();
    this.#asked.clear();
    this.#wishes = new Map();
  }

  async #send(): Promise<void> {
    const wishes = this.#wishes;
    this.#wishes = new Map();
    for (const [trace, keys] of wishes) {
      const all = [...keys];
      for (let at = 0; at < all.length; at += AT_ONCE)
        await this.#request(trace, all.slice(at, at + AT_ONCE));
    }
  }

  async #request(trace: TraceIndex, keys: readonly number[]): Promise<void> {
    const era = this.#era;
    const found = await this.#fetch(trace, keys);
    if (era !== this.#era) return;
    for (const key of keys) this.#asked.delete(trace * STRIDE + key);
    if (found === null) return;
    for (const [key, value] of found) this.#values.set(trace * STRIDE + key, value);
    // The oldest go first; what was just fetched is the newest.
    for (const place of this.#values.keys()) {
      if (this.#values.size <= this.#limit) break;
      this.#values.delete(place);
    }
  }
}
