/**
 * Which limits the harness set for the tree of agents, where a payload in the trace or beside it says: the last session snapshot, or
 * else a runtime contract's policy. A limit that is null or absent is not known, which is not "none".
 */
import type { Trace } from '../../model/episode';
import type { Json } from '../../model/json';
import type { FoundPayload, NamedValue } from '../../model/payload';

export interface SessionLimits {
  /** The root is at depth 0. */
  readonly depth: number | null;
  readonly concurrent: number | null;
  /** Sub-sessions over the whole tree. */
  readonly calls: number | null;
  /** Sub-sessions that the harness let start; null where no snapshot says. */
  readonly started: number | null;
}

/** `beside`: payloads that were given with the trace; they were taken later, so they win. */
export function limitsOf(trace: Trace, beside: readonly FoundPayload[]): SessionLimits | null {
  const payloads = [...(trace.payloads ?? []), ...beside];
  const session = payloads.findLast(({ reading }) => reading.kind === 'session');
  if (session?.reading.kind === 'session') {
    const { limits, supervisor } = session.reading.session;
    return { ...named(limits), started: supervisor.calls };
  }
  const runtime = payloads.findLast(({ reading }) => reading.kind === 'runtime');
  if (runtime?.reading.kind !== 'runtime') return null;
  return { ...named(runtime.reading.runtime.policy), started: null };
}

function named(values: readonly NamedValue[]): Pick<SessionLimits, 'depth' | 'concurrent' | 'calls'> {
  const of = new Map<string, Json>(values);
  const count = (name: string): number | null => {
    const value = of.get(name);
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
  };
  return {
    depth: count('max_depth'),
    concurrent: count('max_concurrent_subagents'),
    calls: count('max_subagent_calls'),
  };
}
