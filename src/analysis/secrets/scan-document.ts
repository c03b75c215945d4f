/**
 * The secrets of one JSON text, string by string in the order of writing, with what only the structure tells: members by
 * name, `{name, value}` pairs, the harness's private set-up, text parts that belong together.
 */
import type { JsonPointer } from '../../model/json';
import { pointerTo } from '../../model/json';
import { isRuntimeKey, runtimeStrings, RuntimeZones } from './runtime-zones';
import type { Found } from './found';
import { inOrder, withLate } from './found';
import { settle } from './hits';
import { walkJson, type JsonVisitor } from './json-walk';
import { decodeLiteral, writtenAt, type Span } from './literals';
import { memberHit } from './members';
import { nameKind } from './names';
import { isPlaceholder } from './placeholders';
import { scanText, type ScanOptions } from './scan-text';
import { shownKey } from './shown-key';
import { hitsInText } from './text/find';
import { acrossParts, type TextPart } from './text-parts';

/** A container that is open. */
export interface Level {
  readonly isArray: boolean;
  readonly above: Level | null;
  /** Key in the one above; null for an element of an array. */
  readonly name: string | null;
  /** Key as it may be shown, or index. */
  readonly segment: string | number;
  readonly start: number;
  pointer: JsonPointer | null;
  /** Of an object: the present key, and as it may be shown. Of an array: the present index. */
  key: string;
  shownKey: string;
  index: number;
  /** What a pair or a text part is made of. */
  pairName: string | null;
  pairValue: Span | null;
  type: string | null;
  text: Span | null;
  /** Of an array: text parts behind one another. */
  parts: TextPart[];
}

const SHORTEST_KEY = 12;
/** Where values are looked for that are secret elsewhere. */
const SHORTEST_VALUE = 8;
const REMEMBERED_KEYS = 20_000;

/** Null where the text is not JSON. `name`: the name under which the text itself stands. */
export function scanDocument(
  text: string,
  name: string | null,
  layer: number,
  options: ScanOptions,
): readonly Found[] | null {
  const scan = new DocumentScan(text, name, layer, options);
  return walkJson(text, scan) ? scan.done() : null;
}

class DocumentScan implements JsonVisitor {
  readonly #text: string;
  readonly #name: string | null;
  readonly #layer: number;
  readonly #options: ScanOptions;
  readonly #early: Found[] = [];
  readonly #late: Found[] = [];
  readonly #zones = new RuntimeZones<Level>();
  readonly #cleanKeys = new Set<string>();
  #level: Level | null = null;

  constructor(text: string, name: string | null, layer: number, options: ScanOptions) {
    this.#text = text;
    this.#name = name;
    this.#layer = layer;
    this.#options = options;
  }

  done(): readonly Found[] {
    for (const { owner, span } of this.#zones.found) {
      this.#addWhole('runtime-v1', span, owner.path);
    }
    for (const { level, start, end } of this.#zones.objects) {
      const spans = runtimeStrings(this.#text, start, end);
      if (spans === null) continue;
      this.#late.push({
        kind: 'runtime-v1',
        path: pointerOf(level),
        length: 0,
        value: '',
        spans,
        at: start,
        isKey: false,
        isObject: true,
        before: '',
        after: '',
      });
    }
    const objects = this.#late.filter(({ isObject }) => isObject);
    const others = this.#late.filter(({ isObject }) => !isObject);
    const found = withLate(this.#early, others);
    return objects.length === 0 ? found : inOrder([...found, ...objects]);
  }

