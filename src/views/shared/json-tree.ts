/** What the JSON tree asks for and gets: shapes only, so that it knows no worker. */
export interface TreeEntryShape {
  readonly key: string | number;
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
  readonly value: TreeValueShape;
}

export type TreeContainer = { readonly kind: 'object' | 'array'; readonly size: number };
export type TreeValueShape =
  | TreeContainer
  | { readonly kind: 'string'; readonly head: string; readonly whole: boolean; readonly holdsJson: boolean }
  | { readonly kind: 'number' | 'literal' | 'broken'; readonly text: string };

export interface TreePageShape {
  readonly value: TreeValueShape;
  readonly start: number;
  readonly entries: readonly TreeEntryShape[];
}

export interface TreeSource {
  /** Null where the pointer leads nowhere. */
  readonly page: (pointer: string, from: number, to: number) => Promise<TreePageShape | null>;
  /** The text of a string, no more than so many units of it. */
  readonly text: (pointer: string, limit: number) => Promise<string | null>;
  /** Shows the whole of a string elsewhere, where that can be done. */
  readonly read?: (pointer: string) => void;
  /** What lies between two bytes, exactly as it is spelled. */
  readonly spelling: (start: number, end: number) => Promise<string>;
  /** The text of a string as a document of its own. */
  readonly inside: (pointer: string) => TreeSource;
}

export function isContainer(value: TreeValueShape): value is TreeContainer {
  return value.kind === 'object' || value.kind === 'array';
}
