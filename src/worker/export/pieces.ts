/** A file that is being written: text goes in, and is handed to the browser in large pieces, so that memory stays flat. */

const PIECE_LENGTH = 4 * 1024 * 1024;

export class Pieces {
  #blobs: Blob[] = [];
  #text: string[] = [];
  #length = 0;

  add(text: string): void {
    this.#text.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE_LENGTH) this.#cut();
  }

  join(type: string): Blob {
    this.#cut();
    return new Blob(this.#blobs, { type });
  }

  #cut(): void {
    this.#blobs.push(new Blob(this.#text));
    this.#text = [];
    this.#length = 0;
  }
}
