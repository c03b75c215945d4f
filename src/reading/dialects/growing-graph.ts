/**
 * Builds a message graph from turns that each repeat their whole prompt: a prompt follows the nodes that are there already
 * as far as its messages are equal, and grows a branch from where they are not. It refuses to know which format tells it.
 */
import type { Call, ContentPart, Message, Node, NodeTokens } from '../../model/episode';
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import type { Json, JsonPointer } from '../../model/json';
import { unreachable } from '../../model/unreachable';
import { compactJson } from '../embedded-json';

export interface PlacedMessage {
  readonly path: JsonPointer;
  readonly message: Message;
}

export class GrowingGraph {
  readonly nodes: Node[] = [];
  readonly calls: Call[] = [];
  /** The newest child with a message, by parent and message. */
  readonly #children = new Map<string, NodeIndex>();

  /** The node of the last message, reached by equal messages first. `isSampled` tells of those that had to be added. */
  follow(
    from: NodeIndex | null,
    messages: readonly PlacedMessage[],
    isSampled: (message: Message) => boolean,
  ): NodeIndex | null {
    let at = from;
    for (const placed of messages) {
      at =
        this.#children.get(keyOf(at, placed.message)) ??
        this.append(at, placed, isSampled(placed.message), null);
    }
    return at;
  }

  /** Always a new node, also where an equal one is there: a second reply to one prompt is a second reply. */
  append(
    parent: NodeIndex | null,
    placed: PlacedMessage,
    sampled: boolean,
    tokens: NodeTokens | null,
  ): NodeIndex {
    const index = this.add(parent, placed, sampled, tokens);
    this.#children.set(keyOf(parent, placed.message), index);
    return index;
  }

  /** The same for a node that no later prompt is to find: it costs no key. */
  add(
    parent: NodeIndex | null,
    { path, message }: PlacedMessage,
    sampled: boolean,
    tokens: NodeTokens | null,
  ): NodeIndex {
    const index = nodeIndex(this.nodes.length);
    this.nodes.push({
      path,
      index,
      parent,
      hasBadParent: false,
      links: [],
      message,
      isRedacted: false,
      sampled,
      timestamp: null,
      tools: [],
      tokens,
    });
    return index;
  }

  /** Token ids along the path that ends at a node. */
  idsAlong(leaf: NodeIndex | null): readonly Json[] {
    const streams: (readonly Json[])[] = [];
    for (let at = leaf; at !== null; at = this.nodes[at]?.parent ?? null) {
      streams.push(this.nodes[at]?.tokens?.ids ?? []);
    }
    return streams.reverse().flat();
  }
}

/** Equal for messages that a graph of `verifiers` would take for one: no content is the same as an empty text. */
function keyOf(parent: NodeIndex | null, message: Message): string {
  const { role, content, reasoning, toolCalls, toolCallId } = message;
  const said =
    content.kind === 'parts'
      ? ['parts', ...content.parts.map(keyOfPart)]
      : ['text', content.kind === 'text' ? content.text : ''];
  const called = toolCalls.flatMap(({ id, name, arguments: args }) => [id, name, args]);
  const thought = reasoning === null ? [] : ['reasoning', reasoning];
  return JSON.stringify([parent, role, toolCallId, said, thought, called]);
}

function keyOfPart(part: ContentPart): string {
  switch (part.kind) {
    case 'text':
      return `text ${part.text}`;
    case 'image':
      return `image ${part.url}`;
    case 'native':
      return `native ${compactJson(part.native)}`;
    case 'unknown':
      return `unknown ${compactJson(part.value)}`;
    default:
      return unreachable(part);
  }
}
