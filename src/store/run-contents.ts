/** Where the bytes of a run's sources are: the dropped files, decoded pieces in memory, or blocks in storage. It reads none. */
import type { SourceIndex } from '../model/ids';
import type { JsonObject } from '../model/json';

interface Content {
  parts: readonly Blob[];
  joined: Blob | null;
  metadata: JsonObject | null;
}

export class RunContents {
  readonly #sources = new Map<SourceIndex, Content>();

  blob(source: SourceIndex): Blob {
    const content = this.#content(source);
    content.joined ??=
      content.parts.length === 1 && content.parts[0] ? content.parts[0] : new Blob([...content.parts]);
    return content.joined;
  }

  metadata(source: SourceIndex): JsonObject | null {
    return this.#content(source).metadata;
  }

  /** All of it at once, in place of what was there. */
  set(source: SourceIndex, blob: Blob): void {
    const content = this.#content(source);
    content.parts = [blob];
    content.joined = null;
  }

  /** The next piece. */
  add(source: SourceIndex, part: Blob): void {
    const content = this.#content(source);
    content.parts = [...content.parts, part];
    content.joined = null;
  }

  setMetadata(source: SourceIndex, metadata: JsonObject | null): void {
    this.#content(source).metadata = metadata;
  }

  #content(source: SourceIndex): Content {
    const known = this.#sources.get(source);
    if (known !== undefined) return known;
    const made: Content = { parts: [], joined: null, metadata: null };
    this.#sources.set(source, made);
    return made;
  }
}
