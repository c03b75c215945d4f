/**
 * Finds tool results without a call, and calls and results that are there twice, on each path of the graph. It only
 * reports; which result is shown with which call is the view's pairing. One walk over the tree, whatever its depth.
 */
import type { Node } from '../../model/episode';
import type { Spot } from '../spot';

const NONE = -1;
type State = 'waiting' | 'answered';

/** What entering a node changed, so that leaving it can put it back. */
interface Change {
  readonly node: number;
  readonly id: string;
  readonly before: State | undefined;
}

/** `messageAt` tells where a node's message stands. Results that name no call, as in old flat rows, are not judged. */
export function noteToolPairs(nodes: readonly Node[], messageAt: (node: number) => Spot): void {
  if (!nodes.some((node) => node.message.toolCallId !== null || node.message.toolCalls.length > 0)) return;
  const { firstChild, nextSibling } = childLists(nodes);
  const states = new Map<string, State>();
  const changes: Change[] = [];
  const enter = (at: number) => {
    const node = nodes[at];
    if (node === undefined) return;
    const { toolCallId, toolCalls, role } = node.message;
    const set = (id: string, state: State) => {
      changes.push({ node: at, id, before: states.get(id) });
      states.set(id, state);
    };
    if (role === 'tool' && toolCallId !== null) {
      const state = states.get(toolCallId);
      if (state === 'waiting') set(toolCallId, 'answered');
      else noteResult(state, messageAt(at));
    }
    toolCalls.forEach(({ id }, index) => {
      if (id === '') return;
      if (states.get(id) === 'waiting') {
        const calls = messageAt(at).under('tool_calls').under(index);
        calls.note('duplicate-tool-call', 'id', 'A tool call of this id is still without a result.');
      }
      set(id, 'waiting');
    });
  };
  const leave = (at: number) => {
    for (let last = changes.at(-1); last?.node === at; last = changes.at(-1)) {
      changes.pop();
      if (last.before === undefined) states.delete(last.id);
      else states.set(last.id, last.before);
    }
  };
  nodes.forEach((root, index) => {
    if (root.parent === null) walk(index, firstChild, nextSibling, enter, leave);
  });
}

function noteResult(state: 'answered' | undefined, spot: Spot): void {
  if (state === undefined) {
    spot.note('orphan-tool-result', 'tool_call_id', 'No tool call above it has this id.');
  } else {
    spot.note('duplicate-tool-result', 'tool_call_id', 'The tool call of this id has a result already.');
  }
}

function walk(
  root: number,
  firstChild: Int32Array,
  nextSibling: Int32Array,
  enter: (node: number) => void,
  leave: (node: number) => void,
): void {
  const path: number[] = [];
  let at = root;
  for (;;) {
    enter(at);
    path.push(at);
    let next = firstChild[at] ?? NONE;
    while (next === NONE) {
      const done = path.pop();
      if (done === undefined) return;
      leave(done);
      if (path.length === 0) return;
      next = nextSibling[done] ?? NONE;
    }
    at = next;
  }
}

function childLists(nodes: readonly Node[]): { firstChild: Int32Array; nextSibling: Int32Array } {
  const firstChild = new Int32Array(nodes.length).fill(NONE);
  const nextSibling = new Int32Array(nodes.length).fill(NONE);
  // From the last to the first, so that the lists run in index order.
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const parent = nodes[index]?.parent ?? null;
    if (parent === null) continue;
    nextSibling[index] = firstChild[parent] ?? NONE;
    firstChild[parent] = index;
  }
  return { firstChild, nextSibling };
}
