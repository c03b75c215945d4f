/**
 * What contradicts itself or is missing among the agents of a trace: who called whom, who returned where, how many there
 * should be, what ledgers say beyond the trace. It refuses to conclude: it tells what the reconstruction met.
 */
import type { Trace } from '../model/episode';
import type { JsonPointer } from '../model/json';
import { unreachable } from '../model/unreachable';
import type { Disagreement } from './agents/lineage';
import type { Agents } from './agents/reconstruct';
import { callPath, linkPath, nodePath } from './finding-places';
import type { Find } from './link-findings';
import { recordedLinks } from './recorded-links';
import type { SemanticLink } from './semantic-types';
import type { TraceSemantics } from './semantics';
import { findInPayloads } from './sessions/payload-findings';

export function findInAgents(trace: Trace, semantics: TraceSemantics, find: Find): void {
  const { agents } = semantics;
  for (const id of agents.cutLoops) {
    const agent = agents.agents[id];
    const first = agent?.nodes[0];
    if (agent === undefined || first === undefined) continue;
    find('spawn-loop', nodePath(trace, first), `The loop was cut at ${agent.label}, which started first.`);
  }
  findDisagreements(trace, agents, find);
  findReturns(trace, semantics, find);
  findChildren(agents, find);
  findInLedger(trace, semantics, find);
  findInPayloads(trace, semantics, find);
}

function findDisagreements(trace: Trace, { disagreements, requests }: Agents, find: Find): void {
  const told = new Set<string>();
  for (const one of disagreements) {
    // Each call of a session repeats it.
    const fact = JSON.stringify([
      one.about,
      one.kept,
      one.dropped,
      one.about === 'session' ? one.position : 0,
    ]);
    if (told.has(fact)) continue;
    told.add(fact);
    const commit = requests.list[one.position]?.commit;
    find('identity-disagreement', commit === undefined ? '' : commitPath(trace, commit), disagreement(one));
  }
}

function commitPath(trace: Trace, { call, node }: Agents['requests']['list'][number]['commit']): JsonPointer {
  return call === null ? nodePath(trace, node) : callPath(trace, call.index);
}

function disagreement({ about, kept, dropped }: Disagreement): string {
  switch (about) {
    case 'session':
      return `The request belongs to session "${kept}"; its call says "${dropped}".`;
    case 'parent_session':
      return `The parent of the session is "${kept}"; elsewhere it is "${dropped}".`;
    case 'identity':
      return `A link joins requests of two sessions, "${kept}" and "${dropped}"; they are kept apart.`;
    case 'parent':
      return `The record names ${kept} as the parent, the links name ${dropped}.`;
    default:
      return unreachable(about);
  }
}

/** A return to another agent than the one that called, once for each pair. */
function findReturns(trace: Trace, { report, agents }: TraceSemantics, find: Find): void {
  const told = new Set<string>();
  let places: ReadonlyMap<string, JsonPointer> | null = null;
  for (const { agent: id, source, target } of agents.returns) {
    const agent = agents.agents[id];
    const receiver = agents.agents[agents.agentOf.get(target) ?? -1];
    if (agent === undefined || receiver === undefined || agent.parent === receiver.id) continue;
    if (told.has(`${id} ${receiver.id}`)) continue;
    told.add(`${id} ${receiver.id}`);
    const parent = agent.parent === null ? undefined : agents.agents[agent.parent];
    const called =
      parent === undefined ? 'which nothing names as its caller' : `but ${parent.label} called it`;
    const message = `${agent.label} returned from node #${source} to ${receiver.label} at node #${target}, ${called}.`;
    places ??= returnPlaces(trace, report.links);
    find('return-past-parent', places.get(`${source} ${target}`) ?? nodePath(trace, target), message);
  }
}

/** Where each return is recorded, by its ends. */
function returnPlaces(trace: Trace, links: readonly SemanticLink[]): ReadonlyMap<string, JsonPointer> {
  const recorded = recordedLinks(trace);
  const places = new Map<string, JsonPointer>();
  for (const [position, { source, target, type }] of links.entries()) {
    if (type !== 'subagent_return') continue;
    places.set(`${source} ${target}`, linkPath(trace, links, recorded, position));
  }
  return places;
}

const COUNTED = '/metrics/sub_rlm_num_calls';

function findChildren({ missingChildren: missing }: Agents, find: Find): void {
  if (typeof missing !== 'number' || missing === 0) return;
  if (missing > 0) find('missing-children', COUNTED, `${missing} sub-sessions left no committed call.`);
  else find('surplus-children', COUNTED, `${-missing} more sub-agents than sub-sessions were counted.`);
}

function findInLedger(trace: Trace, { skipped, edges }: TraceSemantics, find: Find): void {
  const { ledger } = edges;
  if (ledger === null) return;
  for (const oddity of ledger.oddities) find('ledger-event-odd', '', `${ledger.name}: ${oddity}`);
  for (const { why, node } of skipped) {
    find('ledger-edge-skipped', node === null ? '' : nodePath(trace, node), `${ledger.name}: ${why}.`);
  }
}
