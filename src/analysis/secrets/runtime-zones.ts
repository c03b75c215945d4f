/**
 * Where a document holds the harness's private set-up (`ai.prime.rlm/runtime-v1`): the objects, and the strings in them
 * that are secret whatever they look like. What an object is shows only at its end, so its strings wait until then.
 */
import type { JsonPointer } from '../../model/json';
import { walkJson } from './json-walk';
import { decodeLiteral, type Span } from './literals';
import { isIdName } from './names';
import { isPlaceholder } from './placeholders';

const RUNTIME = 'ai.prime.rlm/runtime-v1';

export function isRuntimeKey(name: string): boolean {
  return name === RUNTIME;
}

/** What is needed of an open container. */
interface Container {
  readonly isArray: boolean;
  readonly above: Container | null;
  readonly name: string | null;
  readonly start: number;
  readonly key: string;
}

interface Candidate {
  readonly owner: { readonly path: JsonPointer };
  readonly span: Span;
}

interface Facts {
  readonly underKey: boolean;
  hasPolicy: boolean;
  hasProviderKey: boolean;
  /** Whose strings all below are. */
  zone: Facts | null;
  readonly strings: Candidate[];
}

export class RuntimeZones<Level extends Container> {
  /** Strings of objects that turned out to be a set-up. */
  readonly found: Candidate[] = [];
  /** The outermost of them. */
  readonly objects: { readonly level: Level; readonly start: number; readonly end: number }[] = [];
  readonly #facts = new Map<Container, Facts>();

  open(level: Level, underKey: boolean): void {
    const { above, name } = level;
    const aboveFacts = above === null ? undefined : this.#facts.get(above);
    let zone = aboveFacts?.zone ?? null;
    if (zone === null && above !== null) {
      if (name === 'kernel_env') zone = aboveFacts ?? null;
      else if (name === 'headers' && above.name === 'provider' && above.above !== null) {
        zone = this.#facts.get(above.above) ?? null;
      }
    }
    this.#facts.set(level, { underKey, hasPolicy: false, hasProviderKey: false, zone, strings: [] });
  }

  sawPolicy(level: Level): void {
    const facts = this.#facts.get(level);
    if (facts !== undefined) facts.hasPolicy = true;
  }

  string(level: Level, span: Span, path: () => JsonPointer): void {
    const facts = this.#facts.get(level);
    if (facts === undefined) return;
    const owners: Facts[] = [];
    if (facts.zone !== null) owners.push(facts.zone);
    else if (!level.isArray && level.key === 'search_api_key') owners.push(facts);
    else if (!level.isArray && level.key === 'api_key' && level.above !== null) {
      const above = this.#facts.get(level.above);
      if (level.name === 'provider' && above !== undefined) {
        above.hasProviderKey = true;
        owners.push(above);
      } else if (level.name?.endsWith('judge') === true) {
        const further = level.above.above === null ? undefined : this.#facts.get(level.above.above);
        for (const owner of [above, further]) if (owner !== undefined) owners.push(owner);
      }
    }
    if (owners.length === 0) return;
    const candidate = { owner: { path: path() }, span };
    for (const owner of owners) owner.strings.push(candidate);
  }

  close(level: Level, end: number): void {
    const facts = this.#facts.get(level);
    this.#facts.delete(level);
    if (facts === undefined || level.isArray) return;
    if (!facts.underKey && !(facts.hasPolicy && facts.hasProviderKey)) return;
    for (const candidate of facts.strings) this.found.push(candidate);
    while ((this.objects.at(-1)?.start ?? -1) > level.start) this.objects.pop();
    this.objects.push({ level, start: level.start, end });
  }
}

/** The strings that a redaction of the object replaces, ids left alone; null where all of them have been replaced already. */
export function runtimeStrings(text: string, start: number, end: number): readonly Span[] | null {
  const spans: Span[] = [];
  let strings = 0;
  let name = '';
  const nothing = (): void => undefined;
  walkJson(text.slice(start, end), {
    key(from, to) {
      name = decodeLiteral(text, start + from, start + to);
    },
    open: nothing,
    close: nothing,
    next: nothing,
    text(from, to) {
      if (isIdName(name)) return;
      strings += 1;
      const span = { start: start + from, end: start + to };
      if (!isPlaceholder(decodeLiteral(text, span.start, span.end))) spans.push(span);
    },
  });
  return strings > 0 && spans.length === 0 ? null : spans;
}
