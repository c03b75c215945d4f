/** The nodes, branches and calls of one trace as columns: what the page holds of a graph of any size. */
import type { Branch } from '../../analysis/branches';
import type { TraceGraph } from '../../analysis/graph';
import { hasSeveralChildren } from '../../analysis/graph';
import type { ToolPairing } from '../../analysis/pairing';
import { callOfNode } from '../../analysis/tokens';
import type { Message, Node, Trace } from '../../model/episode';
import type { BranchColumns, CallColumns, NodeColumns } from './outline-shape';
import { NODE_FLAGS, ROLE_CODES } from './outline-shape';

const NONE = -1;
/** Text whose line breaks are counted for the guess of a height. */
const LINES_LOOKED_AT = 6000;

export function nodeColumns(trace: Trace, graph: TraceGraph, pairing: ToolPairing): NodeColumns {
  const count = trace.nodes.length;
  const columns: NodeColumns = {
    count,
    parent: Int32Array.from(graph.parents),
    role: new Uint8Array(count),
    flags: new Uint8Array(count),
    call: Int32Array.from(callOfNode(trace)),
    size: new Float64Array(count),
    lines: new Uint8Array(count),
    toolCalls: new Uint16Array(count),
    answersNode: new Int32Array(count).fill(NONE),
    answersCall: new Int32Array(count).fill(NONE),
    timestamp: new Float64Array(count),
  };
  for (const node of trace.nodes) {
    const { index, message } = node;
    const role = ROLE_CODES.findIndex((code) => code === message.role);
    columns.role[index] = role < 0 ? ROLE_CODES.length - 1 : role;
    columns.size[index] = sizeOf(message);
    columns.lines[index] = linesOf(message);
    columns.toolCalls[index] = Math.min(message.toolCalls.length, 0xffff);
    columns.timestamp[index] = node.timestamp ?? Number.NaN;
    let flags = flagsOf(node);
    if (hasSeveralChildren(graph, index)) flags |= NODE_FLAGS.fork;
    if (message.role === 'tool') {
      const answered = pairing.callOf(index);
      if (answered === null) flags |= NODE_FLAGS.orphan;
      else {
        columns.answersNode[index] = answered.node;
        columns.answersCall[index] = answered.position;
      }
    }
    columns.flags[index] = flags;
  }
  return columns;
}

function flagsOf({ sampled, message, links, tokens }: Node): number {
  let flags = 0;
  if (sampled) flags |= NODE_FLAGS.sampled;
  if (message.reasoning !== null && message.reasoning !== '') flags |= NODE_FLAGS.reasoning;
  if (message.content.kind === 'parts') {
    flags |= NODE_FLAGS.parts;
    if (message.content.parts.some((part) => part.kind === 'image')) flags |= NODE_FLAGS.images;
  }
  if (links.length > 0) flags |= NODE_FLAGS.links;
  if (tokens !== null && tokens.ids.length > 0) flags |= NODE_FLAGS.tokens;
  return flags;
}

function sizeOf({ content, reasoning, toolCalls }: Message): number {
  let size = reasoning?.length ?? 0;
  if (content.kind === 'text') size += content.text.length;
  if (content.kind === 'parts') {
    for (const part of content.parts) if (part.kind === 'text') size += part.text.length;
  }
  for (const call of toolCalls) size += call.arguments.length;
  return size;
}

function linesOf({ content }: Message): number {
  let text = content.kind === 'text' ? content.text : '';
  if (content.kind === 'parts') {
    for (const part of content.parts)
      if (part.kind === 'text') text += `${part.text.slice(0, LINES_LOOKED_AT)}\n`;
  }
  let lines = 0;
  const end = Math.min(text.length, LINES_LOOKED_AT);
  for (let at = text.indexOf('\n'); at >= 0 && at < end && lines < 255; at = text.indexOf('\n', at + 1))
    lines += 1;
  return lines;
}

export function branchColumns(branches: readonly Branch[]): BranchColumns {
  return {
    count: branches.length,
    leaf: Int32Array.from(branches, (branch) => branch.leaf),
    root: Int32Array.from(branches, (branch) => branch.root),
    length: Int32Array.from(branches, (branch) => branch.length),
    forkedAt: Int32Array.from(branches, (branch) => branch.forkedAt ?? NONE),
    trainable: Uint8Array.from(branches, (branch) => (branch.trainable ? 1 : 0)),
    attempt: Uint8Array.from(branches, (branch) =>
      branch.attempt === null ? 0 : branch.attempt === 'accepted' ? 1 : 2,
    ),
  };
}

export function callColumns(trace: Trace): CallColumns {
  return { count: trace.calls.length, node: Int32Array.from(trace.calls, (call) => call.node ?? NONE) };
}
