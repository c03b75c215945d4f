/** The message graph of a trace. A node is never dropped, because its position is its id. */
import type { Node } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import type { Json, JsonObject, JsonPointer } from '../../model/json';
import { isObject } from '../../model/json';
import { flag, isGiven, number } from '../fields';
import type { Spot } from '../spot';
import { readLinks } from './links';
import { readMessage } from './messages';
import { readNodeTokens } from './node-tokens';
import { noteCycles, readParent } from './parents';
import { saysRedacted } from './redaction';
import { readTools } from './tools';

const KNOWN = new Set([
  'parent',
  'tools',
  'semantic_parents',
  'message',
  'sampled',
  'timestamp',
  'redacted',
  'truncated',
  'token_ids',
  'mask',
  'is_content',
  'logprobs',
  'advantages',
  'reference_logprobs',
  'trainer_logprobs',
  'entropies',
  'is_masked',
  'loss_weights',
  // Older writers; read into calls.
  'finish_reason',
  'usage',
  // Tensors of the wire: opaque.
  'multi_modal_data',
  'routed_experts',
  'kept_tokens',
  'sampling_mask',
]);
const NOTHING: JsonObject = {};

/** `base` is the trace's place in the record, `spot` stands at the trace. */
export function readNodes(found: readonly Json[], base: JsonPointer, spot: Spot): readonly Node[] {
  const inside = spot.under('nodes');
  const listed = `${base}/nodes/`;
  const nodes: Node[] = [];
  const parents: (NodeIndex | null)[] = [];
  found.forEach((value, index) => {
    if (!isObject(value)) inside.bad(index, 'a node', value);
    const raw = isObject(value) ? value : NOTHING;
    const node = readNode(raw, index, found.length, listed, inside.under(index));
    nodes.push(node);
    parents.push(node.parent);
  });
  noteCycles(parents, inside);
  return nodes;
}

function readNode(raw: JsonObject, index: number, count: number, listed: JsonPointer, spot: Spot): Node {
  spot.unknownIn(raw, KNOWN, 'node');
  const parent = readParent(raw.parent, count, spot);
  return {
    path: listed + String(index),
    index: nodeIndex(index),
    parent,
    hasBadParent: parent === null && isGiven(raw.parent),
    links: readLinks(raw.semantic_parents, spot),
    message: readMessage(raw.message, spot.under('message')),
    isRedacted: saysRedacted(raw),
    sampled: flag(raw.sampled, spot, 'sampled') ?? false,
    timestamp: number(raw.timestamp, spot, 'timestamp'),
    tools: readTools(raw.tools, spot, 'tools'),
    tokens: readNodeTokens(raw, spot),
  };
}
