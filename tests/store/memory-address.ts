/** A history in memory, with the behaviour of the browser's: Back tells its listeners, writing does not. */
import type { Address } from '../../src/store/navigation.svelte';

export class MemoryAddress implements Address {
  readonly entries: { hash: string; depth: number | null }[];
  readonly #listeners = new Set<() => void>();
  position = 0;
  writes = 0;

  constructor(hash = '') {
    this.entries = [{ hash, depth: null }];
  }

  get hash(): string {
    return this.entries[this.position]?.hash ?? '';
  }
  get depth(): number | null {
    return this.entries[this.position]?.depth ?? null;
  }
  push(hash: string, depth: number): void {
    this.entries.length = this.position + 1;
    this.entries.push({ hash, depth });
    this.position += 1;
  }
  replace(hash: string, depth: number): void {
    this.entries[this.position] = { hash, depth };
    this.writes += 1;
  }
  back(): void {
    this.travel(-1);
  }
  travel(steps: number): void {
    this.position += steps;
    this.#tell();
  }
  /** As if typed into the address bar. */
  type(hash: string): void {
    this.entries.length = this.position + 1;
    this.entries.push({ hash, depth: null });
    this.position += 1;
    this.#tell();
    this.#tell();
  }
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
