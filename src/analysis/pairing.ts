/**
 * Tool calls and their results. A result answers the nearest call above it on its own path, so one answer holds on every
 * branch; ids repeat across branches, agents and turns and mean nothing elsewhere. Linear in nodes and calls.
 */
import type { Message, ToolCall, Trace } from '../model/episode';
import type { NodeIndex } from '../model/ids';
import { nodeIndex } from '../model/ids';
import type { TraceGraph } from './graph';
import { NONE, graphOf } from './graph';

/** The call that a result answers. */
export interface AnsweredCall {
  readonly node: NodeIndex;
  /** Position among the message's tool calls. */
  readonly position: number;
  /** `id`: the ids are equal. `order`: one side has no id, and the next open call in order was taken. */
  readonly basis: 'id' | 'order';
  /** The call had an answer already on this path. */
  readonly repeated: boolean;
}

export interface ToolPairing {
  /** For a result: what it answers; null when it answers nothing on its path. */
  readonly callOf: (result: NodeIndex) => AnsweredCall | null;
  /** Results of one call, ascending; on one branch keep those that lie on its path. */
  readonly resultsOf: (node: NodeIndex, position: number) => readonly NodeIndex[];
  /** Results that answer nothing on their path, ascending. */
  readonly orphans: readonly NodeIndex[];
}

export function isToolResult(message: Message): boolean {
  return message.role === 'tool' || message.toolCallId !== null;
}

export function pairTools(trace: Trace, graph: TraceGraph = graphOf(trace)): ToolPairing {
  const answers = new Map<number, AnsweredCall>();
  const calls = new OpenCalls();
  walkDown(graph, {
    enter: (node) => {
      const message = trace.nodes[node]?.message;
      if (message === undefined) return;
      if (isToolResult(message)) {
        const answer = calls.answer(message);
        if (answer !== null) answers.set(node, answer);
      } else if (message.toolCalls.length > 0) calls.open(nodeIndex(node), message.toolCalls);
    },
    mark: () => calls.mark(),
    leave: (mark) => calls.undo(mark),
  });
  const results = new Map<number, Map<number, NodeIndex[]>>();
  const orphans: NodeIndex[] = [];
  for (const { index, message } of trace.nodes) {
    if (!isToolResult(message)) continue;
    const answer = answers.get(index);
    if (answer === undefined) {
      orphans.push(index);
      continue;
    }
    const ofNode = results.get(answer.node) ?? new Map<number, NodeIndex[]>();
    results.set(answer.node, ofNode);
    const ofCall = ofNode.get(answer.position) ?? [];
    ofNode.set(answer.position, ofCall);
    ofCall.push(index);
  }
  return {
    callOf: (result) => answers.get(result) ?? null,
    resultsOf: (node, position) => results.get(node)?.get(position) ?? [],
    orphans,
  };
}

interface Walk {
  readonly enter: (node: number) => void;
  /** Taken before a node is entered, handed back when everything below it is done. */
  readonly mark: () => number;
  readonly leave: (mark: number) => void;
}

/** Depth first without recursion, from each root and into each cycle once. */
function walkDown(graph: TraceGraph, walk: Walk): void {
  const marks = new Float64Array(graph.size);
  const starts = [...graph.roots, ...graph.cycles.flatMap((cycle) => cycle.slice(0, 1))];
  for (const start of starts) {
    let node: number = start;
    const enter = () => {
      marks[node] = walk.mark();
      walk.enter(node);
    };
    enter();
    let down = graph.firstChild[node] ?? NONE;
    for (;;) {
      if (down === start) down = graph.nextSibling[down] ?? NONE;
      if (down !== NONE) {
        node = down;
        enter();
        down = graph.firstChild[node] ?? NONE;
        continue;
      }
      walk.leave(marks[node] ?? 0);
      if (node === start) break;
      down = graph.nextSibling[node] ?? NONE;
      node = graph.parents[node] ?? start;
    }
  }
}

/** How far the search for an open call without an id goes; keeps messages of many thousand calls linear. */
const LOOK_AHEAD = 256;

/** One assistant message's calls, and which of them have answers on the present path. */
interface Asked {
  readonly node: NodeIndex;
  readonly calls: readonly ToolCall[];
  readonly answered: Uint8Array;
  /** Nothing before it is open. */
  next: number;
}

/** The calls of one id in the nearest message that has it. */
interface Named {
  readonly asked: Asked;
  readonly positions: readonly number[];
  next: number;
}

/** The calls that are open on the present path, with a log to step back when the walk does. */
class OpenCalls {
  readonly #named = new Map<string, Named>();
  readonly #log: (() => void)[] = [];
  #nearest: Asked | null = null;

  mark(): number {
    return this.#log.length;
  }

  undo(mark: number): void {
    while (this.#log.length > mark) this.#log.pop()?.();
  }

  open(node: NodeIndex, calls: readonly ToolCall[]): void {
    const asked: Asked = { node, calls, answered: new Uint8Array(calls.length), next: 0 };
    const before = this.#nearest;
    this.#nearest = asked;
    this.#log.push(() => (this.#nearest = before));
    const byId = new Map<string, number[]>();
    calls.forEach(({ id }, position) => {
      const positions = byId.get(id);
      if (id === '') return;
      if (positions === undefined) byId.set(id, [position]);
      else positions.push(position);
    });
    for (const [id, positions] of byId) {
      const hidden = this.#named.get(id);
      this.#named.set(id, { asked, positions, next: 0 });
      this.#log.push(() => {
        if (hidden === undefined) this.#named.delete(id);
        else this.#named.set(id, hidden);
      });
    }
  }

  answer({ toolCallId, name }: Message): AnsweredCall | null {
    const id = toolCallId ?? '';
    const named = id === '' ? undefined : this.#named.get(id);
    return named === undefined ? this.#answerInOrder(id === '', name) : this.#answerById(named);
  }

  #answerById(named: Named): AnsweredCall {
    const { asked, positions } = named;
    const before = named.next;
    while (named.next < positions.length && asked.answered[positions[named.next] ?? 0] === 1) named.next += 1;
    this.#log.push(() => (named.next = before));
    const open = positions[named.next];
    const position = open ?? positions[positions.length - 1] ?? 0;
    if (open !== undefined) this.#close(asked, open);
    return { node: asked.node, position, basis: 'id', repeated: open === undefined };
  }

  /** Older writers lost the id of the result or of the call: the calls of the nearest message are answered in their order. */
  #answerInOrder(anyCall: boolean, name: string | null): AnsweredCall | null {
    const asked = this.#nearest;
    if (asked === null) return null;
    const before = asked.next;
    while (asked.next < asked.calls.length && asked.answered[asked.next] === 1) asked.next += 1;
    this.#log.push(() => (asked.next = before));
    let first: number | null = null;
    let position: number | null = null;
    const end = Math.min(asked.calls.length, asked.next + LOOK_AHEAD);
    for (let at = asked.next; at < end && position === null; at += 1) {
      const call = asked.calls[at];
      if (asked.answered[at] === 1 || call === undefined || !(anyCall || call.id === '')) continue;
      first ??= at;
      if (name === null || name === '' || call.name === name) position = at;
    }
    position ??= first;
    if (position === null) return null;
    this.#close(asked, position);
    return { node: asked.node, position, basis: 'order', repeated: false };
  }

  #close(asked: Asked, position: number): void {
    asked.answered[position] = 1;
    this.#log.push(() => (asked.answered[position] = 0));
  }
}
