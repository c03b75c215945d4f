/**
 * What the messages of one transcript of prime-agent used themselves. Usage of children is attributed to an earlier message when it
 * is known; writers that fold it into that message's own figures are told by the sums. It refuses to know messages.
 */
import type { Usage } from '../../model/episode';
import type { Json, JsonObject } from '../../model/json';
import { isObject } from '../../model/json';
import type { FileLine } from './nano-lines';
import { textIn } from './nano-lines';

interface Figures {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly total: number;
  readonly cost: number | null;
}

interface Attributed {
  readonly children: Figures;
  /** What the last attribution says the sum has become. */
  readonly aggregate: number | null;
}

export class ChildUsage {
  readonly #byTarget = new Map<string, Attributed>();
  readonly #known = new Set<string>();

  /** An attribution that is written twice counts once. */
  constructor(lines: readonly FileLine[]) {
    const seen = new Set<string>();
    for (const { value } of lines) {
      const id = textIn(value.id);
      if (
        value.type === 'message' &&
        id !== null &&
        isObject(value.message) &&
        isObject(value.message.usage)
      ) {
        this.#known.add(id);
      }
      if (value.type !== 'child_usage_attributed') continue;
      const target = textIn(value.targetId);
      const child = figuresOf(value.childUsage);
      if (target === null || child === null || (id !== null && seen.has(id))) continue;
      if (id !== null) seen.add(id);
      const before = this.#byTarget.get(target)?.children ?? NOTHING;
      const aggregate = isObject(value.aggregateUsage) ? numberIn(value.aggregateUsage, 'totalTokens') : null;
      this.#byTarget.set(target, { children: sum(before, child), aggregate });
    }
  }

  /** Entries that were charged and are not in this transcript, or have no usage. */
  get unknownTargets(): readonly string[] {
    return [...this.#byTarget.keys()].filter((target) => !this.#known.has(target));
  }

  /** Null where the message tells no usage. */
  ownOf(entry: string | null, written: Json | undefined): Usage | null {
    const figures = figuresOf(written);
    if (figures === null) return null;
    const attributed = entry === null ? undefined : this.#byTarget.get(entry);
    const isFolded =
      attributed !== undefined &&
      attributed.aggregate === figures.total &&
      figures.total > attributed.children.total;
    const own = isFolded ? less(figures, attributed.children) : figures;
    return {
      promptTokens: own.input + own.cacheWrite,
      completionTokens: own.output,
      cachedInputTokens: own.cacheRead,
      reasoningTokens: null,
      cost: own.cost,
    };
  }
}

const NOTHING: Figures = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: null };

function figuresOf(value: Json | undefined): Figures | null {
  if (!isObject(value)) return null;
  const count = (key: string) => numberIn(value, key) ?? 0;
  return {
    input: count('input'),
    output: count('output'),
    cacheRead: count('cacheRead'),
    cacheWrite: count('cacheWrite'),
    total: count('totalTokens'),
    cost: isObject(value.cost) ? numberIn(value.cost, 'total') : null,
  };
}

function numberIn(value: JsonObject, key: string): number | null {
  const found = value[key];
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

function sum(left: Figures, right: Figures): Figures {
  return combined(left, right, 1);
}

function less(left: Figures, right: Figures): Figures {
  return combined(left, right, -1);
}

function combined(left: Figures, right: Figures, sign: 1 | -1): Figures {
  return {
    input: left.input + sign * right.input,
    output: left.output + sign * right.output,
    cacheRead: left.cacheRead + sign * right.cacheRead,
    cacheWrite: left.cacheWrite + sign * right.cacheWrite,
    total: left.total + sign * right.total,
    cost: left.cost === null && right.cost === null ? null : (left.cost ?? 0) + sign * (right.cost ?? 0),
  };
}
