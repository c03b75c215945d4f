/**
 * Model exchanges: as recorded, or made from what older writers put on the nodes that a call produced. It refuses to
 * judge which call of a node counts; it only says when there are several.
 */
import type { Call, Node } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { callIndex, nodeIndex, requestId } from '../../model/ids';
import type { Json, JsonObject, JsonPointer } from '../../model/json';
import { isObject } from '../../model/json';
import type { Field } from '../fields';
import { isGiven, object, text } from '../fields';
import type { Spot } from '../spot';
import { nameOfType } from '../spot';
import { readError } from './errors';
import { readLineage } from './lineage';
import { readSpan, UNSET } from './timing';
import { readUsage } from './usage';

const KNOWN = new Set([
  'node',
  'model',
  'sampling',
  'endpoint',
  'finish_reason',
  'usage',
  'time',
  'error',
  'policy',
  'acp',
  'rlm',
]);
const NOTHING: JsonObject = {};
/** The pattern of the wire; an id outside it is shown, and never compared with another. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export function readCalls(
  found: readonly Json[],
  nodes: readonly Node[],
  base: JsonPointer,
  spot: Spot,
): readonly Call[] {
  const inside = spot.under('calls');
  const taken = new Uint8Array(nodes.length);
  return found.map((value, index) => {
    if (!isObject(value)) inside.bad(index, 'a call', value);
    const raw = isObject(value) ? value : NOTHING;
    const here = inside.under(index);
    const call = readCall(raw, index, nodes, base, here);
    if (call.node !== null) {
      if (taken[call.node] === 1) {
        here.note(
          'call-node-twice',
          'node',
          `An earlier call names node ${call.node} too; the last one counts.`,
        );
      }
      taken[call.node] = 1;
    }
    return call;
  });
}

function readCall(
  raw: JsonObject,
  index: number,
  nodes: readonly Node[],
  base: JsonPointer,
  spot: Spot,
): Call {
  spot.unknownIn(raw, KNOWN, 'call');
  return {
    path: `${base}/calls/${index}`,
    index: callIndex(index),
    node: readCallNode(raw.node, nodes, spot),
    nodeAsWritten: raw.node ?? null,
    origin: 'recorded',
    model: text(raw.model, spot, 'model'),
    sampling: object(raw.sampling, spot, 'sampling'),
    endpoint: text(raw.endpoint, spot, 'endpoint'),
    finishReason: text(raw.finish_reason, spot, 'finish_reason'),
    usage: readUsage(raw.usage, spot, 'usage'),
    time: readSpan(raw.time, spot, 'time'),
    error: readError(raw.error, spot, 'error'),
    policy: object(raw.policy, spot, 'policy'),
    acp: readAcp(raw.acp, spot),
    lineage: readLineage(raw.rlm, spot, 'rlm'),
  };
}

function readCallNode(value: Field, nodes: readonly Node[], spot: Spot): NodeIndex | null {
  if (!isGiven(value)) return null;
  const node = typeof value === 'number' && Number.isInteger(value) ? nodes[value] : undefined;
  if (node === undefined) {
    const found = typeof value === 'number' ? String(value) : nameOfType(value);
    spot.note('bad-call-node', 'node', `Found ${found}, which is no index among ${nodes.length} nodes.`);
    return null;
  }
  if (!node.sampled) spot.note('unsampled-call-node', 'node', `Node ${node.index} is not marked as sampled.`);
  return node.index;
}

function readAcp(value: Field, spot: Spot): Call['acp'] {
  const raw = object(value, spot, 'acp');
  if (raw === null || !isGiven(raw.request_id)) return null;
  const asWritten = raw.request_id;
  if (typeof asWritten === 'string' && REQUEST_ID.test(asWritten)) {
    return { requestId: requestId(asWritten), asWritten };
  }
  spot
    .under('acp')
    .note('invalid-request-id', 'request_id', 'Not of the form of a request id; shown, never compared.');
  return { requestId: null, asWritten };
}

/** Whether a node carries what later writers put on the call. */
function hasCallFacts(raw: Json): raw is JsonObject {
  return isObject(raw) && (isGiven(raw.usage) || isGiven(raw.finish_reason));
}

/** One call for each sampled node, where any node has usage or a finish reason. */
export function callsFromNodes(found: readonly Json[], nodes: readonly Node[], spot: Spot): readonly Call[] {
  const first = found.findIndex(hasCallFacts);
  if (first === -1) return [];
  const inside = spot.under('nodes');
  inside.note('older-variant', first, 'Usage and finish reason on nodes; calls were made from them.');
  const calls: Call[] = [];
  for (const node of nodes) {
    const raw = found[node.index] ?? null;
    if (hasCallFacts(raw)) calls.push(callFromNode(raw, calls.length, node, inside.under(node.index)));
    else if (node.sampled) calls.push(madeCall(calls.length, node, null, null));
  }
  return calls;
}

function callFromNode(raw: JsonObject, index: number, node: Node, spot: Spot): Call {
  return madeCall(
    index,
    node,
    readUsage(raw.usage, spot, 'usage'),
    text(raw.finish_reason, spot, 'finish_reason'),
  );
}

/** What is known of an exchange that no writer recorded as one. */
export function madeCall(
  index: number,
  node: Pick<Node, 'index' | 'path'>,
  usage: Call['usage'],
  finishReason: string | null,
): Call {
  return {
    path: node.path,
    index: callIndex(index),
    node: nodeIndex(node.index),
    nodeAsWritten: node.index,
    origin: 'from_node',
    model: null,
    sampling: null,
    endpoint: null,
    finishReason,
    usage,
    time: UNSET,
    error: null,
    policy: null,
    acp: null,
    lineage: null,
  };
}
