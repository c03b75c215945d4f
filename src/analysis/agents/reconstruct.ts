/**
 * Agents, contexts, returns and rollbacks of one trace, from what is recorded about sessions and from semantic links. Every
 * claim carries the basis it rests on; a trace without links is one physical agent and nothing else is claimed.
 */
import type { Trace } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { contentText, stripped } from '../last-reply';
import type { Components } from './components';
import { componentsOf } from './components';
import { contextsOf } from './contexts';
import { abandonedOf } from './forks';
import type { Disagreement, SessionRecords, SessionSource } from './lineage';
import { identitiesOf } from './lineage';
import type { NodeLink, RequestLink } from './links';
import { linksBetween } from './links';
import type { ParentBasis, Parents } from './parents';
import { parentsOf } from './parents';
import type { Request, Requests } from './requests';
import { requestsOf } from './requests';
import type { AgentState, Return } from './returns';
import { endOf, returnsOf } from './returns';
import type { SummaryState } from './summaries';
import { summariesOf } from './summaries';

export interface Agent {
  /** Counts from 0 in depth-first spawn order. */
  readonly id: number;
  /** `root`, `sub 1`, `sub 1.2`, `unlinked 1`, `unlinked 1.1`. */
  readonly label: string;
  /** Agent id. */
  readonly parent: number | null;
  readonly basis: 'root' | 'unlinked' | 'physical' | ParentBasis;
  readonly depth: number;
  /** Model-call nodes in start order, every committed attempt among them. */
  readonly nodes: readonly NodeIndex[];
  readonly contexts: readonly { readonly index: number; readonly nodes: readonly NodeIndex[] }[];
  /** Null where the trace has no links. */
  readonly state: AgentState | null;
  readonly status: string | null;
  readonly sessionId: string | null;
  readonly name: string | null;
  /** What it was asked, and why it ended badly, where a directory says so. */
  readonly task: string | null;
  readonly error: string | null;
  /** What its session is known from; null where nothing names one. */
  readonly source: SessionSource | null;
}

export interface AgentReturn {
  readonly agent: number;
  readonly source: NodeIndex;
  readonly target: NodeIndex;
}

export interface Agents {
  readonly mode: 'linked' | 'recorded' | 'physical';
  readonly agents: readonly Agent[];
  /** Agent id of each model-call node. */
  readonly agentOf: ReadonlyMap<NodeIndex, number>;
  readonly contextOf: ReadonlyMap<NodeIndex, number>;
  readonly requests: Requests;
  readonly summaries: readonly { readonly node: NodeIndex; readonly state: SummaryState }[];
  readonly returns: readonly AgentReturn[];
  readonly abandoned: readonly (readonly NodeIndex[])[];
  /** Recorded sub-sessions less the ones found: a surplus is negative. Null where nothing is claimed. */
  readonly missingChildren: number | null | 'unsure';
  readonly linksIncomplete: boolean;
  readonly disagreements: readonly Disagreement[];
  /** Agents whose spawn loop was cut. */
  readonly cutLoops: readonly number[];
  readonly outside: readonly NodeLink[];
}

