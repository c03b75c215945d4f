/**
 * Finds a phrase in everything an episode says: messages, reasoning, tools and their arguments, errors, task data and info.
 * Over the data, so what is folded or not drawn is found too. It works in slices, so that a newer query can stop it.
 */
import { excerptOf, findPhrase, phraseOf } from '../../analysis/search';
import type { Phrase } from '../../analysis/search';
import type { Episode, Message, RolloutError } from '../../model/episode';
import type { NodeIndex, TraceIndex } from '../../model/ids';
import { nodeIndex, traceIndex } from '../../model/ids';
import type { Json, JsonPointer } from '../../model/json';
import { isArray, isObject, member, pointerTo } from '../../model/json';
import { nextTask } from './next-task';
import type { Match, MatchPlace } from './match-shape';
import { MATCH_LIMIT } from './protocol';

const SLICE_MS = 24;
const BATCH = 500;

export interface FindReport {
  (matches: readonly Match[], total: number, done: boolean): void;
}

/** `trace` null looks in all traces. Resolves to false when it was stopped. */
export async function find(
  episode: Episode,
  query: string,
  trace: TraceIndex | null,
  signal: AbortSignal,
  report: FindReport,
): Promise<boolean> {
  const phrase = phraseOf(query);
  if (phrase === null) {
    report([], 0, true);
    return true;
  }
  const hunt = new Hunt(phrase);
  let since = Date.now();
  for (const _ of steps(episode, trace, hunt)) {
    const now = Date.now();
    if (now - since < SLICE_MS) continue;
    const { matches, total } = hunt.take();
    report(matches, total, false);
    await nextTask();
    if (signal.aborted) return false;
    since = Date.now();
  }
  for (;;) {
    const { matches, total, left } = hunt.take();
    report(matches, total, !left);
    if (!left) return true;
  }
}

/** Looks at one text or value after another; yields between them. */
function* steps(episode: Episode, only: TraceIndex | null, hunt: Hunt): Generator<void> {
  hunt.errors(episode.errors, null);
  for (const [position, trace] of episode.traces.entries()) {
    const index = traceIndex(position);
    if (only !== null && only !== index) continue;
    for (const node of trace.nodes) {
      hunt.message(node.message, index, nodeIndex(node.index));
      yield;
    }
    hunt.errors(trace.errors, index);
    for (const call of trace.calls) if (call.error !== null) hunt.callError(call.error, index, call.path);
    yield;
    if (trace.task !== null) {
      yield* values(trace.task.data, pointerTo(trace.path, 'task', 'data'), 'task', index, hunt);
    }
    for (const [at, tool] of trace.tools.entries()) {
      yield* values(tool.raw, pointerTo(trace.path, 'tools', at), 'tools', index, hunt);
    }
    yield* values(trace.info, pointerTo(trace.path, 'info'), 'info', index, hunt);
  }
}

/** A way down: pointers are spelled only for what matches. */
interface Way {
  readonly above: Way | null;
  readonly segment: string | number;
}

/** Keys and values in document order. */
function* values(
  root: Json,
  base: JsonPointer,
  section: 'info' | 'task' | 'tools',
  trace: TraceIndex,
  hunt: Hunt,
): Generator<void> {
  const open: { readonly value: Json; readonly way: Way | null }[] = [{ value: root, way: null }];
  let looked = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, way } = next;
    looked += 1;
    if (looked % 512 === 0) yield;
    const pointer = (): JsonPointer => spelled(base, way);
    if (way !== null && typeof way.segment === 'string') {
      hunt.look(way.segment, () => ({ kind: 'value', trace, pointer: pointer(), section }));
    }
    if (isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) {
        open.push({ value: value[index] ?? null, way: { above: way, segment: index } });
      }
    } else if (isObject(value)) {
      for (const key of Object.keys(value).reverse()) {
        open.push({ value: member(value, key) ?? null, way: { above: way, segment: key } });
      }
    } else {
      hunt.look(String(value), () => ({ kind: 'value', trace, pointer: pointer(), section }));
    }
  }
}

function spelled(base: JsonPointer, way: Way | null): JsonPointer {
  const segments: (string | number)[] = [];
  for (let at = way; at !== null; at = at.above) segments.push(at.segment);
  return pointerTo(base, ...segments.reverse());
}

type Place = (found: { offset: number; length: number; ordinal: number }) => MatchPlace;

class Hunt {
  readonly #phrase: Phrase;
  #total = 0;
  #kept = 0;
  #waiting: Match[] = [];

  constructor(phrase: Phrase) {
    this.#phrase = phrase;
  }

  take(): { readonly matches: readonly Match[]; readonly total: number; readonly left: boolean } {
    const matches = this.#waiting.slice(0, BATCH);
    this.#waiting = this.#waiting.slice(BATCH);
    return { matches, total: this.#total, left: this.#waiting.length > 0 };
  }

  look(text: string, place: Place): void {
    let ordinal = 0;
    this.#total += findPhrase(text, this.#phrase, (found) => {
      if (this.#kept < MATCH_LIMIT) {
        this.#kept += 1;
        this.#waiting.push({ place: place({ ...found, ordinal }), excerpt: excerptOf(text, found) });
      }
      ordinal += 1;
    });
  }

  message(message: Message, trace: TraceIndex, node: NodeIndex): void {
    const at = (field: 'content' | 'reasoning' | 'tool_name' | 'arguments', index: number): Place => {
      return (found) => ({ kind: 'message', trace, node, field, index, ...found });
    };
    if (message.reasoning !== null) this.look(message.reasoning, at('reasoning', 0));
    if (message.content.kind === 'text') this.look(message.content.text, at('content', 0));
    if (message.content.kind === 'parts') {
      for (const [index, part] of message.content.parts.entries()) {
        if (part.kind === 'text') this.look(part.text, at('content', index));
      }
    }
    for (const [index, call] of message.toolCalls.entries()) {
      this.look(call.name, at('tool_name', index));
      this.look(call.arguments, at('arguments', index));
    }
  }

  errors(errors: readonly RolloutError[], trace: TraceIndex | null): void {
    for (const [error, { type, message, traceback }] of errors.entries()) {
      for (const text of [type, message, traceback ?? ''])
        this.look(text, () => ({ kind: 'error', trace, error }));
    }
  }

  callError({ type, message, traceback }: RolloutError, trace: TraceIndex, pointer: JsonPointer): void {
    for (const text of [type, message, traceback ?? '']) {
      this.look(text, () => ({
        kind: 'value',
        trace,
        pointer: pointerTo(pointer, 'error'),
        section: 'calls',
      }));
    }
  }
}
