/** What calls cost: provider usage summed, each call once. It refuses to know the graph; `tokens.ts` does. */
import type { Trace, Usage } from '../model/episode';

/** Everything the provider read, cached or not. */
export function inputTokens(usage: Usage): number {
  return usage.promptTokens + (usage.cachedInputTokens ?? 0);
}

export function totalTokens(usage: Usage): number {
  return inputTokens(usage) + usage.completionTokens;
}

/** Null for nothing. An optional field is the sum over those that report it, null when nobody does. */
export function aggregateUsage(usages: readonly Usage[]): Usage | null {
  if (usages.length === 0) return null;
  let promptTokens = 0;
  let completionTokens = 0;
  let cachedInputTokens: number | null = null;
  let reasoningTokens: number | null = null;
  let cost: number | null = null;
  for (const usage of usages) {
    promptTokens += usage.promptTokens;
    completionTokens += usage.completionTokens;
    cachedInputTokens = plus(cachedInputTokens, usage.cachedInputTokens);
    reasoningTokens = plus(reasoningTokens, usage.reasoningTokens);
    cost = plus(cost, usage.cost);
  }
  return { promptTokens, completionTokens, cachedInputTokens, reasoningTokens, cost };
}

/** All calls with usage, also those that committed no node; `extra_usage` stays apart. */
export function traceUsage(trace: Trace): Usage | null {
  return aggregateUsage(trace.calls.flatMap((call) => (call.usage === null ? [] : [call.usage])));
}

/** Over the calls that report one; null when none does. */
export function traceCost(trace: Trace): number | null {
  let cost: number | null = null;
  for (const { usage } of trace.calls) cost = plus(cost, usage?.cost ?? null);
  return cost;
}

/** The sum of what is known; null when nothing is. */
export function plus(sum: number | null, value: number | null): number | null {
  if (value === null) return sum;
  return sum === null ? value : sum + value;
}
