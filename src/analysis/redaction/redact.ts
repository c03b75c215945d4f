/**
 * Takes chosen findings out of a record: the stretches of its strings where they are written, and nothing else. Structure,
 * ids, numbers and every other byte stay as they are, also in JSON that lies inside strings, because what is put in needs
 * no escaping at any depth.
 */
import { REDACTED } from '../secrets/placeholders';
import type { Span } from '../secrets/literals';
import type { Repeats } from '../secrets/repeats';
import { findingsIn, type Finding } from '../secrets/secrets';

interface Cut extends Span {
  readonly text: string;
}

/** What is left may read as a secret only now that its neighbour is gone; more rounds than this were never seen. */
const MOST_ROUNDS = 4;

export interface Redaction {
  readonly text: string;
  /** What a last scan finds in it. */
  readonly left: readonly Finding[];
  readonly replaced: number;
}

/** `chosen` is asked about each finding of the record, by its number; what it lets stand is let stand in every round. */
export function redactRecord(
  text: string,
  chosen: (finding: Finding, index: number) => boolean,
  isWanted: (finding: Finding) => boolean,
  repeats: Repeats | null = null,
): Redaction {
  const options = { contacts: true, repeats };
  const found = findingsIn(text, options);
  const taken: Finding[] = [];
  const kept = new Set<string>();
  found.forEach((finding, index) => {
    if (chosen(finding, index)) taken.push(finding);
    else kept.add(nameOf(finding));
  });
  if (taken.length === 0) return { text, left: found, replaced: 0 };
  let out = redact(text, taken);
  for (let round = 1; ; round += 1) {
    const left = findingsIn(out, options);
    const next = left.filter((finding) => isWanted(finding) && !kept.has(nameOf(finding)));
    if (next.length === 0 || round === MOST_ROUNDS) return { text: out, left, replaced: taken.length };
    out = redact(out, next);
  }
}

function nameOf({ path, kind, value }: Finding): string {
  return `${kind} ${path} ${value}`;
}

export function redact(text: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return text;
  const cuts = merged(cutsOf(text, findings));
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text: put } of cuts) {
    pieces.push(text.slice(done, start), put);
    done = end;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

function cutsOf(text: string, findings: readonly Finding[]): readonly Cut[] {
  const cuts: Cut[] = [];
  const names = new Names(text);
  for (const { spans, isKey } of findings) {
    for (const { start, end } of spans) {
      cuts.push({ start, end, text: isKey ? names.of(text.slice(start, end)) : REDACTED });
    }
  }
  return cuts.sort((a, b) => a.start - b.start || b.end - a.end);
}

/**
 * Members keep names of their own: two that became equal would be one to most readers. A name that an earlier redaction put
 * anywhere is not given again; the same stretch has the same one everywhere.
 */
class Names {
  readonly #text: string;
  readonly #given = new Map<string, string>();
  #next: number | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  of(stretch: string): string {
    const known = this.#given.get(stretch);
    if (known !== undefined) return known;
    const number = (this.#next ??= firstFree(this.#text));
    const name = number === 1 ? REDACTED : `[REDACTED ${number}]`;
    this.#next = number + 1;
    this.#given.set(stretch, name);
    return name;
  }
}

/** Beyond every number that stands in the text. */
function firstFree(text: string): number {
  let free = 1;
  for (const [, number] of text.matchAll(/\[REDACTED(?: (\d{1,9}))?\]/g)) {
    free = Math.max(free, Number(number ?? '1') + 1);
  }
  return free;
}

function merged(cuts: readonly Cut[]): readonly Cut[] {
  const out: Cut[] = [];
  for (const cut of cuts) {
    const last = out.at(-1);
    if (last !== undefined && cut.start < last.end) {
      out[out.length - 1] = { ...last, end: Math.max(last.end, cut.end) };
    } else out.push(cut);
  }
  return out;
}
