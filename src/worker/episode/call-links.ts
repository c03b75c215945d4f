/** The links between calls as columns, and what joins a child to its parent where only the record of sessions does. */
import type { Agents } from '../../analysis/agents/reconstruct';
import { NONE } from '../../analysis/graph';
import type { SemanticLink } from '../../analysis/semantic-types';
import type { CallColumns, LinkColumns } from '../../layout/call-graph/columns';
import { LINK_ORIGINS } from '../../layout/call-graph/columns';
import type { OutsideLinks } from './graph-shape';

/** What joins a child to its parent where only the harness's own record of sessions does. */
const SESSION_LINK = 'child session';

export interface LinkDraft {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly origin: SemanticLink['origin'] | 'session';
  readonly flags: number;
  readonly reason: string | null;
}

/** Where only the harness's record of sessions names the parent: from its latest call before the child's first. */
export function sessionLinks(
  agents: Agents,
  { group }: CallColumns,
  groupOfAgent: Int32Array,
  links: readonly LinkDraft[],
): LinkDraft[] {
  const recorded = agents.agents.filter(({ basis }) => basis === 'lineage' || basis === 'ledger');
  if (recorded.length === 0) return [];
  const declared = new Set(
    links.filter(({ type }) => type === 'subagent_call').map(({ from, to }) => `${group[from]} ${group[to]}`),
  );
  const members = new Map<number, number[]>();
  group.forEach((own, at) => {
    const known = members.get(own);
    if (known === undefined) members.set(own, [at]);
    else known.push(at);
  });
  const drafts: LinkDraft[] = [];
  for (const { id, parent } of recorded) {
    const child = groupOfAgent[id] ?? NONE;
    const above = parent === null ? NONE : (groupOfAgent[parent] ?? NONE);
    const to = members.get(child)?.[0];
    if (above === NONE || to === undefined || declared.has(`${above} ${child}`)) continue;
    const calls = members.get(above) ?? [];
    const from = calls[lastBelow(calls, to)];
    if (from !== undefined) {
      drafts.push({ from, to, type: SESSION_LINK, origin: 'session', flags: 0, reason: null });
    }
  }
  return drafts;
}

/** Position of the last of ascending values below a limit; -1 for none. */
function lastBelow(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function linkColumns(drafts: readonly LinkDraft[]): LinkColumns {
  const types = new StringTable();
  const reasons = new StringTable();
  return {
    count: drafts.length,
    from: Int32Array.from(drafts, (link) => link.from),
    to: Int32Array.from(drafts, (link) => link.to),
    type: Uint16Array.from(drafts, (link) => types.indexOf(link.type)),
    types: types.list,
    origin: Uint8Array.from(drafts, (link) => LINK_ORIGINS.indexOf(link.origin)),
    flags: Uint8Array.from(drafts, (link) => link.flags),
    reason: Int32Array.from(drafts, (link) => (link.reason === null ? NONE : reasons.indexOf(link.reason))),
    reasons: reasons.list,
  };
}

export function outsideColumns(links: readonly SemanticLink[]): OutsideLinks {
  const types = new StringTable();
  return {
    count: links.length,
    source: Int32Array.from(links, (link) => link.source),
    target: Int32Array.from(links, (link) => link.target),
    type: Uint16Array.from(links, (link) => types.indexOf(link.type)),
    types: types.list,
  };
}

/** Each text once, by the number of its first use. A table that would outgrow its column ends in one entry for the rest. */
class StringTable {
  static readonly #most = 0xffff;
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  indexOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.list.length >= StringTable.#most) {
      this.list[StringTable.#most] = 'one of too many labels';
      return StringTable.#most;
    }
    this.#numbers.set(text, this.list.length);
    this.list.push(text);
    return this.list.length - 1;
  }
}
