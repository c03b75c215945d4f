/** Long stretches of base64 in a text: what looks like a key in one is chance. It refuses to know what they encode. */
import { endOf, isBase64 } from '../characters';

/** A stretch of base64 of this length is a blob. */
const BLOB = 200;

/** Finds the blob around a place, and remembers it: its characters are walked once, however many places lie in it. */
export class Blobs {
  readonly #text: string;
  #start = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  holds(at: number): boolean {
    this.#look(at);
    return this.#end - this.#start >= BLOB;
  }

  /** Whether one that is long enough without what follows ends at `at`: tokens are long themselves. */
  reachTo(at: number): boolean {
    this.#look(at);
    return at - this.#start >= BLOB;
  }

  #look(at: number): void {
    if (at >= this.#start && at < this.#end) return;
    let start = at;
    while (start > 0 && isBase64(this.#text.charCodeAt(start - 1))) start -= 1;
    this.#start = start;
    this.#end = endOf(this.#text, at, isBase64);
  }
}
