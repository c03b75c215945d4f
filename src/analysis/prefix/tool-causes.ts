/** What has become of a list of tools: paired by name, equal schemas first. It refuses to know messages. */
import type { Cause } from './cause-words';
import type { Continuity } from './trace-continuity';

export interface NamedTool {
  readonly name: string;
  /** Equal exactly when the definitions are. */
  readonly content: number;
}

export function namedTools(
  { tools, digests }: Pick<Continuity, 'tools' | 'digests'>,
  root: number,
): NamedTool[] {
  const list = tools.of(root);
  const contents = digests.tools.get(list) ?? [];
  return list.map(({ name }, index) => ({ name, content: contents[index] ?? 0 }));
}

/** Each cause once, with its first position; a position is that of the old list, of an added tool that of the new one. */
export function toolCauses(
  old: readonly NamedTool[],
  fresh: readonly NamedTool[],
): ReadonlyMap<Cause, number> {
  const found = new Map<Cause, number>();
  const note = (cause: Cause, position: number) =>
    found.set(cause, Math.min(found.get(cause) ?? position, position));
  const partner = pairTools(old, fresh);
  const taken = new Set(partner);
  // The same pairs in the order of the new list: where the two orders part, the order of tools has changed.
  const ordered = [...partner].filter((other) => other !== null).sort((left, right) => left - right);
  let place = 0;
  for (const [position, other] of partner.entries()) {
    if (other === null) {
      note('tools_removed', position);
      continue;
    }
    if (old[position]?.content !== fresh[other]?.content || ordered[place] !== other)
      note('tools_changed', position);
    place += 1;
  }
  for (const position of fresh.keys()) if (!taken.has(position)) note('tools_added', position);
  return found;
}

/** For each position of the old list its partner in the new one: by name, equal schemas first. */
export function pairTools(old: readonly NamedTool[], fresh: readonly NamedTool[]): (number | null)[] {
  const partner: (number | null)[] = old.map(() => null);
  const taken = new Set<number>();
  for (const keyOf of [
    ({ name, content }: NamedTool) => `${content} ${name}`,
    ({ name }: NamedTool) => name,
  ]) {
    const free = new Map<string, number[]>();
    for (const [position, tool] of fresh.entries()) {
      if (taken.has(position)) continue;
      const key = keyOf(tool);
      const positions = free.get(key);
      if (positions === undefined) free.set(key, [position]);
      else positions.push(position);
    }
    const next = new Map<string, number>();
    for (const [position, tool] of old.entries()) {
      if (partner[position] !== null) continue;
      const key = keyOf(tool);
      const at = next.get(key) ?? 0;
      const other = free.get(key)?.[at];
      if (other === undefined) continue;
      next.set(key, at + 1);
      partner[position] = other;
      taken.add(other);
    }
  }
  return partner;
}
