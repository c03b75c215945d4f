/**
 * The tree of agents of one trace as it crosses to the page: columns to draw it from, and what a reader must know to judge
 * it. It refuses to hold messages.
 */
import type { SessionLimits } from '../../analysis/sessions/limits';
import type { SessionTree } from '../../layout/session-tree/columns';

/** Two sources name different things; the first is the one that won. */
export interface SessionDisagreement {
  readonly about: 'session' | 'parent_session' | 'identity' | 'parent';
  /** The message of the call it is about; -1 for none. */
  readonly node: number;
  readonly kept: string;
  readonly dropped: string;
}

/** A session that a directory tells of and of which the trace holds no call. */
export interface AbsentSession {
  readonly name: string;
  readonly task: string;
  readonly status: string;
}

export interface SessionTreeFacts {
  /** Null where no payload in the trace says. */
  readonly limits: SessionLimits | null;
  readonly deepest: number;
  /** The most agents below the root that were at work at once. */
  readonly peak: number | null;
  /** Failed calls that nobody is known to have made, and the tokens they report. */
  readonly loose: number;
  readonly looseTokens: number | null;
  /** Sub-sessions that left no committed call; null where nothing is claimed. */
  readonly missingChildren: number | null | 'unsure';
  /** Sub-sessions as the harness counted them. */
  readonly countedSessions: number | null;
  readonly absent: readonly AbsentSession[];
  readonly absentLeftOut: number;
  readonly linksIncomplete: boolean;
  readonly disagreements: readonly SessionDisagreement[];
  readonly disagreementsLeftOut: number;
  /** Agents at which a loop of spawns was cut. */
  readonly cutLoops: readonly number[];
  readonly unusableLinks: number;
  /** Calls without a time, that the drawing leaves out. */
  readonly untimed: number;
}

export interface TraceSessions {
  readonly tree: SessionTree;
  readonly facts: SessionTreeFacts;
}
