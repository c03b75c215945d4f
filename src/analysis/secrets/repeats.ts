/**
 * Finds again, in any text, values that were found to be secret elsewhere: all of them in one walk (the automaton of Aho and
 * Corasick), however many there are. It refuses to know what made them secret.
 */
import { mixtureOf } from './characters';
import type { Hit } from './hits';
import { isPlaceholder } from './placeholders';
import { severityOf, type FindingKind } from './rules';
import { isStrong } from './strength';

/** Shorter values stand in texts by chance. */
const SHORTEST = 8;
const LONGEST_JUDGED = 512;
/** Of all values together; a state of the automaton for each unit. */
const MOST_UNITS = 4_000_000;
const UNITS = 0x1_0000;

interface Known {
  readonly kind: FindingKind;
  readonly value: string;
}

/** The values that are worth looking for. */
export class SecretValues {
  readonly #values = new Set<string>();
  #units = 0;

  add({ kind, value }: Known): void {
    if (severityOf(kind) === 'low') return;
    this.#keep(kind, value);
    // User and password were found together; only one of them is secret.
    if (kind === 'url-password') this.#keep(kind, value.slice(value.indexOf(':') + 1));
  }

  /** Null where there is none. */
  repeats(): Repeats | null {
    return this.#values.size === 0 ? null : new Repeats(this.#values);
  }

  #keep(kind: FindingKind, value: string): void {
    if (this.#values.has(value) || !isTelling(kind, value)) return;
    if (this.#units + value.length > MOST_UNITS) return;
    this.#units += value.length;
    this.#values.add(value);
  }
}

/** A word, a path or a name of a version is no sign of the secret that it was once: `postgres`, `python3.11`. */
function isTelling(kind: FindingKind, value: string): boolean {
  if (value.length < SHORTEST) return false;
  const judged = value.slice(0, LONGEST_JUDGED);
  if (isStrong(judged)) return true;
  const { classes, hasDigit } = mixtureOf(judged);
  return kind === 'secret-name' && hasDigit && classes > 1 && !isPlaceholder(judged);
}

export class Repeats {
  /** By state and unit. */
  readonly #next = new Map<number, number>();
  /** The state of the longest end of what was read that begins a value. */
  readonly #otherwise: number[] = [0];
  /** Length of the longest value that ends here; 0 where none does. */
  readonly #ending: number[] = [0];
  readonly #begins = new Uint8Array(UNITS);

  constructor(values: Iterable<string>) {
    const parents: number[] = [0];
    const units: number[] = [0];
    const depths: number[] = [0];
    for (const value of values) {
      let state = 0;
      for (let at = 0; at < value.length; at += 1) {
        const unit = value.charCodeAt(at);
        const key = state * UNITS + unit;
        let next = this.#next.get(key);
        if (next === undefined) {
          next = parents.length;
          this.#next.set(key, next);
          parents.push(state);
          units.push(unit);
          depths.push(at + 1);
          this.#otherwise.push(0);
          this.#ending.push(0);
        }
        state = next;
      }
      this.#ending[state] = value.length;
      this.#begins[value.charCodeAt(0)] = 1;
    }
    const states = depths.map((_, state) => state).sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0));
    for (const state of states) {
      if ((depths[state] ?? 0) < 2) continue;
      const other = this.#step(this.#otherwise[parents[state] ?? 0] ?? 0, units[state] ?? 0);
      this.#otherwise[state] = other;
      this.#ending[state] = Math.max(this.#ending[state] ?? 0, this.#ending[other] ?? 0);
    }
  }

  hitsIn(text: string): readonly Hit[] {
    const hits: Hit[] = [];
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (state === 0 && this.#begins[unit] === 0) continue;
      state = this.#step(state, unit);
      const length = this.#ending[state] ?? 0;
      if (length > 0) hits.push({ kind: 'repeated-value', start: at + 1 - length, end: at + 1 });
    }
    return hits;
  }

  #step(from: number, unit: number): number {
    let state = from;
    for (;;) {
      const next = this.#next.get(state * UNITS + unit);
      if (next !== undefined) return next;
      if (state === 0) return 0;
      state = this.#otherwise[state] ?? 0;
    }
  }
}
