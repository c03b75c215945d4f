/**
 * What the tree of agents is drawn from, in columns: agents depth first, their calls as bars, and where results came back.
 * Places along the axis are seconds, or where the trace has no times, positions in the order of calls. Figures that the
 * trace does not give are NaN, positions -1. It refuses to know how any of it was found out: that is analysis.
 */
import type { Ending } from '../../analysis/sessions/endings';

export const NONE = -1;

export const BASES = [
  'root',
  'unlinked',
  'physical',
  'ledger',
  'directory',
  'lineage',
  'declared',
  'returned',
] as const;

export const ENDING_CODES = [
  'unknown',
  'root',
  'returned',
  'continued',
  'no_return',
  'failed',
  'cancelled',
  'cancelled_above',
  'running',
  'done',
  'unlinked',
] as const satisfies readonly Ending[];

/** What a cancellation rests on; `ancestor`: another agent was cancelled, and this was below it. */
export const CANCELLATIONS = ['none', 'record', 'link', 'ancestor'] as const;

export const SPAWN_BASES = ['none', 'link', 'order'] as const;

export const BAR_KINDS = ['turn', 'summary', 'probe', 'stale', 'failed', 'rolled_back'] as const;
export type BarKind = (typeof BAR_KINDS)[number];

/** Tokens and dollars, alone or with everything below. */
export interface SumColumns {
  readonly input: Float64Array<ArrayBuffer>;
  readonly output: Float64Array<ArrayBuffer>;
  readonly cost: Float64Array<ArrayBuffer>;
  /** Calls that report no usage, and no cost: where there are some, the sums are no totals. */
  readonly silent: Int32Array<ArrayBuffer>;
  readonly uncosted: Int32Array<ArrayBuffer>;
}

export interface AgentColumns {
  readonly count: number;
  readonly parent: Int32Array<ArrayBuffer>;
  readonly depth: Int32Array<ArrayBuffer>;
  /** `root`, `sub 1.2`, `unlinked 1`. */
  readonly label: readonly string[];
  /** The harness's own name of it, its session, and the state that is recorded for it; empty for none. */
  readonly name: readonly string[];
  readonly session: readonly string[];
  readonly status: readonly string[];
  /** Why it ended badly, as its record says; empty for nothing. */
  readonly error: readonly string[];
  /** What it was asked. */
  readonly title: readonly string[];
  readonly basis: Uint8Array<ArrayBuffer>;
  readonly ending: Uint8Array<ArrayBuffer>;
  readonly cancelledBy: Uint8Array<ArrayBuffer>;
  /** The message whose call stopped it, or the agent above that was stopped. */
  readonly cancelledAt: Int32Array<ArrayBuffer>;
  /** Where on the axis a link says that it was stopped. */
  readonly cancelPlace: Float64Array<ArrayBuffer>;
  /** The message of its first call. */
  readonly node: Int32Array<ArrayBuffer>;
  readonly turns: Int32Array<ArrayBuffer>;
  readonly rolledBack: Int32Array<ArrayBuffer>;
  readonly probes: Int32Array<ArrayBuffer>;
  readonly failed: Int32Array<ArrayBuffer>;
  readonly contexts: Int32Array<ArrayBuffer>;
  /** Summaries by what became of them. */
  readonly accepted: Int32Array<ArrayBuffer>;
  readonly superseded: Int32Array<ArrayBuffer>;
  readonly aside: Int32Array<ArrayBuffer>;
  readonly handedBack: Int32Array<ArrayBuffer>;
  readonly notResumed: Int32Array<ArrayBuffer>;
  readonly children: Int32Array<ArrayBuffer>;
  readonly descendants: Int32Array<ArrayBuffer>;
  readonly peakChildren: Int32Array<ArrayBuffer>;
  readonly own: SumColumns;
  readonly subtree: SumColumns;
  /** Seconds from first to last call of its own, in which one of them ran, and with everything below it. */
  readonly duration: Float64Array<ArrayBuffer>;
  readonly busy: Float64Array<ArrayBuffer>;
  readonly subtreeDuration: Float64Array<ArrayBuffer>;
  /** Part of the parent's time, 0 to 1. */
  readonly share: Float64Array<ArrayBuffer>;
  readonly spawnBasis: Uint8Array<ArrayBuffer>;
  /** The message of the parent's call that sent it off, and where on the axis that was. */
  readonly spawnNode: Int32Array<ArrayBuffer>;
  readonly spawnAt: Float64Array<ArrayBuffer>;
  /** Where on the axis it was at work. */
  readonly from: Float64Array<ArrayBuffer>;
  readonly until: Float64Array<ArrayBuffer>;
  /** Its bars are those from here to the next agent's; one entry more than agents. */
  readonly bars: Int32Array<ArrayBuffer>;
  /** Its deliveries likewise. */
  readonly deliveries: Int32Array<ArrayBuffer>;
}

/** The calls of agents that have a place on the axis. */
export interface BarColumns {
  readonly count: number;
  readonly from: Float64Array<ArrayBuffer>;
  readonly until: Float64Array<ArrayBuffer>;
  readonly kind: Uint8Array<ArrayBuffer>;
  readonly context: Int32Array<ArrayBuffer>;
  readonly node: Int32Array<ArrayBuffer>;
}

export interface DeliveryColumns {
  readonly count: number;
  /** The message that was given, and the one that took it up. */
  readonly source: Int32Array<ArrayBuffer>;
  readonly target: Int32Array<ArrayBuffer>;
  readonly to: Int32Array<ArrayBuffer>;
  /** Turns the receiver took in between; -1 where that is not known. */
  readonly turnsBetween: Int32Array<ArrayBuffer>;
  readonly from: Float64Array<ArrayBuffer>;
  readonly until: Float64Array<ArrayBuffer>;
}

export interface SessionTree {
  readonly mode: 'linked' | 'recorded' | 'physical';
  readonly axis: 'time' | 'order';
  readonly agents: AgentColumns;
  readonly bars: BarColumns;
  readonly deliveries: DeliveryColumns;
  /** The agent each message belongs to; -1 for none. */
  readonly agentOfNode: Int32Array<ArrayBuffer>;
  /** What the root answered in the end: `empty` is an answer. */
  readonly rootReply: 'none' | 'empty' | 'text';
}