export function agentsOf(
  trace: Trace,
  links: readonly NodeLink[],
  records: SessionRecords | null = null,
): Agents {
  const requests = requestsOf(trace);
  const { list } = requests;
  const between = linksBetween(requests, links);
  const linked = between.links.length > 0;
  const identities = identitiesOf(list, records);
  const recorded = identities.sessionOf.some((session) => session !== null);
  const mode = linked ? 'linked' : recorded ? 'recorded' : 'physical';
  const components =
    mode === 'physical' ? onlyOne(list.length) : componentsOf(list.length, identities, between.links);
  const parents = parentsOf(components, identities, between.links);
  const inner = insideAgents(between.links, components);
  const contexts = contextsOf(list.length, inner);
  const summaries = summariesOf(list, between.links);
  const returns = returnsOf(between.links, components.of, summaries);
  const root = rootOf(trace, list, components, parents);
  const numbered = numberAgents(components, parents, root);
  const returnsOfAgent: Return[][] = components.members.map(() => []);
  for (const entry of returns) returnsOfAgent[entry.agent]?.push(entry);

  const nodeOf = (position: number): NodeIndex | null => list[position]?.commit.node ?? null;
  const agents = numbered.order.map((component): Agent => {
    const members = components.members[component] ?? [];
    const place = numbered.places[component];
    const session = identities.sessions.get(components.sessions[component] ?? '') ?? null;
    return {
      id: place?.id ?? 0,
      label: place?.label ?? '',
      parent: place?.parent ?? null,
      basis: mode === 'physical' ? 'physical' : basisOf(component, root, parents),
      depth: place?.depth ?? 0,
      nodes: commitNodes(list, members),
      contexts: contextsIn(list, members, contexts),
      state: linked
        ? stateOf(component, root, parents, list, members, returnsOfAgent[component] ?? [])
        : null,
      status: session?.status ?? null,
      sessionId: session?.id ?? null,
      name: session?.name ?? null,
      task: session?.task ?? null,
      error: session?.error ?? null,
      source: session?.source ?? null,
    };
  });
  const unlinked = numbered.order.some(
    (component) => component !== root && parents.of[component]?.parent === null,
  );
  const linksIncomplete = areLinksIncomplete(list, between.links);
  return {
    mode,
    agents,
    agentOf: new Map(agents.flatMap((agent) => agent.nodes.map((node) => [node, agent.id] as const))),
    contextOf: new Map(
      agents.flatMap((agent) =>
        agent.contexts.flatMap(({ index, nodes }) => nodes.map((node) => [node, index] as const)),
      ),
    ),
    requests,
    summaries: summaries.flatMap(({ position, state }) => {
      const node = nodeOf(position);
      return node === null ? [] : [{ node, state }];
    }),
    returns: returns.flatMap((entry) => {
      const source = nodeOf(entry.source);
      const target = nodeOf(entry.target);
      const agent = numbered.places[entry.agent]?.id;
      return source === null || target === null || agent === undefined ? [] : [{ agent, source, target }];
    }),
    abandoned: abandonedOf(list, inner).map((positions) => commitNodes(list, positions)),
    missingChildren: missingChildren(trace, mode, numbered.descendants, unlinked || linksIncomplete),
    linksIncomplete,
    disagreements: [
      ...identities.disagreements,
      ...components.disagreements,
      ...parents.disagreements.map(({ position, kept, dropped }) => {
        const label = (component: number) => numbered.places[component]?.label ?? '';
        return { about: 'parent' as const, position, kept: label(kept), dropped: label(dropped) };
      }),
    ],
    cutLoops: parents.cut.map((component) => numbered.places[component]?.id ?? 0),
    outside: between.outside,
  };
}

function onlyOne(size: number): Components {
  const positions = Array.from({ length: size }, (_, position) => position);
  return {
    of: positions.map(() => 0),
    members: size === 0 ? [] : [positions],
    sessions: size === 0 ? [] : [null],
    disagreements: [],
  };
}

function insideAgents(links: readonly RequestLink[], { of }: Components): RequestLink[] {
  return links.filter((link) => link.role === 'identity' && of[link.from] === of[link.to]);
}

/** Among agents without a parent the one that gave the root's reply, else the earliest. An empty reply names nobody. */
function rootOf(
  trace: Trace,
  list: readonly Request[],
  { members }: Components,
  parents: Parents,
): number | null {
  const candidates = members.map((_, component) => component).filter((c) => parents.of[c]?.parent === null);
  const reply = trace.rootReply === null ? '' : stripped(trace.rootReply);
  if (reply === '') return candidates[0] ?? null;
  const match = candidates.find((component) => {
    const last = list[members[component]?.at(-1) ?? -1];
    const message = last === undefined ? undefined : trace.nodes[last.commit.node]?.message;
    return message !== undefined && stripped(contentText(message.content)) === reply;
  });
  return match ?? candidates[0] ?? null;
}

/** Levels that a label spells out. */
const LABEL_LEVELS = 40;

interface AgentPlace {
  readonly id: number;
  readonly label: string;
  readonly parent: number | null;
  readonly depth: number;
}