  key(start: number, end: number): void {
    const level = this.#level;
    if (level === null) return;
    const key = decodeLiteral(this.#text, start, end);
    level.key = key;
    level.shownKey = key;
    const shortest = this.#options.repeats ? SHORTEST_VALUE : SHORTEST_KEY;
    if (key.length >= shortest && !this.#cleanKeys.has(key)) this.#scanKey(level, key, start, end);
    if (key === 'policy') this.#zones.sawPolicy(level);
  }

  text(start: number, end: number): void {
    const level = this.#level;
    const isMember = level !== null && !level.isArray;
    const name = level === null ? this.#name : isMember ? level.key : null;
    // Most strings are short and under no telling name: they are passed without being made.
    if (end - start >= 6 || name !== null) {
      const value = decodeLiteral(this.#text, start, end);
      this.#add(scanText(value, name, this.#layer, this.#options), start, end, () => this.#here());
      if (isMember) this.#noteMember(level, value, start, end);
    }
    if (level !== null) {
      this.#zones.string(level, { start, end }, () => this.#here());
      if (level.isArray) this.#flushParts(level);
    }
  }

  open(isArray: boolean, at: number): void {
    const above = this.#level;
    const name = above === null ? this.#name : above.isArray ? null : above.key;
    const level: Level = {
      isArray,
      above,
      name,
      segment: above === null ? '' : above.isArray ? above.index : above.shownKey,
      start: at,
      pointer: null,
      key: '',
      shownKey: '',
      index: 0,
      pairName: null,
      pairValue: null,
      type: null,
      text: null,
      parts: [],
    };
    this.#level = level;
    this.#zones.open(level, !isArray && name !== null && isRuntimeKey(name));
  }

  close(end: number): void {
    const level = this.#level;
    if (level === null) return;
    if (level.isArray) this.#flushParts(level);
    else this.#closeObject(level);
    this.#zones.close(level, end);
    this.#level = level.above;
    const { above } = level;
    if (above === null || !above.isArray) return;
    if (level.text !== null && level.type?.endsWith('text') === true) {
      above.parts.push({ ...level.text, path: () => pointerTo(pointerOf(level), 'text') });
    } else this.#flushParts(above);
  }

  next(): void {
    if (this.#level !== null) this.#level.index += 1;
  }

  #here(): JsonPointer {
    const level = this.#level;
    if (level === null) return '';
    return pointerTo(pointerOf(level), level.isArray ? level.index : level.shownKey);
  }

  #noteMember(level: Level, value: string, start: number, end: number): void {
    switch (level.key) {
      case 'name':
      case 'key':
      case 'header':
        level.pairName = value;
        break;
      case 'value':
        level.pairValue = { start, end };
        break;
      case 'type':
        level.type = value;
        break;
      case 'text':
        level.text = { start, end };
        break;
    }
  }

  /** What is found in a literal, with the places where it is written. */
  #add(found: readonly Found[], start: number, end: number, path: () => JsonPointer): void {
    if (found.length === 0) return;
    const places = [
      ...new Set(found.flatMap(({ spans }) => spans.flatMap((span) => [span.start, span.end]))),
    ];
    places.sort((a, b) => a - b);
    const written = writtenAt(this.#text, start, end, places);
    const at = new Map(places.map((place, index) => [place, written[index] ?? end]));
    const pointer = path();
    // Where a name begins in a literal says nothing about the document.
    for (const { named: _, ...one } of found) {
      const spans = one.spans.map((span) => ({
        start: at.get(span.start) ?? start,
        end: at.get(span.end) ?? end,
      }));
      this.#early.push({ ...one, path: pointer, spans, at: spans[0]?.start ?? start });
    }
  }

  #addWhole(kind: Found['kind'], { start, end }: Span, path: JsonPointer, from = 0): void {
    const value = decodeLiteral(this.#text, start, end);
    if (isPlaceholder(value)) return;
    const [first = start] = from === 0 ? [start] : writtenAt(this.#text, start, end, [from]);
    const secret = value.slice(from);
    const spans = [{ start: first, end }];
    this.#late.push({
      kind,
      path,
      length: secret.length,
      value: secret,
      spans,
      at: first,
      isKey: false,
      isObject: false,
      before: value.slice(0, from),
      after: '',
    });
  }

  #scanKey(level: Level, key: string, start: number, end: number): void {
    const hits = settle(hitsInText(key, this.#options));
    if (hits.length === 0) {
      if (this.#cleanKeys.size < REMEMBERED_KEYS) this.#cleanKeys.add(key);
      return;
    }
    level.shownKey = shownKey(key, hits);
    const found = hits.map(({ kind, start: first, end: last, from, to }): Found => ({
      kind,
      path: '',
      length: last - first,
      value: key.slice(first, last),
      spans: [{ start: from, end: to }],
      at: from,
      isKey: true,
      isObject: false,
      before: '',
      after: '',
    }));
    this.#add(found, start, end, () => this.#here());
  }

  /** `{"name": "X-Api-Key", "value": "…"}` */
  #closeObject(level: Level): void {
    if (level.pairName === null || level.pairValue === null) return;
    const kind = nameKind(level.pairName);
    if (kind === null) return;
    const value = decodeLiteral(this.#text, level.pairValue.start, level.pairValue.end);
    const hit = memberHit(kind, value, false);
    if (hit === null) return;
    this.#addWhole(hit.kind, level.pairValue, pointerTo(pointerOf(level), 'value'), hit.start);
  }

  #flushParts(level: Level): void {
    const { parts } = level;
    if (parts.length === 0) return;
    level.parts = [];
    if (parts.length < 2) return;
    this.#late.push(...acrossParts(this.#text, parts, this.#layer, this.#options));
  }
}

function pointerOf(level: Level): JsonPointer {
  const open: Level[] = [];
  let at: Level | null = level;
  while (at !== null && at.pointer === null) {
    open.push(at);
    at = at.above;
  }
  let pointer = at?.pointer ?? '';
  for (const next of open.reverse()) {
    pointer = next.above === null ? '' : pointerTo(pointer, next.segment);
    next.pointer = pointer;
  }
  return pointer;
}
