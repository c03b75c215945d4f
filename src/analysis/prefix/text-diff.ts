/**
 * What differs between two texts, word by word where that is affordable, else line by line, else as a whole. Bounded in work
 * and in what it returns: long equal stretches and long differing ones are cut, and how much was cut is said. The one file
 * that knows the diff library.
 */
import { diffLines, diffWordsWithSpace } from 'diff';

export type DiffPart =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  /** Units of a stretch that are not here: `of` says which side, or both where they are equal. */
  | { readonly kind: 'left_out'; readonly of: 'same' | 'removed' | 'added'; readonly units: number };

export interface TextDiff {
  readonly parts: readonly DiffPart[];
  /** `whole`: the texts were too long or too unlike to be told apart in detail. */
  readonly by: 'words' | 'lines' | 'whole';
}

/** Edits that are looked for before a coarser unit is tried. */
const WORD_EDITS = 1500;
const LINE_EDITS = 1500;
/** UTF-16 units of the differing middle that are cut into words, and into lines. */
const WORD_UNITS = 200_000;
const LINE_UNITS = 2_000_000;
/** Of an equal stretch, so much stands on either side of a difference. */
const CONTEXT = 160;
/** Of one differing stretch, and of all parts together. */
const STRETCH = 6_000;
const TOTAL = 48_000;

interface Change {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export function textDiff(old: string, fresh: string): TextDiff {
  const front = commonFront(old, fresh);
  const back = commonBack(old, fresh, front);
  const [before, after] = [old.slice(front, old.length - back), fresh.slice(front, fresh.length - back)];
  const middle = changesBetween(before, after);
  const changes: Change[] = [
    { kind: 'same', text: old.slice(0, front) },
    ...middle.changes,
    { kind: 'same', text: old.slice(old.length - back) },
  ];
  return { parts: bounded(changes.filter(({ text }) => text !== '')), by: middle.by };
}

function changesBetween(old: string, fresh: string): { changes: readonly Change[]; by: TextDiff['by'] } {
  const units = old.length + fresh.length;
  if (old === '' || fresh === '') return { changes: replaced(old, fresh), by: 'words' };
  const words =
    units > WORD_UNITS ? undefined : diffWordsWithSpace(old, fresh, { maxEditLength: WORD_EDITS });
  if (words !== undefined) return { changes: joined(words.map(changeOf)), by: 'words' };
  const lines = units > LINE_UNITS ? undefined : diffLines(old, fresh, { maxEditLength: LINE_EDITS });
  if (lines !== undefined) return { changes: joined(lines.map(changeOf)), by: 'lines' };
  return { changes: replaced(old, fresh), by: 'whole' };
}

function changeOf({ added, removed, value }: { added: boolean; removed: boolean; value: string }): Change {
  return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
}

function replaced(old: string, fresh: string): readonly Change[] {
  return [
    { kind: 'removed', text: old },
    { kind: 'added', text: fresh },
  ];
}

/**
 * A blank between two changed words belongs to the change: `a b` → `c d` is one replacement, not two. Of each stretch of
 * changes what was removed comes first.
 */
function joined(changes: readonly Change[]): readonly Change[] {
  const all: Change[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') all.push({ kind: 'removed', text: removed });
    if (added !== '') all.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [at, { kind, text }] of changes.entries()) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed !== '' && added !== '' && at + 1 < changes.length && /^[^\S\n]+$/.test(text)) {
      removed += text;
      added += text;
    } else {
      flush();
      all.push({ kind, text });
    }
  }
  flush();
  return all;
}

function bounded(changes: readonly Change[]): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let room = TOTAL;
  const put = (kind: Change['kind'], text: string) => {
    const shown = room <= 0 ? '' : cut(text, room);
    room -= shown.length;
    if (shown !== '') parts.push({ kind, text: shown });
    if (shown.length < text.length) {
      parts.push({ kind: 'left_out', of: kind, units: text.length - shown.length });
    }
  };
  const leaveOut = (of: Change['kind'], units: number) => {
    if (units > 0) parts.push({ kind: 'left_out', of, units });
  };
  for (const [at, { kind, text }] of changes.entries()) {
    if (kind !== 'same') {
      put(kind, cut(text, STRETCH));
      leaveOut(kind, text.length - cut(text, STRETCH).length);
      continue;
    }
    const head = at === 0 ? 0 : CONTEXT;
    const tail = at === changes.length - 1 ? 0 : CONTEXT;
    if (text.length <= head + tail + 40) {
      put(kind, text);
      continue;
    }
    const before = cut(text, head);
    const after = text.slice(between(text, text.length - tail));
    put(kind, before);
    leaveOut(kind, text.length - before.length - after.length);
    put(kind, after);
  }
  return parts;
}

/** Units at the front that are equal, back to the last blank, so that words stay whole. */
function commonFront(old: string, fresh: string): number {
  const most = Math.min(old.length, fresh.length);
  let at = 0;
  while (at < most && old.charCodeAt(at) === fresh.charCodeAt(at)) at += 1;
  if (at === old.length && at === fresh.length) return at;
  let blank = at;
  while (blank > 0 && at - blank < 200 && !isBlank(old.charCodeAt(blank - 1))) blank -= 1;
  return isBlank(old.charCodeAt(blank - 1)) || blank === 0 ? blank : between(old, at);
}

function commonBack(old: string, fresh: string, front: number): number {
  const most = Math.min(old.length, fresh.length) - front;
  let back = 0;
  while (back < most && old.charCodeAt(old.length - 1 - back) === fresh.charCodeAt(fresh.length - 1 - back)) {
    back += 1;
  }
  let blank = back;
  while (blank > 0 && back - blank < 200 && !isBlank(old.charCodeAt(old.length - blank))) blank -= 1;
  if (blank === 0 || isBlank(old.charCodeAt(old.length - blank))) return blank;
  const start = between(old, old.length - back);
  return start < old.length - back ? Math.max(0, back - 1) : back;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

function cut(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, between(text, units));
}

/** Never inside a surrogate pair. */
function between(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length);
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000 ? at - 1 : at;
}