interface Unplaced {
  readonly component: number;
  readonly label: string;
  readonly childPrefix: string;
  readonly parent: number | null;
  readonly depth: number;
}

interface Numbering {
  /** Components in depth-first spawn order: the root's tree, then the unlinked ones'. */
  readonly order: readonly number[];
  readonly places: readonly (AgentPlace | undefined)[];
  /** Agents below the root. */
  readonly descendants: number;
}

function numberAgents({ members }: Components, parents: Parents, root: number | null): Numbering {
  const children: number[][] = members.map(() => []);
  const heads: number[] = [];
  for (const component of members.keys()) {
    const parent = parents.of[component]?.parent ?? null;
    if (parent !== null) children[parent]?.push(component);
    else if (component !== root) heads.push(component);
  }
  const places: (AgentPlace | undefined)[] = members.map(() => undefined);
  const order: number[] = [];
  let descendants = 0;
  const place = (head: number, label: string, childPrefix: string): void => {
    const stack: Unplaced[] = [{ component: head, label, childPrefix, parent: null, depth: 0 }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { component, parent, depth } = next;
      const id = order.length;
      order.push(component);
      places[component] = { id, label: next.label, parent, depth };
      if (head === root && component !== root) descendants += 1;
      const below = children[component] ?? [];
      for (let ordinal = below.length; ordinal >= 1; ordinal -= 1) {
        const child = below[ordinal - 1];
        if (child === undefined) continue;
        // Agents below agents without end would have labels without end: these are named after the agent above them.
        const prefix =
          depth < LABEL_LEVELS ? next.childPrefix : `${head === root ? 'sub' : 'unlinked'} …${id}.`;
        const own = `${prefix}${ordinal}`;
        stack.push({ component: child, label: own, childPrefix: `${own}.`, parent: id, depth: depth + 1 });
      }
    }
  };
  if (root !== null) place(root, 'root', 'sub ');
  for (const [ordinal, head] of heads.entries()) {
    place(head, `unlinked ${ordinal + 1}`, `unlinked ${ordinal + 1}.`);
  }
  return { order, places, descendants };
}

function basisOf(component: number, root: number | null, parents: Parents): Agent['basis'] {
  if (component === root) return 'root';
  return parents.of[component]?.basis ?? 'unlinked';
}

function stateOf(
  component: number,
  root: number | null,
  parents: Parents,
  list: readonly Request[],
  members: readonly number[],
  returns: readonly Return[],
): AgentState {
  if (component === root) return 'root';
  if (parents.of[component]?.parent === null) return 'unlinked';
  return endOf(list, members, returns);
}

function commitNodes(list: readonly Request[], positions: readonly number[]): NodeIndex[] {
  return positions.flatMap((position) => list[position]?.commits.map((commit) => commit.node) ?? []);
}

function contextsIn(
  list: readonly Request[],
  members: readonly number[],
  contexts: Int32Array,
): Agent['contexts'] {
  const byIndex = new Map<number, number[]>();
  for (const position of members) {
    const index = contexts[position] ?? 0;
    const known = byIndex.get(index);
    if (known === undefined) byIndex.set(index, [position]);
    else known.push(position);
  }
  return [...byIndex.entries()]
    .sort(([a], [b]) => a - b)
    .map(([index, positions]) => ({ index, nodes: commitNodes(list, positions) }));
}

/** At least two request ids committed, and one of them touches no link. */
function areLinksIncomplete(list: readonly Request[], links: readonly RequestLink[]): boolean {
  const named = list.filter((request) => request.id !== null);
  if (named.length < 2) return false;
  const touched = new Set(links.flatMap((link) => [link.from, link.to]));
  return named.some((request) => !touched.has(request.position));
}

function missingChildren(
  trace: Trace,
  mode: Agents['mode'],
  descendants: number,
  unsure: boolean,
): number | null | 'unsure' {
  const recorded = trace.metrics.find((metric) => metric.name === 'sub_rlm_num_calls')?.value ?? null;
  if (mode === 'physical' || recorded === null || !Number.isSafeInteger(recorded)) return null;
  return unsure ? 'unsure' : recorded - descendants;
}
