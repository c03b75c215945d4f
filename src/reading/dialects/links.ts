/** Semantic links as they are recorded. Which of them are usable is for the graph to say. */
import type { RecordedLink } from '../../model/edges';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { items } from '../fields';
import type { Spot } from '../spot';

const NO_LINKS: readonly RecordedLink[] = [];

export function readLinks(value: Field, spot: Spot): readonly RecordedLink[] {
  const found = items(value, spot, 'semantic_parents');
  if (found.length === 0) return NO_LINKS;
  return found.map((item) =>
    isObject(item)
      ? // No published version says `kind`, but it can only mean this.
        { kind: 'link', source: item.node ?? null, label: item.type ?? item.kind ?? null }
      : { kind: 'not_an_object', value: item },
  );
}
