/**
 * Turns, each with its whole prompt and what the model answered, into a graph with calls: the traces of the two days before
 * the message graph, and the step records that flat results may carry.
 */
import type { Call, NodeTokens } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import type { Json, JsonObject, JsonPointer } from '../../model/json';
import { isArray, isObject, pointerTo } from '../../model/json';
import { items, isGiven, text } from '../fields';
import type { Spot } from '../spot';
import { madeCall } from './calls';
import type { PlacedMessage } from './growing-graph';
import { GrowingGraph } from './growing-graph';
import { isFromModel, readMessageList } from './legacy-messages';
import { readMessage } from './messages';
import { plainTokens } from './node-tokens';
import { readUsage } from './usage';
import type { TraceGraph } from './verifiers-trace';

const NEVER = () => false;

/** `spot` stands at the trace or row, `base` is its place in the record. */
export function readTurns(raw: JsonObject, base: JsonPointer, spot: Spot): TraceGraph {
  const graph = new GrowingGraph();
  const listed = spot.under('trajectory');
  items(raw.trajectory, spot, 'trajectory').forEach((turn, index) => {
    const path = pointerTo(base, 'trajectory', index);
    if (isObject(turn)) addTurn(graph, turn, path, listed.under(index));
    else listed.bad(index, 'a turn', turn);
  });
  const { nodes, calls } = graph;
  return { nodes, calls, messageAt: (node) => spot.at(nodes[node]?.path.slice(base.length) ?? '') };
}

function addTurn(graph: GrowingGraph, turn: JsonObject, path: JsonPointer, spot: Spot): void {
  // One step of a platform sample is a whole branch.
  if (isArray(turn.messages)) {
    graph.follow(null, readMessageList(turn.messages, spot, 'messages', path, 'user'), isFromModel);
    return;
  }
  const prompt = readMessageList(turn.prompt, spot, 'prompt', path, 'user');
  const asked = graph.follow(null, prompt, NEVER);
  let at = asked;
  let replied = false;
  for (const placed of readReply(turn, spot, path)) {
    const isReply: boolean = isFromModel(placed.message) && !replied;
    at = isReply
      ? addReply(graph, asked, at, placed, turn, spot)
      : graph.append(at, placed, isFromModel(placed.message), null);
    replied ||= isReply;
  }
}

function readReply(turn: JsonObject, spot: Spot, path: JsonPointer): readonly PlacedMessage[] {
  const completion = readMessageList(turn.completion, spot, 'completion', path, 'assistant');
  if (completion.length > 0) return completion;
  const response = isObject(turn.response) ? turn.response : null;
  if (!isObject(response?.message)) return [];
  const message = readMessage(response.message, spot.under('response').under('message'));
  return [{ path: pointerTo(path, 'response', 'message'), message }];
}

function addReply(
  graph: GrowingGraph,
  asked: NodeIndex | null,
  parent: NodeIndex | null,
  reply: PlacedMessage,
  turn: JsonObject,
  spot: Spot,
): NodeIndex {
  const response = isObject(turn.response) ? turn.response : null;
  const tokens = turn.tokens ?? response?.tokens;
  const index = graph.append(
    parent,
    reply,
    true,
    isObject(tokens) ? readTokens(tokens, graph.idsAlong(asked), spot) : null,
  );
  const call =
    response === null ? null : readCall(response, graph.calls.length, { index, path: reply.path }, spot);
  if (call !== null) graph.calls.push(call);
  return index;
}

function readCall(
  response: JsonObject,
  index: number,
  node: { readonly index: NodeIndex; readonly path: JsonPointer },
  spot: Spot,
): Call | null {
  const inside = spot.under('response');
  const usage = readUsage(response.usage, inside, 'usage');
  const finish = finishReason(response);
  if (usage === null && !isGiven(finish)) return null;
  return madeCall(index, node, usage, text(finish, inside, 'finish_reason'));
}

function finishReason(response: JsonObject): Json | undefined {
  if (isGiven(response.finish_reason)) return response.finish_reason;
  if (isObject(response.message)) return response.message.finish_reason;
  const choice = isArray(response.choices) ? response.choices[0] : undefined;
  return isObject(choice) ? choice.finish_reason : undefined;
}

/**
 * A reply carries all of its turn's tokens that its path does not have yet: what the prompt adds, not sampled, then the
 * completion. Where the prompt's ids do not continue the path's, only the completion can be told apart.
 */
function readTokens(tokens: JsonObject, along: readonly Json[], spot: Spot): NodeTokens | null {
  const inside = spot.under('tokens');
  const completion = items(tokens.completion_ids, inside, 'completion_ids');
  const prompt = items(tokens.prompt_ids, inside, 'prompt_ids');
  const added = along.every((id, index) => id === prompt[index]) ? prompt.slice(along.length) : [];
  if (added.length + completion.length === 0) return null;
  const mask = isArray(tokens.completion_mask) ? tokens.completion_mask : completion.map(() => true);
  const logprobs = items(tokens.completion_logprobs, inside, 'completion_logprobs');
  return plainTokens(
    [...added, ...completion],
    [...added.map(() => false), ...mask.map((one) => one === true || one === 1)],
    // Compact in a graph: one for each sampled token.
    logprobs.filter((_, index) => mask[index] === true || mask[index] === 1),
  );
}
