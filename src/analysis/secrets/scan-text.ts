/**
 * The secrets of one string under its name: as JSON where it is JSON, up to eight layers deep, else as running text. It
 * refuses to know where the string stands in its document.
 */
import { scanDocument } from './scan-document';
import type { Found } from './found';
import { settle, type Settled } from './hits';
import { memberHit } from './members';
import { isIdName, nameKind } from './names';
import type { Repeats } from './repeats';
import { severityOf } from './rules';
import { hitsInText } from './text/find';

export interface ScanOptions {
  /** Also hosts and emails. */
  readonly contacts: boolean;
  /** Also values that are secret elsewhere. */
  readonly repeats?: Repeats | null;
}

/** JSON inside strings inside JSON is followed so far. */
const MOST_LAYERS = 8;
const AROUND = 48;
/** In place of another finding in the text around one. */
const MASK = '••••';

/** `layer` counts the strings around this one; `name` is null where it is no member of an object. */
export function scanText(
  text: string,
  name: string | null,
  layer: number,
  options: ScanOptions,
): readonly Found[] {
  const kind = name === null ? null : nameKind(name);
  if (text.length < 6 && kind === null) return [];
  const inner =
    layer < MOST_LAYERS && looksLikeJson(text) ? scanDocument(text, name, layer + 1, options) : null;
  const whole = kind === null ? null : memberHit(kind, text, inner !== null);
  if (inner !== null && (whole === null || inner.length > 0)) return inner;
  const hits = inner === null ? hitsInText(text, options) : [];
  if (whole !== null) hits.push(whole);
  if (hits.length === 0) return [];
  const isId = name !== null && isIdName(name);
  const standing = settle(isId ? hits.filter(({ kind: of }) => severityOf(of) !== 'low') : hits);
  return standing.map((hit, index) => foundAt(text, hit, standing[index - 1], standing[index + 1]));
}

function foundAt(
  text: string,
  { kind, start, end, from, to, named = start }: Settled,
  previous: Settled | undefined,
  next: Settled | undefined,
): Found {
  const left = Math.max(0, from - AROUND, previous?.to ?? 0);
  const right = Math.min(text.length, to + AROUND, next?.from ?? text.length);
  const isNear = (place: number | undefined, edge: number): boolean => place === edge;
  return {
    kind,
    path: '',
    length: end - start,
    value: text.slice(start, end),
    spans: [{ start: from, end: to }],
    at: from,
    isKey: false,
    isObject: false,
    named,
    before: `${isNear(previous?.to, left) ? MASK : left > 0 ? '…' : ''}${text.slice(left, Math.max(left, from))}`,
    after: `${text.slice(to, Math.max(to, right))}${isNear(next?.from, right) ? MASK : right < text.length ? '…' : ''}`,
  };
}

/** Cheap, and right about everything that is worth the walk. */
function looksLikeJson(text: string): boolean {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  let end = text.length;
  while (end > at && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  if (end - at < 4) return false;
  const first = text.charCodeAt(at);
  const last = text.charCodeAt(end - 1);
  return (
    (first === 0x7b && last === 0x7d) ||
    (first === 0x5b && last === 0x5d) ||
    (first === 0x22 && last === 0x22)
  );
}
