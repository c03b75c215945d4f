/**
 * Messages of nano-rlm since G5, which are numbered once and listed by the windows of context that show them. A message that
 * a later window shows behind other messages is a node again, and sampled only where the model wrote it.
 */
import type { NodeIndex } from '../../model/ids';
import { isArray, isObject } from '../../model/json';
import { readMessage } from '../dialects/messages';
import type { Spot } from '../spot';
import type { FileLine } from './nano-lines';
import { integerIn } from './nano-lines';
import type { Placed } from './transcript-graph';
import { timeOf } from './transcript-graph';

interface Numbered extends Placed {
  readonly line: FileLine;
  readonly window: number | null;
}

export interface WindowPen {
  write(parent: NodeIndex | null, placed: Placed, line: FileLine): NodeIndex;
  copy(parent: NodeIndex | null, placed: Placed): NodeIndex;
}

export function readWindows(lines: readonly FileLine[], pen: WindowPen, spot: Spot): void {
  const messages = new Map<number, Numbered>();
  const tips = new Map<number, NodeIndex | null>();
  /** By parent and number of the message. */
  const nodes = new Map<string, NodeIndex>();
  /** The node of a message where it was written. */
  const written = new Map<number, NodeIndex>();
  const place = (parent: NodeIndex | null, number: number, one: Numbered): NodeIndex => {
    const key = `${parent} ${number}`;
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const node = written.has(number) ? pen.copy(parent, one) : pen.write(parent, one, one.line);
    nodes.set(key, node);
    if (!written.has(number)) written.set(number, node);
    return node;
  };
  let nextMessage = 0;
  let nextWindow = 0;
  for (const line of lines) {
    const { value, path, number } = line;
    const window = integerIn(value.window);
    if (value.type === 'context_window') {
      if (window === null) continue;
      if (window !== nextWindow) odd(spot, number, `window ${window} where ${nextWindow} was due`);
      nextWindow = window + 1;
      let tip: NodeIndex | null = null;
      for (const seed of isArray(value.message_indices) ? value.message_indices : []) {
        const index = integerIn(seed);
        const one = index === null ? undefined : messages.get(index);
        if (index === null || one === undefined)
          odd(spot, number, 'the window shows a message that is not there');
        else tip = place(tip, index, one);
      }
      tips.set(window, tip);
      continue;
    }
    if (!isObject(value.message)) continue;
    const index = integerIn(value.message_index);
    const message = readMessage(value.message, spot.at(`${path}/message`));
    const one: Numbered = { message, path: `${path}/message`, time: timeOf(value.timestamp), line, window };
    if (index === null) {
      // An attempt that was given up has no number: it hangs where it was made.
      pen.write(tips.get(window ?? nextWindow - 1) ?? null, one, line);
      continue;
    }
    if (index !== nextMessage) odd(spot, number, `message ${index} where ${nextMessage} was due`);
    nextMessage = index + 1;
    messages.set(index, one);
    const tip = window === null ? undefined : tips.get(window);
    if (window !== null && tip !== undefined) tips.set(window, place(tip, index, one));
  }
  hangTheRest(messages, written, place);
}

/** Messages that no window shows: outputs in full beside the shortened copy, or all of them where windows are not told. */
function hangTheRest(
  messages: ReadonlyMap<number, Numbered>,
  written: Map<number, NodeIndex>,
  place: (parent: NodeIndex | null, number: number, one: Numbered) => NodeIndex,
): void {
  let before: NodeIndex | null = null;
  for (const [index, one] of [...messages].sort(([left], [right]) => left - right)) {
    const known = written.get(index);
    const node: NodeIndex = known ?? place(before, index, one);
    // One in full is a leaf beside its copy, not a step on the way.
    if (known !== undefined || one.window !== null || written.size === messages.size) before = node;
  }
}

function odd(spot: Spot, line: number, what: string): void {
  spot.note('session-file-odd', null, `messages.jsonl, line ${line}: ${what}.`);
}
