/** Why a file as a whole is not read: known by its first bytes. It refuses to know the formats themselves. */
import type { Dialect } from '../model/dialect';
import type { Container } from './container';
import { recogniseForeign } from './foreign';

export interface Refusal {
  readonly dialect: Dialect;
  readonly code: 'foreign-format' | 'unknown-format';
  /** What it is, and what would help. */
  readonly message: string;
}

/** Null where the content is to be read record by record. */
export function refusalOf({ kinds, head }: Container): Refusal | null {
  const foreign = recogniseForeign(head);
  if (foreign !== null) return { dialect: foreign.dialect, code: 'foreign-format', message: foreign.advice };
  const shape = kinds.at(-1);
  if (shape !== 'zip' && shape !== 'binary') return null;
  return {
    dialect: 'unknown',
    code: 'unknown-format',
    message: 'This is no text. Drop the `traces.jsonl` of a run, plain or as `.gz` or `.zst`.',
  };
}
