/**
 * A published set of semantic edges: strict in its keys, ids and labels, as its writers are. It knows requests by the
 * harness's ids and refuses to know traces, nodes and where a payload was found.
 */
import type { RequestId } from '../model/ids';
import { requestId } from '../model/ids';
import type { Json } from '../model/json';
import { isArray, isObject, member } from '../model/json';
import type { RequestEdge } from '../model/ledger';
import type { Result } from '../model/result';
import { failed, ok } from '../model/result';
import { firstClosingEdge } from './closing-edge';
import type { CyclePolicy, PayloadRefusal, Refusal } from './semantic-types';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const LABEL = /^[A-Za-z][A-Za-z0-9._:-]{0,127}$/;
const EDGE_KEYS = new Set(['source_request_id', 'target_request_id', 'type']);

export function isRequestId(value: Json | undefined): value is string {
  return typeof value === 'string' && REQUEST_ID.test(value);
}

export function isLabel(value: Json | undefined): value is string {
  return typeof value === 'string' && LABEL.test(value);
}

/** What the payload lists as edges, checked or not. */
export function listedEdges(payload: Json): readonly Json[] {
  const edges = isObject(payload) ? member(payload, 'edges') : undefined;
  return isArray(edges) ? edges : [];
}

export function readEdgeSet(
  payload: Json,
  policy: CyclePolicy,
): Result<readonly RequestEdge[], Refusal<PayloadRefusal>> {
  if (!isObject(payload)) return refuse('invalid_schema', 'The payload is no object.', null);
  if (!isArray(member(payload, 'edges'))) {
    return refuse('invalid_schema', 'The payload has no list of edges.', null);
  }
  const stranger = Object.keys(payload).find((key) => key !== 'edges');
  if (stranger !== undefined) {
    return refuse('invalid_schema', `The payload has an unknown key ${quoted(stranger)}.`, null);
  }
  const edges: RequestEdge[] = [];
  for (const [index, value] of listedEdges(payload).entries()) {
    const edge = readEdge(value, index);
    if (edge.kind === 'failed') return edge;
    edges.push(edge.value);
  }
  return duplicateIn(edges) ?? (policy === 'refuse_cycles' ? cycleIn(edges) : null) ?? ok(edges);
}

function readEdge(value: Json, index: number): Result<RequestEdge, Refusal<PayloadRefusal>> {
  const refuseEdge = (reason: PayloadRefusal, what: string) =>
    refuse(reason, `Edge #${index} ${what}.`, index);
  if (!isObject(value)) return refuseEdge('invalid_schema', 'is no object');
  const [source, target, type] = [
    member(value, 'source_request_id'),
    member(value, 'target_request_id'),
    member(value, 'type'),
  ];
  const stranger = Object.keys(value).find((key) => !EDGE_KEYS.has(key));
  if (stranger !== undefined) {
    return refuseEdge('invalid_schema', `has an unknown key ${quoted(stranger)}`);
  }
  if (typeof source !== 'string' || typeof target !== 'string' || typeof type !== 'string') {
    return refuseEdge('invalid_schema', 'does not have both request ids and a type as text');
  }
  for (const id of [source, target]) {
    if (!isRequestId(id)) return refuseEdge('bad_request_id', `has ${quoted(id)}, which is no request id`);
  }
  if (!isLabel(type)) return refuseEdge('bad_label', `has ${quoted(type)}, which is no label`);
  if (source === target) return refuseEdge('self_edge', `links request "${source}" to itself`);
  return ok({ source: requestId(source), target: requestId(target), type });
}

function duplicateIn(edges: readonly RequestEdge[]): Result<never, Refusal<PayloadRefusal>> | null {
  // Neither ids nor labels hold a blank.
  const seen = new Set<string>();
  for (const [index, { source, target, type }] of edges.entries()) {
    const identity = `${source} ${target} ${type}`;
    if (seen.has(identity)) {
      return refuse('duplicate_edge', `Edge #${index} (${described(edges, index)}) is listed twice.`, index);
    }
    seen.add(identity);
  }
  return null;
}

/** Labels do not matter here: any way round among the requests is a cycle. */
function cycleIn(edges: readonly RequestEdge[]): Result<never, Refusal<PayloadRefusal>> | null {
  const vertices = new Map<RequestId, number>();
  const vertex = (id: RequestId): number => {
    const known = vertices.get(id) ?? vertices.size;
    vertices.set(id, known);
    return known;
  };
  const directed = edges.map(({ source, target }) => ({ from: vertex(source), to: vertex(target) }));
  const closing = firstClosingEdge(vertices.size, [], directed);
  if (closing === null) return null;
  const detail = `Edge #${closing} (${described(edges, closing)}) closes a cycle among the requests of the set.`;
  return refuse('cycle', detail, closing);
}

/** An edge in words, for details: requests keep the harness's ids. */
export function described(edges: readonly RequestEdge[], index: number): string {
  const edge = edges[index];
  return edge === undefined ? '' : `request "${edge.source}" → request "${edge.target}", ${edge.type}`;
}

/** Ids and labels of strangers can be of any length. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 140 ? `${text.slice(0, 140)}…` : text);
}

function refuse(
  reason: PayloadRefusal,
  detail: string,
  edge: number | null,
): Result<never, Refusal<PayloadRefusal>> {
  return failed({ reason, detail, edge });
}
