/**
 * Messages and calls of one session after another into one graph. Each session begins with a root of its own: nothing that
 * several sessions say alike is taken for shared. It refuses to know which harness wrote them.
 */
import type { Call, Lineage, Message, Node, Usage } from '../../model/episode';
import type { NodeIndex, RequestId } from '../../model/ids';
import { callIndex, nodeIndex } from '../../model/ids';
import type { JsonPointer } from '../../model/json';

export interface Placed {
  readonly message: Message;
  /** In the document. */
  readonly path: JsonPointer;
  /** Unix seconds. */
  readonly time: number | null;
}

export interface Reply {
  readonly lineage: Lineage;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly finishReason: string | null;
  readonly request: RequestId | null;
}

export class TranscriptGraph {
  readonly nodes: Node[] = [];
  readonly calls: Call[] = [];

  /** `parentKnown` false: the file names a message before it that is not there. */
  add(parent: NodeIndex | null, { message, path, time }: Placed, parentKnown = true): NodeIndex {
    return this.#push(parent, { message, path, time }, false, !parentKnown);
  }

  reply(
    parent: NodeIndex | null,
    { message, path, time }: Placed,
    { lineage, model, usage, finishReason, request }: Reply,
    parentKnown = true,
  ): NodeIndex {
    const node = this.#push(parent, { message, path, time }, true, !parentKnown);
    this.calls.push({
      path,
      index: callIndex(this.calls.length),
      node,
      nodeAsWritten: node,
      origin: 'recorded',
      model,
      sampling: null,
      endpoint: null,
      finishReason,
      usage,
      // A transcript tells when a message was written, which is when its call had ended.
      time: { start: null, end: time },
      error: null,
      policy: null,
      acp: request === null ? null : { requestId: request, asWritten: request },
      lineage,
    });
    return node;
  }

  #push(
    parent: NodeIndex | null,
    { message, path, time }: Placed,
    sampled: boolean,
    hasBadParent: boolean,
  ): NodeIndex {
    const index = nodeIndex(this.nodes.length);
    this.nodes.push({
      path,
      index,
      parent,
      hasBadParent,
      links: [],
      message,
      isRedacted: false,
      sampled,
      timestamp: time,
      tools: [],
      tokens: null,
    });
    return index;
  }
}

/** Unix seconds; writers put seconds, milliseconds, or a date as text. */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) {
    return value > MILLISECONDS_FROM ? value / 1000 : value;
  }
  if (typeof value !== 'string') return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time / 1000;
}

/** As seconds this would be the year 5138; as milliseconds it is 1973. */
const MILLISECONDS_FROM = 1e11;
