/** The smallest lines that are records, and the bytes they are put into: shared by the families of damaged files. */

const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

export function bytes(
  ...parts: readonly (string | Uint8Array | readonly number[])[]
): Uint8Array<ArrayBuffer> {
  const pieces = parts.map((part) =>
    typeof part === 'string' ? utf8(part) : part instanceof Uint8Array ? part : Uint8Array.from(part),
  );
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** One episode without traces, on one line, without the line feed. Its id tells it from its neighbours. */
export function episode(id: number | string, extra = ''): string {
  return `{"id":"e${id}","env":{"id":"t"},"ok":true,"errors":[],"traces":[]${extra}}`;
}

export function episodes(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => episode(index + 1));
}

/** Terminated lines. */
export function jsonl(lines: readonly string[]): string {
  return lines.map((line) => line + '\n').join('');
}

/** Over several lines, as Python's `indent=2` writes it. */
export function pretty(line: string, indentation = ''): string {
  const value: unknown = JSON.parse(line);
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n' + indentation);
}

/** What a file is expected to give. */
export interface FileCase {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly container: string;
  /** Ids of the episodes that are read, in file order. */
  readonly ids: readonly string[];
  readonly repaired?: number;
  readonly skipped?: number;
  /** `code@record:byte` of each diagnostic in report order; `-` for null. */
  readonly found?: readonly string[];
  readonly dialect?: string;
}

export function ids(...numbers: readonly number[]): readonly string[] {
  return numbers.map((number) => `e${number}`);
}
