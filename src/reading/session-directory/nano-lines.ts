/** Lines of one file of a session's directory that are objects, with their place; what is damaged is left out and said. */
import type { Json, JsonObject, JsonPointer } from '../../model/json';
import { isObject, pointerTo } from '../../model/json';
import type { Spot } from '../spot';
import type { BundledFile } from './bundle';

export interface FileLine {
  readonly value: JsonObject;
  readonly path: JsonPointer;
  /** 1-based, in its file. */
  readonly number: number;
}

/**
 * `tail`: whether a last line without its line feed counts. A line that is no JSON has been told of where its file was read;
 * here it is only told what that leaves out.
 */
export function linesOf(
  { lines, at, folder, file, unterminated }: BundledFile,
  spot: Spot,
  tail: 'counts' | 'is left out' = 'counts',
): readonly FileLine[] {
  const kept: FileLine[] = [];
  const odd: number[] = [];
  for (const [index, value] of lines.entries()) {
    if (value === '') continue;
    const isTail = unterminated && index === lines.length - 1;
    if (isTail && (tail === 'is left out' || !isObject(value))) continue;
    if (isObject(value))
      kept.push({ value, path: pointerTo('', 'files', at, 'lines', index), number: index + 1 });
    else odd.push(index + 1);
  }
  const [first] = odd;
  if (first !== undefined) {
    const name = folder === '' ? file : `${folder}/${file}`;
    const others = odd.length > 1 ? ` and ${odd.length - 1} more` : '';
    spot.note('session-line-left-out', null, `${name}, line ${first}${others}: not an object; left out.`);
  }
  return kept;
}

export function textIn(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function integerIn(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}
