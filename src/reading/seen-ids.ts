/**
 * Which ids a file has had, so that two episodes of one id are noticed. What it holds does not grow with texts, and not
 * beyond a bound: hashes of 64 bits and lines. It refuses to know where ids come from.
 */
import { diagnostic } from '../model/diagnostic';
import type { Diagnostic } from '../model/diagnostic';

/** Of so many ids; of later ones only those are noticed that repeat one of these. */
const MOST_IDS = 1 << 20;
const FEWEST_SLOTS = 1 << 10;
/** A message names so much of an id. */
const SHOWN_LENGTH = 80;

export class SeenIds {
  #count = 0;
  /** By slot: both halves of a hash, and the line of the record that had the id first; 0 is an empty slot. */
  #low = new Int32Array(FEWEST_SLOTS);
  #high = new Int32Array(FEWEST_SLOTS);
  #line = new Float64Array(FEWEST_SLOTS);

  /** What is to be said of the episode of this id at this place: null where the id is new, or there is none. */
  note(id: string, line: number, byte: number): Diagnostic | null {
    if (id === '') return null;
    const first = this.#firstLineOf(id, line);
    if (first === null) return null;
    const shown = id.length > SHOWN_LENGTH ? `${id.slice(0, SHOWN_LENGTH)}…` : id;
    return diagnostic(
      'duplicate-id',
      { record: line, byte },
      `The id ${JSON.stringify(shown)} is that of record ${first} too.`,
    );
  }

  /** Null where the id is new; it is remembered then. */
  #firstLineOf(id: string, line: number): number | null {
    const [low, high] = hashOf(id);
    const slot = this.#slotOf(low, high);
    const first = this.#line[slot] ?? 0;
    if (first > 0) return first;
    if (this.#count === MOST_IDS) return null;
    this.#put(slot, low, high, line);
    this.#count += 1;
    if (this.#count * 2 > this.#line.length) this.#widen();
    return null;
  }

  /** The slot of the hash, or the empty one where it belongs: half of all slots are empty. */
  #slotOf(low: number, high: number): number {
    const mask = this.#line.length - 1;
    let slot = low & mask;
    while (this.#line[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #put(slot: number, low: number, high: number, line: number): void {
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.#line[slot] = line;
  }

  #widen(): void {
    const [lows, highs, lines] = [this.#low, this.#high, this.#line];
    this.#low = new Int32Array(lines.length * 2);
    this.#high = new Int32Array(lines.length * 2);
    this.#line = new Float64Array(lines.length * 2);
    lines.forEach((line, slot) => {
      if (line === 0) return;
      const [low = 0, high = 0] = [lows[slot], highs[slot]];
      this.#put(this.#slotOf(low, high), low, high, line);
    });
  }
}

/** Two hashes of 32 bits that know nothing of each other (after Bryc's cyrb53). */
function hashOf(text: string): readonly [number, number] {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return [low | 0, high | 0];
}
