/**
 * Where reading stands inside a record or trace, as a chain of segments: a JSON Pointer is written only when there is
 * something to say. It refuses to know what lies at its place.
 */
import type { DiagnosticCode } from '../model/diagnostic';
import type { Json, JsonObject, JsonPointer } from '../model/json';
import { isArray, pointerSegments, pointerTo } from '../model/json';
import type { Collector } from './collector';

export type Segment = string | number;

export class Spot {
  readonly collector: Collector;
  readonly #parent: Spot | null;
  readonly #segment: Segment;

  private constructor(collector: Collector, parent: Spot | null, segment: Segment) {
    this.collector = collector;
    this.#parent = parent;
    this.#segment = segment;
  }

  static root(collector: Collector): Spot {
    return new Spot(collector, null, '');
  }

  under(segment: Segment): Spot {
    return new Spot(this.collector, this, segment);
  }

  at(pointer: JsonPointer): Spot {
    return pointerSegments(pointer).reduce<Spot>((spot, segment) => spot.under(segment), this);
  }

  pointer(...inside: readonly Segment[]): JsonPointer {
    if (this.#parent === null) return pointerTo('', ...inside);
    return this.#parent.pointer(this.#segment, ...inside);
  }

  note(code: DiagnosticCode, segment: Segment | null, message: string): void {
    if (!this.collector.wants(code)) return;
    this.collector.add(code, segment === null ? this.pointer() : this.pointer(segment), message);
  }

  /** A field of the wrong type: dropped, and said so. */
  bad(segment: Segment | null, wanted: string, value: Json): void {
    this.note('bad-field', segment, `Expected ${wanted}, found ${nameOfType(value)}; dropped.`);
  }

  /** Members outside `known` that say anything: kept in the raw view, told once for each kind of object. */
  unknownIn(value: JsonObject, known: ReadonlySet<string>, kind: string): void {
    for (const key in value) {
      if (known.has(key) || value[key] === null || !this.collector.isFirst(`${kind} ${key}`)) continue;
      this.note('unknown-field', key, `Not a known field of ${kind}; kept in the raw view.`);
    }
  }
}

export function nameOfType(value: Json): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : 'a number that is not finite';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? 'text' : 'an object';
}
