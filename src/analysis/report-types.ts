/**
 * The shape of `wirescope/report`, version 1, field for field and in the order of writing. Null means "not computed" or
 * "not known"; an empty list means "looked, found none". Additions are allowed, renaming is version 2.
 */
import type { Severity } from '../model/diagnostic';
import type { Dialect } from '../model/dialect';
import type { Outcome } from '../model/row';
import type { Agent } from './agents/reconstruct';
import type { AgentState } from './agents/returns';
import type { SummaryState } from './agents/summaries';
import type { ForkReport } from './prefix/forks';
import type { RequestReport } from './prefix/requests-report';
import type { SecretReport } from './secrets/secrets';
import type { EdgeSetReport, SemanticReport } from './semantic-types';

export const REPORT_FORMAT = 'wirescope/report';
export const REPORT_VERSION = 1;

export interface Report {
  readonly format: typeof REPORT_FORMAT;
  readonly version: typeof REPORT_VERSION;
  readonly files: readonly FileReport[];
  /** Those that fit no trace. */
  readonly edge_sets: readonly EdgeSetReport[];
}

/** `episodes` comes first and the totals last, so that a report can be written one record at a time. */
export interface FileReport extends FileTotals {
  readonly episodes: readonly EpisodeReport[];
}

export interface FileTotals {
  readonly name: string;
  readonly bytes: number;
  readonly digest: string;
  readonly container: string;
  readonly dialect: Dialect;
  readonly records: RecordCounts;
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface RecordCounts {
  readonly total: number;
  readonly read: number;
  readonly repaired: number;
  readonly skipped: number;
}

export interface DiagnosticReport {
  readonly code: string;
  readonly severity: Severity;
  readonly record: number | null;
  readonly byte: number | null;
  readonly path: string | null;
  readonly message: string;
  readonly count?: number;
}

export interface ErrorReport {
  readonly type: string;
  readonly message: string;
}

export interface EpisodeReport {
  readonly id: string;
  readonly record: number;
  readonly env: string;
  readonly task: {
    readonly key: string | null;
    readonly hash: string | null;
    readonly type: string | null;
  } | null;
  readonly group: string | null;
  readonly ok: boolean;
  readonly outcome: Outcome;
  readonly reward: number | null;
  readonly duration: number | null;
  readonly cost: number | null;
  readonly errors: readonly ErrorReport[];
  /** Over the whole record, in its order; null where its text was not at hand. */
  readonly secrets: readonly SecretReport[] | null;
  readonly traces: readonly TraceReport[];
}

export interface TraceReport {
  readonly id: string;
  readonly agent: string | null;
  readonly model: string | null;
  readonly trainable: boolean;
  readonly ok: boolean;
  readonly is_completed: boolean;
  readonly stop_condition: string | null;
  readonly is_truncated: boolean;
  readonly reward: number | null;
  readonly rewards: { readonly [name: string]: number | null };
  readonly metrics: { readonly [name: string]: number | null };
  readonly num_nodes: number;
  readonly num_calls: number;
  readonly num_turns: number;
  readonly num_roots: number;
  readonly tokens: { readonly input: number; readonly output: number; readonly total: number };
  readonly usage: UsageReport | null;
  readonly last_reply: string;
  readonly last_reply_length: number;
  readonly duration: number | null;
  readonly cost: number | null;
  readonly sessions: SessionsReport;
  readonly forks: readonly ForkReport[];
  readonly errors: readonly ErrorReport[];
  readonly branches: readonly BranchReport[];
  readonly semantic: SemanticReport;
  readonly agents: readonly AgentReport[];
  /** In call order. */
  readonly requests: readonly RequestReport[];
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface AgentReport {
  readonly id: number;
  readonly label: string;
  readonly parent: number | null;
  readonly basis: Agent['basis'];
  readonly depth: number;
  readonly nodes: readonly number[];
  readonly contexts: readonly { readonly index: number; readonly nodes: readonly number[] }[];
  readonly state: AgentState | null;
  readonly status: string | null;
  readonly session_id: string | null;
  readonly name: string | null;
}

export interface SessionsReport {
  readonly summaries: readonly { readonly node: number; readonly state: SummaryState }[];
  readonly returns: readonly { readonly agent: number; readonly source: number; readonly target: number }[];
  readonly abandoned: readonly (readonly number[])[];
  readonly missing_children: number | null | 'unsure';
  readonly links_incomplete: boolean;
}

export interface UsageReport {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_input_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly cost: number | null;
}

export interface BranchReport {
  readonly index: number;
  readonly leaf: number;
  readonly root: number;
  readonly length: number;
  readonly trainable: boolean;
  readonly attempt: 'accepted' | 'rejected' | null;
}
